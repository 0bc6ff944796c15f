import { useCommands, type Command } from '../../workbench/commands/commands'
import { shownShortcut, shownShortcuts } from '../../workbench/commands/shown-keys'
import { gridKeys } from '../../engines/grid/keys'
import classes from './Shortcuts.module.css'

const inTree: readonly (readonly [string, string])[] = [
  ['Walk up and down', '↑ ↓'],
  ['Open or close a folder', '→ ←'],
  ['Open', 'Enter'],
  ['Select more', 'Shift + ↑ ↓, Space'],
  ['Find by first letters', 'A … Z'],
  ['Menu of the entry', 'Shift + F10']
]

const inSheet = gridKeys.map(({ what, keys }) => [what, shownShortcuts(keys)] as const)

/**
 * Every shortcut, by group: those of the commands and of the grid are theirs, so they cannot be out of date;
 * those of the tree are written here.
 */
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
