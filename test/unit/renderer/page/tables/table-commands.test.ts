// @vitest-environment node
import { closeHistory, history, undo } from 'prosemirror-history'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { readsBack } from '../../../../../src/common/formats/page/settled'
import { writePage } from '../../../../../src/common/formats/page/write'
import { duplicatePart, movePart } from '../../../../../src/renderer/src/engines/page/parts/part-commands'
import {
  addTableColumn,
  addTableRow,
  deleteTable,
  deleteTableColumn,
  deleteTableRow,
  insertTable,
  nextTableCell,
  toggleHeaderRow
} from '../../../../../src/renderer/src/engines/page/tables/table-commands'
import { placeOf } from '../pages'

const bare = `<table border=1 >
        <tr><td>a1</td><td>b1</td></tr>
        <tr id=r ><td>a2</td><td class=x >b2 <b>x</b></td><td>c2</td></tr>
      </table>`
const full = `<table><thead><tr><th>H1<th>H2</thead><tbody>
        <tr><td>m1<td>n1
        <tr><td>m2<td></tbody></table>`
const page = (...content: readonly string[]) =>
  `<body><main>\n    <div>\n      ${content.join('\n      ')}\n    </div>\n</main></body>`
const html = page('<p>Before</p>', bare, full, '<p></p>')

function open(text = html): EditorState {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return EditorState.create({ doc: reading.page, plugins: [history()] })
}

const at = (state: EditorState, words: string): EditorState =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, placeOf(state.doc, words))))

function after(state: EditorState, command: Command): EditorState {
  let next: EditorState | null = null
  command(state, (tr) => (next = state.apply(closeHistory(tr))))
  if (!next) throw new Error('The command could not be done.')
  const made: EditorState = next
  made.doc.check()
  expect(readsBack(made.doc)).toBe(true)
  let back = made
  undo(made, (tr) => (back = made.apply(tr)))
  if (!made.doc.eq(state.doc)) expect(text(back)).toBe(text(state))
  return made
}

const text = ({ doc }: EditorState): string => writePage(doc)
const chosen = ({ doc, selection }: EditorState) => doc.textBetween(selection.from, selection.to)

describe('tables of the text', () => {
  it('VE16 VE1 a table without a body of its own is edited, and keeps its bytes', () => {
    const state = open()
    expect(text(state)).toBe(html)
    const typed = state.apply(state.tr.insertText('!', placeOf(state.doc, 'a2')))
    expect(text(typed)).toBe(html.replace('a2', '!a2'))
  })

  it.each([
    '<table><tr><td colspan=2>a</td></tr></table>',
    '<table><tbody><tr><td rowspan="2">a</td></tr></tbody></table>',
    '<table><caption>c</caption><tr><td>a</td></tr></table>',
    '<table><td>a</table>',
    '<table><tr><td>a</td></tr><!-- x --><tbody><tr><td>b</td></tr></tbody><tr><td>c</td></tr></table>',
    '<table></table>',
    '<table>\n</table>',
    '<table><tr></tr>\n<tr><td><table><tr><td>in</td></tr></table></td></tr></table>'
  ])('VE16 VE1 %s is written as it was', (table) => {
    expect(text(open(page(table)))).toBe(page(table))
  })

  it('VE16 one with cells over several columns stays as it is written', () => {
    const { doc } = open(page('<table><tbody><tr><td colspan=2>a</td></tr></tbody></table>'))
    expect(doc.firstChild?.firstChild?.type.name).toBe('island')
  })

  it('VE16 a row is added and deleted, and no byte around it changes', () => {
    const added = after(at(open(), 'a1'), addTableRow('after'))
    const one = '<tr><td>a1</td><td>b1</td></tr>'
    expect(text(added)).toBe(html.replace(one, `${one}\n        <tr><td></td><td></td></tr>`))
    expect(text(after(added, deleteTableRow))).toBe(html)
    const above = after(at(open(), 'a1'), addTableRow('before'))
    expect(text(above)).toBe(html.replace(one, `<tr><td></td><td></td></tr>\n        ${one}`))
  })

  it('VE16 behind the heads comes a row of the body', () => {
    const added = after(at(open(), 'H1'), addTableRow('after'))
    expect(text(added)).toBe(
      html.replace('</thead><tbody>', '</thead><tbody>\n        <tr><td></td><td></td></tr>')
    )
  })

  it('VE16 a column is added and deleted in rows of any length', () => {
    const added = after(at(open(), 'b2'), addTableColumn('after'))
    expect(text(added)).toBe(
      html
        .replace('<td>b1</td>', '<td>b1</td><td></td>')
        .replace('<td class=x >b2 <b>x</b></td>', '<td class=x >b2 <b>x</b></td><td></td>')
    )
    expect(text(after(added, deleteTableColumn))).toBe(html)
    const third = after(at(open(), 'c2'), deleteTableColumn)
    expect(text(third)).toBe(html.replace('<td>c2</td>', ''))
    const first = after(at(open(), 'H1'), addTableColumn('before'))
    expect(text(first)).toContain('<th></th><th>H1<th>H2')
  })

  it('VE16 the table goes with its last row, and with its last column', () => {
    const single = page('<p>x</p>', '<table><tr><td>a</td></tr></table>')
    for (const command of [deleteTableRow, deleteTableColumn, deleteTable])
      expect(text(after(at(open(single), 'a'), command))).toBe(page('<p>x</p>'))
  })

  it('VE16 a part goes with its last row', () => {
    expect(text(after(at(open(), 'H1'), deleteTableRow))).toBe(
      html.replace('<thead><tr><th>H1<th>H2</thead>', '')
    )
  })

  it('VE16 the first row becomes one of heads and back, by the names of its tags alone', () => {
    const heads = after(at(open(), 'b2'), toggleHeaderRow)
    expect(text(heads)).toBe(html.replace('<td>a1</td><td>b1</td>', '<th>a1</th><th>b1</th>'))
    expect(text(after(heads, toggleHeaderRow))).toBe(html)
  })

  it('VE16 Tab goes through the cells and makes a row behind the last; Shift+Tab goes back', () => {
    const second = after(at(open(), 'a1'), nextTableCell(1))
    expect(chosen(second)).toBe('b1')
    expect(chosen(after(second, nextTableCell(-1)))).toBe('a1')
    expect(text(after(at(open(), 'm2'), nextTableCell(1)))).toBe(html)
    const made = after(at(open(), 'c2'), nextTableCell(1))
    expect(text(made)).toContain('<tr><td></td><td></td><td></td></tr>')
    expect(nextTableCell(1)(at(open(), 'Before'))).toBe(false)
  })

  it('VE16 a table is added in the place of an empty line, laid out like the page', () => {
    const state = open()
    let empty = -1
    state.doc.descendants((node, pos) => {
      if (node.isTextblock && node.content.size === 0) empty = pos + 1
    })
    const there = state.apply(state.tr.setSelection(TextSelection.create(state.doc, empty)))
    const next = after(there, insertTable(2, 2))
    const typed = next.apply(next.tr.insertText('Head'))
    expect(text(typed)).toContain(`<table>
        <thead>
          <tr>
            <th>Head</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td></td>
            <td></td>
          </tr>
        </tbody>
      </table>`)
    expect(insertTable(2, 2)(at(open(), 'a1'))).toBe(false)
  })

  it('VE16 VE5 rows of a table are moved and duplicated with their bytes', () => {
    const [one, two] = [
      '<tr><td>a1</td><td>b1</td></tr>',
      bare.slice(bare.indexOf('<tr id'), bare.lastIndexOf('\n'))
    ]
    const moved = after(at(open(), 'a1'), movePart(1))
    expect(text(moved)).toBe(html.replace(`${one}\n        ${two}`, `${two}\n        ${one}`))
    const twice = after(at(open(), 'a1'), duplicatePart)
    expect(text(twice)).toBe(html.replace(one, `${one}\n        ${one}`))
  })
})
