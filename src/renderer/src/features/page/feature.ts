import { formatOfPath } from '../../../../common/formats/files'
import type { Feature } from '../../workbench/contributions'
import { pageViewCommands } from './command-names'
import { PageGate } from './PageGate'

export const feature: Feature = {
  editors: [{ id: 'page', matches: (path) => formatOfPath(path) === 'page', priority: 20, View: PageGate }],
  viewCommands: pageViewCommands
}
