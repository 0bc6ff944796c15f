// @vitest-environment node
import { undo } from 'prosemirror-history'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { addSource } from '../../../../src/renderer/src/engines/page/parts/part-commands'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { samplesIn } from '../../../../src/renderer/src/features/library/samples'
import { withSamples } from '../../../../src/renderer/src/features/page/blocks/used-blocks'
import { placeOf } from '../page/pages'

const page = { path: contentPath('/harbour/web/docs/the library/cards.html'), title: 'Cards' }
const block = `<div class="cards  Wide" data-x='1'>
  <div><div><img src="./.cards/a%20b.png" alt=""><!-- kept --></div>
    <div>Words &amp; <B>more</B></div></div></div>`
const around = (inner: string) => `<body><main><div>${inner}</div></main></body>`

describe('samples of a block library', () => {
  it('VE18 each block of a page is one, with its bytes, and addresses that lead where they led', () => {
    const html = around(
      `<h2>Cards</h2>${block}<div class="hero"><div><div><a href="/about">x</a></div></div></div>
      <div class="library-metadata"><div><div>Name</div><div>Two cards</div></div><div><div>description</div><div>For lists</div></div></div>
      <div class="section-metadata"><div><div>style</div><div>dark</div></div></div>`
    )
    const samples = samplesIn(html, page)
    expect(samples.map(({ classes, title, about }) => [classes, title, about])).toEqual([
      ['cards  Wide', 'Two cards', 'For lists'],
      ['hero', 'Cards', 'For lists']
    ])
    expect(samples[0]?.source).toBe(
      block.replace('./.cards/a%20b.png', '/docs/the%20library/.cards/a%20b.png')
    )
    expect(samples[1]?.source).toBe('<div class="hero"><div><div><a href="/about">x</a></div></div></div>')
    expect(samplesIn('<p>no page</p>', page)).toEqual([])
  })

  it('VE18 VE1 VE4 added to a page it stands there with its bytes, no other byte changes, and undo takes it back', () => {
    const html = around('<p class=late >The first  ferry.</p><p id="x">Last</p>')
    const reading = readPage(html)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    const selection = TextSelection.create(reading.page, placeOf(reading.page, 'ferry'))
    const state = EditorState.create({ doc: reading.page, selection, plugins: [...pagePlugins()] })
    const run = (from: EditorState, command: Command) => {
      let next = from
      expect(command(from, (tr) => (next = from.apply(tr)))).toBe(true)
      next.doc.check()
      return next
    }
    const added = run(state, addSource(block))
    expect(writePage(added.doc)).toBe(html.replace('ferry.</p>', `ferry.</p>${block}`))
    expect(writePage(run(added, undo).doc)).toBe(html)
    const twice = writePage(run(added, addSource('<div class="a" id="x"><div><div>b</div></div></div>')).doc)
    expect(twice.match(/id="x"/g)).toHaveLength(1)
    expect(addSource('<div class="a">')(state)).toBe(false)
  })

  it('VE18 names that the library has are offered behind those that pages use', () => {
    const used = [
      { name: 'hero', forms: [{ classes: 'hero', pages: 2 }], pages: 2, columns: 1, example: page.path }
    ]
    const samples = samplesIn(
      around('<div class="hero"></div><div class="hero tall"></div><div class="tabs"></div>'),
      page
    )
    expect(withSamples(used, samples).map(({ name, forms }) => [name, forms])).toEqual([
      [
        'hero',
        [
          { classes: 'hero', pages: 2 },
          { classes: 'hero tall', pages: 0 }
        ]
      ],
      ['tabs', [{ classes: 'tabs', pages: 0 }]]
    ])
  })
})
