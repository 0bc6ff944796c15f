import { toggleMark } from 'prosemirror-commands'
import { Fragment, type Node as PageNode } from 'prosemirror-model'
import { NodeSelection, TextSelection, type EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { pageSchema } from '../../../src/common/formats/page/schema'
import { settled } from '../../../src/common/formats/page/settled'
import { writeTextBlock } from '../../../src/common/formats/page/text-block'
import { writeLine } from '../../../src/common/formats/page/units'
import { writePage } from '../../../src/common/formats/page/write'
import { replaceText } from '../../../src/renderer/src/engines/page/commands/lines'
import { edited, opened, takenBack, type Edit } from './edits'
import { anew, pageOf } from './pages'

/** What long random runs have found, each as small as it became. */

const around = (inside: string) => `<body>\n<main>\n<div>${inside}</div>\n</main>\n</body>\n`
const act = (kind: Edit['kind'], at: number, text = 'x'): Edit => ({ kind, at, length: 0, text })

function linked(state: EditorState, is: (node: PageNode) => boolean): EditorState {
  let at = -1
  state.doc.descendants((node, pos) => void (is(node) && (at = pos)))
  let next = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, at)))
  toggleMark(pageSchema.marks.link, { href: '/there' })(next, (tr) => (next = next.apply(tr)))
  return next
}

const isIsland = (node: PageNode) => node.type === pageSchema.nodes.inline_island

describe('VE2 VE4 small pages that were once written wrong', () => {
  it('VE2 an icon that becomes a link stays an icon', () => {
    const icon = '<span class="icon icon-ferry"></span>'
    const state = linked(opened(pageOf(around(`<p>by ${icon}</p>`))), isIsland)
    expect(writePage(state.doc)).toBe(around(`<p>by <a href="/there">${icon}</a></p>`))
    expect(writePage(anew(pageOf(writePage(state.doc))))).toBe(writePage(state.doc))
  })

  it('VE2 an anchor in words that become a link stands beside the link', () => {
    const state = linked(opened(pageOf(around('<p>by <a id="quay"></a></p>'))), isIsland)
    expect(writePage(state.doc)).toBe(around('<p>by <a id="quay"></a></p>'))
  })

  it('VE4 elements that lie over each other come back in their order when formatting that was taken off is back', () => {
    const source = around('<p><small><ins>harbour</ins></small> and quay</p>')
    for (const kind of ['code', 'clear'] as const) {
      const state = edited(opened(pageOf(source)), [{ ...act(kind, 0.1), length: 9 }, act('type', 0)])
      expect(writePage(state.doc)).not.toContain('<ins>harbour')
      expect(writePage(anew(takenBack(state).doc))).toBe(source)
    }
  })

  it('VE1 a line of an item that says nothing is not written, also behind another', () => {
    const source = around('<ul><li>Car deck</li><li>Sun deck</li></ul>')
    const state = edited(opened(pageOf(source)), [act('split', 0.95), act('joinBack', 0.97)])
    expect(writePage(state.doc)).toBe(source)
  })

  it('VE2 an item that is not taken apart is not joined into another one', () => {
    const source = around('<ul><li>one</li><li><a href="/x"><a href="/x">two</a></a></li></ul>')
    const state = edited(opened(pageOf(source)), [act('joinNext', 0.1)])
    expect(writePage(state.doc)).toBe(source)
  })

  it('VE2 VE4 an item that is not taken apart is not lost when the chosen items leave their list', () => {
    const source = around('<ul><li>&notaname; harbour </li><li><!-- between blocks --></li></ul>')
    const page = pageOf(source)
    const state = edited(opened(page), [
      { ...act('move', 0), length: 5 },
      act('numbers', 0),
      { ...act('numbers', 0), length: 3 },
      act('type', 0)
    ])
    expect(writePage(state.doc)).toContain('<li>&notaname; harbour </li>')
    expect(takenBack(state).doc.eq(page)).toBe(true)
  })

  it('VE12 an item goes into the one above it also where a list without items is left there', () => {
    const source = around('<ol><li>one<ol></ol></li><li>two</li></ol>')
    const state = edited(opened(pageOf(source)), [act('nest', 0.8)])
    expect(writePage(state.doc)).toBe(around('<ol><li>one<ol><li>two</li></ol></li></ol>'))
    expect(writePage(takenBack(state).doc)).toBe(source)
  })

  it('VE1 blanks that nobody sees stay where a word behind them is replaced', () => {
    const source = around('<a href="/x">harbour </a>\n    harbour ')
    const state = opened(pageOf(source))
    const at = state.doc.textContent.lastIndexOf('harbour') + 2
    expect(state.doc.textBetween(at, at + 7)).toBe('harbour')
    const quay = source.replace('    harbour', '    quay')
    expect(writePage(replaceText(state.tr, at, at + 7, 'quay').doc)).toBe(quay)
  })

  it('VE1 a word takes the element of the one that it replaces, also where the same lies around it', () => {
    const source = around('<i><br><i>harbour </i>harbour </i>harbour')
    const state = opened(pageOf(source))
    const at = 3
    expect(state.doc.textBetween(at, at + 7)).toBe('harbour')
    const replaced = replaceText(state.tr, at, at + 7, 'Zweiundvierzig').doc
    expect(writePage(replaced)).toBe(source.replace('harbour', 'Zweiundvierzig'))
  })

  it('VE2 blanks that are left alone in an element, part of them in another one, are blanks', () => {
    const source = around('<p>quay<strong CLASS=x> <em>x</em> </strong>harbour</p>')
    const state = opened(pageOf(source))
    const at = state.doc.textContent.indexOf('x') + 2
    expect(state.doc.textBetween(at, at + 1)).toBe('x')
    const { doc } = replaceText(state.tr, at, at + 1, ' ')
    expect(writePage(anew(pageOf(writePage(doc))))).toBe(writePage(doc))
    expect(writePage(doc)).toBe(around('<p>quay harbour</p>'))
  })

  it('VE2 an element with a class that lasts for a blank longer than another one lies around it', () => {
    const source = around('<p>ahrt <strong CLASS=x>é </strong>harbour</p>')
    let state = opened(pageOf(source))
    const at = 2
    state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at, at + 6)))
    toggleMark(pageSchema.marks.em)(state, (tr) => (state = state.apply(tr)))
    expect(writePage(state.doc)).toBe(
      around('<p><em>ahrt </em><strong CLASS=x><em>é</em> </strong>harbour</p>')
    )
    expect(anew(pageOf(writePage(state.doc))).textContent).toBe(state.doc.textContent)
  })

  it('VE2 a link that begins with a blank in formatting, and goes on behind it, lies around that', () => {
    const source = around(
      '<p><strong>at ten</strong><a href="/x" class="x"><strong> </strong>harbour</a></p>'
    )
    const page = pageOf(source)
    expect(writeLine(page.firstChild?.firstChild?.content ?? Fragment.empty)).toBe(
      '<strong>at ten</strong><a href="/x" class="x"><strong> </strong>harbour</a>'
    )
  })

  it('VE2 of two elements with a class that have a blank alone in common neither has it', () => {
    const { strong, em } = pageSchema.marks
    const [one, other] = [strong.create({ tag: '<b class=x>' }), em.create({ tag: '<i class=y>' })]
    const line = pageSchema.nodes.paragraph.create(null, [
      pageSchema.text('harbour', [one]),
      pageSchema.text(' ', [one, other]),
      pageSchema.text('quay', [other])
    ])
    const text = writeTextBlock(line, false)
    expect(text).toBe('<b class=x>harbour</b> <i class=y>quay</i>')
    const read = pageOf(around(`<p>${text ?? ''}</p>`)).firstChild?.firstChild
    expect(settled(line).content.eq(read?.content ?? Fragment.empty)).toBe(true)
  })

  it('VE1 a word is replaced as a whole, also where it has a letter in common with the old one', () => {
    const source = around('<a href="/x"><br></a><a href="/x">its harbour</a>')
    const state = opened(pageOf(source))
    const at = 3
    expect(state.doc.textBetween(at, at + 3)).toBe('its')
    expect(writePage(replaceText(state.tr, at, at + 3, 'Zweiundvierzig').doc)).toBe(
      source.replace('its', 'Zweiundvierzig')
    )
  })
})
