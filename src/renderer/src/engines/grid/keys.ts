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

/** Keys that do one thing, in the words of the help, which is made of this table too. */
interface GridLine {
  readonly what: string
  /** By the key, with its modifiers in front in this order: `mod+alt+shift+ArrowUp`. */
  readonly keys: Readonly<Record<string, GridKey>>
  /** Other keys that mean the same, and are not told. */
  readonly also?: Readonly<Record<string, GridKey>>
}

const select = (what: 'all' | 'row' | 'column'): GridKey => ({ kind: 'select', what })
const fill = (direction: 'down' | 'right'): GridKey => ({ kind: 'fill', direction })
const next = (by: 1 | -1): GridKey => ({ kind: 'next', by })
const rowEnd = (end: boolean, far: boolean, extend: boolean): GridKey => ({
  kind: 'row-end',
  end,
  far,
  extend
})

const arrowKeys = (modifiers: string, far: boolean, extend: boolean): Readonly<Record<string, GridKey>> => ({
  [`${modifiers}ArrowUp`]: { kind: 'move', rows: -1, columns: 0, far, extend },
  [`${modifiers}ArrowDown`]: { kind: 'move', rows: 1, columns: 0, far, extend },
  [`${modifiers}ArrowLeft`]: { kind: 'move', rows: 0, columns: -1, far, extend },
  [`${modifiers}ArrowRight`]: { kind: 'move', rows: 0, columns: 1, far, extend }
})

/** While no cell is edited. */
const grid: readonly GridLine[] = [
  { what: 'Walk from cell to cell', keys: arrowKeys('', false, false) },
  { what: 'To the end of what is filled', keys: arrowKeys('mod+', true, false) },
  { what: 'Select more', keys: arrowKeys('shift+', false, true) },
  { what: 'Select to the end of what is filled', keys: arrowKeys('mod+shift+', true, true) },
  {
    what: 'A page up or down',
    keys: {
      PageUp: { kind: 'page', pages: -1, extend: false },
      PageDown: { kind: 'page', pages: 1, extend: false }
    },
    also: {
      'shift+PageUp': { kind: 'page', pages: -1, extend: true },
      'shift+PageDown': { kind: 'page', pages: 1, extend: true }
    }
  },
  {
    what: 'Ends of the row, of the sheet',
    keys: {
      Home: rowEnd(false, false, false),
      End: rowEnd(true, false, false),
      'mod+Home': rowEnd(false, true, false),
      'mod+End': rowEnd(true, true, false)
    },
    also: {
      'shift+Home': rowEnd(false, false, true),
      'shift+End': rowEnd(true, false, true),
      'mod+shift+Home': rowEnd(false, true, true),
      'mod+shift+End': rowEnd(true, true, true)
    }
  },
  { what: 'Next cell, cell before', keys: { Tab: next(1), 'shift+Tab': next(-1) } },
  { what: 'Cell above', keys: { 'shift+Enter': { kind: 'down', by: -1 } } },
  {
    what: 'Edit the cell, or the name of a column',
    keys: { Enter: { kind: 'edit' }, F2: { kind: 'edit' } }
  },
  {
    what: 'Empty what is selected',
    keys: { Delete: { kind: 'clear' } },
    also: {
      Backspace: { kind: 'clear' },
      'shift+Delete': { kind: 'clear' },
      'shift+Backspace': { kind: 'clear' }
    }
  },
  { what: 'Select the row', keys: { 'shift+Space': select('row') } },
  { what: 'Select the column', keys: { 'mod+Space': select('column') } },
  { what: 'Select all', keys: { 'mod+A': select('all') } },
  { what: 'Fill down, right', keys: { 'mod+D': fill('down'), 'mod+R': fill('right') } },
  {
    what: 'Insert rows',
    keys: { 'mod++': { kind: 'insert-rows' } },
    // where the sign is on one key with another one
    also: { 'mod+shift++': { kind: 'insert-rows' }, 'mod+shift+=': { kind: 'insert-rows' } }
  },
  { what: 'Delete rows', keys: { 'mod+-': { kind: 'delete-rows' } } },
  { what: 'Duplicate rows', keys: { 'mod+shift+D': { kind: 'duplicate-rows' } } },
  {
    what: 'Move rows',
    keys: {
      'alt+ArrowUp': { kind: 'shift-rows', by: -1 },
      'alt+ArrowDown': { kind: 'shift-rows', by: 1 }
    },
    also: {
      'alt+shift+ArrowUp': { kind: 'shift-rows', by: -1 },
      'alt+shift+ArrowDown': { kind: 'shift-rows', by: 1 }
    }
  },
  {
    what: 'Move the column',
    keys: {
      'alt+ArrowLeft': { kind: 'shift-column', by: -1 },
      'alt+ArrowRight': { kind: 'shift-column', by: 1 }
    }
  },
  {
    what: 'Resize the column',
    keys: {
      'alt+shift+ArrowLeft': { kind: 'size-column', by: -1 },
      'alt+shift+ArrowRight': { kind: 'size-column', by: 1 }
    }
  },
  {
    what: 'Menu of cells, or of the column',
    keys: { 'shift+F10': { kind: 'menu' } },
    also: { ContextMenu: { kind: 'menu' } }
  },
  { what: 'Leave the grid, then with Tab', keys: { Escape: { kind: 'cancel' } } }
]

/** While a cell's text is being changed. */
const cell: readonly GridLine[] = [
  {
    what: 'Keep, and go down, on or back',
    keys: { Enter: { kind: 'down', by: 1 }, Tab: next(1), 'shift+Tab': next(-1) }
  },
  {
    what: 'New line in the cell',
    keys: { 'shift+Enter': { kind: 'line' } },
    also: { 'mod+Enter': { kind: 'line' }, 'alt+Enter': { kind: 'line' } }
  },
  { what: 'Leave the cell as it was', keys: { Escape: { kind: 'cancel' } } }
]

/** What the keys of the grid do, for the help. */
export const gridKeys: readonly { readonly what: string; readonly keys: readonly string[] }[] = [
  ...grid,
  ...cell
].map(({ what, keys }) => ({ what, keys: Object.keys(keys) }))

const meanings = (lines: readonly GridLine[]): ReadonlyMap<string, GridKey> =>
  new Map(lines.flatMap(({ keys, also = {} }) => [...Object.entries(keys), ...Object.entries(also)]))
const inGrid = meanings(grid)
const inCell = meanings(cell)

/**
 * Null for what the field or the window may have. `editing`: a cell's text is being changed; `typed` when a
 * key began it: then arrows leave it.
 */
export function gridKey(press: KeyPress, editing: boolean | 'typed'): GridKey | null {
  const name = nameOf(press)
  if (editing === 'typed' && /^Arrow/.test(name)) return inGrid.get(name) ?? null
  return (editing === false ? inGrid : inCell).get(name) ?? null
}

function nameOf({ key, ctrl, shift, alt }: KeyPress): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  return `${ctrl ? 'mod+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`
}
