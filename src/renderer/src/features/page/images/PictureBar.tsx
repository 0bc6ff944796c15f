import { Button, TextInput } from '@mantine/core'
import { IconExternalLink, IconFocusCentered, IconReplace, IconTrash } from '@tabler/icons-react'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject
} from 'react'
import { createPortal } from 'react-dom'
import { isEnter, isEscape } from '../../../components/keys'
import type { DocumentSession } from '../../../documents'
import { chosenPicture } from '../../../engines/page/images/place'
import { askedPicture, stopAsking } from '../../../engines/page/images/waiting'
import type { PageSurface } from '../../../engines/page/surface'
import { IconButton } from '../../../workbench/IconButton'
import { useRead } from '../../../state/signal'
import { change, chooseFocal, openPicture, removeAt, replacePicture } from './picture-actions'
import { words } from './words'
import classes from './Pictures.module.css'

interface PictureBarProps {
  readonly session: DocumentSession
  readonly surface: PageSurface
}

/** At the picture that is chosen, or has just come: what it shows in words, and what can be done with it. */
export function PictureBar({ session, surface }: PictureBarProps) {
  const shown = useRead(surface.changed, () => isShown(surface))
  return shown ? createPortal(<Bar session={session} surface={surface} />, surface.element) : null
}

const isShown = ({ state }: PageSurface): boolean =>
  state !== null && (chosenPicture(state) !== null || askedPicture(state) !== null)

function Bar({ session, surface }: PictureBarProps) {
  const state = useRead(surface.changed, () => surface.state)
  const chosen = state && chosenPicture(state)
  const asked = state && askedPicture(state)
  const at = chosen?.pos ?? asked?.at ?? 0
  // an edit elsewhere moves the picture; where nothing was edited, another one is chosen
  const [seen, setSeen] = useState({ doc: state?.doc, at, count: 0 })
  if (seen.at !== at || seen.doc !== state?.doc)
    setSeen({ doc: state?.doc, at, count: seen.doc === state?.doc ? seen.count + 1 : seen.count })
  const node = state?.doc.nodeAt(at)
  if (node?.type.name !== 'image') return null
  const alt: unknown = node.attrs['alt']
  return (
    <Fields
      key={seen.count}
      session={session}
      surface={surface}
      at={at}
      alt={typeof alt === 'string' ? alt : null}
      turn={asked?.turn ?? 0}
    />
  )
}

interface FieldsProps extends PictureBarProps {
  readonly at: number
  readonly alt: string | null
  /** Counts how often the keyboard was asked to go to the field. */
  readonly turn: number
}

function Fields({ session, surface, at, alt, turn }: FieldsProps) {
  const bar = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  // null: nothing was typed, and what the page says is shown, also after an undo
  const [typed, setTyped] = useState<string | null>(null)
  useBarPlace(bar, surface, at)
  useEffect(() => {
    if (turn > 0) field.current?.select()
  }, [turn])
  const keep = (text: string | null) => {
    if (text !== alt) surface.run(change(at, { alt: text }), false)
  }
  const keepTyped = () => {
    if (typed === null) return
    setTyped(null)
    keep(typed.trim() === '' ? (alt === '' ? '' : null) : typed.trim())
  }
  // words that somebody typed stay, however the bar goes
  const leave = useEffectEvent(() => {
    if (!isOver.current) keepTyped()
  })
  useEffect(() => () => leave(), [])
  const back = () => {
    isOver.current = true
    surface.run(stopAsking, false)
    surface.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isEscape(event) && !(isEnter(event) && event.target === field.current)) return
    event.preventDefault()
    event.stopPropagation()
    if (isEscape(event)) setTyped(null)
    else {
      keepTyped()
      surface.said.notify(words.described)
    }
    back()
  }
  return (
    <div
      ref={bar}
      className={classes.bar}
      role="toolbar"
      aria-label={words.bar}
      tabIndex={-1}
      onKeyDown={onKey}
    >
      <TextInput
        ref={field}
        size="xs"
        aria-label={words.alt}
        placeholder={words.altHint}
        spellCheck={false}
        value={typed ?? alt ?? ''}
        onChange={(event) => {
          isOver.current = false
          setTyped(event.currentTarget.value)
        }}
        onBlur={keepTyped}
      />
      <div className={classes.line}>
        <Button
          size="compact-xs"
          variant={alt === '' ? 'light' : 'default'}
          aria-pressed={alt === ''}
          onClick={() => {
            setTyped(null)
            keep(alt === '' ? null : '')
          }}
        >
          {words.onlyDecoration}
        </Button>
        <span style={{ flex: 1 }} />
        <IconButton label={words.replace} onClick={() => replacePicture(session, surface, at)}>
          <IconReplace size={16} />
        </IconButton>
        <IconButton label={words.focal} onClick={() => chooseFocal(session, surface, at)}>
          <IconFocusCentered size={16} />
        </IconButton>
        <IconButton label={words.open} onClick={() => openPicture(session, surface, at)}>
          <IconExternalLink size={16} />
        </IconButton>
        <IconButton
          label={words.remove}
          onClick={() => {
            isOver.current = true
            if (surface.run(removeAt(at))) surface.said.notify(words.removed)
          }}
        >
          <IconTrash size={16} />
        </IconButton>
      </div>
    </div>
  )
}

/** Pixels between the picture and its bar, and between the bar and the edges. */
const GAP = 6

/** Keeps the bar below the picture, in sight as long as the picture is. */
function useBarPlace(bar: RefObject<HTMLElement | null>, surface: PageSurface, at: number): void {
  useLayoutEffect(() => {
    const { element } = surface
    const place = () => standBelow(bar.current, surface.elementAt(at), element)
    place()
    const watcher = new ResizeObserver(place)
    for (const one of [element, surface.elementAt(at)]) if (one) watcher.observe(one)
    element.addEventListener('scroll', place)
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', place)
    }
  })
}

function standBelow(bar: HTMLElement | null, picture: HTMLElement | null, element: HTMLElement): void {
  if (!bar || !picture) return
  const [outer, inner] = [element.getBoundingClientRect(), picture.getBoundingClientRect()]
  const lowest = element.clientHeight - bar.offsetHeight - GAP
  const below = inner.bottom - outer.top + GAP
  const top = inner.top < outer.bottom && inner.bottom > outer.top ? Math.min(below, lowest) : below
  const most = element.clientWidth - bar.offsetWidth - GAP
  bar.style.top = `${element.scrollTop + Math.max(GAP, top)}px`
  bar.style.left = `${Math.max(GAP, Math.min(most, inner.left - outer.left))}px`
}
