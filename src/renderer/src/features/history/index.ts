export { feature } from './feature'
export { historyCommands } from './history-commands'
