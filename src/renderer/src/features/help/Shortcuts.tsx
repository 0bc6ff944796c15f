import { useCommands, type Command } from '../../app/commands'
import { shownShortcut } from '../../app/shortcuts'
import classes from './Shortcuts.module.css'

const inTree: readonly (readonly [string, string])[] = [
  ['Walk up and down', '↑ ↓'],
  ['Open or close a folder', '→ ←'],
  ['Open', 'Enter'],
  ['Select more', 'Shift + ↑ ↓, Space'],
  ['Find by first letters', 'A … Z'],
  ['Menu of the entry', 'Shift + F10']
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
      <section>
        <h2>Content tree</h2>
        <dl>
          {inTree.map(([title, keys]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <kbd>{keys}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
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
