import { runCommand, useCommands } from '../../app/commands'
import { shownShortcut } from '../../app/shortcuts'
import classes from './Tree.module.css'
import { ROOT } from '../../../../common/content/paths'
import { desktop } from '../../app/bridge'
import { Menu } from '../../components/Menu'
import { useRefusal } from '../forms/rights'
import { goneAt } from './gone'
import { acting, actingHere } from './selection'
import { writtenBy } from './subjects'
import { entryOf } from './tree-state'
import { tree } from './tree-store'

const groups: readonly (readonly string[])[] = [
  [
    'file.new-page',
    'file.new-structured',
    'file.new-sheet',
    'file.new-json',
    'file.new-folder',
    'file.upload',
    'file.upload-folder'
  ],
  [
    'tree.open',
    'folder.bind',
    'folder.restore',
    'folder.moment',
    'config.open',
    'tree.publish',
    'tree.unpublish'
  ],
  ['edit.cut', 'edit.copy', 'edit.paste', 'file.duplicate', 'file.move'],
  ['file.rename', 'file.delete'],
  ['tree.copy-path', 'tree.copy-address', 'workspace.reveal']
]

/** Where everything that is chosen is still published and not here any more. */
const goneGroups: readonly (readonly string[])[] = [
  ['gone.look', 'gone.bring-back'],
  ['tree.unpublish'],
  ['gone.copy-address', 'tree.copy-path']
]
/** Beside the line itself fewer words do. */
const goneTitles: Readonly<Record<string, string>> = {
  'gone.look': 'Look at it',
  'gone.bring-back': 'Bring it back…',
  'tree.unpublish': 'Unpublish…',
  'gone.copy-address': 'Copy address'
}

/** What can be done with the chosen entries; the same commands as in the palette and the native menu. */
export function ContextMenuItems() {
  const commands = useCommands()
  const state = tree()
  const isGone = acting(state).length > 0 && actingHere(state).length === 0
  const chosen = acting(state)[0] ?? state.root ?? ROOT
  const { kind } = entryOf(state, chosen) ?? goneAt(state, chosen) ?? {}
  const refusal = useRefusal(chosen, kind === 'folder' ? 'folder' : 'document')
  const inside = writtenBy('file.new-page')?.path ?? ROOT
  const noEntry = useRefusal(inside, 'folder')
  const refusalFor = (id: string) => {
    const path = writtenBy(id)?.path
    return path === inside ? noEntry : path === chosen ? refusal : null
  }
  const shown = (isGone ? goneGroups : groups)
    .map((ids) => ids.flatMap((id) => commands.filter((command) => command.id === id)))
    .map((group) => group.filter((command) => command.id !== 'workspace.reveal' || desktop() !== null))
    .filter((group) => group.length > 0)
  const said = refusal ?? (isGone ? null : noEntry)
  const menu = shown.map((group, index) => (
    <div key={group[0]?.id} role="none">
      {index > 0 && <Menu.Divider />}
      {group.map((command) => (
        <Menu.Item
          key={command.id}
          disabled={command.enabled?.() === false || refusalFor(command.id) !== null}
          title={refusalFor(command.id) ?? undefined}
          className={command.id === 'file.delete' ? (classes.danger ?? '') : ''}
          rightSection={command.shortcut && <kbd aria-hidden="true">{shownShortcut(command.shortcut)}</kbd>}
          onClick={() => void runCommand(command.id)}
        >
          {(isGone ? goneTitles[command.id] : undefined) ?? command.title}
        </Menu.Item>
      ))}
    </div>
  ))
  return (
    <div className={classes.menu} role="none">
      {said !== null && <Menu.Label>{said}</Menu.Label>}
      {menu}
    </div>
  )
}
