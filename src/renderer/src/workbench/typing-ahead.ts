import { isComposing, isEnter } from '../components/keys'

/**
 * Between the key that opens a dialog and the dialog's field lie some frames. What is typed meanwhile belongs
 * to the field that is coming, and to nothing else: this keeps it, in order, and hands it over.
 */

type Kept = { readonly text: string } | { readonly key: KeyboardEventInit }

interface Hold {
  readonly kept: Kept[]
  readonly watching: AbortController
}

/** When no field came until then, the focus goes back. Milliseconds. */
const PATIENCE = 5000

const textKeys = new Set([
  'Backspace',
  'Delete',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Shift',
  'CapsLock'
])
const modifiers = new Set(['Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'Unidentified'])

let hold: Hold | null = null
/** What is being handed over now and has not arrived. */
let onTheWay: Kept[] = []
let waiting: HTMLInputElement | null = null
let before: HTMLElement | null = null

/**
 * To be called in the moment in which a field that takes the focus is asked for. The keyboard is taken away
 * at once from what had it, until a text field or a dialog takes the focus, the person points elsewhere, or
 * nothing came.
 */
export function awaitField(): void {
  const field = waitingField()
  if (hold) return
  const active = document.activeElement
  // What is chosen in a dialog that closes now returns to where that dialog was opened.
  if (active instanceof HTMLElement && active !== field && !active.closest('[role="dialog"]')) before = active
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  const timer = setTimeout(giveUp, PATIENCE)
  watching.signal.addEventListener('abort', () => clearTimeout(timer))
  // A key that is handed over may ask for another field: the rest belongs to that one.
  hold = { kept: onTheWay.splice(0), watching }
  window.addEventListener('focusin', onFocusIn, options)
  window.addEventListener('pointerdown', end, options)
  field.value = ''
  field.focus({ preventScroll: true })
}

/** Whether keys go to a field that is not there yet. */
export function isAwaitingField(): boolean {
  return hold !== null
}

/** Gives the focus to a view that has just come, now and when a dialog that is closing gives it back. */
export function takeFocus(view: HTMLElement): void {
  before = view
  if (!hold) view.focus({ preventScroll: true })
}

/**
 * What is opened now gets the keyboard when it is there: until then the dialog that it was asked for in gives it back to
 * nothing else.
 */
export function leaveFocusToCome(): void {
  before = null
}

/** As if it was typed into a field, which has the focus; the end of a line is Enter. */
export async function typeInto(field: HTMLElement, text: string): Promise<void> {
  const lines = text.split('\n')
  await replay(
    lines.flatMap((line, at): Kept[] => [
      ...(at > 0 ? [{ key: { key: 'Enter', code: 'Enter' } }] : []),
      ...(line === '' ? [] : [{ text: line }])
    ]),
    field
  )
}

/** Always there, so that it can take the focus within the key press itself. */
function waitingField(): HTMLInputElement {
  if (waiting?.isConnected) return waiting
  const field = document.createElement('input')
  field.className = 'visually-hidden'
  field.style.position = 'fixed'
  field.style.top = '0'
  field.tabIndex = -1
  field.autocomplete = 'off'
  field.spellcheck = false
  field.setAttribute('aria-hidden', 'true')
  field.addEventListener('keydown', onKeyDown)
  // A dialog that closes gives the focus back to what had it: then it goes on to where it was before.
  window.addEventListener(
    'focusin',
    (event) => {
      if (event.target !== field) return
      event.stopPropagation()
      if (!hold && before?.isConnected) before.focus({ preventScroll: true })
    },
    true
  )
  document.body.append(field)
  waiting = field
  return field
}

/**
 * Text is typed into the waiting field as into any other; keys that mean something to a dialog are kept for
 * it.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (!hold || !waiting || isComposing(event) || modifiers.has(event.key)) return
  const command = event.ctrlKey || event.metaKey || event.altKey
  if (!command && ([...event.key].length === 1 || textKeys.has(event.key))) return
  // AltGr writes letters too; a real command key has been run before it came here.
  if (command && (event.getModifierState('AltGraph') || /^[acvxz]$/i.test(event.key))) return
  event.preventDefault()
  const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event
  keepText()
  hold.kept.push({ key: { key, code, ctrlKey, shiftKey, altKey, metaKey } })
}

function keepText(): void {
  if (!hold || !waiting || waiting.value === '') return
  hold.kept.push({ text: waiting.value })
  waiting.value = ''
}

function onFocusIn({ target }: FocusEvent): void {
  if (target === waiting || !(target instanceof HTMLElement)) return
  if (takesTyping(target)) {
    // A field often selects its text when it gets the focus; what was typed replaces that.
    queueMicrotask(() => handOver(target))
    return
  }
  waiting?.focus({ preventScroll: true })
}

function takesTyping(element: HTMLElement): boolean {
  if (element.closest('.monaco-editor')) return false
  return isTextField(element) || element.closest('[role="dialog"]') !== null
}

function handOver(target: HTMLElement): void {
  keepText()
  onTheWay = hold?.kept ?? []
  end()
  void replay(onTheWay, target)
}

/** The page takes in what came of a key before the next one comes. */
async function replay(kept: Kept[], target: HTMLElement): Promise<void> {
  for (let item = kept.shift(); item; item = kept.shift()) {
    if ('text' in item) {
      write(target, item.text)
      await Promise.resolve()
    } else {
      press(target.isConnected ? target : (document.activeElement ?? document.body), item.key)
      if (kept.length > 0) await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

/** As if it was typed at the caret, in place of what is selected. */
function write(target: HTMLElement, text: string): void {
  if (!isTextField(target)) return
  const from = target.selectionStart ?? target.value.length
  target.setRangeText(text, from, target.selectionEnd ?? from, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

function press(target: Element, key: KeyboardEventInit): void {
  const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true, composed: true })
  if (target.dispatchEvent(event) && isEnter(event) && target instanceof HTMLTextAreaElement)
    write(target, '\n')
}

function giveUp(): void {
  end()
  if (document.activeElement === waiting) {
    if (before?.isConnected) before.focus({ preventScroll: true })
    else waiting?.blur()
  }
}

function end(): void {
  hold?.watching.abort()
  hold = null
  if (waiting) waiting.value = ''
}

/** Whether letters can be typed into it. */
export function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly
  return element instanceof HTMLInputElement && textTypes.has(element.type) && !element.readOnly
}

const textTypes = new Set(['text', 'search', 'url', 'tel', 'password'])
