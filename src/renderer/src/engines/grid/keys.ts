/** What a key means in the grid, whatever is in it. */
export type GridKey =
  | {
      readonly kind: 'move'
      readonly rows: number
      readonly columns: number
      readonly far: boolean
      readonly extend: boolean
    }
  | { readonly kind: 'page'; readonly pages: number; readonly extend: boolean }
  | { readonly kind: 'row-end'; readonly end: boolean; readonly far: boolean; readonly extend: boolean }
  | { readonly kind: 'next'; readonly by: 1 | -1 }
  | { readonly kind: 'down'; readonly by: 1 | -1 }
  | { readonly kind: 'edit' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'select'; readonly what: 'all' | 'row' | 'column' }
  | { readonly kind: 'fill'; readonly direction: 'down' | 'right' }
  | { readonly kind: 'insert-rows' | 'delete-rows' | 'duplicate-rows' | 'menu' | 'line' }
  | { readonly kind: 'shift-column' | 'shift-rows' | 'size-column'; readonly by: 1 | -1 }

interface KeyPress {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1]
}

/** Null for what the field or the window may have. `editing`: a cell's text is being changed; `typed` when a key began it: then arrows leave it. */
export function gridKey({ key, ctrl, shift, alt }: KeyPress, editing: boolean | 'typed'): GridKey | null {
  const arrow = arrows[key]
  if (editing === 'typed' && arrow && !ctrl && !shift && !alt) {
    return { kind: 'move', rows: arrow[0], columns: arrow[1], far: false, extend: false }
  }
  if (editing) return editingKey(key, ctrl || alt, shift)
  if (arrow && alt && !ctrl) return altArrow(key, shift)
  if (alt) return null
  if (arrow) return { kind: 'move', rows: arrow[0], columns: arrow[1], far: ctrl, extend: shift }
  switch (key) {
    case 'PageUp':
    case 'PageDown':
      return ctrl ? null : { kind: 'page', pages: key === 'PageDown' ? 1 : -1, extend: shift }
    case 'Home':
    case 'End':
      return { kind: 'row-end', end: key === 'End', far: ctrl, extend: shift }
    case 'Tab':
      return ctrl ? null : { kind: 'next', by: shift ? -1 : 1 }
    case 'Enter':
      return ctrl ? null : shift ? { kind: 'down', by: -1 } : { kind: 'edit' }
    case 'F2':
      return { kind: 'edit' }
    case 'Escape':
      return { kind: 'cancel' }
    case 'Delete':
    case 'Backspace':
      return ctrl ? null : { kind: 'clear' }
    case 'ContextMenu':
      return { kind: 'menu' }
    case 'F10':
      return shift ? { kind: 'menu' } : null
    case ' ':
      if (ctrl) return { kind: 'select', what: 'column' }
      return shift ? { kind: 'select', what: 'row' } : null
  }
  return ctrl ? command(key.toLowerCase(), shift) : null
}

function command(key: string, shift: boolean): GridKey | null {
  if (key === 'a') return { kind: 'select', what: 'all' }
  if (key === 'd') return shift ? { kind: 'duplicate-rows' } : { kind: 'fill', direction: 'down' }
  if (key === 'r' && !shift) return { kind: 'fill', direction: 'right' }
  if (key === '+' || (key === '=' && shift)) return { kind: 'insert-rows' }
  if (key === '-') return { kind: 'delete-rows' }
  return null
}

function altArrow(key: string, shift: boolean): GridKey | null {
  const by = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  if (key === 'ArrowUp' || key === 'ArrowDown') return { kind: 'shift-rows', by }
  return { kind: shift ? 'size-column' : 'shift-column', by }
}

function editingKey(key: string, command: boolean, shift: boolean): GridKey | null {
  if (key === 'Escape') return { kind: 'cancel' }
  if (key === 'Tab' && !command) return { kind: 'next', by: shift ? -1 : 1 }
  if (key !== 'Enter') return null
  return command || shift ? { kind: 'line' } : { kind: 'down', by: 1 }
}
