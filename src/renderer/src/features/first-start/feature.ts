import { whileShown, type Feature } from '../../workbench/contributions'
import { ChooseWorkspace } from './ChooseWorkspace'
import { FirstStart } from './FirstStart'
import { useSwitchCommand } from './switch-workspace'

export const feature: Feature = {
  parts: {
    background: whileShown(useSwitchCommand),
    chooseWorkspace: ChooseWorkspace,
    firstStart: FirstStart
  }
}
