import { useCommands, type Command } from '../../workbench/commands/commands'
import { shownShortcut } from '../../workbench/commands/shown-keys'
import classes from './Shortcuts.module.css'

const inTree: readonly (readonly [string, string])[] = [
  ['Walk up and down', '↑ ↓'],
  ['Open or close a folder', '→ ←'],
  ['Open', 'Enter'],
  ['Select more', 'Shift + ↑ ↓, Space'],
  ['Find by first letters', 'A … Z'],
  ['Menu of the entry', 'Shift + F10']
]

const inSheet: readonly (readonly [string, string])[] = [
  ['Edit the cell, or the name of a column', 'Enter, F2'],
  ['Keep and go on', 'Enter, Tab, Shift + Tab'],
  ['New line in a cell', 'Shift + Enter'],
  ['Select more; to the end of what is filled', 'Shift, Ctrl + arrows'],
  ['Select row, column, all', 'Shift + Space, Ctrl + Space, Ctrl + A'],
  ['Fill down, right', 'Ctrl + D, Ctrl + R'],
  ['Insert, delete, duplicate rows', 'Ctrl + +, Ctrl + −, Ctrl + Shift + D'],
  ['Move rows, the column', 'Alt + ↑ ↓, Alt + ← →'],
  ['Resize the column', 'Alt + Shift + ← →'],
  ['Menu of cells, or of the column', 'Shift + F10'],
  ['Leave the grid', 'Esc, then Tab']
]

/** Every shortcut, by group. Made from the commands themselves, so it cannot be out of date. */
export function Shortcuts() {
  const commands = useCommands().filter((command) => command.shortcut)
  const groups = [...new Set(commands.map((command) => command.group))]
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <dl>{commands.filter((command) => command.group === group).map(Line)}</dl>
        </section>
      ))}
      <Keys title="Content tree" lines={inTree} />
      <Keys title="Sheets" lines={inSheet} />
    </div>
  )
}

interface KeysProps {
  readonly title: string
  readonly lines: readonly (readonly [string, string])[]
}

function Keys({ title, lines }: KeysProps) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {lines.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Line(command: Command) {
  return (
    <div key={command.id}>
      <dt>{command.title}</dt>
      <dd>
        <kbd>{shownShortcut(command.shortcut ?? '')}</kbd>
      </dd>
    </div>
  )
}
