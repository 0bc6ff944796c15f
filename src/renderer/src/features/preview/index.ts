export { PreviewPanel } from './PreviewPanel'
