import { Portal } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { LONGEST } from '../../../../common/links/inside'
import { isComposing, isEnter, isEscape } from '../../components/keys'
import classes from './AddressOffers.module.css'
import { caretBox } from './caret-box'
import { offeredAddresses } from './offered'

/** A document whose values may be addresses. */
export interface ValueLinks {
  /** Whose addresses are offered; null: none are. */
  readonly path: ContentPath | null
  /** Opens what one leads to. */
  readonly follow: (address: string) => void
}

interface AddressOffersProps {
  /** Where an address may be typed, while it has the keyboard. */
  readonly field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  /** Of the document. */
  readonly path: ContentPath
  /** What stands in it was typed just now. */
  readonly isTyped?: boolean
  /** It is one of many words: what is typed is the one at the caret. */
  readonly isLongText?: boolean
  /** @param caret where it is to be in the text that the field says now */
  readonly onTake: (text: string, caret: number) => void
}

/** More are no list. */
const MOST = 50

/**
 * Offers addresses below a field whose text, or the word at its caret, begins with a slash (LK10): arrows choose, Enter or Tab takes what is
 * chosen, Escape closes. Nothing is chosen until somebody does, so that Enter means what it meant.
 */
export function AddressOffers({
  field,
  path,
  isTyped = false,
  isLongText = false,
  onTake
}: AddressOffersProps) {
  const id = useId()
  const [offers, setOffers] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState(-1)
  const box = useBox(field, isLongText, offers.length > 0)
  const take = (address: string) => {
    const element = field.current
    if (!element) return
    const { before, typed, after } = typedIn(element, isLongText)
    if (typed !== null) onTake(before + address + after, before.length + address.length)
  }
  const taking = useRef(take)
  const now = useRef({ offers, chosen })
  useLayoutEffect(() => {
    now.current = { offers, chosen }
    taking.current = take
  })

  useEffect(() => {
    const element: TextField | null = field.current
    if (!element) return
    const watching = new AbortController()
    const { signal } = watching
    let asked = 0
    const close = () => {
      asked += 1
      setOffers([])
      setChosen(-1)
    }
    const ask = () => {
      const { typed } = typedIn(element, isLongText)
      if (typed === null) return close()
      const mine = (asked += 1)
      void offeredAddresses(typed, path).then((found) => {
        if (mine !== asked || signal.aborted) return
        const values = found.slice(0, MOST).map(({ value }) => value)
        setOffers(values.length === 1 && values[0] === typed ? [] : values)
        setChosen(-1)
      })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { offers: shown, chosen: at } = now.current
      if (shown.length === 0 || isComposing(event)) return
      const value = shown[at]
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const by = event.key === 'ArrowDown' ? 1 : -1
        setChosen(at < 0 ? (by > 0 ? 0 : shown.length - 1) : (at + by + shown.length) % shown.length)
      } else if (value !== undefined && (isEnter(event) || (event.key === 'Tab' && !event.shiftKey))) {
        close()
        taking.current(value)
      } else if (isEscape(event)) close()
      else {
        if (isLongText && leaving.has(event.key)) close()
        return
      }
      event.preventDefault()
      event.stopPropagation()
    }
    // before whoever else has the keys of the field
    element.addEventListener('keydown', onKeyDown, { signal, capture: true })
    element.addEventListener('input', ask, { signal })
    element.addEventListener('blur', close, { signal })
    if (isLongText) element.addEventListener('pointerdown', close, { signal })
    if (isTyped) ask()
    return () => watching.abort()
  }, [field, path, isTyped, isLongText])

  useEffect(() => {
    const element = field.current
    if (!element || offers.length === 0) return
    element.setAttribute('aria-autocomplete', 'list')
    element.setAttribute('aria-controls', id)
    if (chosen >= 0) element.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        element.removeAttribute(name)
    }
  }, [field, id, offers, chosen])

  if (offers.length === 0 || box === null) return null
  return (
    <Portal>
      <ul
        id={id}
        role="listbox"
        aria-label="Addresses"
        className={classes.offers}
        style={box}
        data-own-pointer
        // the field keeps the keyboard
        onPointerDown={(event) => event.preventDefault()}
      >
        {offers.map((value, at) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are those of the field
          <li
            key={value}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onClick={() => {
              setOffers([])
              take(value)
            }}
          >
            {value}
          </li>
        ))}
      </ul>
    </Portal>
  )
}

type TextField = HTMLElement & { readonly value: string; readonly selectionStart: number | null }

/** Keys by which the caret goes elsewhere. */
const leaving: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])

/** What may be an address that is being typed, and what stands around it; null for none. */
function typedIn({ value, selectionStart }: TextField, isOfManyWords: boolean) {
  // of a cell that has come to several lines too
  const isLongText = isOfManyWords || value.includes('\n')
  const caret = isLongText ? (selectionStart ?? value.length) : value.length
  const near = value.slice(Math.max(0, caret - LONGEST), caret)
  const typed = (isLongText ? /(?<![^\s("'<])\/\S*$/ : /^\/\S*$/).exec(near)?.[0] ?? null
  return { before: value.slice(0, caret - (typed?.length ?? 0)), typed, after: value.slice(caret) }
}

interface Box {
  readonly left: number
  readonly minWidth: number
  readonly top?: number
  readonly bottom?: number
}

/** A list as high as this has room below, or stands above. */
const HIGH = 220
/** So wide it is at a caret. */
const WIDE = 240

function useBox(field: AddressOffersProps['field'], isLongText: boolean, isOpen: boolean): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => {
      const element = field.current
      if (!element) return
      const whole = element.getBoundingClientRect()
      const rect = isLongText && element instanceof HTMLTextAreaElement ? caretBox(element) : whole
      const across = isLongText
        ? { left: Math.max(8, Math.min(rect.left, window.innerWidth - WIDE - 8)), minWidth: WIDE }
        : { left: rect.left, minWidth: whole.width }
      setBox(
        rect.bottom + HIGH <= window.innerHeight || rect.top < HIGH
          ? { ...across, top: rect.bottom + 2 }
          : { ...across, bottom: window.innerHeight - rect.top + 2 }
      )
    }
    place()
    const watching = new AbortController()
    const options = { signal: watching.signal, capture: true }
    window.addEventListener('scroll', place, options)
    window.addEventListener('resize', place, options)
    return () => watching.abort()
  }, [field, isLongText, isOpen])
  return box
}
