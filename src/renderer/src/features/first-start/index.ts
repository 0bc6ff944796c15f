export { ChooseWorkspace } from './ChooseWorkspace'
export { FirstStart } from './FirstStart'
