import { modals } from '@mantine/modals'
import { useEffect, type ReactNode } from 'react'
import { sourceOfChosen } from '../../../engines/page/parts/chosen-source'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { awaitField } from '../../../workbench/typing-ahead'
import { pageCommand } from '../command-names'
import { ManageSnippets, SaveSnippet } from './SnippetForms'
import { words } from './words'

/** What is chosen becomes a snippet, and snippets are renamed and deleted. */
export function useSnippetCommands(surface: PageSurface): void {
  useEffect(
    () =>
      registerCommands([
        {
          ...pageCommand('page.save-snippet'),
          enabled: () => surface.state?.selection.empty === false,
          run: () => {
            const source = surface.state && sourceOfChosen(surface.state)
            if (source)
              open(surface, words.save, (close) => (
                <SaveSnippet
                  source={source}
                  onDone={(name) => {
                    close()
                    if (name !== null) surface.said.notify(words.saved(name))
                  }}
                />
              ))
          }
        },
        {
          ...pageCommand('page.snippets'),
          run: () => open(surface, words.manage, (close) => <ManageSnippets onClose={close} />)
        }
      ]),
    [surface]
  )
}

function open(surface: PageSurface, title: string, form: (close: () => void) => ReactNode): void {
  awaitField()
  const id = modals.open({
    title,
    returnFocus: false,
    onClose: () => surface.focus(),
    children: form(() => modals.close(id))
  })
}
