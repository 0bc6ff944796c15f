import { runCommand, useCommands, type Command } from '../../workbench/commands/commands'
import { PointMenu, type Point, type PointMenuEntry } from '../../workbench/PointMenu'
import { ROOT } from '../../../../common/content/paths'
import { useRefusal } from '../../documents/rights/rights'
import { goneAt } from '../../engines/tree/gone'
import { acting } from '../../engines/tree/selection'
import { writtenBy } from '../../engines/tree/subjects'
import { clickedKind, isEither, menuOf, type ClickedKind } from './context-entries'
import { entryOf } from '../../engines/tree/tree-state'
import { tree } from '../../engines/tree/tree-store'

/** Beside the line itself fewer words do. */
const titleOf = ({ id, title }: Command, clicked: ClickedKind): string =>
  (clicked === 'gone' ? goneTitles[id] : clicked === 'several' ? undefined : shortTitles[id]) ?? title

const shortTitles: Readonly<Record<string, string>> = {
  'file.new-structured': 'New structured document…',
  'file.new-sheet': 'Sheet…',
  'file.new-from-template': 'Page from a template…',
  'file.new-json': 'JSON file',
  'tree.publish': 'Publish…',
  'tree.unpublish': 'Unpublish…'
}

const goneTitles: Readonly<Record<string, string>> = {
  'gone.look': 'Look at it',
  'gone.bring-back': 'Bring it back…',
  'tree.unpublish': 'Unpublish…',
  'gone.copy-address': 'Copy address'
}

interface ContextMenuProps {
  readonly at: Point | null
  readonly onClose: () => void
}

/** What can be done with the chosen entries; the same commands as in the palette and the native menu. */
export function ContextMenu({ at, onClose }: ContextMenuProps) {
  return at && <OpenMenu at={at} onClose={onClose} />
}

function OpenMenu({ at, onClose }: ContextMenuProps) {
  const commands = useCommands()
  const state = tree()
  const clicked = clickedKind(state)
  const chosen = acting(state)[0] ?? state.root ?? ROOT
  const { kind } = entryOf(state, chosen) ?? goneAt(state, chosen) ?? {}
  const refusal = useRefusal(chosen, kind === 'folder' ? 'folder' : 'document')
  const inside = writtenBy('file.new-page')?.path ?? ROOT
  const noEntry = useRefusal(inside, 'folder')
  const refusalFor = (id: string) => {
    const path = writtenBy(id)?.path
    return path === inside ? noEntry : path === chosen ? refusal : null
  }
  const entryFor = (id: string): PointMenuEntry[] => {
    const command = commands.find((one) => one.id === id)
    if (!command || (isEither(id) && command.enabled?.() === false)) return []
    const why = refusalFor(id)
    return [
      {
        title: titleOf(command, clicked),
        shortcut: command.shortcut,
        run: () => void runCommand(id),
        off: command.enabled?.() === false || why !== null,
        ...(why === null ? {} : { why }),
        danger: id === 'file.delete'
      }
    ]
  }
  const groups = menuOf[clicked].map((group) =>
    group.flatMap((item) =>
      typeof item === 'string' ? entryFor(item) : [{ title: item.title, more: item.more.flatMap(entryFor) }]
    )
  )
  const said = refusal ?? (clicked === 'gone' ? null : noEntry)
  return (
    <PointMenu label="Menu of the tree" at={at} groups={groups} note={said} width={220} onClose={onClose} />
  )
}
