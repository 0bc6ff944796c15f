import { nameOf, splitName } from '../../../../common/content/paths'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useNewSheetCommand } from './new-sheet'
import { SheetGate } from './SheetGate'

export const feature: Feature = {
  editors: [
    {
      id: 'sheet',
      matches: (path) => splitName(nameOf(path)).ext.toLowerCase() === 'json',
      priority: 20,
      View: SheetGate
    }
  ],
  parts: { background: whileShown(useNewSheetCommand) }
}
