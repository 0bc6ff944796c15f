export { StatusBar } from './StatusBar'
