export { CompareView } from './CompareView'
