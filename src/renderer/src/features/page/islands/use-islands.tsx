import { modals } from '@mantine/modals'
import type { EditorState, Transaction } from 'prosemirror-state'
import { useEffect } from 'react'
import {
  chosenIsland,
  SOURCE_ASKED,
  withNewSource,
  withSource
} from '../../../engines/page/islands/island-source'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { awaitField } from '../../../workbench/typing-ahead'
import { pageCommand } from '../command-names'
import { SourceForm } from './SourceForm'
import { words } from './words'

/** The source of what a page does not take apart is edited, and new HTML inserted (VE16). */
export function useIslands(surface: PageSurface, readOnly: boolean): void {
  useEffect(() => {
    const edit = () => editSource(surface, readOnly)
    surface.element.addEventListener(SOURCE_ASKED, edit)
    const end = registerCommands([
      {
        ...pageCommand('page.edit-html'),
        enabled: () => surface.state !== null && chosenIsland(surface.state) !== null,
        run: edit
      },
      {
        ...pageCommand('page.insert-html'),
        enabled: () => !readOnly && surface.state !== null,
        run: () => askForSource(surface, words.insert, '', false, withNewSource)
      }
    ])
    return () => {
      surface.element.removeEventListener(SOURCE_ASKED, edit)
      end()
    }
  }, [surface, readOnly])
}

function editSource(surface: PageSurface, readOnly: boolean): void {
  const island = surface.state && chosenIsland(surface.state)
  if (!island) return
  const raw = String(island.attrs['raw'])
  askForSource(surface, words.edit, raw, readOnly, (state, source) =>
    // written as it was, it is left as it was
    source === raw ? null : withSource(state, island, source)
  )
}

function askForSource(
  surface: PageSurface,
  title: string,
  source: string,
  readOnly: boolean,
  change: (state: EditorState, source: string) => Transaction | 'gone' | 'broken' | null
): void {
  awaitField()
  const id = modals.open({
    title,
    size: 'lg',
    onClose: () => surface.focus(),
    children: (
      <SourceForm
        source={source}
        readOnly={readOnly}
        onApply={(text) => {
          let refusal: string | null = null
          surface.run((state, dispatch) => {
            const made = change(state, text)
            if (typeof made === 'string') refusal = words[made]
            else if (made) dispatch?.(made)
            return made !== null
          }, false)
          if (refusal !== null) return refusal
          surface.said.notify(words.applied)
          modals.close(id)
          return null
        }}
        onCancel={() => modals.close(id)}
      />
    )
  })
}
