import { IconChecklist, IconWorld, IconWorldWww } from '@tabler/icons-react'
import { nameOf } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'
import { whileShown, type Feature } from '../../workbench/contributions'
import { usePublishingCommands } from './site-commands'

export const feature: Feature = {
  tools: {
    jobs: {
      title: (path) => `Jobs of ${nameOf(path)}`,
      icon: IconChecklist,
      load: loadOnce(() => import('./jobs/JobsView').then((module) => module.JobsView))
    },
    published: {
      title: (path) => `Published in ${nameOf(path)}`,
      icon: IconWorld,
      load: loadOnce(() => import('./PublishedList').then((module) => module.PublishedList))
    },
    site: {
      title: (path) => `Site: ${nameOf(path)}`,
      icon: IconWorldWww,
      load: loadOnce(() => import('./site/SiteView').then((module) => module.SiteView)),
      outlivesFile: true
    }
  },
  parts: { background: whileShown(usePublishingCommands) }
}
