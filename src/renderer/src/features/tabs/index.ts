export { TabStrip } from './TabStrip'
export { tabElementId } from './TabItem'
