import { whileShown, type Feature } from '../../workbench/contributions'
import { useHelpCommands } from './help-commands'

export const feature: Feature = { parts: { background: whileShown(useHelpCommands) } }
