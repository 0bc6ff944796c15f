export { Sidebar } from './Sidebar'
