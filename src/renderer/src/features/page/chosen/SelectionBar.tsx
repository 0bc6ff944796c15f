import { Popover } from '@mantine/core'
import { IconBold, IconCode, IconItalic, IconLink, IconStrikethrough, type Icon } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isEscape } from '../../../components/keys'
import { formatAt } from '../../../engines/page/format-at'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands, runCommand } from '../../../workbench/commands/commands'
import { changeEditorSettings, editorSettings, useEditorSettings } from '../../../workbench/editor-settings'
import { IconButton } from '../../../workbench/IconButton'
import { pageCommandNames, type PageCommandId } from '../command-names'
import { KindOfText } from '../FormatBar'
import { useRead } from '../../../state/signal'
import { chosenCommandNames } from './command-names'
import { chosenWords } from './pointed'
import { usePlace } from './use-place'
import { words } from './words'
import classes from './SelectionBar.module.css'

const buttons: readonly (readonly [PageCommandId, Icon, string])[] = [
  ['page.bold', IconBold, 'strong'],
  ['page.italic', IconItalic, 'em'],
  ['page.strike', IconStrikethrough, 's'],
  ['page.code', IconCode, 'code'],
  ['page.link', IconLink, 'link']
]

/**
 * A small bar above words that were chosen with the mouse, once it is up, or by command; it can be turned
 * off.
 */
export function SelectionBar({ surface }: { readonly surface: PageSurface }) {
  const { selectionBar } = useEditorSettings()
  const chosen = useRead(surface.changed, () => chosenWords(surface.state))
  const [asked, setAsked] = useState<'pointer' | 'command' | null>(null)
  useEffect(() => {
    const down = (event: PointerEvent) => {
      setAsked(null)
      // also where it is let go beside the page; which words that chose is told soon after
      if (event.button === 0) window.addEventListener('pointerup', () => setAsked('pointer'), { once: true })
    }
    const typed = (event: globalThis.KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      // what the keyboard chooses asks for no bar; a format that is given by keys leaves it
      if (!isCommand || chosenWords(surface.state) === '') setAsked(null)
    }
    surface.element.addEventListener('pointerdown', down)
    surface.element.addEventListener('keydown', typed)
    return () => {
      surface.element.removeEventListener('pointerdown', down)
      surface.element.removeEventListener('keydown', typed)
    }
  }, [surface])
  useEffect(
    () =>
      registerCommands([
        {
          id: 'page.selection-bar',
          ...chosenCommandNames['page.selection-bar'],
          checked: () => editorSettings().selectionBar,
          run: () => changeEditorSettings({ selectionBar: !editorSettings().selectionBar })
        },
        {
          id: 'page.show-format-bar',
          ...chosenCommandNames['page.show-format-bar'],
          checked: () => editorSettings().formatBar,
          run: () => changeEditorSettings({ formatBar: !editorSettings().formatBar })
        },
        {
          id: 'page.go-to-selection-bar',
          ...chosenCommandNames['page.go-to-selection-bar'],
          enabled: () => chosenWords(surface.state) !== '',
          run: () => setAsked('command')
        }
      ]),
    [surface]
  )
  const isShown = chosen !== '' && (asked === 'command' || (asked === 'pointer' && selectionBar))
  if (!isShown) return null
  return (
    <Bar
      surface={surface}
      from={Number(chosen.split(' ')[0])}
      takesFocus={asked === 'command'}
      onClose={() => setAsked(null)}
    />
  )
}

interface BarProps {
  readonly surface: PageSurface
  readonly from: number
  readonly takesFocus: boolean
  readonly onClose: () => void
}

function Bar({ surface, from, takesFocus, onClose }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const now = useRead(surface.changed, () => formatAt(surface.state))
  const [kind = '', ...marks] = now.split(' ')
  const place = usePlace(surface, from)
  if (!place) return null
  const walk = (event: KeyboardEvent) => {
    if (isEscape(event)) {
      event.preventDefault()
      onClose()
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
    <Popover
      // on which side there is room is asked once, and anew in a page of another size
      key={`${surface.element.clientWidth} ${surface.element.clientHeight}`}
      opened
      position="top-start"
      offset={6}
      shadow="md"
      width="auto"
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      middlewares={{ flip: { padding: 8, crossAxis: false }, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span
          aria-hidden="true"
          className={classes.at}
          style={{ left: place.left, top: place.top, height: place.bottom - place.top }}
        />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div
          ref={(node) => {
            bar.current = node
            if (takesFocus) node?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
          }}
          className={classes.bar}
          role="toolbar"
          aria-label={words.bar}
          tabIndex={-1}
          onKeyDown={walk}
          // a click on a button leaves the words chosen
          onMouseDown={(event) => {
            if (!(event.target instanceof HTMLSelectElement)) event.preventDefault()
          }}
        >
          <KindOfText kind={kind} label={words.turnInto} />
          {buttons.map(([id, Shape, mark]) => (
            <IconButton
              key={id}
              label={pageCommandNames[id].title}
              command={id}
              pressed={marks.includes(mark)}
              onClick={() => void runCommand(id)}
            >
              <Shape size={16} />
            </IconButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
