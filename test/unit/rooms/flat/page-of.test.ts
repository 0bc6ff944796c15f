import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { mendOf } from '../../../../src/common/formats/page/mend'
import { FlatPage } from '../../../../src/common/rooms/flat/flat-page'
import { pageOf, type Run } from '../../../../src/common/rooms/flat/page-of'
import { fc } from '../../../support/properties'
import { runs } from '../../page/markup'

const shown = (text: readonly Run[]) =>
  pageOf({ runs: text, settings: new Map(), head: '<main>', tail: '</main>' }).root.node

const block = (t: string, d: number, more: object = {}): Run => ({ insert: { t, d, ...more } })

describe('RT3 any text is a page', () => {
  it.each<[string, readonly Run[], string]>([
    ['letters alone', [{ insert: 'x' }], 'doc(section(paragraph("x")))'],
    ['a line without a section', [block('paragraph', 0), { insert: 'x' }], 'doc(section(paragraph("x")))'],
    [
      'a cell without a row',
      [block('section', 0), block('block', 1), block('cell', 2), block('cell', 2)],
      'doc(section(block(row(cell, cell))))'
    ],
    [
      'a row without a block',
      [block('section', 0), block('row', 1), block('row', 1)],
      'doc(section(block(row, row)))'
    ],
    [
      'an item without a list',
      [block('section', 0), block('list_item', 1), { insert: 'x' }],
      'doc(section(bullet_list(list_item(paragraph("x")))))'
    ],
    [
      'letters in a list',
      [block('section', 0), block('ordered_list', 1), { insert: 'x' }],
      'doc(section(ordered_list(list_item(paragraph("x")))))'
    ],
    [
      'letters behind a rule',
      [block('section', 0), block('hr', 1), { insert: 'x' }, block('hr', 1)],
      'doc(section(hr, paragraph("x"), hr))'
    ],
    [
      'a block in a line',
      [block('section', 0), block('paragraph', 1), { insert: 'x' }, block('block', 2)],
      'doc(section(paragraph("x"), block))'
    ],
    [
      'a block in a cell',
      [block('section', 0), block('block', 1), block('row', 2), block('cell', 3), block('block', 4)],
      'doc(section(block(row(cell)), block))'
    ],
    [
      'a picture in code',
      [block('section', 0), block('code_block', 1), { insert: 'x' }, { insert: { t: 'image', url: '/a' } }],
      'doc(section(paragraph("x", image)))'
    ],
    ['a marker that says nothing', [{ insert: { d: 4 } }, { insert: 'x' }], 'doc(section(paragraph("x")))'],
    [
      'a kind of the future',
      [block('section', 0), block('video', 1, { raw: '<video></video>' }), { insert: 'x' }],
      'doc(section(island, paragraph("x")))'
    ],
    [
      'something in a line of the future',
      [block('section', 0), block('paragraph', 1), { insert: { t: 'chip', raw: '<wbr>' } }],
      'doc(section(paragraph(inline_island)))'
    ],
    [
      'half a letter',
      [block('section', 0), block('paragraph', 1), { insert: 'x\ud83d' }],
      'doc(section(paragraph("x\ufffd")))'
    ]
  ])('RT3 %s', (_, text, page) => {
    const node = shown(text)
    node.check()
    expect(node.toString()).toBe(page)
  })

  it('RT3 a row without a name is of columns', () => {
    expect(shown([block('row', 0)]).firstChild?.firstChild?.attrs['classes']).toBe('columns')
  })

  it('RT3 a cell that stands behind a row that was put between is shown in the row that it was made in', () => {
    const text = [
      block('section', 0),
      block('block', 1),
      block('row', 2, { i: 'a' }),
      block('cell', 3),
      { insert: 'old' }
    ]
    const between = [block('row', 2, { i: 'b' }), block('cell', 3), { insert: 'between' }]
    const node = shown([...text, ...between, block('cell', 3, { r: 'a' }), { insert: 'new' }])
    expect(node.toString()).toBe(
      'doc(section(block(row(cell(paragraph("old")), cell(paragraph("new"))), row(cell(paragraph("between"))))))'
    )
  })

  const json = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      7,
      1e9,
      Number.MAX_SAFE_INTEGER,
      '',
      'x',
      [],
      {},
      { lead: 3 },
      { open: '<p' },
      { x: 1, y: 'a' }
    )
  )
  const kinds =
    'doc text section block row cell paragraph heading bullet_list ordered_list list_item blockquote code_block hr table table_part table_row table_cell island image hard_break inline_island video __proto__ constructor'
  const member = fc.constantFrom(
    't',
    'd',
    'i',
    's',
    'r',
    'o',
    'level',
    'classes',
    'raw',
    'url',
    'focal',
    'bare',
    'start',
    'header',
    'tag',
    'alt'
  )
  const embed = fc.tuple(
    fc.constantFrom(...kinds.split(' ')),
    fc.integer({ min: -2, max: 9 }),
    fc.dictionary(member, json, { maxKeys: 3 })
  )
  const run = fc.oneof(
    fc
      .tuple(
        fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }),
        fc.dictionary(fc.constantFrom('strong', 'em', 'link', 'wrap:<mark>', 'wrap:<x', 'code', 'y'), json, {
          maxKeys: 2
        })
      )
      .map(([insert, attributes]) => ({ insert, attributes })),
    embed.map(([t, d, more]) => ({ insert: { t, d, ...more } })),
    fc.dictionary(member, json).map((insert) => ({ insert }))
  )

  it('RT3 whatever a text holds, it is a page in which all of its letters stand, and which reads back', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 30 }), (text) => {
        const node = shown(text)
        node.check()
        const letters = text.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')
        expect(node.textContent.length).toBe(letters.length)
        expect(node.textContent.replaceAll('\ufffd', '')).toBe(letters.replace(/\p{Surrogate}|\ufffd/gu, ''))
        expect(mendOf(node).kind).not.toBe('broken')
      }),
      { numRuns: runs(300) }
    )
  })

  it('RT3 a document that holds things which are no page is one all the same, and is written to', () => {
    const doc = new Y.Doc()
    const text = doc.getText('page')
    text.insertEmbed(0, new Y.Map())
    text.insert(1, 'x')
    text.insertEmbed(2, { t: 'section', d: 5000 })
    text.insertEmbed(3, { t: 'paragraph', d: 1e300 })
    doc.getMap('set').set('no id', { a: 1 })
    doc.getMap('head').set('head', 7)
    const flat = new FlatPage(doc)
    flat.page.check()
    expect(flat.page.textContent).toBe('x')
    flat.edit(flat.page.copy(flat.page.content.append(flat.page.content)))
    expect(flat.page.textContent).toBe('xx')
  })

  it('RT3 blocks in each other without an end are cut to what can be read', () => {
    const deep = Array.from({ length: 5000 }, (_, d) => block('blockquote', d))
    const node = shown([...deep, { insert: 'x' }])
    expect(node.textContent).toBe('x')
    let depth = 0
    for (let inner = node.firstChild; inner; inner = inner.lastChild) depth += 1
    expect(depth).toBeLessThan(520)
  })
})
