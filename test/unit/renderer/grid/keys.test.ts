import { describe, expect, it } from 'vitest'
import { gridKey, gridKeys, type GridKey } from '../../../../src/renderer/src/engines/grid/keys'

const press = (keys: string, editing: boolean | 'typed' = false) => {
  const parts = keys.split('+')
  const key = keys.endsWith('++') ? '+' : (parts.at(-1) ?? '')
  return gridKey(
    {
      key: key === 'Space' ? ' ' : key,
      ctrl: parts.includes('Ctrl'),
      shift: parts.includes('Shift'),
      alt: parts.includes('Alt')
    },
    editing
  )
}
const move = (rows: number, columns: number, more: object = {}) =>
  ({ kind: 'move', rows, columns, far: false, extend: false, ...more }) as GridKey

describe('what a key means in the grid', () => {
  it.each<[string, GridKey]>([
    ['ArrowUp', move(-1, 0)],
    ['ArrowRight', move(0, 1)],
    ['Shift+ArrowDown', move(1, 0, { extend: true })],
    ['Ctrl+ArrowLeft', move(0, -1, { far: true })],
    ['Ctrl+Shift+ArrowDown', move(1, 0, { far: true, extend: true })],
    ['PageDown', { kind: 'page', pages: 1, extend: false }],
    ['Shift+PageUp', { kind: 'page', pages: -1, extend: true }],
    ['Home', { kind: 'row-end', end: false, far: false, extend: false }],
    ['Ctrl+End', { kind: 'row-end', end: true, far: true, extend: false }],
    ['Tab', { kind: 'next', by: 1 }],
    ['Shift+Tab', { kind: 'next', by: -1 }],
    ['Enter', { kind: 'edit' }],
    ['Shift+Enter', { kind: 'down', by: -1 }],
    ['F2', { kind: 'edit' }],
    ['Escape', { kind: 'cancel' }],
    ['Delete', { kind: 'clear' }],
    ['Backspace', { kind: 'clear' }],
    ['ContextMenu', { kind: 'menu' }],
    ['Shift+F10', { kind: 'menu' }],
    ['Ctrl+Space', { kind: 'select', what: 'column' }],
    ['Shift+Space', { kind: 'select', what: 'row' }],
    ['Ctrl+a', { kind: 'select', what: 'all' }],
    ['Ctrl+d', { kind: 'fill', direction: 'down' }],
    ['Ctrl+r', { kind: 'fill', direction: 'right' }],
    ['Ctrl+Shift+D', { kind: 'duplicate-rows' }],
    ['Ctrl++', { kind: 'insert-rows' }],
    ['Ctrl+-', { kind: 'delete-rows' }],
    ['Alt+ArrowDown', { kind: 'shift-rows', by: 1 }],
    ['Alt+ArrowLeft', { kind: 'shift-column', by: -1 }],
    ['Alt+Shift+ArrowRight', { kind: 'size-column', by: 1 }]
  ])('SH8 %s', (keys, meaning) => {
    expect(press(keys)).toEqual(meaning)
  })

  it.each([
    'x',
    'Space',
    'F10',
    'Ctrl+s',
    'Ctrl+Tab',
    'Ctrl+Enter',
    'Ctrl+PageDown',
    'Ctrl+Delete',
    'Alt+x',
    'Shift+F3'
  ])('SH8 %s stays with the field and the window', (keys) => {
    expect(press(keys)).toBeNull()
  })

  it('SH8 every key that the help tells of a sheet does something, and each is told once for what it does', () => {
    const told = gridKeys.flatMap(({ keys }) => keys)
    const doesNothing = told.filter((keys) => {
      const pressed = keys.replace('mod', 'Ctrl').replace('shift', 'Shift').replace('alt', 'Alt')
      return press(pressed) === null && press(pressed, true) === null
    })
    expect(doesNothing).toEqual([])
    // a cell that is edited has its own meaning of these
    const twice = told.filter((keys, at) => told.indexOf(keys) !== at)
    expect(twice.sort()).toEqual(['Enter', 'Escape', 'Tab', 'shift+Enter', 'shift+Tab'])
  })

  it('SH8 in a cell that is edited Enter, Tab and Escape end it, and everything else is the text’s', () => {
    expect(press('Enter', true)).toEqual({ kind: 'down', by: 1 })
    expect(press('Tab', true)).toEqual({ kind: 'next', by: 1 })
    expect(press('Shift+Tab', true)).toEqual({ kind: 'next', by: -1 })
    expect(press('Escape', true)).toEqual({ kind: 'cancel' })
    for (const keys of ['Alt+Enter', 'Ctrl+Enter', 'Shift+Enter'])
      expect(press(keys, true)).toEqual({ kind: 'line' })
    for (const keys of ['ArrowLeft', 'Delete', 'Home', 'Ctrl+a', 'Ctrl+d', 'F2'])
      expect(press(keys, true)).toBeNull()
  })

  it('SH8 arrows leave a cell that was typed into, and stay in one that was opened to be changed', () => {
    expect(press('ArrowRight', 'typed')).toEqual(move(0, 1))
    expect(press('Shift+ArrowRight', 'typed')).toBeNull()
    expect(press('ArrowRight', true)).toBeNull()
  })
})
