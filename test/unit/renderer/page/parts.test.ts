// @vitest-environment node
import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { blockTitle, classesOf } from '../../../../src/renderer/src/engines/page/block-names'
import { nextCell } from '../../../../src/renderer/src/engines/page/cells/cell-keys'
import { CellSelection, cellsOf } from '../../../../src/renderer/src/engines/page/cells/cell-selection'
import {
  addBlock,
  addCell,
  addRow,
  addSection,
  deleteCell,
  deletePart,
  deleteRow,
  deleteSection,
  duplicatePart,
  leaveBlock,
  leaveFromEmptyLine,
  movePart
} from '../../../../src/renderer/src/engines/page/parts/part-commands'
import { partAt } from '../../../../src/renderer/src/engines/page/parts/part-at'
import { selectInSteps } from '../../../../src/renderer/src/engines/page/parts/select-in-steps'
import { placeOf } from './pages'

const rows = [
  `<div><div>Norderoog</div><div><p>Birds</p></div></div>`,
  `<div><div>Langeness</div></div>`,
  `<div><div>Hooge</div><div>Houses</div><div>Wide</div></div>`
] as const
const block = `<div class="Cards_v2  wide">
        ${rows.join('\n        ')}
      </div>`
const first = `<div>
      <h1 id="harbour">Harbour</h1>
      <p class=late >The first  ferry.</p>
    </div>`
const second = `<div data-x=1>
      ${block}
      <p>The end</p>
    </div>`
const page = (...sections: readonly string[]) =>
  `<body>\n  <main>\n    ${sections.join('\n    ')}\n  </main>\n</body>\n`
const html = page(first, second)

function open(text = html): EditorState {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return EditorState.create({ doc: reading.page })
}

const at = (state: EditorState, words: string): EditorState =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, placeOf(state.doc, words))))

function chosen(state: EditorState, kind: string): EditorState {
  const part = partAt(state, [kind])
  if (!part) throw new Error(`The caret is in no ${kind}.`)
  return state.apply(state.tr.setSelection(NodeSelection.create(state.doc, part.pos)))
}

function after(state: EditorState, ...commands: readonly Command[]): EditorState {
  return commands.reduce((now, command) => {
    const made: EditorState[] = []
    command(now, (tr) => made.push(now.apply(tr)))
    const [next] = made
    if (!next) throw new Error('The command could not be done.')
    next.doc.check()
    return next
  }, state)
}

const text = ({ doc }: EditorState): string => writePage(doc)
/** Without the blanks between two tags. */
const tight = (source: string): string => source.replace(/>\s+</g, '><')

describe('parts of a page', () => {
  it('VE5 a row moves with its bytes, and rows of other lengths stay as they are', () => {
    const state = after(at(open(), 'Langeness'), movePart(1))
    expect(text(state)).toBe(html.replace(`${rows[1]}\n        ${rows[2]}`, `${rows[2]}\n        ${rows[1]}`))
    expect(state.selection.$from.parent.textContent).toBe('Langeness')
    expect(text(after(state, movePart(-1)))).toBe(html)
  })

  it('VE5 a row does not leave its block', () => {
    expect(movePart(1)(at(open(), 'Hooge'))).toBe(false)
    expect(movePart(-1)(at(open(), 'Norderoog'))).toBe(false)
  })

  it('VE5 a block moves over the edge of its section, with the bytes that it had', () => {
    const state = after(chosen(at(open(), 'Langeness'), 'block'), movePart(-1))
    expect(text(state)).toContain(block)
    expect(text(state).indexOf(block)).toBeLessThan(text(state).indexOf('data-x=1'))
    expect(text(after(state, movePart(1)))).toBe(html)
  })

  it('VE5 a section moves as a whole', () => {
    const state = after(chosen(at(open(), 'The end'), 'section'), movePart(-1))
    expect(text(state)).toBe(page(second, first))
  })

  it('VE5 a line of a section moves, and no other byte changes', () => {
    const state = after(at(open(), 'Harbour'), movePart(1))
    expect(text(state)).toBe(
      html.replace(
        `<h1 id="harbour">Harbour</h1>\n      <p class=late >The first  ferry.</p>`,
        `<p class=late >The first  ferry.</p>\n      <h1 id="harbour">Harbour</h1>`
      )
    )
  })

  it('VE5 a block is duplicated as it is written', () => {
    const state = after(chosen(at(open(), 'Langeness'), 'block'), duplicatePart)
    expect(text(state)).toBe(html.replace(block, `${block}\n      ${block}`))
  })

  it('VE5 a row is duplicated, the caret goes along', () => {
    const state = after(at(open(), 'Langeness'), duplicatePart)
    expect(text(state)).toBe(html.replace(rows[1], `${rows[1]}\n        ${rows[1]}`))
    expect(state.selection.from).toBeGreaterThan(placeOf(state.doc, 'Langeness') + 10)
  })

  it('VE5 a new row has the cells of the one beside it', () => {
    const state = after(at(open(), 'Birds'), addRow('after'))
    expect(tight(text(state))).toBe(
      tight(html.replace(rows[0], `${rows[0]}<div><div></div><div><p></p></div></div>`))
    )
    expect(tight(text(after(at(open(), 'Hooge'), addRow('before'))))).toContain(
      '<div><div></div><div></div><div></div></div>'
    )
  })

  it('VE5 a cell is added to its row alone, and deleted from it', () => {
    const state = after(at(open(), 'Langeness'), addCell)
    expect(text(state)).toBe(html.replace(rows[1], '<div><div>Langeness</div><div></div></div>'))
    expect(text(after(state, deleteCell))).toBe(html)
  })

  it('VE5 a row that is deleted leaves the others as they are, and the last one takes its block along', () => {
    const one = after(at(open(), 'Langeness'), deleteRow)
    expect(text(one)).toBe(html.replace(`\n        ${rows[1]}`, ''))
    const none = after(at(after(at(one, 'Hooge'), deleteRow), 'Birds'), deleteRow)
    expect(text(none)).toBe(html.replace(`\n      ${block}`, ''))
  })

  it('VE5 a deleted block or section takes nothing else along', () => {
    expect(text(after(at(open(), 'Birds'), deletePart(['block'])))).toBe(html.replace(`\n      ${block}`, ''))
    expect(text(after(at(open(), 'Harbour'), deleteSection))).toBe(page(second))
  })

  it('VE2 the last section is emptied and stays', () => {
    const state = after(at(open(page(first)), 'Harbour'), deleteSection)
    expect(state.doc.childCount).toBe(1)
    expect(state.doc.firstChild?.type.name).toBe('section')
  })

  it('VE5 a new section and a new block stand behind what the caret is in', () => {
    const state = after(at(open(), 'Harbour'), addSection)
    expect(text(state)).toBe(html.replace(first, `${first}\n    <div>\n      <p></p>\n    </div>`))
    const withBlock = after(state, addBlock('hero', 1, 2))
    expect(text(withBlock)).toMatch(
      /<div class="hero">\s*<div>\s*<div><p><\/p><\/div>\s*<div><p><\/p><\/div>/
    )
    expect(withBlock.selection.$from.parent.type.name).toBe('paragraph')
  })

  it('VE7 Tab goes through the cells, and makes a row behind the last one', () => {
    const state = after(at(open(), 'Birds'), nextCell(1))
    expect(state.selection.$from.parent.textContent).toBe('Langeness')
    expect(after(state, nextCell(-1)).selection.$from.parent.textContent).toBe('Birds')
    const more = after(at(open(), 'Wide'), nextCell(1))
    expect(tight(text(more))).toBe(
      tight(html.replace(rows[2], `${rows[2]}<div><div></div><div></div><div></div></div>`))
    )
  })

  it('VE7 Control and Enter goes behind the block, onto a line that is there', () => {
    const state = after(at(open(), 'Birds'), leaveBlock)
    expect(state.selection.$from.parent.textContent).toBe('The end')
    expect(text(state)).toBe(html)
  })

  it('VE7 Enter on an empty last line leaves the block, and takes the line along', () => {
    const before = at(open(html.replace('<p>Birds</p>', '<p>Birds</p><p></p>')), 'Birds')
    const empty = before.apply(
      before.tr.setSelection(TextSelection.create(before.doc, before.selection.$from.after() + 1))
    )
    const state = after(empty, leaveFromEmptyLine)
    expect(text(state)).toBe(html)
    expect(state.selection.$from.parent.textContent).toBe('The end')
    expect(leaveFromEmptyLine(at(open(), 'Birds'))).toBe(false)
  })

  it('VE7 what is chosen grows in steps: line, cell, block, section, page', () => {
    const wider: string[] = []
    let state = at(open(html.replace('<p>Birds</p>', '<p>Birds</p><p>Eggs</p>')), 'Birds')
    for (let step = 0; step < 5; step++) {
      state = after(state, selectInSteps)
      const { selection } = state
      wider.push(
        selection instanceof NodeSelection
          ? selection.node.type.name
          : selection.content().content.textBetween(0, selection.content().content.size, ' ')
      )
    }
    expect(wider.slice(0, 4)).toEqual(['Birds', 'Birds Eggs', 'block', 'section'])
    expect(state.selection.to - state.selection.from).toBe(state.doc.content.size)
    expect(selectInSteps(state)).toBe(false)
  })

  it('VE5 a range of cells is emptied without a cell that goes', () => {
    const state = open()
    const found = partAt(at(state, 'Birds'), ['block'])
    const cells = found ? cellsOf(found) : []
    const cell = (row: number, column: number) =>
      cells.find(({ place }) => place.row === row && place.column === column)?.pos ?? -1
    const range = CellSelection.between(state.doc, cell(0, 1), cell(2, 1))
    expect(range?.rows().map((row) => row.map(({ textContent }) => textContent))).toEqual([
      ['Birds'],
      ['Houses']
    ])
    if (!range) return
    const { tr } = state
    tr.setSelection(range).deleteSelection()
    expect(writePage(tr.doc)).toBe(
      html.replace('<p>Birds</p>', '<p></p>').replace('<div>Houses</div>', '<div></div>')
    )
  })

  it('VE5 names and variants are kept as they are spelled, unless somebody writes others', () => {
    expect(blockTitle(' Cards_v2  wide ')).toBe('Cards_v2 (wide)')
    expect(classesOf('Cards_v2 (wide)', 'Cards_v2  wide')).toBe('Cards_v2  wide')
    expect(classesOf('Cards_v2 (wide, very dark)', 'Cards_v2  wide')).toBe('Cards_v2 wide very-dark')
    expect(classesOf('hero', 'cards')).toBe('hero')
    expect(classesOf(' (wide)', 'cards')).toBeNull()
  })
})
