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
  // the sign itself may be the key: `mod++`
  const parts = shortcut.split(/\+(?=.)/).map((part) => {
    const key = part.trim()
    return (
      signs[key.toLowerCase()] ?? arrows[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)
    )
  })
  return parts.join(isMac() ? '' : '+')
}

/** Several that do one thing, those with the same modifiers together: `Shift+↑ ↓, F2`. */
export function shownShortcuts(shortcuts: readonly string[]): string {
  const groups = new Map<string, string[]>()
  for (const shortcut of shortcuts) {
    const cut = shortcut.lastIndexOf('+', shortcut.length - 2) + 1
    const modifiers = shortcut.slice(0, cut)
    const isArrow = shortcut.slice(cut).startsWith('Arrow')
    // `Enter F2` would read as one after the other
    const group = isArrow ? modifiers : shortcut
    const shown = groups.get(group)
    if (shown) shown.push(shownShortcut(shortcut.slice(cut)))
    else groups.set(group, [shownShortcut(shortcut)])
  }
  return [...groups.values()].map((keys) => keys.join(' ')).join(', ')
}
