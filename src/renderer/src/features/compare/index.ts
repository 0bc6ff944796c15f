export { chooseDiskFile } from './disk-files'
export { feature } from './feature'
export { askForOtherFile } from './OtherFile'
