import { IconCloudUp } from '@tabler/icons-react'
import { nameOf } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'
import { whileShown, type Feature } from '../../workbench/contributions'
import { DocumentSync } from './DocumentSync'
import { useSyncCommands } from './sync-commands'
import { SyncState } from './SyncState'

export const feature: Feature = {
  tools: {
    sync: {
      title: (path) => `Sync of ${nameOf(path)}`,
      icon: IconCloudUp,
      load: loadOnce(() => import('./SyncView').then((module) => module.SyncView))
    }
  },
  parts: { background: whileShown(useSyncCommands), documentMark: DocumentSync, mark: SyncState }
}
