// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { entryAt, outlineOf } from '../../../../../src/renderer/src/features/page/outline/outline'
import { placeOf } from '../pages'

const html = `<body><main>
  <div><h1>Harbour</h1><p>Words</p><h2> </h2></div>
  <div><div class="cards wide"><div><div><h3>Card <em>one</em></h3></div></div></div>
  <div class="metadata"><div><div>title</div><div><h2>x</h2></div></div></div><h2>After</h2></div>
</main></body>`

function docOf(text: string) {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return reading.page
}

describe('the outline of a page', () => {
  it('VE15 has sections, headings with words and blocks in the order of the page, and no metadata', () => {
    const doc = docOf(html)
    const entries = outlineOf(doc)
    expect(entries.map(({ kind, text, level }) => `${kind} ${level} ${text}`)).toEqual([
      'section 0 1',
      'heading 1 Harbour',
      'section 0 2',
      'block 0 cards (wide)',
      'heading 3 Card one',
      'heading 2 After'
    ])
    for (const { kind, pos } of entries) expect(doc.nodeAt(pos)?.type.name).toBe(kind)
  })

  it('VE15 says where one is', () => {
    const doc = docOf(html)
    const entries = outlineOf(doc)
    expect(entries[entryAt(entries, placeOf(doc, 'Words'))]?.text).toBe('Harbour')
    expect(entries[entryAt(entries, placeOf(doc, 'one'))]?.text).toBe('Card one')
    expect(entryAt([], 3)).toBe(-1)
  })
})
