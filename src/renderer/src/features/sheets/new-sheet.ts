import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { awaitField } from '../../workbench/typing-ahead'
import { workbench } from '../../workbench/workbench'
import { chosenFolder } from '../../engines/tree/chosen-folder'

/** “New sheet”: the same command serves palette, menus and the tree. */
export function useNewSheetCommand(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'file.new-sheet',
          title: 'New sheet…',
          group: 'File',
          enabled: () => workbench().site !== null,
          run: async () => {
            const folder = chosenFolder()
            if (!folder) return
            awaitField()
            const { NewSheetDialog } = await import('./NewSheetDialog')
            const id = modals.open({
              title: 'New sheet',
              children: createElement(NewSheetDialog, { folder, onDone: () => modals.close(id) })
            })
          }
        }
      ]),
    []
  )
}
