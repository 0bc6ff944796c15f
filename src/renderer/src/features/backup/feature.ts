import { whileShown, type Feature } from '../../workbench/contributions'
import { useBackupCommands } from './backup-commands'

export const feature: Feature = { parts: { background: whileShown(useBackupCommands) } }
