export { About } from './About'
export { Shortcuts } from './Shortcuts'
