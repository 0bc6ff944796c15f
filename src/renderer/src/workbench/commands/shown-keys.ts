import { isMac } from '../bridge'

const macSigns: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', enter: '↩' }
const arrows: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→'
}
const words: Readonly<Record<string, string>> = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }

/** `mod+shift+p` → `Ctrl+Shift+P`, or `⌘⇧P` on macOS. */
export function shownShortcut(shortcut: string): string {
  const signs = isMac() ? macSigns : words
  const parts = shortcut.split('+').map((part) => {
    const key = part.trim()
    return (
      signs[key.toLowerCase()] ?? arrows[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)
    )
  })
  return parts.join(isMac() ? '' : '+')
}
