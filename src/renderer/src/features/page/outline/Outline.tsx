import { IconLayoutGrid } from '@tabler/icons-react'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import { useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { visibleText } from '../../../../../common/content/visible-text'
import { drawNow } from '../../../components/draw-now'
import { isEnter } from '../../../components/keys'
import { moveTo, nextPlace } from '../../../engines/page/parts/move-part'
import type { PageSurface } from '../../../engines/page/surface'
import { useRead } from '../../../state/signal'
import { entryAt, outlineOf, type OutlineEntry } from './outline'
import { words } from './words'
import classes from './Outline.module.css'

interface OutlineProps {
  readonly surface: PageSurface
  readonly readOnly: boolean
}

/**
 * Sections, headings and blocks of a page (VE15): arrows go through them, Enter or a click goes there, Alt
 * with an arrow moves a section or block, and sections are dragged.
 */
export function Outline({ surface, readOnly }: OutlineProps) {
  const doc = useRead(surface.changed, () => surface.state?.doc ?? null)
  const from = useRead(surface.changed, () => surface.state?.selection.from ?? 0)
  const entries = useMemo(() => (doc ? outlineOf(doc) : []), [doc])
  const here = entryAt(entries, from)
  const list = useRef<HTMLUListElement>(null)
  /** Which one Tab comes to: the one that was walked to, else where the caret is. */
  const [walked, setWalked] = useState<number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const stop = Math.min(walked ?? Math.max(0, here), entries.length - 1)

  const walk = (to: number) => {
    const at = Math.max(0, Math.min(entries.length - 1, to))
    setWalked(at)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  const move = (entry: OutlineEntry, to: number | null): boolean =>
    to !== null &&
    surface.run((state, dispatch) => {
      const node = state.doc.nodeAt(entry.pos)
      const tr = node && moveTo(state, { node, pos: entry.pos }, to)
      if (tr) dispatch?.(tr)
      return Boolean(tr)
    }, false)
  const moveBy = (entry: OutlineEntry, at: number, step: 1 | -1) => {
    const { state } = surface
    const node = state?.doc.nodeAt(entry.pos)
    if (!state || !node || entry.kind === 'heading') return
    const before = state.doc
    const to = nextPlace(before, { node, pos: entry.pos }, step)
    if (!move(entry, to)) return
    surface.said.notify(words.moved)
    // the keyboard stays with what was moved
    const moved = outlineOf(surface.state?.doc ?? before)
    const next = moved.findIndex(({ pos }) => surface.state?.doc.nodeAt(pos) === node)
    drawNow()
    walk(next < 0 ? at : next)
  }
  const onKey = (event: KeyboardEvent, entry: OutlineEntry, at: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? entries.length - 1 : at + step
    if (isEnter(event)) {
      event.preventDefault()
      go(surface, entry)
    } else if (event.altKey && step !== 0) {
      event.preventDefault()
      if (!readOnly) moveBy(entry, at, step)
    } else if (step !== 0 || event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      walk(to)
    }
  }
  const drop = (event: DragEvent, target: OutlineEntry) => {
    event.preventDefault()
    const entry = dragged === null ? undefined : entries[dragged]
    const node = entry && surface.state?.doc.nodeAt(entry.pos)
    const size = surface.state?.doc.nodeAt(target.pos)?.nodeSize ?? 0
    setDragged(null)
    setOver(null)
    // on its own way down it comes to stand behind, on its way up before
    if (entry && node && move(entry, target.pos > entry.pos ? target.pos + size : target.pos))
      surface.said.notify(words.moved)
  }
  return (
    <section className={classes.outline} aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul ref={list} onBlur={() => setWalked(null)}>
        {entries.map((entry, at) => (
          <li
            key={`${entry.kind} ${at}`}
            data-over={over === at || undefined}
            draggable={!readOnly && entry.kind === 'section'}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', nameOf(entry))
              setDragged(at)
            }}
            onDragOver={(event) => {
              if (dragged === null || entry.kind !== 'section') return
              event.preventDefault()
              setOver(at)
            }}
            onDragEnd={() => {
              setDragged(null)
              setOver(null)
            }}
            onDrop={(event) => drop(event, entry)}
          >
            <button
              type="button"
              className={classes.entry}
              data-kind={entry.kind}
              style={{ paddingInlineStart: 8 + indent(entry) * 12 }}
              tabIndex={at === stop ? 0 : -1}
              aria-current={at === here ? 'location' : undefined}
              onKeyDown={(event) => onKey(event, entry, at)}
              onClick={() => go(surface, entry)}
            >
              {entry.kind === 'block' && <IconLayoutGrid size={12} aria-hidden="true" />}
              <span>{visibleText(nameOf(entry))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ kind, text }: OutlineEntry): string => (kind === 'section' ? words.section(text) : text)

const indent = ({ kind, level }: OutlineEntry): number =>
  kind === 'section' ? 0 : kind === 'block' ? 1 : level

/** Puts the caret there: into a heading, before what is in a section; a block is chosen. */
function go(surface: PageSurface, { kind, pos }: OutlineEntry): void {
  surface.bringIntoView(pos + 1)
  surface.look((state, dispatch) => {
    const place = state.doc.resolve(pos + 1)
    const chosen = kind === 'block' ? NodeSelection.create(state.doc, pos) : TextSelection.near(place)
    dispatch?.(state.tr.setSelection(chosen).scrollIntoView())
    return true
  })
  surface.focus()
}
