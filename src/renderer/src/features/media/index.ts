export { MediaView } from './MediaView'
