import { useEffect } from 'react'
import { registerCommands } from '../../../workbench/commands/commands'
import { pageCommand } from '../command-names'
import { askForForm } from './shown-pages'

/** The commands that lead to the forms of a page. */
export function usePanelCommands(): void {
  useEffect(
    () =>
      registerCommands([
        { ...pageCommand('page.metadata'), run: () => askForForm('page') },
        { ...pageCommand('page.section-metadata'), run: () => askForForm('section') }
      ]),
    []
  )
}
