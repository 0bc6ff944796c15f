import { modals } from '@mantine/modals'
import { useEffect } from 'react'
import { addBlock, addSource } from '../../../engines/page/parts/part-commands'
import type { DocumentSession } from '../../../documents'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { awaitField } from '../../../workbench/typing-ahead'
import { pageCommand } from '../command-names'
import { BlockLibrary } from './BlockLibrary'
import { words } from './words'

/** The block library opens by command; what is chosen there stands where the caret was. */
export function useBlockLibrary(session: DocumentSession, surface: PageSurface, readOnly: boolean): void {
  useEffect(
    () =>
      registerCommands([
        {
          ...pageCommand('page.block-library'),
          enabled: () => surface.state !== null,
          run: () => showLibrary(session, surface, readOnly)
        }
      ]),
    [session, surface, readOnly]
  )
}

function showLibrary(session: DocumentSession, surface: PageSurface, readOnly: boolean): void {
  awaitField()
  const id = modals.open({
    title: words.title,
    size: 'xl',
    // the keyboard goes to the page, not to what had it before
    returnFocus: false,
    onClose: () => surface.focus(),
    children: (
      <BlockLibrary
        page={session.path}
        readOnly={readOnly}
        onInsert={({ classes, columns }, source) => {
          modals.close(id)
          const empty = addBlock(classes, 1, Math.max(1, columns))
          surface.run(source === null ? empty : addSource(source))
        }}
        onClose={() => modals.close(id)}
      />
    )
  })
}
