import { keyOf } from '../../workbench/commands/key-rules'
import { useRef, type KeyboardEvent } from 'react'
import { parentOf } from '../../../../common/content/paths'
import { isComposing, isEscape } from '../../components/keys'
import { openRow } from './open-entry'
import { entryRows } from '../../engines/tree/rows'
import { modeOf, selected, stepFocus, typeAhead } from '../../engines/tree/selection'
import { setExpanded, tree, treeRows, updateTree } from '../../engines/tree/tree-store'

const steps = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'] as const
const actions = ['Enter', 'ArrowRight', 'ArrowLeft'] as const

interface TreeKeysOptions {
  /** Rows in view. */
  readonly pageSize: () => number
  readonly openMenu: () => void
}

/**
 * The keyboard of the tree as ARIA describes it. Commands (F2, Delete, copy, paste) are shortcuts with
 * `where: 'tree'`.
 */
export function useTreeKeys({ pageSize, openMenu }: TreeKeysOptions): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 })

  return (event) => {
    if (event.target !== event.currentTarget || event.altKey || isComposing(event)) return
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      return openMenu()
    }
    const step = steps.find((key) => key === event.key)
    const command = event.ctrlKey || event.metaKey
    if (event.key.length > 1) typed.current = { text: '', at: 0 }
    if (step) {
      event.preventDefault()
      const path = stepFocus(tree(), treeRows(), step, pageSize())
      if (!path) return
      const keep = command && !event.shiftKey
      return updateTree((state) =>
        keep
          ? { ...state, focused: path }
          : selected(state, treeRows(), path, event.shiftKey ? 'range' : 'one')
      )
    }
    if (event.key === ' ') {
      event.preventDefault()
      const { focused } = tree()
      const mode = command ? 'toggle' : modeOf(event)
      if (focused) updateTree((state) => selected(state, treeRows(), focused, mode))
      return
    }
    if (command && keyOf(event).toLowerCase() === 'a') {
      event.preventDefault()
      const all = entryRows(treeRows()).map((row) => row.entry.path)
      return updateTree((state) => ({ ...state, selected: new Set(all) }))
    }
    if (command) return
    const action = actions.find((key) => key === event.key)
    if (action) {
      event.preventDefault()
      return act(action)
    }
    if (isEscape(event)) return updateTree((state) => ({ ...state, clipboard: null }))
    if (event.key.length === 1) {
      event.preventDefault()
      const fresh = event.timeStamp - typed.current.at > 700
      typed.current = { text: (fresh ? '' : typed.current.text) + event.key, at: event.timeStamp }
      const path = typeAhead(tree(), treeRows(), typed.current.text)
      if (path) updateTree((state) => selected(state, treeRows(), path, 'one'))
    }
  }
}

function act(key: (typeof actions)[number]): void {
  const state = tree()
  const row = entryRows(treeRows()).find((candidate) => candidate.entry.path === state.focused)
  if (!row) return
  const folder = row.entry.kind === 'folder'
  if (key === 'Enter') return openRow(row)
  if (key === 'ArrowRight') {
    if (!folder) return
    if (!row.expanded) return setExpanded(row.entry.path, true)
    const rows = entryRows(treeRows())
    const child = rows[rows.indexOf(row) + 1]
    if (child && parentOf(child.entry.path) === row.entry.path) focusOn(child.entry.path)
    return
  }
  if (folder && row.expanded) return setExpanded(row.entry.path, false)
  const parent = parentOf(row.entry.path)
  if (parent !== state.root) focusOn(parent)
}

function focusOn(path: Parameters<typeof parentOf>[0]): void {
  updateTree((state) => selected(state, treeRows(), path, 'one'))
}
