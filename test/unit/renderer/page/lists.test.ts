// @vitest-environment node
import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { writePage } from '../../../../src/common/formats/page/write'
import { deleteBack, deleteOn } from '../../../../src/renderer/src/engines/page/commands/joins'
import { splitLine, turnInto } from '../../../../src/renderer/src/engines/page/commands/lines'
import {
  liftItem,
  liftOut,
  nestItem,
  toList,
  toQuote
} from '../../../../src/renderer/src/engines/page/commands/lists'
import { addRule, breakLine, splitSection } from '../../../../src/renderer/src/engines/page/commands/pieces'
import { placeOf } from './pages'

const page = (...lines: readonly string[]) =>
  `<body>\n  <main>\n    <div data-x=1>\n      ${lines.join('\n      ')}\n    </div>\n  </main>\n</body>\n`
const list = (...items: readonly string[]) =>
  `<ul class=a >\n        ${items.join('\n        ')}\n      </ul>`
const items = ['<li>one</li>', '<li data-i=2>two  words</li>', '<li>three</li>'] as const
const html = page('<h2>Head</h2>', list(...items), '<p>The end</p>')

function open(source: string, words: string, offset = 0): EditorState {
  const reading = readPage(source)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const at = placeOf(reading.page, words) + offset
  return EditorState.create({ doc: reading.page, selection: TextSelection.create(reading.page, at) })
}

function after(state: EditorState, ...commands: readonly Command[]): EditorState {
  return commands.reduce((now, command) => {
    let next = now
    expect(command(now, (tr) => (next = now.apply(tr)))).toBe(true)
    next.doc.check()
    return next
  }, state)
}

const text = ({ doc }: EditorState): string => writePage(doc)

describe('lists, lines and rules of a page', () => {
  it('VE12 Tab puts an item into the one above it, and Shift+Tab brings it back with its bytes', () => {
    const nested = after(open(html, 'two'), nestItem)
    expect(text(nested)).toBe(
      page(
        '<h2>Head</h2>',
        list('<li>one<ul><li data-i=2>two  words</li></ul></li>', items[2]),
        '<p>The end</p>'
      )
    )
    expect(text(after(nested, liftItem))).toBe(html)
  })

  it('VE12 Tab on the first item changes nothing and stays in the list; outside of lists it is not taken', () => {
    expect(text(after(open(html, 'one'), nestItem))).toBe(html)
    expect(nestItem(open(html, 'The end'))).toBe(false)
    expect(liftItem(open(html, 'The end'))).toBe(false)
  })

  it('VE12 Shift+Tab on an item of the outermost list makes it a line between two lists', () => {
    const lifted = after(open(html, 'two'), liftItem)
    expect(text(lifted).replace(/\s+/g, ' ')).toContain('</ul> <p>two  words</p> <ul'.replace(/\s+/g, ' '))
  })

  it('VE12 Enter on an empty nested item lifts it', () => {
    const nested = after(open(html, 'three', 5), splitLine, nestItem, splitLine)
    expect(text(nested)).toContain('<li>three</li>\n        <li></li>')
  })

  it('VE12 a quote stands where its line stood, and lifted out of it the line has its bytes again', () => {
    const quoted = after(open(html, 'The end'), toQuote)
    expect(text(quoted)).toBe(html.replace('<p>The end</p>', '<blockquote><p>The end</p></blockquote>'))
    expect(text(after(quoted, liftOut))).toBe(html)
  })

  it('VE12 Enter on an empty line ends the quote that it is in; what stands behind it stays a quote', () => {
    const quoted = page('<blockquote class=q ><p>one</p><p>two</p></blockquote>')
    expect(text(after(open(quoted, 'two', 3), splitLine, splitLine))).toBe(
      page('<blockquote class=q ><p>one</p><p>two</p></blockquote>', '<p></p>')
    )
    const between = after(open(quoted, 'one', 3), splitLine, splitLine)
    expect(text(between).replace(/\s+/g, ' ')).toContain(
      '<p>one</p></blockquote> <p></p> <blockquote class=q ><p>two</p></blockquote>'
    )
  })

  it('VE12 Backspace before an item takes it out of its list, and then joins it to the words before', () => {
    const back = (state: EditorState) => after(state, deleteBack)
    const out = back(open(html, 'two'))
    expect(text(out).replace(/\s+/g, ' ')).toContain('<li>one</li> </ul> <p>two words</p> <ul')
    expect(text(back(out)).replace(/\s+/g, ' ')).toContain('<li>onetwo words</li> </ul> <ul')
    const first = back(open(html, 'one'))
    expect(text(first).replace(/\s+/g, ' ')).toContain('</h2> <p>one</p> <ul')
    const quoted = page('<p>a</p>', '<blockquote><p>one</p></blockquote>')
    expect(text(back(open(quoted, 'one')))).toBe(page('<p>a</p>', '<p>one</p>'))
    expect(text(back(open(html, 'Head')))).toBe(html.replace(/h2>/g, 'p>'))
  })

  it('VE12 the button of a list or a quote takes the chosen lines out of it again', () => {
    const unlisted = after(open(html, 'two'), toList(pageSchema.nodes.bullet_list))
    expect(text(unlisted).replace(/\s+/g, ' ')).toContain('<li>one</li> </ul> <p>two words</p> <ul')
    expect(text(after(unlisted, toList(pageSchema.nodes.bullet_list)))).toContain('two  words</li>')
    expect(text(after(open(html, 'The end'), toQuote, toQuote))).toBe(html)
  })

  it('VE12 Delete behind an item joins the words of the next one, or of the line behind the list', () => {
    expect(text(after(open(html, 'one', 3), deleteOn))).toContain('<li>onetwo words</li>')
    expect(text(after(open(html, 'three', 5), deleteOn))).toContain('<li>threeThe end</li>')
  })

  it('VE2 what is not taken apart is chosen first, and deleted then', () => {
    const source = page('<p>one</p>', '<!-- kept -->', '<p>two</p>')
    const chosen = after(open(source, 'two'), deleteBack)
    expect(chosen.selection).toBeInstanceOf(NodeSelection)
    expect(text(chosen)).toBe(source)
    expect(after(open(source, 'one', 3), deleteOn).selection).toBeInstanceOf(NodeSelection)
    expect(text(after(chosen, deleteBack))).toBe(page('<p>one</p>', '<p>two</p>'))
  })

  it('VE12 a line break, a line across the page and a new section leave all other bytes', () => {
    expect(text(after(open(html, 'end'), breakLine))).toBe(html.replace('The end', 'The <br>end'))
    expect(text(after(open(html, 'Head'), addRule))).toBe(
      html.replace('</h2>', '</h2>\n      <hr>\n      <p></p>')
    )
    expect(text(after(open(html, 'The end'), splitSection))).toBe(
      html
        .replace('      <p>The end</p>', '    </div>\n    <div>\n      <p>The end</p>')
        .replace(/ +\n {4}<\/div>/, '    </div>')
    )
  })

  it('VE12 VE2 a line with a picture does not become code, which could not hold it', () => {
    const source = page('<p>See <img src="./a.png" alt="A"> this</p>', '<p>and<br>that</p>')
    expect(turnInto(pageSchema.nodes.code_block)(open(source, 'See'))).toBe(false)
    expect(text(after(open(source, 'and'), turnInto(pageSchema.nodes.code_block)))).toContain(
      '<pre><code>and\nthat</code></pre>'
    )
  })
})
