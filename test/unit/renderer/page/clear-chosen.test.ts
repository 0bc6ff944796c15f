import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { writePage } from '../../../../src/common/formats/page/write'
import { clear, crossesCells } from '../../../../src/renderer/src/engines/page/commands/clear-chosen'
import { splitLine } from '../../../../src/renderer/src/engines/page/commands/lines'
import { pageOf } from '../../page/pages'
import { placeOf } from './pages'

const block = (...rows: readonly (readonly string[])[]) =>
  `<div class="cards">${rows.map((cells) => `<div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`).join('')}</div>`
const around = (inside: string) => `<body>\n<main>\n<div>${inside}</div>\n</main>\n</body>\n`
const page = (before: string, blocked: string, behind: string) =>
  around(`<p>${before}</p><ul><li>item</li></ul>${blocked}<p>${behind}</p>`)
const whole = page('before', block(['a1', 'a2'], ['b1', 'b2']), 'behind')

function chosen(source: string, from: readonly [string, number], to: readonly [string, number]): EditorState {
  const doc = pageOf(source)
  const [start, end] = [from, to].map(([words, offset]) => placeOf(doc, words) + offset)
  return EditorState.create({ doc, selection: TextSelection.create(doc, start ?? 0, end) })
}

function cleared(...args: Parameters<typeof chosen>): string {
  let state = chosen(...args)
  expect(crossesCells(state)).toBe(true)
  expect(clear(state, (tr) => (state = state.apply(tr)))).toBe(true)
  state.doc.check()
  return writePage(state.doc)
}

describe('what is chosen across a part of a block', () => {
  it('VE5 from a line into a cell: the line and the cells lose the words that were chosen, the block stays', () => {
    expect(cleared(whole, ['before', 3], ['b1', 1])).toBe(
      around(`<p>bef</p>${block(['', ''], ['1', 'b2'])}<p>behind</p>`)
    )
  })

  it('VE5 from a cell to a line behind, and from cell to cell', () => {
    expect(cleared(whole, ['a2', 1], ['behind', 2])).toBe(
      page('before', block(['a1', 'a'], ['', '']), 'hind')
    )
    expect(cleared(whole, ['a1', 1], ['a2', 1])).toBe(
      page('before', block(['a', '2'], ['b1', 'b2']), 'behind')
    )
  })

  it('VE5 a block that lies between goes with the words around it', () => {
    const state = chosen(whole, ['before', 3], ['behind', 2])
    expect(crossesCells(state)).toBe(false)
    let next = state
    clear(state, (tr) => (next = state.apply(tr)))
    expect(writePage(next.doc)).toBe(around('<p>befhind</p>'))
  })

  it('VE5 the same in a table, and with Enter', () => {
    const table = '<table><tbody><tr><td>a1</td><td>a2</td></tr></tbody></table>'
    expect(cleared(page('before', table, 'behind'), ['before', 6], ['a2', 1])).toBe(
      around('<p>before</p><table><tbody><tr><td></td><td>2</td></tr></tbody></table><p>behind</p>')
    )
    let state = chosen(whole, ['before', 3], ['b1', 1])
    expect(splitLine(state, (tr) => (state = state.apply(tr)))).toBe(true)
    expect(writePage(state.doc)).toBe(around(`<p>bef</p><p></p>${block(['', ''], ['1', 'b2'])}<p>behind</p>`))
  })
})
