export { TabStrip } from './TabStrip'
