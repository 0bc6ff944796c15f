import { modals } from '@mantine/modals'
import { useEffect } from 'react'
import { numberedListAt, startList } from '../../../engines/page/commands/list-start'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { awaitField } from '../../../workbench/typing-ahead'
import { listCommandNames } from './command-names'
import { StartForm } from './StartForm'
import { words } from './words'

/** The command that asks for the number that a list begins with. */
export function useListCommands(surface: PageSurface): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'page.list-start',
          ...listCommandNames['page.list-start'],
          enabled: () => surface.can((state) => numberedListAt(state) !== null),
          run: () => askForStart(surface)
        }
      ]),
    [surface]
  )
}

function askForStart(surface: PageSurface): void {
  const list = surface.state && numberedListAt(surface.state)
  if (!list) return
  awaitField()
  const close = () => modals.close(id)
  const id = modals.open({
    title: words.title,
    size: 320,
    returnFocus: false,
    onClose: () => surface.focus(),
    children: (
      <StartForm
        start={Number(list.node.attrs['start'])}
        onCancel={close}
        onDone={(start) => {
          close()
          surface.run(startList(start))
        }}
      />
    )
  })
}
