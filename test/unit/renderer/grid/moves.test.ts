import { describe, expect, it } from 'vitest'
import type { Selection, Spot } from '../../../../src/renderer/src/engines/grid/grid-state'
import { gridKey, type GridKey } from '../../../../src/renderer/src/engines/grid/keys'
import { moved, type Room } from '../../../../src/renderer/src/engines/grid/moves'
import { fc } from '../../../support/properties'

/** `x` is a filled cell. */
const room = (...lines: string[]): Room => ({
  rows: lines.length,
  columns: lines[0]?.length ?? 0,
  page: 3,
  filled: ({ row, column }) => lines[row]?.[column] === 'x'
})
const at = (row: number, column: number): Selection => ({
  anchor: { row, column },
  head: { row, column },
  kind: 'cells'
})
const key = (name: string, more: Partial<Record<'ctrl' | 'shift' | 'alt', boolean>> = {}): GridKey => {
  const meaning = gridKey({ key: name, ctrl: false, shift: false, alt: false, ...more }, false)
  if (!meaning) throw new Error(`${name} means nothing in the grid.`)
  return meaning
}
const place = ({ row, column }: Spot) => [row, column]
const headAfter = (from: Selection, pressed: GridKey, within: Room) => {
  const selection = moved(from, pressed, within)
  return selection && place(selection.head)
}

describe('where a key leads in the grid', () => {
  const sheet = room('xx.x', 'x...', 'x..x', '...x')

  it('SH8 arrows go cell by cell, stop at the edges, and from the first row up to the names', () => {
    expect(headAfter(at(1, 1), key('ArrowDown'), sheet)).toEqual([2, 1])
    expect(headAfter(at(3, 3), key('ArrowDown'), sheet)).toEqual([3, 3])
    expect(headAfter(at(3, 3), key('ArrowRight'), sheet)).toEqual([3, 3])
    expect(headAfter(at(0, 1), key('ArrowUp'), sheet)).toEqual([-1, 1])
    expect(headAfter(at(0, 1), key('ArrowUp', { shift: true }), sheet)).toEqual([0, 1])
  })

  it('SH8 with Ctrl they go to the end of what is filled, or on to the next filled cell, as in spreadsheets', () => {
    const far = { ctrl: true }
    expect(headAfter(at(0, 0), key('ArrowDown', far), sheet)).toEqual([2, 0])
    expect(headAfter(at(2, 0), key('ArrowDown', far), sheet)).toEqual([3, 0])
    expect(headAfter(at(0, 0), key('ArrowRight', far), sheet)).toEqual([0, 1])
    expect(headAfter(at(0, 1), key('ArrowRight', far), sheet)).toEqual([0, 3])
    expect(headAfter(at(3, 0), key('ArrowRight', far), sheet)).toEqual([3, 3])
    expect(headAfter(at(1, 2), key('ArrowUp', far), sheet)).toEqual([0, 2])
  })

  it('SH8 with Shift the anchor stays and the selection reaches to where the key leads', () => {
    const selection = moved(at(1, 1), key('ArrowDown', { shift: true }), sheet)
    expect(selection).toEqual({ anchor: { row: 1, column: 1 }, head: { row: 2, column: 1 }, kind: 'cells' })
    const further = selection && moved(selection, key('ArrowLeft', { shift: true, ctrl: true }), sheet)
    expect(further?.anchor).toEqual({ row: 1, column: 1 })
    expect(further?.head).toEqual({ row: 2, column: 0 })
  })

  it('SH8 Tab goes through the row and on to the next, and ends in the last cell; Shift+Tab comes back', () => {
    const next = key('Tab')
    const back = key('Tab', { shift: true })
    expect(headAfter(at(0, 3), next, sheet)).toEqual([1, 0])
    expect(headAfter(at(1, 0), back, sheet)).toEqual([0, 3])
    expect(headAfter(at(3, 3), next, sheet)).toEqual([3, 3])
    expect(headAfter(at(0, 0), back, sheet)).toEqual([0, 0])
  })

  it('SH8 pages, Home and End, with Ctrl the corners', () => {
    expect(headAfter(at(0, 2), key('PageDown'), sheet)).toEqual([3, 2])
    expect(headAfter(at(2, 2), key('PageUp'), sheet)).toEqual([0, 2])
    expect(headAfter(at(2, 2), key('Home'), sheet)).toEqual([2, 0])
    expect(headAfter(at(2, 2), key('End'), sheet)).toEqual([2, 3])
    expect(headAfter(at(2, 2), key('Home', { ctrl: true }), sheet)).toEqual([0, 0])
    expect(headAfter(at(1, 1), key('End', { ctrl: true }), sheet)).toEqual([3, 3])
  })

  it('SH8 the whole row, column and sheet are selected by key', () => {
    expect(moved(at(1, 2), key(' ', { shift: true }), sheet)?.kind).toBe('rows')
    expect(moved(at(1, 2), key(' ', { ctrl: true }), sheet)?.kind).toBe('columns')
    expect(moved(at(1, 2), key('a', { ctrl: true }), sheet)).toEqual({
      anchor: { row: 0, column: 0 },
      head: { row: 3, column: 3 },
      kind: 'cells'
    })
  })

  it('SH8 no key leads out of the sheet, wherever one is and whatever is filled', () => {
    const names = [
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
      'Home',
      'End',
      'Tab'
    ]
    const lines = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
      .chain(([rows, columns]) =>
        fc.array(
          fc
            .array(fc.constantFrom('x', '.'), { minLength: columns, maxLength: columns })
            .map((line) => line.join('')),
          { minLength: rows, maxLength: rows }
        )
      )
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.record({ name: fc.constantFrom(...names), ctrl: fc.boolean(), shift: fc.boolean() }), {
          maxLength: 30
        }),
        (drawn, presses) => {
          const within = room(...drawn)
          let selection = at(0, 0)
          for (const { name, ctrl, shift } of presses) {
            const meaning = gridKey({ key: name, ctrl, shift, alt: false }, false)
            selection = (meaning && moved(selection, meaning, within)) ?? selection
            for (const { row, column } of [selection.anchor, selection.head]) {
              expect(row).toBeGreaterThanOrEqual(-1)
              expect(row).toBeLessThan(within.rows)
              expect(column).toBeGreaterThanOrEqual(0)
              expect(column).toBeLessThan(within.columns)
            }
          }
        }
      )
    )
  })

  it('SH3 in a sheet without columns no key leads anywhere', () => {
    expect(
      moved(at(0, 0), key('ArrowDown'), { rows: 0, columns: 0, page: 3, filled: () => false })
    ).toBeNull()
  })
})
