export { HistoryPanel } from './HistoryPanel'
