export { useImportCommands } from './import-commands'
