import { kindOfPath } from '../../../../common/formats/files'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useNewSheetCommand } from './new-sheet'
import { SheetGate } from './SheetGate'

export const feature: Feature = {
  editors: [
    {
      id: 'sheet',
      matches: (path) => kindOfPath(path) === 'json',
      priority: 20,
      View: SheetGate
    }
  ],
  parts: { background: whileShown(useNewSheetCommand) }
}
