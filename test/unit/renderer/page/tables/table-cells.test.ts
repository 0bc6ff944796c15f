import { closeHistory, history, undo } from 'prosemirror-history'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readsBack } from '../../../../../src/common/formats/page/settled'
import { writePage } from '../../../../../src/common/formats/page/write'
import { CellSelection } from '../../../../../src/renderer/src/engines/page/cells/cell-selection'
import { extendCells, leaveCells } from '../../../../../src/renderer/src/engines/page/cells/cell-keys'
import { cellAt } from '../../../../../src/renderer/src/engines/page/cells/grid'
import { pasteNotices } from '../../../../../src/renderer/src/engines/page/clipboard/notice'
import { pasteTransfer } from '../../../../../src/renderer/src/engines/page/clipboard/paste'
import { deleteBack } from '../../../../../src/renderer/src/engines/page/commands/joins'
import { pageOf } from '../../../page/pages'
import { placeOf } from '../pages'

const table = `<table border=1 ><thead><tr><th>Day</th><th>Birds</th></tr></thead>
        <tbody>
          <tr><td>Mon</td><td class=x >12 <b>gulls</b></td></tr>
          <tr><td>Tue</td><td>7</td></tr>
        </tbody></table>`
const block = '<div class="Cards"><div><div>one</div><div><p>two</p></div></div></div>'
const html = `<body><main>
    <div>
      ${table}
      ${block}
      <p>end</p>
    </div>
</main></body>`

class Page {
  state = EditorState.create({ doc: pageOf(html), plugins: [history(), pasteNotices()] })
  readonly dispatch = (tr: EditorState['tr']) => {
    this.state = this.state.apply(tr)
    this.state.doc.check()
    expect(readsBack(this.state.doc)).toBe(true)
  }
  get text(): string {
    return writePage(this.state.doc)
  }
  at(words: string): this {
    const { doc, tr } = this.state
    this.dispatch(closeHistory(tr.setSelection(TextSelection.create(doc, placeOf(doc, words)))))
    return this
  }
  cell(words: string): number {
    return cellAt(new Page().at(words).state)?.pos ?? -1
  }
  choose(from: string, to: string): this {
    const chosen = CellSelection.between(this.state.doc, this.cell(from), this.cell(to))
    if (!chosen) throw new Error('Not the cells of one table.')
    this.dispatch(this.state.tr.setSelection(chosen))
    return this
  }
  run(command: Command): this {
    if (!command(this.state, this.dispatch)) throw new Error('The command could not be done.')
    return this
  }
  paste(text: string, htmlText = ''): this {
    pasteTransfer(this, { html: htmlText, text, files: [] }, false)
    return this
  }
  undone(): string {
    undo(this.state, this.dispatch)
    return this.text
  }
  chosen(): readonly (readonly string[])[] {
    const { selection } = this.state
    if (!(selection instanceof CellSelection)) return []
    return selection.rows().map((row) => row.map(({ textContent }) => textContent))
  }
}

describe('ranges of cells in tables of the text', () => {
  it('VE5 VE16 cells are chosen across the parts of a table, and with Shift and the arrows', () => {
    expect(new Page().choose('Day', 'gulls').chosen()).toEqual([
      ['Day', 'Birds'],
      ['Mon', '12 gulls']
    ])
    const page = new Page().choose('Tue', 'Tue').run(extendCells('right')).run(extendCells('up'))
    page.run(extendCells('up'))
    expect(page.chosen()).toEqual([
      ['Day', 'Birds'],
      ['Mon', '12 gulls'],
      ['Tue', '7']
    ])
    expect(page.run(leaveCells).state.selection.$from.parent.textContent).toBe('Birds')
    const { doc } = page.state
    expect(CellSelection.between(doc, page.cell('Day'), page.cell('one'))).toBeNull()
  })

  it('VE5 VE16 VE1 a range is emptied: no cell goes, no byte beside it changes, and one undo brings it back', () => {
    const page = new Page().choose('Birds', '7').run(deleteBack)
    expect(page.text).toBe(
      html.replace('<th>Birds', '<th>').replace('12 <b>gulls</b>', '').replace('<td>7', '<td>')
    )
    expect(page.undone()).toBe(html)
  })

  it('VE5 VE6 VE16 cells of a spreadsheet fill cells, and make the rows and columns that are missing', () => {
    const page = new Page().at('7').paste('8\tterns\n9\tgeese')
    expect(page.text).toBe(
      html
        .replace('<th>Birds</th>', '<th>Birds</th><th></th>')
        .replace('<b>gulls</b></td>', '<b>gulls</b></td><td></td>')
        .replace(
          '<td>7</td></tr>',
          '<td>8</td><td>terns</td></tr>\n          <tr><td></td><td>9</td><td>geese</td></tr>'
        )
    )
    expect(page.undone()).toBe(html)
    const sheet = '<table><tr><td>a</td><td>b</td></tr></table>'
    expect(new Page().choose('Mon', '7').paste('a\tb', sheet).text).toBe(
      html.replace('Mon', 'a').replace('12 <b>gulls</b>', 'b')
    )
  })

  it('VE5 VE6 what is copied of a table goes into a block, and of a block into a table, cell by cell', () => {
    const page = new Page().choose('Mon', 'gulls')
    const slice = page.state.selection.content()
    expect(slice.content.firstChild?.type.name).toBe('table')
    const cells = '<table><tbody><tr><td>Mon</td><td>12 <b>gulls</b></td></tr></tbody></table>'
    expect(page.at('one').paste('', cells).text).toContain('<div>Mon</div>')
    expect(new Page().choose('one', 'two').state.selection.content().content.firstChild?.type.name).toBe(
      'block'
    )
  })
})
