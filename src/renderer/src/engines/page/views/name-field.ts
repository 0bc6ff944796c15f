import { isComposing, isEnter, isEscape } from '../../../components/keys'
import type { NameOffer } from '../context'
import { whenMoved } from '../when-moved'
import { words } from '../words'
import { element } from './parts'

interface NameFieldOptions {
  readonly title: string
  /** What may be meant by what is typed, best first. */
  readonly offers: (typed: string) => readonly NameOffer[]
  /**
   * What was typed or chosen; null where nothing is to change.
   * @param byKey whether the keyboard was used to say so
   */
  readonly onDone: (title: string | null, byKey: boolean) => void
  /** Told of each other one that the arrows choose. */
  readonly say: (text: string) => void
}

let fields = 0

/** The field for the name and variants of a block, with a list of those that the site uses. */
export function nameField({ title, offers, onDone, say }: NameFieldOptions): HTMLInputElement {
  const id = `pe-names-${++fields}`
  const field = element('input', {
    class: 'pe-rename',
    role: 'combobox',
    'aria-label': words.renameField,
    'aria-autocomplete': 'list',
    'aria-controls': id,
    'aria-expanded': 'false',
    spellcheck: 'false',
    autocomplete: 'off'
  })
  field.value = title
  const list = element('div', { class: 'pe-offers', id, role: 'listbox', 'aria-label': words.offers })
  let shown: readonly NameOffer[] = []
  let chosen = -1
  let isDone = false
  let stopFollowing: (() => void) | null = null

  const hide = () => {
    list.remove()
    stopFollowing?.()
    stopFollowing = null
  }
  const show = () => {
    document.body.append(list)
    place(list, field)
    const scroller = field.closest('.pe-scroll')
    if (scroller) stopFollowing ??= whenMoved(scroller, () => place(list, field))
  }
  const done = (value: string | null, byKey: boolean) => {
    if (isDone) return
    isDone = true
    hide()
    onDone(value, byKey)
  }
  const choose = (at: number) => {
    chosen = at
    ;[...list.children].forEach((line, index) => line.setAttribute('aria-selected', String(index === at)))
    const line = list.children[at]
    if (line) field.setAttribute('aria-activedescendant', line.id)
    else field.removeAttribute('aria-activedescendant')
    line?.scrollIntoView({ block: 'nearest' })
    const offer = shown[at]
    if (offer) say(words.offer(offer.title, offer.detail))
  }
  const draw = () => {
    shown = offers(field.value)
    list.replaceChildren(
      ...shown.map(({ title: name, detail }, index) => {
        const line = element(
          'div',
          { id: `${id}-${index}`, class: 'pe-offer', role: 'option' },
          element('b', {}, name),
          detail
        )
        line.addEventListener('mousedown', (event) => {
          event.preventDefault()
          done(name, true)
        })
        return line
      })
    )
    choose(-1)
    field.setAttribute('aria-expanded', String(shown.length > 0))
    if (shown.length === 0 || !field.isConnected) return hide()
    show()
  }
  field.addEventListener('input', draw)
  field.addEventListener('focus', draw)
  field.addEventListener('keydown', (event) => {
    const step = isComposing(event) ? 0 : (steps[event.key] ?? 0)
    if (step !== 0 && shown.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      const from = chosen < 0 && step < 0 ? 0 : chosen
      return choose((from + step + shown.length) % shown.length)
    }
    if (!isEnter(event) && !isEscape(event)) return
    event.preventDefault()
    event.stopPropagation()
    done(isEnter(event) ? (shown[chosen]?.title ?? field.value) : null, true)
  })
  field.addEventListener('blur', () => done(field.value, false))
  return field
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
/** Pixels between the list and the field, and the edge of the window. */
const GAP = 4

/** Below the field, or above it where there is more room. */
function place(list: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom } = field.getBoundingClientRect()
  const below = window.innerHeight - bottom - 2 * GAP
  const isBelow = below >= Math.min(240, top - 2 * GAP)
  list.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - 320 - GAP))}px`
  list.style.maxHeight = `${Math.min(240, isBelow ? below : top - 2 * GAP)}px`
  list.style.top = isBelow ? `${bottom + GAP}px` : 'auto'
  list.style.bottom = isBelow ? 'auto' : `${window.innerHeight - top + GAP}px`
}
