import type { EditorView } from 'prosemirror-view'
import { NodeSelection } from 'prosemirror-state'
import { isEscape } from '../../../components/keys'
import { words } from '../words'
import { moveTo } from '../parts/move-part'
import { element } from './parts'

/** Pixels that the pointer moves before it drags. */
const FAR = 4
/** Pixels from the edge of what scrolls in which it scrolls by itself, and how far each time. */
const EDGE = 40
const STEP = 12

interface Drop {
  readonly pos: number
  readonly x: number
  readonly y: number
  readonly width: number
}

/**
 * Drags the part at the place with the pointer until it is let go, or Escape takes it back. A line shows
 * where it would stand.
 */
export function startDrag(
  view: EditorView,
  pos: number,
  start: PointerEvent,
  say: (text: string) => void
): void {
  const node = view.state.doc.nodeAt(pos)
  if (!node) return
  const began = view.state.doc
  const line = element('div', { class: 'pe-drop', 'aria-hidden': 'true' })
  const scroller = view.dom.closest<HTMLElement>('.pe-scroll')
  const stop = new AbortController()
  let isDragging = false
  let drop: Drop | null = null
  const end = () => {
    stop.abort()
    line.remove()
    view.dom.classList.remove('pe-dragging')
  }
  const move = (event: PointerEvent) => {
    if (!isDragging && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < FAR) return
    if (!isDragging) {
      isDragging = true
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
      view.dom.classList.add('pe-dragging')
      document.body.append(line)
    }
    event.preventDefault()
    if (scroller) {
      const { top, bottom } = scroller.getBoundingClientRect()
      if (event.clientY < top + EDGE) scroller.scrollTop -= STEP
      if (event.clientY > bottom - EDGE) scroller.scrollTop += STEP
    }
    drop = dropAt(view, pos, event.clientY)
    line.hidden = drop === null
    if (drop) {
      line.style.left = `${drop.x}px`
      line.style.top = `${drop.y - 1}px`
      line.style.width = `${drop.width}px`
    }
  }
  const options = { signal: stop.signal, capture: true }
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointercancel', end, options)
  window.addEventListener(
    'keydown',
    (event) => isEscape(event) && isDragging && (event.preventDefault(), end()),
    options
  )
  window.addEventListener(
    'pointerup',
    () => {
      const to = drop?.pos
      const wasDragging = isDragging
      end()
      if (!wasDragging) return
      withoutClick()
      // somebody else's words may have come meanwhile
      if (to === undefined || view.state.doc !== began) return
      const tr = moveTo(view.state, { node, pos }, to)
      if (!tr) return
      view.dispatch(tr)
      view.focus()
      const $at = view.state.doc.resolve(view.state.selection.from)
      say(words.movedTo($at.index() + 1, $at.parent.childCount))
    },
    options
  )
}

/** The click that a browser makes of the end of a drag means nothing. */
function withoutClick(): void {
  const stop = new AbortController()
  window.addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal: stop.signal })
  setTimeout(() => stop.abort())
}

/** The place between two parts of the same kind that is nearest to the pointer. */
function dropAt(view: EditorView, from: number, y: number): Drop | null {
  const { doc } = view.state
  const $from = doc.resolve(from)
  // a row stays in a block, what stands in a section in any section, a section in the page
  const kind = $from.parent.type.name
  let best: (Drop & { readonly far: number }) | null = null
  const consider = (pos: number, at: number, { left, width }: DOMRect) => {
    const far = Math.abs(at - y)
    if (best === null || far < best.far) best = { pos, x: left, y: at, width, far }
  }
  const within = (parentPos: number | null) => {
    const parent = parentPos === null ? doc : doc.nodeAt(parentPos)
    const inside = parentPos === null ? 0 : parentPos + 1
    let last: DOMRect | null = null
    parent?.forEach((_child, offset) => {
      const dom = view.nodeDOM(inside + offset)
      if (!(dom instanceof HTMLElement)) return
      const box = dom.getBoundingClientRect()
      consider(inside + offset, last ? (last.bottom + box.top) / 2 : box.top, box)
      last = box
    })
    if (last && parent) consider(inside + parent.content.size, (last as DOMRect).bottom, last)
    else if (parent && parentPos !== null) {
      const dom = view.nodeDOM(parentPos)
      if (dom instanceof HTMLElement)
        consider(inside, dom.getBoundingClientRect().top, dom.getBoundingClientRect())
    }
  }
  if (kind === 'doc') within(null)
  else
    doc.descendants((node, pos) => {
      if (node.type.name === kind && (kind !== 'block' || pos === $from.before())) within(pos)
      return kind === 'block' && node.type.name === 'section'
    })
  return best
}
