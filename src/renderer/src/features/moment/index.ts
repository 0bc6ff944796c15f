export { useMomentCommands } from './moment-commands'
export { openMoment } from './wanted-moment'
