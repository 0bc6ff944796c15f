import { whileShown, type Feature } from '../../workbench/contributions'
import { useTemplateCommands } from './template-commands'

export const feature: Feature = { parts: { background: whileShown(useTemplateCommands) } }
