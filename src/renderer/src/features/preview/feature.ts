import type { Feature } from '../../workbench/contributions'
import { PreviewPanel } from './PreviewPanel'

export const feature: Feature = {
  panels: [{ id: 'preview', title: 'Preview', shortcut: 'mod+shift+V', View: PreviewPanel }]
}
