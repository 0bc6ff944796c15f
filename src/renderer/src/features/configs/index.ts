export { useConfigCommands } from './open-config'
