import type { Feature } from '../../workbench/contributions'
import { HistoryPanel } from './HistoryPanel'

export const feature: Feature = {
  panels: [{ id: 'history', title: 'History', shortcut: 'mod+shift+H', View: HistoryPanel }]
}
