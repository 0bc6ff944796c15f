import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Pointer } from '../../../../../common/json/pointer'
import { placeAfter, typedInto } from '../../../../../common/rooms/source/carried'
import type { LetterPlace } from '../../../../../common/rooms/overlay/letters'
import type { FormStore } from '../store/form-store'
import { shownText } from './shown-text'

/** What is chosen, by the letters before its ends. */
interface Chosen {
  readonly start: LetterPlace
  readonly end: LetterPlace
  readonly direction: 'forward' | 'backward' | 'none'
}

/** A text area whose letters others write too. */
interface SharedTyping {
  /** What stands in it: while an input method is at work, what that has made of it. */
  readonly shown: string
  readonly onTyped: (element: HTMLTextAreaElement) => void
  readonly onChosen: (element: HTMLTextAreaElement) => void
  /** An input method begins, and ends. */
  readonly onComposing: () => void
  readonly onComposed: (element: HTMLTextAreaElement) => void
}

/**
 * Has what is typed be a difference to what stood in the text area, so that nothing of others is written over,
 * and has the caret stay behind the letter that it is behind. An input method is not disturbed: what others write
 * meanwhile is in the text, and comes into the text area afterwards.
 */
export function useSharedTyping(
  store: FormStore,
  pointer: Pointer,
  text: string,
  field: RefObject<HTMLTextAreaElement | null>
): SharedTyping {
  const [composed, setComposed] = useState<string | null>(null)
  const chosen = useRef<Chosen | null>(null)
  const shown = composed ?? text
  const onChosen = (element: HTMLTextAreaElement) => {
    const now = shownText(store.value(pointer))
    const place = (index: number) =>
      store.letterAt(pointer, element.value === now ? index : placeAfter(element.value, now, index))
    const [start, end] = [place(element.selectionStart), place(element.selectionEnd)]
    chosen.current = start && end && { start, end, direction: element.selectionDirection }
  }
  useEffect(() => () => void (chosen.current = null), [pointer, store])
  useLayoutEffect(() => {
    const [element, was] = [field.current, chosen.current]
    if (!element || !was || composed !== null || element.ownerDocument.activeElement !== element) return
    const [start, end] = [was.start, was.end].map((place) => store.indexOfLetter(pointer, place))
    if (typeof start !== 'number' || typeof end !== 'number') return
    if (element.selectionStart !== start || element.selectionEnd !== end)
      element.setSelectionRange(start, end, was.direction)
  }, [store, pointer, text, composed, field])
  return {
    shown,
    onChosen,
    onTyped(element) {
      const now = shownText(store.value(pointer))
      if (composed !== null) setComposed(element.value)
      store.set(pointer, now === shown ? element.value : typedInto(shown, element.value, now), 'typing')
      onChosen(element)
    },
    onComposing: () => setComposed(text),
    onComposed(element) {
      onChosen(element)
      setComposed(null)
    }
  }
}
