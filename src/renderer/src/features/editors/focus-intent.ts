import { createContext, useContext, useLayoutEffect, useRef, type RefObject } from 'react'

/** Whether the person who opened a document still waits for its editor, or has gone elsewhere meanwhile. */
export interface FocusIntent {
  /** True once at most: the editor may take the focus now. */
  take(): boolean
  end(): void
}

/** Watches from the moment a document is opened until its editor is there, however long that takes to load. */
export function intendFocus(): FocusIntent {
  const opener = document.activeElement
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  let wanted = !isWalkingTabs(opener)
  const gone = () => (wanted = false)
  document.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat && !modifiers.has(event.key)) gone()
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
      if (target !== opener && target instanceof Element && (isField(target) || target.closest(dialogs)))
        gone()
    },
    options
  )
  return {
    take: () => {
      const taken = wanted && !otherDialog(opener)
      gone()
      watching.abort()
      return taken
    },
    end: () => watching.abort()
  }
}

const dialogs = '[role="dialog"], [role="alertdialog"], [aria-modal="true"]'
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock'])

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

/** Asked by an editor that is there now. @returns true when it may take the focus */
export function useMayFocus(): () => boolean {
  const intent = useContext(FocusIntentContext)
  return () => intent.current?.take() ?? false
}
