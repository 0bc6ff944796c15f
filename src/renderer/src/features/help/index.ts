export { About } from './About'
export { ApiDescription } from './ApiDescription'
export { Shortcuts } from './Shortcuts'
