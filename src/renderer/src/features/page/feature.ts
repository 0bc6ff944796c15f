import { formatOfPath } from '../../../../common/formats/files'
import type { Feature } from '../../workbench/contributions'
import { pageViewCommands } from './command-names'
import { PageGate } from './PageGate'
import { PagePanel } from './panel/PagePanel'
import { PageWords } from './status/PageWords'

export const feature: Feature = {
  editors: [{ id: 'page', matches: (path) => formatOfPath(path) === 'page', priority: 20, View: PageGate }],
  panels: [{ id: 'page', title: 'Page', shortcut: 'mod+alt+O', View: PagePanel }],
  parts: { documentMark: PageWords },
  viewCommands: pageViewCommands
}
