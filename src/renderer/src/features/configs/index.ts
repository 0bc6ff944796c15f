export { ConfigView } from './ConfigView'
