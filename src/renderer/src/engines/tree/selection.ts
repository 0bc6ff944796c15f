import type { ContentPath } from '../../../../common/content/paths'
import { goneAt } from './gone'
import type { PublishedEntry } from './published-folders'
import { entryRows, type Row } from './rows'
import type { TreeState } from './tree-state'

/** `one`: only this. `toggle`: this too, or no longer. `range`: everything from the anchor to here. */
type SelectMode = 'one' | 'toggle' | 'range'

export function modeOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): SelectMode {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'one'
}

export function selected(
  state: TreeState,
  rows: readonly Row[],
  path: ContentPath,
  mode: SelectMode
): TreeState {
  if (mode === 'one') return { ...state, selected: new Set([path]), focused: path, anchor: path }
  if (mode === 'toggle') {
    const next = new Set(state.selected)
    if (!next.delete(path)) next.add(path)
    return { ...state, selected: next, focused: path, anchor: path }
  }
  const order = entryRows(rows).map((row) => row.entry.path)
  const start = Math.max(0, order.indexOf(state.anchor ?? path))
  const end = order.indexOf(path)
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { ...state, selected: new Set(range), focused: path, anchor: order[start] ?? path }
}

/**
 * Where an arrow, Home, End or page key leads from the focused row; null when there is nothing to walk over.
 */
export function stepFocus(
  state: TreeState,
  rows: readonly Row[],
  key: 'ArrowDown' | 'ArrowUp' | 'Home' | 'End' | 'PageDown' | 'PageUp',
  page: number
): ContentPath | null {
  const order = entryRows(rows)
  if (order.length === 0) return null
  const at = order.findIndex((row) => row.entry.path === state.focused)
  const last = order.length - 1
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? last : at - 1,
    Home: 0,
    End: last,
    PageDown: at + page,
    PageUp: at - page
  }[key]
  return order[Math.min(last, Math.max(0, to))]?.entry.path ?? null
}

/** The next entry after the focused one whose name starts with what was typed; a repeated letter walks on. */
export function typeAhead(state: TreeState, rows: readonly Row[], typed: string): ContentPath | null {
  const order = entryRows(rows)
  const text = typed.toLowerCase()
  const repeated = [...text].every((letter) => letter === text[0]) && text.length > 1
  const wanted = repeated ? text.charAt(0) : text
  const at = order.findIndex((row) => row.entry.path === state.focused)
  const from = wanted.length === 1 ? at + 1 : Math.max(0, at)
  for (let step = 0; step < order.length; step++) {
    const row = order[(from + step) % order.length]
    if (row?.entry.name.toLowerCase().startsWith(wanted)) return row.entry.path
  }
  return null
}

/** What a command acts on: the selection when the focus is in it, else the focused entry alone. */
export function acting(state: TreeState): ContentPath[] {
  if (!state.focused) return [...state.selected]
  return state.selected.has(state.focused) ? [...state.selected] : [state.focused]
}

/** What a command that needs the source acts on: the same without what is gone. */
export const actingHere = (state: TreeState): ContentPath[] =>
  acting(state).filter((path) => goneAt(state, path) === null)

/** Of what is chosen, what is gone and still published. */
export const actingGone = (state: TreeState): PublishedEntry[] =>
  acting(state).flatMap((path) => goneAt(state, path) ?? [])
