import { IconSettings2 } from '@tabler/icons-react'
import { nameOf } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useConfigCommands } from './open-config'

export const feature: Feature = {
  tools: {
    config: {
      title: (path) => `Config of ${nameOf(path)}`,
      icon: IconSettings2,
      load: loadOnce(() => import('./ConfigView').then((module) => module.ConfigView))
    }
  },
  parts: { background: whileShown(useConfigCommands) }
}
