import { createContext, useContext, useLayoutEffect, useRef, type RefObject } from 'react'
import { isComposing, isEnter } from '../components/keys'
import { leaveFocusToCome } from './typing-ahead'

/** Whether the person who opened a document still waits for its editor, or has gone elsewhere meanwhile. */
interface FocusIntent {
  /**
   * The editor may take the focus now, once at most.
   * @returns what was typed while it was loading, and goes into it; null when the focus is wanted elsewhere
   */
  take(): string | null
  end(): void
}

interface Watch extends FocusIntent {
  /** Nothing has taken the keyboard elsewhere. */
  readonly isWanted: boolean
}

let looking = false
/** Of a document that is being made and is not there yet. */
let made: Watch | null = null
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
 * What is typed from now on, where the name of a document was taken, belongs to that document: it is being made,
 * and opened next.
 * @returns a function that ends it where nothing was made
 */
export function awaitDocument(): () => void {
  made?.end()
  const watch = watched(true, true)
  made = watch
  return () => watch.end()
}

/**
 * Watches from the moment a document is opened until its editor is there, however long that takes to load; of one
 * that was made, from when it was asked for.
 */
export function intendFocus(): FocusIntent {
  const awaited = made
  made = null
  if (awaited?.isWanted && !looking) {
    leaveFocusToCome()
    return awaited
  }
  awaited?.end()
  return watched(!looking && !isWalkingTabs(document.activeElement), false)
}

/** @param isNamed the field that has the keyboard is done with: what is typed there is for the editor */
function watched(isWanted: boolean, isNamed: boolean): Watch {
  const opener = document.activeElement
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  let wanted = isWanted
  let settled = false
  let typed = ''
  const gone = () => (wanted = false)
  document.addEventListener(
    'keydown',
    (event) => {
      if (modifiers.has(event.key)) return
      const isForIt = (isNamed && event.target === opener) || isForEditor(event.target, opener)
      const now = wanted && isForIt ? withKey(typed, event) : null
      if (now === null) {
        if (!event.repeat) gone()
        return
      }
      typed = now
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
    get isWanted() {
      return wanted
    },
    take: () => {
      const taken = wanted && !otherDialog(opener) ? typed : null
      settled = true
      gone()
      watching.abort()
      return taken
    },
    end: () => {
      gone()
      watching.abort()
    }
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

/** What was typed, with one more key; null when that is a command, or moves. */
function withKey(typed: string, event: KeyboardEvent): string | null {
  if (isComposing(event)) return null
  const command = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (command) return null
  // a second Enter means what the first one did
  if (isEnter(event)) return typed === '' ? null : `${typed}\n`
  if (event.key === 'Backspace') return typed === '' ? null : [...typed].slice(0, -1).join('')
  return [...event.key].length === 1 ? typed + event.key : null
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
