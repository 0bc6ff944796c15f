import { Menu } from '@mantine/core'
import { runCommand, useCommands } from '../../app/commands'
import { shownShortcut } from '../../app/shortcuts'
import classes from './Tree.module.css'
import { desktop } from '../../app/bridge'

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

/** What can be done with the chosen entries; the same commands as in the palette and the native menu. */
export function ContextMenuItems() {
  const commands = useCommands()
  const shown = groups
    .map((ids) => ids.flatMap((id) => commands.filter((command) => command.id === id)))
    .map((group) => group.filter((command) => command.id !== 'workspace.reveal' || desktop() !== null))
    .filter((group) => group.length > 0)
  return shown.map((group, index) => (
    <div key={group[0]?.id} role="none">
      {index > 0 && <Menu.Divider />}
      {group.map((command) => (
        <Menu.Item
          key={command.id}
          disabled={command.enabled?.() === false}
          className={command.id === 'file.delete' ? (classes.danger ?? '') : ''}
          rightSection={command.shortcut && <kbd aria-hidden="true">{shownShortcut(command.shortcut)}</kbd>}
          onClick={() => void runCommand(command.id)}
        >
          {command.title}
        </Menu.Item>
      ))}
    </div>
  ))
}
