import { createContext, useContext, useLayoutEffect, useRef, type RefObject } from 'react'
import { isComposing } from '../components/keys'

/** Whether the person who opened a document still waits for its editor, or has gone elsewhere meanwhile. */
interface FocusIntent {
  /**
   * The editor may take the focus now, once at most.
   * @returns what was typed while it was loading, and goes into it; null when the focus is wanted elsewhere
   */
  take(): string | null
  end(): void
}

let looking = false
let latest: { ask(): boolean } | null = null

/**
 * Opens a document to look at it: the keyboard stays where it is, as after a click in the tree, so that
 * Delete and F2 mean the file.
 */
export function openToLook(open: () => void): void {
  looking = true
  // what is opened is there before the next task
  setTimeout(() => (looking = false))
  open()
}

/**
 * The keyboard is wanted in the document after all, as after a double click.
 * @returns false when its editor is there already and does not ask any more
 */
export function askForFocus(): boolean {
  return latest?.ask() ?? false
}

/**
 * Watches from the moment a document is opened until its editor is there, however long that takes to load.
 */
export function intendFocus(): FocusIntent {
  const opener = document.activeElement
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  let wanted = !looking && !isWalkingTabs(opener)
  let settled = false
  let typed = ''
  const gone = () => (wanted = false)
  document.addEventListener(
    'keydown',
    (event) => {
      if (modifiers.has(event.key)) return
      const text = wanted && isForEditor(event.target, opener) ? typedBy(event) : null
      if (text === null) {
        if (!event.repeat) gone()
        return
      }
      typed += text
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    options
  )
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (!holds(opener, event.target)) gone()
    },
    options
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target === opener || !(target instanceof Element) || isParkingPlace(target)) return
      if (isField(target) || target.closest(dialogs)) gone()
    },
    options
  )
  latest = {
    ask: () => {
      if (!settled) wanted = true
      return !settled
    }
  }
  return {
    take: () => {
      const taken = wanted && !otherDialog(opener) ? typed : null
      settled = true
      gone()
      watching.abort()
      return taken
    },
    end: () => watching.abort()
  }
}

const dialogs = '[role="dialog"], [role="alertdialog"], [aria-modal="true"]'
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock'])

/**
 * Keys that nothing else waits for: no field has them, or only the palette that the document was chosen in.
 */
function isForEditor(target: EventTarget | null, opener: Element | null): boolean {
  if (!(target instanceof Element) || target === document.body || isParkingPlace(target)) return true
  return target === opener && target.closest(dialogs) !== null
}

/** The text that a key writes; null when it is a command, or moves. */
function typedBy(event: KeyboardEvent): string | null {
  if (isComposing(event)) return null
  const command = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (command || [...event.key].length !== 1) return null
  return event.key
}

/** A hidden field that only keeps the keyboard until something visible takes it. */
const isParkingPlace = (element: Element) => element.closest('[aria-hidden="true"]') !== null

/** The dialog that the document was chosen in may still be closing; any other one is in use. */
function otherDialog(opener: Element | null): boolean {
  return [...document.querySelectorAll(dialogs)].some((dialog) => !dialog.contains(opener))
}

/** Whoever walks along the tabs by keyboard goes on walking. */
const isWalkingTabs = (opener: Element | null) => opener?.matches('[role="tab"]:focus-visible') === true

function isField(element: Element): boolean {
  return (
    element.matches('input, textarea, select') ||
    (element instanceof HTMLElement && element.isContentEditable)
  )
}

function holds(opener: Element | null, target: EventTarget | null): boolean {
  return opener !== null && opener !== document.body && target instanceof Node && opener.contains(target)
}

/** Lives as long as the view of a tab. */
export function useFocusIntent(): RefObject<FocusIntent | null> {
  const intent = useRef<FocusIntent>(null)
  useLayoutEffect(() => {
    const made = intendFocus()
    intent.current = made
    return () => made.end()
  }, [])
  return intent
}

const FocusIntentContext = createContext<RefObject<FocusIntent | null>>({ current: null })
export const FocusIntentProvider = FocusIntentContext.Provider

/** Asked by a text editor that is there now. @returns as `FocusIntent.take` */
export function useTypedAhead(): () => string | null {
  const intent = useContext(FocusIntentContext)
  return () => intent.current?.take() ?? null
}

/** Asked by a view that has no one place for text. @returns true when it may take the focus */
export function useMayFocus(): () => boolean {
  const take = useTypedAhead()
  return () => take() !== null
}
