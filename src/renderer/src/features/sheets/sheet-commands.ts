import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import type { DocumentSession } from '../../documents'
import { shownIn, useGridCommands } from '../../engines/grid'
import { addColumns, addRows } from '../../engines/grid/grid-actions'
import { historyCommands } from '../history'
import { exportCsv, importCsv } from './csv-files'
import type { SheetDocument } from './sheet-document'

/** The commands of the sheets that are shown. @returns how often the search was asked for */
export function useSheetCommands(session: DocumentSession, sheets: SheetDocument): number {
  const { store } = sheets
  const find = useGridCommands(store)
  useEffect(() => {
    const withSheet =
      (run: (shown: NonNullable<ReturnType<typeof shownIn>>) => void | Promise<void>) => async () => {
        const shown = store && shownIn(store)
        if (shown) await run(shown)
      }
    const enabled = () => store?.sheet?.broken === null
    return registerCommands([
      {
        ...viewCommand('file.save'),
        run: async () => void (await session.flush())
      },
      {
        ...viewCommand('sheet.add-row'),
        enabled,
        run: withSheet((shown) => {
          addRows(shown, 'end')
          shown.state.focus()
        })
      },
      {
        ...viewCommand('sheet.add-column'),
        enabled,
        run: withSheet((shown) => addColumns(shown, 'end'))
      },
      {
        ...viewCommand('sheet.import-csv'),
        enabled,
        run: withSheet((shown) => importCsv(shown))
      },
      {
        ...viewCommand('sheet.export-csv'),
        enabled,
        run: withSheet((shown) => exportCsv(shown, session.path))
      },
      ...historyCommands(session.path)
    ])
  }, [session, store])
  return find
}
