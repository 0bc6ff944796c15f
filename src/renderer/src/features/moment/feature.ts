import { IconHistory } from '@tabler/icons-react'
import { nameOf } from '../../../../common/content/paths'
import { loadOnce } from '../../components/load-once'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useMomentCommands } from './moment-commands'

export const feature: Feature = {
  tools: {
    moment: {
      title: (path) => `${nameOf(path)} then and now`,
      icon: IconHistory,
      load: loadOnce(() => import('./MomentView').then((module) => module.MomentView))
    }
  },
  parts: { background: whileShown(useMomentCommands) }
}
