import { EditorState, NodeSelection, TextSelection, type Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { afterEach, describe, expect, it } from 'vitest'
import { readPastedHtml } from '../../../../../src/common/formats/page/paste'
import { pageSchema } from '../../../../../src/common/formats/page/schema'
import { writePage } from '../../../../../src/common/formats/page/write'
import { copy, keptIn } from '../../../../../src/renderer/src/engines/page/clipboard/copy'
import { partAt } from '../../../../../src/renderer/src/engines/page/parts/part-at'
import { pageOf } from '../../../page/pages'
import { placeOf } from '../pages'

const block = `<div class="Cards_v2  wide">
        <div><div>Hooge <b>x</b></div><div><p>Houses</p><p>two</p></div></div>
        <div><div><img src="/a.png" alt="A"></div></div>
      </div>`
const html = `<body><main>
    <div>
      <h2 id="a">Harbour</h2>
      <p>One<br>two &amp; three</p>
      <ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>
      ${block}
      <x-widget a=1>inside</x-widget>
    </div>
    <div><p>Next</p></div>
</main></body>`

const views: EditorView[] = []
afterEach(() => views.splice(0).forEach((view) => view.destroy()))

/** What lies in the clipboard when this was copied. */
function copied(choose: (state: EditorState) => Selection): { html: string; text: string } {
  const state = EditorState.create({ doc: pageOf(html) })
  const view = new EditorView(document.createElement('div'), {
    state: state.apply(state.tr.setSelection(choose(state)))
  })
  views.push(view)
  const held = new Map<string, string>()
  const clipboardData = {
    clearData: () => held.clear(),
    setData: (type: string, value: string) => void held.set(type, value)
  }
  const event = new Event('copy', { cancelable: true })
  copy(view, Object.assign(event, { clipboardData }) as unknown as ClipboardEvent)
  return {
    html: (held.get('text/html') ?? '').replace(/ data-galley-page="[^"]*"/, ''),
    text: held.get('text/plain') ?? ''
  }
}

const words =
  (from: string, to = from) =>
  (state: EditorState) =>
    TextSelection.create(state.doc, placeOf(state.doc, from), placeOf(state.doc, to) + to.length)
const part = (at: string, kind: string) => (state: EditorState) => {
  const found = partAt(state.apply(state.tr.setSelection(words(at)(state))), [kind])
  return NodeSelection.create(state.doc, found?.pos ?? 0)
}

describe('what is copied', () => {
  it('VE6 words of a cell are words, and not a table', () => {
    expect(copied(words('Houses'))).toEqual({ html: '<div><p>Houses</p></div>', text: 'Houses' })
  })

  it('VE6 lines, lists and headings are what other programs call so', () => {
    const { html, text } = copied(words('Harbour', 'c'))
    expect(html).toBe(
      '<div><h2>Harbour</h2><p>One<br>two &amp; three</p><ul><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li></ol></li></ul></div>'
    )
    expect(text).toContain('One\ntwo & three')
  })

  it('VE6 a block is a table that is named, which another window reads as the block again', () => {
    const { html } = copied(part('Hooge', 'block'))
    expect(html).toContain('<td colspan="2">Cards_v2 (wide)</td>')
    expect(html).toContain('<img src="/a.png" alt="A">')
    const read = readPastedHtml(html.replace('<div>', '<div data-galley-page="other">'))
    expect(read.origin).toBe('galley')
    const { nodes } = pageSchema
    const page = nodes.doc.create(
      { head: '', tail: '' },
      nodes.section.create(null, [...read.sections.flat()])
    )
    expect(writePage(page)).toBe(
      `<div>${block.replace('<b>x</b>', '<strong>x</strong>').replace(/>\s+</g, '><')}</div>`
    )
  })

  it('VE6 sections stay sections in another window, and what is not understood is its words', () => {
    const { html } = copied((state) =>
      TextSelection.create(state.doc, placeOf(state.doc, 'Houses'), placeOf(state.doc, 'Next') + 4)
    )
    expect(html).toContain('<hr data-galley-section="">')
    expect(html).toContain('<p>inside</p>')
    expect(readPastedHtml(html.replace('<div>', '<div data-galley-page="other">')).sections).toHaveLength(2)
  })

  it('VE6 only what was copied last here is taken for it', () => {
    expect(keptIn('<p data-galley-page="forged">x</p>')).toBeNull()
  })
})
