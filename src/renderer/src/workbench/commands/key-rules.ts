import { desktop, isMac } from '../bridge'
import { shownShortcut } from './shown-keys'

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a person pressed, in the form of a command's `shortcut`; null while only modifiers are down. */
export function pressedKeys(event: Press): string | null {
  if (['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Dead', 'Process'].includes(event.key))
    return null
  const mod = isMac() ? event.metaKey : event.ctrlKey
  const other = isMac() ? event.ctrlKey : event.metaKey
  const key = keyOf(event)
  return [
    ...(mod ? ['mod'] : []),
    ...(other ? [isMac() ? 'ctrl' : 'meta'] : []),
    ...(event.altKey ? ['alt'] : []),
    ...(event.shiftKey ? ['shift'] : []),
    key.length === 1 ? key.toUpperCase() : key
  ].join('+')
}

/**
 * A letter is the one that is written on the key: another layout has it elsewhere. Where the layout has none
 * of ours, or a modifier makes another sign of it, and for the row of digits, the place of the key counts.
 */
export function keyOf({ key, code }: Pick<Press, 'key' | 'code'>): string {
  const [, row, atPlace] = /^(Key|Digit)(.)$/.exec(code) ?? []
  const isOurs = key.length > 1 || (key >= '!' && key <= '~')
  if (atPlace !== undefined && (row === 'Digit' || !isOurs)) return atPlace
  return key === ' ' ? 'Space' : key
}

/** One form for keys that are the same: `Shift+mod+p` and `mod+shift+P`. */
export function sameForm(keys: string): string {
  const parts = keys.toLowerCase().split('+')
  const named = parts.map((part) => (part === 'ctrl' && !isMac() ? 'mod' : part))
  return named.sort().join('+')
}

const forText = ['C', 'X', 'V', 'A', 'Z', 'shift+Z', 'Y'].map((key) => sameForm(`mod+${key}`))
const ofSystem = ['alt+F4', 'mod+Q', 'alt+Tab', 'mod+alt+Delete', 'mod+shift+I', 'F11'].map(sameForm)
const ofMac = ['mod+H', 'mod+alt+H', 'mod+M', 'mod+Space', 'mod+Tab'].map(sameForm)
const ofBrowser = ['mod+N', 'mod+T', 'mod+W', 'mod+shift+N', 'mod+shift+T', 'mod+Tab', 'mod+shift+Tab'].map(
  sameForm
)
const functionKey = /^F([1-9]|1[0-9]|2[0-4])$/

/** Why keys cannot be those of a command, in a sentence; null when they can. */
export function refusalOfKeys(keys: string): string | null {
  const form = sameForm(keys)
  const parts = keys.split('+')
  const shown = shownShortcut(keys)
  if (keys.includes('++') || parts.length === 0)
    return `${shown} cannot be kept. Choose a letter, a digit or a function key.`
  if (forText.includes(form)) return `${shown} is for the text that is being written, everywhere.`
  if (ofSystem.includes(form) || parts.includes('meta') || (isMac() && ofMac.includes(form)))
    return `${shown} belongs to the system.`
  if (!desktop() && ofBrowser.includes(form)) return `${shown} belongs to the browser.`
  const key = parts.at(-1) ?? ''
  const held = parts.slice(0, -1).filter((part) => part !== 'shift')
  if (held.length === 0 && !functionKey.test(key))
    return `${shown} is for writing and moving. Hold ${isMac() ? '⌘' : 'Ctrl'} or ${isMac() ? '⌥' : 'Alt'} with it, or choose a function key.`
  return null
}
