// @vitest-environment node
import { history, undo } from 'prosemirror-history'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import {
  metadataBlock,
  placeOfValue,
  rowsOf,
  withoutRow,
  withRow,
  withValue,
  type MetadataOf
} from '../../../../../src/renderer/src/features/page/metadata/rows'
import { placeOf } from '../pages'

const rows = [
  `<div>
          <div>Title</div>
          <div>The  Harbour &ndash; home</div>
        </div>`,
  `<div data-x=1 ><div><p>tags</p></div><div><ul><li>a</li><li>b</li></ul></div></div>`,
  `<div><div>og:image</div><div><img src="/media/quay.jpg" alt=""></div></div>`,
  `<div><div>author</div></div>`
] as const
const metadata = `<div class="Metadata">
        ${rows.join('\n        ')}
      </div>`
const page = (block: string) => `<body>
  <main>
    <div>
      <h1>Harbour</h1>
      <div class="section-metadata"><div><div>style</div><div>quiet</div></div></div>
    </div>
    <div>
      <p>The end</p>
      ${block}
    </div>
  </main>
</body>
`
const html = page(metadata)

function open(text = html): EditorState {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return EditorState.create({ doc: reading.page, plugins: [history()] })
}

const fields = (state: EditorState, of: MetadataOf = 'page') => {
  const block = metadataBlock(state, of)
  return block ? rowsOf(block.node) : []
}

function after(state: EditorState, change: Transaction | null): EditorState {
  if (!change) throw new Error('Nothing was changed.')
  const next = state.apply(change)
  next.doc.check()
  return next
}

const text = ({ doc }: EditorState): string => writePage(doc)

/** The first bytes again, after one step back. */
function expectUndone(state: EditorState, before = html): void {
  let back = state
  undo(state, (tr) => (back = state.apply(tr)))
  expect(text(back)).toBe(before)
}

describe('metadata of a page', () => {
  it('VE15 rows are read in their order, whatever they hold', () => {
    expect(fields(open()).map(({ key, name, value, isPlain }) => [key, name, value, isPlain])).toEqual([
      ['Title', 'title', 'The Harbour – home', true],
      ['tags', 'tags', 'a, b', false],
      ['og:image', 'og:image', '/media/quay.jpg', false],
      ['author', 'author', '', true]
    ])
  })

  it('VE15 a value is written, and no other byte changes', () => {
    const state = open()
    const next = after(state, withValue(state, 'page', { index: 0, name: 'title' }, 'The Harbour – at home'))
    expect(text(next)).toBe(html.replace('The  Harbour &ndash; home', 'The  Harbour &ndash; at home'))
    expectUndone(next)
    expect(withValue(state, 'page', { index: 0, name: 'title' }, 'The Harbour – home')).toBeNull()
  })

  it('VE15 signs of two halves, and signs of HTML, are written as they are', () => {
    const state = open()
    const once = after(state, withValue(state, 'page', { index: 0, name: 'title' }, 'a 🚢 & <b>'))
    const twice = after(once, withValue(once, 'page', { index: 0, name: 'title' }, 'a 🚣 & <b>'))
    expect(fields(twice)[0]?.value).toBe('a 🚣 & <b>')
    expect(text(twice)).toContain('<div>a 🚣 &amp; &lt;b&gt;</div>')
  })

  it('VE15 a row without a second cell gets one when something is filled in', () => {
    const state = open()
    const next = after(state, withValue(state, 'page', { index: 3, name: 'author' }, 'Mira'))
    expect(text(next)).toBe(html.replace('<div>author</div>', '<div>author</div><div>Mira</div>'))
    expectUndone(next)
  })

  it('VE15 an emptied row stays, what is more than words is not written over, a row that is another one by now neither', () => {
    const state = open()
    const next = after(state, withValue(state, 'page', { index: 0, name: 'title' }, ''))
    expect(fields(next)).toHaveLength(4)
    expect(withValue(state, 'page', { index: 1, name: 'tags' }, 'x')).toBeNull()
    expect(withValue(state, 'page', { index: 0, name: 'tags' }, 'x')).toBeNull()
    expect(withValue(state, 'page', { index: 9, name: 'tags' }, 'x')).toBeNull()
  })

  it('VE15 a new row is laid out like the last one', () => {
    const block = `<div class="metadata">\n        ${rows[0]}\n      </div>`
    const state = open(page(block))
    const next = after(state, withRow(state, 'page', 'robots', 'noindex'))
    const made = rows[0].replace('Title', 'robots').replace('The  Harbour &ndash; home', 'noindex')
    expect(text(next)).toBe(page(`<div class="metadata">\n        ${rows[0]}\n        ${made}\n      </div>`))
    expectUndone(next, page(block))
  })

  it('VE15 without metadata its block comes at the end of the last section, laid out like its neighbours', () => {
    const bare = html.replace(`\n      ${metadata}`, '')
    const state = open(bare)
    const next = after(state, withRow(state, 'page', 'title', 'Home'))
    expect(text(next)).toBe(
      bare.replace(
        '<p>The end</p>',
        `<p>The end</p>
      <div class="metadata">
        <div>
          <div>title</div>
          <div>Home</div>
        </div>
      </div>`
      )
    )
    expectUndone(next, bare)
  })

  it('VE15 a row is removed with nothing else, and the block with its last one', () => {
    const state = open()
    const next = after(state, withoutRow(state, 'page', { index: 1, name: 'tags' }))
    expect(text(next)).toBe(html.replace(`\n        ${rows[1]}`, ''))
    expectUndone(next)
    const inSection = state.apply(
      state.tr.setSelection(TextSelection.create(state.doc, placeOf(state.doc, 'Harbour')))
    )
    const empty = after(inSection, withoutRow(inSection, 'section', { index: 0, name: 'style' }))
    expect(text(empty)).not.toContain('section-metadata')
    expect(fields(empty, 'section')).toEqual([])
  })

  it('VE15 of a section it is the one that the caret is in', () => {
    const state = open()
    const at = (words: string) =>
      state.apply(state.tr.setSelection(TextSelection.create(state.doc, placeOf(state.doc, words))))
    expect(fields(at('Harbour'), 'section').map(({ value }) => value)).toEqual(['quiet'])
    expect(fields(at('The end'), 'section')).toEqual([])
    const next = after(at('The end'), withRow(at('The end'), 'section', 'style', 'dark'))
    expect(text(next)).toContain('<div class="section-metadata">')
    const place = placeOfValue(at('Harbour'), 'section', 0)
    expect(place !== null && state.doc.resolve(place).parent.textContent).toBe('quiet')
  })
})
