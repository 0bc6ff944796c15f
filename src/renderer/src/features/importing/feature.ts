import { IconDownload } from '@tabler/icons-react'
import { nameOf } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useImportCommands } from './import-commands'

export const feature: Feature = {
  tools: {
    import: {
      title: (path) => `Import into ${nameOf(path)}`,
      icon: IconDownload,
      load: loadOnce(() => import('./ImportView').then((module) => module.ImportView))
    }
  },
  parts: { background: whileShown(useImportCommands) }
}
