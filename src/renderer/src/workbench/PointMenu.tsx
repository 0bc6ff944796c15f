import { useRef, type KeyboardEvent } from 'react'
import { shownShortcut } from './commands/shown-keys'
import { isEnter } from '../components/keys'
import { Menu } from '../components/Menu'
import classes from './PointMenu.module.css'

/** One thing that can be done, or under `more` several of a kind. */
export interface PointMenuEntry {
  readonly title: string
  readonly shortcut?: string | undefined
  readonly run?: () => void
  readonly more?: readonly PointMenuEntry[]
  readonly off?: boolean
  /** Why it cannot be done now. */
  readonly why?: string | undefined
  readonly danger?: boolean
}

export interface Point {
  readonly x: number
  readonly y: number
}

interface PointMenuProps {
  readonly label: string
  /** Where the window was clicked, or beside what has the focus; null while it is closed. */
  readonly at: Point | null
  /** A line stands between two groups. */
  readonly groups: readonly (readonly PointMenuEntry[])[]
  /** A sentence above the entries: why some of them cannot be chosen. */
  readonly note?: string | null
  readonly onClose: () => void
  readonly width?: number
  /** Where the keyboard goes when what had it is gone. */
  readonly otherwise?: () => HTMLElement | null
}

/** A menu at a point of the window. Entries come in groups; it stays wholly in the window. */
export function PointMenu({ label, at, groups, note, onClose, width = 240, otherwise }: PointMenuProps) {
  const close = () => {
    onClose()
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) otherwise?.()?.focus()
    })
  }
  if (at === null) return null
  return (
    // made anew each time: one that is asked for again while it fades out would go on fading
    <Menu
      key={`${at.x} ${at.y}`}
      opened
      onClose={close}
      position="bottom-start"
      // Beside the pointer, and wholly in the window: over the place itself where it is too long for both
      // sides.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      width={width}
      offset={2}
      // not keys: the one that asked for the menu is still on its way
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span aria-hidden="true" className={classes.at} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {/* scrolls, not the dropdown: what opens beside an entry is not cut by it */}
        <div className={classes.menu} role="none">
          {note && <Menu.Label>{note}</Menu.Label>}
          <MenuGroups groups={groups} />
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The entries of a menu, with a line between two groups. */
function MenuGroups({ groups }: Pick<PointMenuProps, 'groups'>) {
  return groups
    .filter((group) => group.length > 0)
    .map((group, index) => (
      <div key={group[0]?.title} role="none">
        {index > 0 && <Menu.Divider />}
        {group.map((entry) => (
          <Entry key={entry.title} entry={entry} />
        ))}
      </div>
    ))
}

function Entry({ entry }: { readonly entry: PointMenuEntry }) {
  const { title, shortcut, run, more, off, why, danger } = entry
  if (more) return <Behind title={title} entries={more} />
  return (
    <Menu.Item
      disabled={off === true}
      title={why}
      className={danger ? (classes.danger ?? '') : ''}
      rightSection={shortcut && <kbd aria-hidden="true">{shownShortcut(shortcut)}</kbd>}
      onClick={run}
    >
      {title}
    </Menu.Item>
  )
}

interface BehindProps {
  readonly title: string
  readonly entries: readonly PointMenuEntry[]
}

/** Several of a kind, behind one line. */
function Behind({ title, entries }: BehindProps) {
  const line = useRef<HTMLButtonElement>(null)
  /** Enter and Space go into it as the arrow does. */
  const enter = (event: KeyboardEvent) => {
    if (!isEnter(event) && event.key !== ' ') return
    event.preventDefault()
    line.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  }
  /** Before it closes: the keyboard would go with the entry that has it. */
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') line.current?.focus()
  }
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item ref={line} onKeyDown={enter}>
          {title}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown onKeyDown={leave}>
        {entries.map((entry) => (
          <Entry key={entry.title} entry={entry} />
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
