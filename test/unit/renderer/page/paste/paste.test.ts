import { history, redo, undo } from 'prosemirror-history'
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import { CellSelection } from '../../../../../src/renderer/src/engines/page/cells/cell-selection'
import {
  asTextInstead,
  makeLinks,
  makePlainSpaces,
  pasteNotices,
  pasteSaid
} from '../../../../../src/renderer/src/engines/page/clipboard/notice'
import { pasteText, pasteTransfer } from '../../../../../src/renderer/src/engines/page/clipboard/paste'
import { remotePictures } from '../../../../../src/renderer/src/engines/page/images/remote'
import { arriveInstead, pictures, wait } from '../../../../../src/renderer/src/engines/page/images/waiting'
import { partAt } from '../../../../../src/renderer/src/engines/page/parts/part-at'
import { placeOf } from '../pages'

const html = `<body>
  <main>
    <div data-x=1>
      <h1 id="harbour" class=big >Harbour</h1>
      <p class=late >The first  ferry leaves <a href=/six >at six</a>.</p>
      <ul>
        <li>one</li>
        <li >two</li>
      </ul>
      <pre><code>let a</code></pre>
      <div class="Cards_v2  wide">
        <div><div>Norderoog</div><div><p>Birds</p></div></div>
        <div><div>Hooge</div></div>
      </div>
      <p></p>
      <p>The end</p>
    </div>
    <div><p>Elsewhere</p></div>
  </main>
</body>
`

/** A page that takes what is dispatched. */
class Target {
  state: EditorState
  constructor(text = html) {
    const reading = readPage(text)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    this.state = EditorState.create({ doc: reading.page, plugins: [history(), pasteNotices(), pictures()] })
  }
  readonly dispatch = (tr: EditorState['tr']) => {
    this.state = this.state.apply(tr)
    this.state.doc.check()
  }
  get text(): string {
    return writePage(this.state.doc)
  }
  /** The caret so many letters behind the beginning of these words. */
  at(words: string, behind = 0): this {
    return this.choose(words, behind, behind)
  }
  choose(words: string, from = 0, to = words.length): this {
    const { doc, tr } = this.state
    const start = placeOf(doc, words)
    this.dispatch(tr.setSelection(TextSelection.create(doc, start + from, start + to)))
    return this
  }
  inEmptyLine(): this {
    const { doc, tr } = this.state
    this.dispatch(tr.setSelection(TextSelection.create(doc, placeOf(doc, 'The end') - 2)))
    return this
  }
  paste(htmlText: string, text = ''): this {
    pasteTransfer(this, { html: htmlText, text, files: [] }, false)
    return this
  }
  undo(): this {
    undo(this.state, this.dispatch)
    return this
  }
  /** Words typed where the caret is now. */
  type(words: string): this {
    this.dispatch(this.state.tr.insertText(words))
    return this
  }
}

const tight = (source: string) => source.replace(/>\s+</g, '><')

describe('where a paste goes', () => {
  it('VE6 words without a line of their own go into the line, and no other byte changes', () => {
    const page = new Target().at('ferry').paste('<b>early</b> ')
    expect(page.text).toBe(html.replace('ferry leaves', '<strong>early</strong>ferry leaves'))
    expect(page.undo().text).toBe(html)
  })

  it('VE6 several lines divide the line that they are pasted into, which keeps its source on both sides', () => {
    const page = new Target().at('ferry').paste('<p>early.</p><h2>Late</h2><p>The second </p>').type('|')
    expect(tight(page.text)).toBe(
      tight(
        html.replace('The first  ferry', 'The first  early.</p><h2>Late</h2><p class=late >The second|ferry')
      )
    )
    expect(page.undo().undo().text).toBe(html)
  })

  it('VE6 what is pasted at the end of a heading leaves the heading as it is', () => {
    const page = new Target().at('Harbour', 7).paste('<p> of Holm</p><p>New</p>')
    expect(tight(page.text)).toBe(tight(html.replace('>Harbour</h1>', '>Harbourof Holm</h1><p>New</p>')))
    expect(page.undo().text).toBe(html)
  })

  it('VE6 in the middle of a heading its id stays with the first part', () => {
    const page = new Target().at('Harbour', 3).paste('<p>x</p><p>y</p>')
    expect(tight(page.text)).toContain(
      '<h1 id="harbour" class=big >Harx</h1><p>y</p><h1 class=big >bour</h1>'
    )
    expect(page.undo().text).toBe(html)
  })

  it('VE6 an empty line goes, and what is pasted stands in its place', () => {
    const page = new Target().inEmptyLine().paste('<h2>New</h2><ul><li>a</li></ul>')
    expect(page.text).toBe(
      html.replace('<p></p>\n', '<h2>New</h2>\n      <ul>\n        <li>a</li>\n      </ul>\n')
    )
    expect(page.undo().text).toBe(html)
  })

  it('VE6 lines that are pasted into an item become items, and a list is continued', () => {
    const page = new Target()
      .at('one', 3)
      .paste('<ul><li> more</li><li>and<ul><li>deep</li></ul></li></ul>')
      .type('|')
    expect(tight(page.text)).toBe(
      tight(html.replace('<li>one</li>', '<li>onemore</li><li>and|<ul><li>deep</li></ul></li>'))
    )
    const text = new Target().at('two', 3).paste('', '1\n\n2')
    expect(tight(text.text)).toContain('<li >two1</li><li>2</li>')
    expect(text.undo().text).toBe(html)
  })

  it('VE6 in code everything is text with its line ends', () => {
    const page = new Target().at('let a', 5).paste('<p><b>x</b></p>', 'x\r\n  y\t1')
    expect(page.text).toBe(html.replace('let a', 'let ax\n  y\t1'))
    expect(page.undo().text).toBe(html)
  })

  it('VE6 words that are pasted inside of a link are part of it', () => {
    expect(new Target().at('at six', 3).paste('', 'half ').text).toContain('<a href=/six >at half')
    expect(new Target().at('at six', 3).paste('<i>half</i>').text).toContain(
      '<a href=/six >at <em>half</em>six</a>'
    )
  })

  it('VE6 a block that is pasted into a cell is the table that it was', () => {
    const block = '<table><tr><td colspan=2>Cards</td></tr><tr><td>a</td><td>b</td></tr></table><p>z</p>'
    const page = new Target().at('Birds', 5).paste(block)
    expect(tight(page.text)).toContain('<tbody><tr><td>cards</td></tr><tr><td>a</td><td>b</td></tr></tbody>')
    expect(page.undo().text).toBe(html)
  })

  it('VE6 sections of a document divide the section that they are pasted into', () => {
    const word = '<p class=MsoNormal>A</p><p class=MsoNormal>---</p><p class=MsoNormal>B</p>'
    const page = new Target().at('The end', 4).paste(word).type('|')
    expect(tight(page.text)).toContain('<p>The A</p></div><div><p>B|end</p></div><div><p>Elsewhere')
    expect(page.text).toContain('<div data-x=1>')
    expect(page.undo().undo().text).toBe(html)
  })

  it('VE6 VE5 cells of a spreadsheet fill the cells from the chosen one on, and are a table elsewhere', () => {
    const sheet =
      '<google-sheets-html-origin><table data-sheets-root="1"><tr><td>a</td><td><b>b</b></td></tr><tr><td>c</td><td>d</td></tr></table>'
    const page = new Target().at('Birds').paste(sheet, 'a\tb\nc\td')
    expect(tight(page.text)).toContain(
      '<div><div>Norderoog</div><div>a</div><div><strong>b</strong></div></div><div><div>Hooge</div><div>c</div><div>d</div></div></div>'
    )
    expect(page.undo().text).toBe(html)
    const table = new Target().inEmptyLine().paste(sheet, 'a\tb\nc\td')
    expect(tight(table.text)).toContain(
      '<div class="table"><div><div>a</div><div><strong>b</strong></div></div>'
    )
    const text = new Target().at('Hooge').paste('', 'a\tb')
    expect(tight(text.text)).toContain('<div><div>a</div><div>b</div></div></div>')
  })

  it('VE6 an address over words makes them a link, and only they change', () => {
    const page = new Target().choose('first  ferry'.replace('  ', ' ')).paste('', 'https://a.example/x?y=1&z')
    expect(page.text).toBe(
      html.replace('first  ferry', '<a href="https://a.example/x?y=1&amp;z">first  ferry</a>')
    )
    expect(page.undo().text).toBe(html)
    const mail = new Target()
      .choose('end')
      .paste('<a href="mailto:mira@example.com">mira@example.com</a>', 'mira@example.com')
    expect(mail.text).toContain('The <a href="mailto:mira@example.com">end</a>')
    expect(new Target().choose('end').paste('', 'two words').text).toContain('<p>The two words</p>')
  })

  it('VE6 one paste is one step, and what was typed before and after are others', () => {
    const page = new Target()
      .at('The end', 7)
      .type(' before')
      .paste('<p>pasted</p><p>lines</p>')
      .type(' after')
    expect(page.text).toContain('lines after')
    expect(page.undo().text).toContain('<p>lines</p>')
    expect(tight(page.undo().text)).toBe(tight(html.replace('The end', 'The end before')))
    expect(page.undo().text).toBe(html)
    redo(page.state, page.dispatch)
    redo(page.state, page.dispatch)
    expect(page.text).toContain('<p>lines</p>')
  })

  it('VE6 text keeps its line breaks, and Markdown becomes what it says', () => {
    const page = new Target().inEmptyLine().paste('', 'one\ntwo\n\n# no heading')
    expect(tight(page.text)).toContain('<p>one<br>two</p><p># no heading</p>')
    const markdown = new Target().inEmptyLine().paste('', '# Title\n\n- a\n- b')
    expect(tight(markdown.text)).toContain('<h1>Title</h1><ul><li>a</li><li>b</li></ul>')
    const asText = new Target().inEmptyLine()
    pasteText(asText, '# Title\n\n- a\n- b')
    expect(tight(asText.text)).toContain('<p># Title</p><p>- a<br>- b</p>')
  })
})

describe('what is said after a paste', () => {
  const word =
    '<p class=MsoNormal>a&nbsp;b <img src="https://a.example/x.png"><img src="file:///C:/y.png"></p><p class=MsoNormal><b>c</b></p>'

  it('VE6 it tells where it came from, what is on other servers, and what did not come along', () => {
    const page = new Target().inEmptyLine().paste(word, 'a b\n\nc')
    expect(pasteSaid(page.state)).toMatchObject({
      origin: 'word',
      remote: 1,
      lost: 1,
      spaces: 1,
      text: 'a b\n\nc'
    })
    page.undo()
    expect(pasteSaid(page.state)).toBeNull()
    expect(pasteSaid(new Target().inEmptyLine().paste('<p>plain words</p>', 'plain words').state)).toBeNull()
  })

  it('VE6 it can be had as text instead, in one step to take back', () => {
    const page = new Target().inEmptyLine().paste(word, 'a b\n\nc')
    expect(asTextInstead(page, pasteText)).toBe(true)
    expect(tight(page.text)).toContain('<p>a b</p><p>c</p>')
    expect(page.text).not.toContain('<strong>')
    expect(page.undo().text).toBe(html)
    const typed = new Target().inEmptyLine().paste(word, 'a b').type('x')
    expect(asTextInstead(typed, pasteText)).toBe(false)
  })

  it('VE6 blanks that do not break are made plain ones when a person says so', () => {
    const page = new Target().inEmptyLine().paste(word, 'a b\n\nc')
    expect(page.text).toContain('a&nbsp;b')
    expect(makePlainSpaces(page)).toBe(true)
    expect(page.text).toContain('<p>a b <img')
    expect(pasteSaid(page.state)).toMatchObject({ spaces: 0 })
    expect(page.undo().text).toContain('a&nbsp;b')
    expect(page.undo().text).toBe(html)
  })

  it('VE6 a picture on another server is made a link to it when a person says so', () => {
    const page = new Target()
      .inEmptyLine()
      .paste(
        '<p>x <img src="https://a.example/x.png" alt="A boat"></p><p><img src="https://a.example/y.png"> z</p><p><img src="/z.png"></p>'
      )
    expect(pasteSaid(page.state)).toMatchObject({ remote: 2 })
    expect(makeLinks(page)).toBe(true)
    expect(tight(page.text)).toContain(
      '<p>x <a href="https://a.example/x.png">A boat</a></p><p><a href="https://a.example/y.png">https://a.example/y.png</a> z</p><p><img src="/z.png"></p>'
    )
    expect(pasteSaid(page.state)).toMatchObject({ remote: 0 })
    expect(makeLinks(page)).toBe(false)
    expect(page.undo().text).toContain('<img src="https://a.example/x.png" alt="A boat">')
    expect(page.undo().text).toBe(html)
  })

  it('VE6 VE29 it counts what is left, whatever came, was taken away, or was brought back', () => {
    const page = new Target()
      .inEmptyLine()
      .paste(
        '<p>a&nbsp;b <img src="https://a.example/x.png"> <img src="https://a.example/y.png"> <img src="https://a.example/z.png"></p>'
      )
    expect(pasteSaid(page.state)).toMatchObject({ remote: 3, spaces: 1 })
    const [first, second] = remotePictures(page.state.doc)
    for (const [id, picture] of [first, second].entries())
      wait({
        id,
        at: picture?.at ?? 0,
        dom: document.createElement('span'),
        replaces: true,
        instead: picture?.url ?? ''
      })(page.state, page.dispatch)
    arriveInstead([
      { id: 0, url: './.home/x.png' },
      { id: 1, url: './.home/y.png' }
    ])(page.state, page.dispatch)
    expect(page.text).toContain('<img src="./.home/y.png">')
    expect(pasteSaid(page.state)).toMatchObject({ remote: 1, spaces: 1 })
    page.undo()
    expect(pasteSaid(page.state)).toMatchObject({ remote: 3 })
    const [last] = remotePictures(page.state.doc).slice(-1)
    page.dispatch(page.state.tr.delete(last?.at ?? 0, (last?.at ?? 0) + 1))
    expect(pasteSaid(page.state)).toMatchObject({ remote: 2, spaces: 1 })
  })

  it('VE6 a picture that lies in the clipboard is handed over with its place, and never stands in the page', () => {
    const page = new Target().inEmptyLine()
    const placed = pasteTransfer(
      page,
      { html: '<p>a<img src="data:image/png;base64,AAAA" alt="dot">b</p><p>c</p>', text: '', files: [] },
      false
    )
    expect(page.text).not.toMatch(/data:|galley-held/)
    expect(tight(page.text)).toContain('<p>ab</p><p>c</p>')
    expect(placed).toMatchObject([
      { at: placeOf(page.state.doc, 'ab') + 1, file: { type: 'image/png', size: 3 } }
    ])
    expect(page.undo().text).toBe(html)
  })
})

describe('files in the clipboard', () => {
  const file = new File(['x'], 'x.png', { type: 'image/png' })
  it('VE6 a picture of the words that a spreadsheet adds is left out; one alone is given', () => {
    const words = new Target().inEmptyLine()
    expect(
      pasteTransfer(words, { html: '<table><tr><td>a</td></tr></table>', text: 'a', files: [file] }, false)
    ).toEqual([])
    expect(words.text).toContain('<td>a</td>')
    const picture = new Target().inEmptyLine()
    const html = '<img src="https://a.example/x.png">'
    expect(pasteTransfer(picture, { html, text: '', files: [file] }, false)).toEqual([
      { at: picture.state.selection.from, file }
    ])
    expect(picture.text).not.toContain('a.example')
  })
})

describe('a hostile paste', () => {
  const hostile: readonly (readonly [name: string, html: string])[] = [
    ['5 MB of markup', '<p><b>x</b></p>'.repeat(350_000)],
    ['5 MB of words', `<p>${'word '.repeat(1_000_000)}</p>`],
    ['100,000 cells', `<table>${`<tr>${'<td>x</td>'.repeat(100)}</tr>`.repeat(1_000)}</table>`],
    [
      'a cell that says that it covers a million',
      `<table>${'<tr><td colspan=1000 rowspan=65534>x</td></tr>'.repeat(50)}</table>`
    ],
    ['10,000 levels', '<div>'.repeat(10_000) + 'x'],
    ['formatting that is never closed', '<p><b><i><u>x'.repeat(5_000)]
  ]
  it.each(hostile)('VE6 %s is refused in a sentence, soon, and nothing changes', (_, source) => {
    const page = new Target().inEmptyLine()
    const begin = performance.now()
    page.paste(source, '')
    expect(performance.now() - begin).toBeLessThan(4_000)
    expect(pasteSaid(page.state)).toMatchObject({
      refused: expect.stringContaining('more than a page can hold')
    })
    expect(page.text).toBe(html)
  })

  it('VE6 nothing that runs is pasted', () => {
    const page = new Target()
      .inEmptyLine()
      .paste(
        '<p onclick=x()>a<script>evil()</script><a href="java&#9;script:evil()">b</a><a href=" data:text/html,x">c</a><img src=x onerror=evil()><svg><script>evil()</script></svg><style>p{}</style></p><iframe srcdoc="<script>evil()</script>"></iframe>'
      )
    expect(page.text).not.toMatch(/evil|script|onerror|onclick|data:|style/)
    expect(page.text).toContain('<p>abc<img src="x"></p>')
  })
})

describe('what was copied here', () => {
  it('VE6 a selection of another kind is replaced as one expects', () => {
    const page = new Target().at('Norderoog')
    const cell = partAt(page.state, ['cell'])
    const range = cell && CellSelection.between(page.state.doc, cell.pos, cell.pos)
    if (range) page.dispatch(page.state.tr.setSelection(range))
    page.paste('<p>x</p><p>y</p>')
    expect(tight(page.text)).toContain('<div><div><p>x</p><p>y</p></div><div><p>Birds</p></div></div>')
    expect(page.undo().text).toBe(html)
    const block = new Target().at('Hooge')
    const part = partAt(block.state, ['block'])
    if (part) block.dispatch(block.state.tr.setSelection(NodeSelection.create(block.state.doc, part.pos)))
    block.paste('<p>x</p><p>y</p>')
    expect(block.text).not.toContain('Hooge')
    expect(tight(block.text)).toContain('</pre><p>x</p><p>y</p><p></p><p>The end')
    expect(block.undo().text).toBe(html)
  })
})
