// @vitest-environment node
import { EditorState } from 'prosemirror-state'
import { DecorationSet } from 'prosemirror-view'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import { findingMarks, markFindings } from '../../../../../src/renderer/src/engines/page/checks/finding-marks'
import { offsetOfPlace } from '../../../../../src/renderer/src/engines/page/places'
import { placeOf } from '../pages'
import { findingsIn, offsetOfFinding } from '../../../../../src/renderer/src/engines/page/checks/findings'

const html = `<body><main>
  <div><h1>Harbour</h1><p>Lorem <b>ipsum</b> dolor</p><pre>Lorem ipsum</pre><h2>Two</h2></div>
  <div><h4>Four</h4><h1>Again</h1><p><a href="/x"><img src="a.png" alt=""></a>
    <a href="/y">words <img src="b.png"></a> <img src="c.png" alt="c"></p>
    <div class="metadata"><div><div>title</div><div><h1>No</h1></div></div></div></div>
</main></body>`

function open(text: string): EditorState {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return EditorState.create({ doc: reading.page, plugins: [findingMarks()] })
}

describe('what a reader of a page would stumble over', () => {
  it('VE15 is found, and where it is in the page and in its source', () => {
    const state = open(html)
    const found = findingsIn(state.doc).map((one) => {
      const offset = offsetOfFinding(state, one)
      return [one.message, offset === null ? null : html.slice(offset, offset + 12)]
    })
    expect(found).toEqual([
      ['These words only fill the place.', 'Lorem <b>ips'],
      ['Heading 4 follows heading 2: a level is left out.', 'Four</h4><h1'],
      ['There is a heading 1 already: one says what the page is about.', 'Again</h1><p'],
      ['This link has no words: describe its picture.', '<a href="/x"'],
      ['The picture has no description.', '<img src="b.']
    ])
    expect(writePage(state.doc)).toBe(html)
  })

  it('VE15 is marked in the page that it was found in, and goes along with what is written', () => {
    let state = open(html)
    const { doc } = state
    const findings = findingsIn(doc)
    const look = () => markFindings(doc, findings)(state, (tr) => (state = state.apply(tr)))
    const marks = () => findingMarksOf(state)
    expect(look()).toBe(true)
    expect(look()).toBe(false)
    const before = marks()
    state = state.apply(state.tr.insertText('The ', 3))
    expect(marks()).toEqual(before.map((at) => at + 4))
    expect(look()).toBe(false)
    expect(findingsIn(state.doc)).toHaveLength(findings.length)
  })
})

function findingMarksOf(state: EditorState): number[] {
  const [plugin] = state.plugins
  const drawn = plugin?.props.decorations?.call(plugin, state)
  return drawn instanceof DecorationSet ? drawn.find().map(({ from }) => from) : []
}

describe('where a place of a page is in its source', () => {
  it('VE3 is the same within formatting and links as beside them', () => {
    const text =
      '<body><main><div><p>One <b>bold</b> and <a href="/x" rel=y>a link</a>.</p></div></main></body>'
    const state = open(text)
    for (const words of ['ne', 'ld', 'link', 'and'])
      expect(offsetOfPlace(state, placeOf(state.doc, words))).toBe(text.indexOf(words))
  })
})
