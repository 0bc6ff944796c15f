// @vitest-environment node
import { EditorState } from 'prosemirror-state'
import type { DecorationSet } from 'prosemirror-view'
import { describe, expect, it } from 'vitest'
import { linkProblems } from '../../../../src/common/checks/link-problems'
import { contentPath } from '../../../../src/common/content/paths'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { brokenLinks, markBroken } from '../../../../src/renderer/src/engines/page/links/broken-links'
import { entryAt } from '../../../../src/renderer/src/engines/tree/entries'
import { emptyTree } from '../../../../src/renderer/src/engines/tree/tree-state'
import { addressIn } from '../../../../src/renderer/src/features/page/links/page-picks'
import { pageFacts } from '../../../../src/renderer/src/features/page/links/page-facts'
import { filesMeant, isMissing } from '../../../../src/renderer/src/features/page/links/where-to'
import { nameOffers } from '../../../../src/renderer/src/features/page/blocks/name-offers'
import { usedBlocks } from '../../../../src/renderer/src/features/page/blocks/used-blocks'
import { placeOf } from './pages'

const page = contentPath('/harbour/web/docs/home.html')
const html =
  '<body>\n<main>\n<div>\n<p>See <a href="/gone">what is gone</a> and <a href="/here">what is here</a>.</p>\n<p><a href="/gone">Again</a></p>\n</div>\n</main>\n</body>\n'

describe('where links of a page lead', () => {
  it.each([
    [
      'VE13 a name is a page, or the index of a folder',
      '/a',
      ['/harbour/web/a.html', '/harbour/web/a/index.html']
    ],
    ['VE13 relative to the page', '../a#x', ['/harbour/web/a.html', '/harbour/web/a/index.html']],
    ['VE13 a slash at the end is an index', '/a/', ['/harbour/web/a/index.html']],
    ['VE13 the root of the site', '/', ['/harbour/web/index.html']],
    ['VE13 a file is itself', './a.pdf?x=1', ['/harbour/web/docs/a.pdf', '/harbour/web/docs/a.pdf.html']],
    ['VE13 encoded names', '/caf%C3%A9', ['/harbour/web/café.html', '/harbour/web/café/index.html']]
  ])('%s', (_, address, expected) => {
    expect(filesMeant(address, page)).toEqual(expected)
  })

  it('VE13 what lies out of the site, or in the page itself, is no file of it', () => {
    for (const address of [
      'https://example.org/a',
      '//example.org',
      'mailto:a@b.c',
      '#top',
      '',
      '?a=1',
      '../../other/x',
      'javascript:alert(1)'
    ])
      expect(filesMeant(address, page)).toBeNull()
  })

  it('VE13 a file is missing only where the tree has read its folder, and hidden folders say nothing', () => {
    const root = contentPath('/harbour/web')
    const entries = [
      entryAt(contentPath('/harbour/web/here.html'), 'file'),
      entryAt(contentPath('/harbour/web/docs'), 'folder')
    ]
    const state = { ...emptyTree, root, folders: new Map([[root, { status: 'ready' as const, entries }]]) }
    expect(isMissing(state, contentPath('/harbour/web/here.html'))).toBe(false)
    expect(isMissing(state, contentPath('/harbour/web/gone.html'))).toBe(true)
    expect(isMissing(state, contentPath('/harbour/web/none/gone.html'))).toBe(true)
    expect(isMissing(state, contentPath('/harbour/web/docs/not-read.html'))).toBe(false)
    expect(isMissing(state, contentPath('/harbour/web/.home/a.png'))).toBe(false)
    expect(isMissing(emptyTree, contentPath('/harbour/web/gone.html'))).toBe(false)
  })

  it('VE13 broken links are told at their places, each address asked for once', () => {
    const asked: string[] = []
    const { problems, broken } = linkProblems(html, (address) => (asked.push(address), address === '/gone'))
    expect(problems.map(({ line, column, message }) => [line, column, message])).toEqual([
      [4, 8, 'The link “/gone” leads to no page of this site.'],
      [5, 4, 'The link “/gone” leads to no page of this site.']
    ])
    expect([...broken]).toEqual(['/gone'])
    expect(asked).toEqual(['/gone', '/here'])
  })

  it('VE13 broken links are underlined, go with what is typed around them, and change no byte', () => {
    const reading = readPage(html)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    const plugin = brokenLinks()
    let state = EditorState.create({ doc: reading.page, plugins: [plugin] })
    const drawn = () => {
      const drawnNow: DecorationSet | undefined = plugin.getState(state)?.drawn
      return (drawnNow?.find() ?? []).map(({ from, to }) => state.doc.textBetween(from, to))
    }
    markBroken(new Map([['/gone', 'why']]))(state, (tr) => (state = state.apply(tr)))
    expect(drawn()).toEqual(['what is gone', 'Again'])
    expect(writePage(state.doc)).toBe(html)
    expect(markBroken(new Map([['/gone', 'why']]))(state)).toBe(false)
    state = state.apply(state.tr.insertText('Now ', placeOf(state.doc, 'See')))
    expect(drawn()).toEqual(['what is gone', 'Again'])
    const at = placeOf(state.doc, 'Again')
    state = state.apply(state.tr.removeMark(at, at + 5))
    expect(drawn()).toEqual(['what is gone'])
    markBroken(new Map())(state, (tr) => (state = state.apply(tr)))
    expect(drawn()).toEqual([])
  })

  it('LK10 pictures that are not there are marked too, each address with its reason', () => {
    const reading = readPage(
      '<body><main><div><p>A <img src="/gone.png" alt="x"> and <img src="/here.png" alt="y"> <a href="/a#no">b</a></p></div></main></body>'
    )
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    const plugin = brokenLinks()
    let state = EditorState.create({ doc: reading.page, plugins: [plugin] })
    markBroken(
      new Map([
        ['/gone.png', 'no picture'],
        ['/a#no', 'no place']
      ])
    )(state, (tr) => (state = state.apply(tr)))
    const drawn: DecorationSet | undefined = plugin.getState(state)?.drawn
    const found = (drawn?.find() ?? []).map(({ from }) => state.doc.nodeAt(from)?.type.name)
    expect(found).toEqual(['image', 'text'])
    // the same address for another reason is drawn anew
    expect(markBroken(new Map([['/gone.png', 'another']]))(state)).toBe(true)
  })

  it('VE13 addresses are taken as they are, mail and www get their scheme, words are none', () => {
    expect(addressIn('/about')).toBe('/about')
    expect(addressIn('../a')).toBe('../a')
    expect(addressIn('#top')).toBe('#top')
    expect(addressIn('a@example.org')).toBe('mailto:a@example.org')
    expect(addressIn('www.example.org/x')).toBe('https://www.example.org/x')
    expect(addressIn('about us')).toBeNull()
    expect(addressIn('javascript:alert(1)')).toBeNull()
  })

  it('VE13 a page is known by its title, its headings with the ids that readers find, and its blocks', () => {
    const facts = pageFacts(
      '<body><main><div><h1>One & all</h1><div class="cards  wide"><div><div>a</div><div>b</div></div></div><h2 id="x">Two</h2></div></main></body>'
    )
    expect(facts).toEqual({
      title: 'One & all',
      headings: [
        { text: 'One & all', id: 'one-all' },
        { text: 'Two', id: 'x' }
      ],
      tags: [],
      blocks: [{ classes: 'cards  wide', columns: 2 }]
    })
  })

  it('VE13 a structured document is known by its title; names of its fields are no headings, and its blocks no blocks', () => {
    const row = (key: string, value: string) =>
      `<div><div><h3>${key}</h3></div><div><p>${value}</p></div></div>`
    const facts = pageFacts(
      `<body><main><div><div class="da-form">${row('title', 'Camp field')}${row('x-schema-name', 'place')}</div><div class="place">${row('kind', 'Bed')}</div></div></main></body>`
    )
    expect(facts).toEqual({ title: 'Camp field', headings: [], tags: [], blocks: [] })
  })

  it('VE13 a hostile title is words in one line, and no more than a line', () => {
    const titled = (title: string) =>
      pageFacts(
        `<body><main><div><div class="metadata"><div><div>title</div><div>${title}</div></div></div></div></main></body>`
      ).title
    expect(titled('a\n\n  b&#10;c')).toBe('a b c')
    expect(titled('&lt;img src=x onerror="y"&gt;')).toBe('<img src=x onerror="y">')
    expect(titled('x'.repeat(10_000))).toHaveLength(300)
  })

  it('VE13 the blocks of a site are counted by page, and those of structured documents are no blocks', () => {
    const one = (name: string) => contentPath(`/harbour/web/${name}.html`)
    const of = (...blocks: readonly string[]) => ({
      title: '',
      headings: [],
      tags: [],
      blocks: blocks.map((classes) => ({ classes, columns: 2 }))
    })
    const used = usedBlocks(
      new Map([
        [one('a'), of('hero', 'cards', 'metadata')],
        [one('b'), of('cards', 'cards wide', 'cards wide')],
        [one('c'), of('da-form', 'place')]
      ])
    )
    expect(used.map(({ name, pages, columns }) => [name, pages, columns])).toEqual([
      ['cards', 2, 2],
      ['hero', 1, 2]
    ])
    expect(used[0]?.forms).toEqual([
      { classes: 'cards', pages: 2 },
      { classes: 'cards wide', pages: 1 }
    ])
  })

  it('VE13 names of blocks are offered by what the site uses, and behind a bracket their variants', () => {
    const form = (classes: string, pages: number) => ({ classes, pages })
    const used = [
      {
        name: 'cards',
        forms: [form('cards', 3), form('cards wide dark', 2), form('cards dark', 1)],
        pages: 4,
        columns: 2,
        example: page
      },
      { name: 'hero', forms: [form('hero', 1)], pages: 1, columns: 1, example: page }
    ]
    const titles = (typed: string) =>
      nameOffers(typed, used, String).map(({ title, detail }) => `${title} ${detail}`)
    expect(titles('')).toEqual(['cards 3', 'cards (wide, dark) 2', 'cards (dark) 1', 'hero 1'])
    expect(titles('her')).toEqual(['hero 1'])
    expect(titles('dark')).toEqual(['cards (wide, dark) 2', 'cards (dark) 1'])
    expect(titles('cards (')).toEqual(['cards (dark) 3', 'cards (wide) 2'])
    expect(titles('cards (wide, d')).toEqual(['cards (wide, dark) 3'])
    expect(titles('cards (wide, dark)')).toEqual([])
  })
})
