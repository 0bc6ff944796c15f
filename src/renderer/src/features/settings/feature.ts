import { whileShown, type Feature } from '../../workbench/contributions'
import { useSettingsCommands } from './settings-commands'

export const feature: Feature = { parts: { background: whileShown(useSettingsCommands) } }
