import type { Icon } from '@tabler/icons-react'
import {
  IconChecklist,
  IconCloudUp,
  IconDownload,
  IconSettings2,
  IconHistory,
  IconWorld,
  IconWorldWww
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ToolName } from '../../workbench/tool-names'
import type { ContentPath } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'

/** A view of the middle of the window that is no document: what it is called, and what it shows for an organization, site, folder or file. */
export interface Tool {
  /** The tab's title. */
  readonly title: (path: ContentPath) => string
  readonly icon: Icon
  /** The view; loaded when it is first shown. */
  readonly load: () => Promise<ComponentType<ToolViewProps>>
}

export interface ToolViewProps {
  /** What the tool was opened for; it follows when that moves. */
  readonly path: ContentPath
}

/** Every tool. A new one adds its name to `app/tool-names.ts` and a line here. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  config: {
    title: (path) => `Config of ${path.split('/').at(-1) ?? ''}`,
    icon: IconSettings2,
    load: loadOnce(() => import('../configs/ConfigView').then((module) => module.ConfigView))
  },
  import: {
    title: (path) => `Import into ${path.split('/').at(-1) ?? ''}`,
    icon: IconDownload,
    load: loadOnce(() => import('../import/ImportView').then((module) => module.ImportView))
  },
  jobs: {
    title: (path) => `Jobs of ${path.split('/').at(-1) ?? ''}`,
    icon: IconChecklist,
    load: loadOnce(() => import('../publishing/jobs/JobsView').then((module) => module.JobsView))
  },
  moment: {
    title: (path) => `${path.split('/').at(-1) ?? ''} then and now`,
    icon: IconHistory,
    load: loadOnce(() => import('../moment/MomentView').then((module) => module.MomentView))
  },
  published: {
    title: (path) => `Published in ${path.split('/').at(-1) ?? ''}`,
    icon: IconWorld,
    load: loadOnce(() => import('../publishing/PublishedList').then((module) => module.PublishedList))
  },
  site: {
    title: (path) => `Site: ${path.split('/').at(-1) ?? ''}`,
    icon: IconWorldWww,
    load: loadOnce(() => import('../publishing/site/SiteView').then((module) => module.SiteView))
  },
  sync: {
    title: (path) => `Sync of ${path.split('/').at(-1) ?? ''}`,
    icon: IconCloudUp,
    load: loadOnce(() => import('../sync/SyncView').then((module) => module.SyncView))
  }
}
