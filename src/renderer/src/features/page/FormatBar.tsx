import { NativeSelect } from '@mantine/core'
import {
  IconBlockquote,
  IconBold,
  IconCheck,
  IconCode,
  IconDots,
  IconItalic,
  IconLayoutGridAdd,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSectionSign,
  IconStrikethrough,
  IconUnderline,
  type Icon
} from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { Behind } from '../../components/behind'
import { Menu } from '../../components/Menu'
import { isEscape } from '../../components/keys'
import { formatAt } from '../../engines/page/format-at'
import type { PageSurface } from '../../engines/page/surface'
import { runCommand } from '../../workbench/commands/commands'
import { IconButton } from '../../workbench/IconButton'
import { useRead } from '../../state/signal'
import { useBarRoom } from './bar-room'
import { pageCommandNames, type PageCommandId } from './command-names'
import { words } from './words'
import classes from './PageDocument.module.css'

/** Groups of buttons: the command, its icon, and the mark that it says of what is chosen. */
const groups: readonly (readonly (readonly [PageCommandId, Icon, string?])[])[] = [
  [
    ['page.bold', IconBold, 'strong'],
    ['page.italic', IconItalic, 'em'],
    ['page.underline', IconUnderline, 'u'],
    ['page.strike', IconStrikethrough, 's'],
    ['page.code', IconCode, 'code'],
    ['page.link', IconLink, 'link'],
    ['page.image', IconPhoto]
  ],
  [
    ['page.bullets', IconList],
    ['page.numbers', IconListNumbers],
    ['page.quote', IconBlockquote]
  ],
  [
    ['page.add-block', IconLayoutGridAdd],
    ['page.add-section', IconSectionSign]
  ]
]

const all = groups.flat()

/** What the chosen words are, and can be made; what has no room in the row is in a menu. One stop of Tab; arrows go on from there. */
export function FormatBar({ surface }: { readonly surface: PageSurface }) {
  const bar = useRef<HTMLDivElement>(null)
  const now = useRead(surface.changed, () => formatAt(surface.state))
  const [kind = '', ...marks] = now.split(' ')
  const room = useBarRoom(bar, all.length)
  const shown = all.slice(0, room)
  const others = all.slice(room)
  const walk = (event: KeyboardEvent) => {
    // what is pressed in the menu comes by here, too
    if (!(event.target instanceof Node) || !bar.current?.contains(event.target)) return undefined
    if (isEscape(event)) {
      event.preventDefault()
      return surface.focus()
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('select, button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  return (
    <div
      ref={bar}
      className={classes.bar}
      role="toolbar"
      aria-label={words.format}
      data-format-bar
      tabIndex={-1}
      onKeyDown={walk}
    >
      <Behind>
        <KindOfText kind={kind} label={words.kind} />
        {groups.map((group, index) => (
          <div key={group[0]?.[0]} style={{ display: 'contents' }}>
            {index > 0 && group.some((one) => shown.includes(one)) && (
              <span className={classes.line} aria-hidden="true" />
            )}
            {group
              .filter((one) => shown.includes(one))
              .map(([id, Shape, mark]) => (
                <IconButton
                  key={id}
                  label={pageCommandNames[id].title}
                  command={id}
                  tabIndex={-1}
                  {...(mark ? { pressed: marks.includes(mark) } : {})}
                  onClick={() => void runCommand(id)}
                >
                  <Shape size={16} />
                </IconButton>
              ))}
          </div>
        ))}
        {others.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton label={words.moreFormats} tabIndex={-1}>
                <IconDots size={16} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map(([id, Shape, mark]) => (
                <Menu.Item
                  key={id}
                  leftSection={<Shape size={16} />}
                  rightSection={
                    mark && marks.includes(mark) ? <IconCheck size={14} aria-label={words.isOn} /> : null
                  }
                  onClick={() => void runCommand(id)}
                >
                  {pageCommandNames[id].title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Behind>
    </div>
  )
}

interface KindOfTextProps {
  /** The command that makes a line what it is now. */
  readonly kind: string
  readonly label: string
}

/** What kind of text the chosen lines are, and can be made. */
export function KindOfText({ kind, label }: KindOfTextProps) {
  return (
    <NativeSelect
      className={classes.kind ?? ''}
      size="xs"
      aria-label={label}
      value={kind}
      onChange={(event) => void runCommand(event.currentTarget.value)}
      data={[
        { value: 'page.paragraph', label: words.paragraph },
        ...[1, 2, 3, 4, 5, 6].map((level) => ({
          value: `page.heading-${level}`,
          label: words.heading(level)
        })),
        ...(kind === 'other' ? [{ value: 'other', label: words.otherKind, disabled: true }] : [])
      ]}
    />
  )
}
