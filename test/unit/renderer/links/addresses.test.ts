import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import type { DocumentLinks } from '../../../../src/common/links/answers'
import { addressAt, faultyPlaces, placesOf } from '../../../../src/renderer/src/documents/links/faults'
import { addressesOf, fileMeant } from '../../../../src/renderer/src/engines/addresses/addresses'
import { typedAddress } from '../../../../src/renderer/src/engines/monaco/links/typed-address'

const at = (name: string) => contentPath(`/northwind/harbour/${name}`)
const page = at('help/index.html')
const known = (out: Partial<DocumentLinks['out'][number]>[]): DocumentLinks => ({
  path: page,
  in: [],
  out: out.map((link) => ({
    n: 0,
    line: 1,
    column: 1,
    written: '',
    kind: 'link',
    state: 'broken',
    to: null,
    title: '',
    ...link
  })),
  anchors: [],
  complete: true
})

describe('addresses in a text', () => {
  it('LK10 marks each place of an address that stands badly, also behind references, and tells the text that mends it', () => {
    const text = '<p><a href="/a?b&amp;c">x</a> <a href="/fine">f</a>\n<a href=\'/a?b&amp;c\'>y</a></p>'
    const found = faultyPlaces(
      page,
      text,
      known([
        { written: '/a?b&c', fix: { before: '/a?b&c', after: '/new?b&c' } },
        { written: '/fine', state: 'ok' }
      ])
    )
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['/a?b&amp;c', '/a?b&amp;c'])
    expect(found.map(({ code, message }) => [code, message])[0]).toEqual([
      'link-broken',
      '/a?b&c: Nothing is at this address.'
    ])
    expect(found[1]?.mend?.text()).toBe(text.replace("'/a?b", "'/new?b"))
  })

  it('LK10 reads a text once for all who ask about it, and anew when it is another', () => {
    const text = '<a href="/a">x</a>'
    const places = placesOf(page, text)
    expect(placesOf(page, `${text.slice(0, 3)}${text.slice(3)}`)).toBe(places)
    expect(addressAt(page, text, 10)).toBe(places[0])
    expect(placesOf(page, text.replace('/a', '/b'))[0]?.value).toBe('/b')
    expect(placesOf(at('sheet.json'), text)).not.toBe(places)
  })

  it('LK10 marks nothing that is not known, fine or elsewhere, and nothing in what is no document', () => {
    const text = '<a href="/a">x</a>'
    expect(faultyPlaces(page, text, known([{ written: '/a', state: 'elsewhere' }]))).toEqual([])
    expect(faultyPlaces(page, text, known([{ written: '/b' }]))).toEqual([])
    expect(faultyPlaces(page, text, known([{ written: '/a', kind: 'media' }]))).toEqual([])
    expect(faultyPlaces(at('a.json'), '{"a": "/a', known([{ written: '/a', kind: 'text' }]))).toEqual([])
  })

  it('LK10 finds the address at the cursor in pages and in data', () => {
    const text = '{"to": "/help/boats.html", "n": 1}'
    expect(addressAt(at('a.json'), text, text.indexOf('boats'))?.value).toBe('/help/boats.html')
    expect(addressAt(at('a.json'), text, text.indexOf('"n"'))).toBeNull()
    expect(addressAt(page, '<img srcset="/a.png 1x, /b.png 2x">', 26)?.value).toBe('/b.png')
  })

  it('LK10 knows an address that is being typed in an attribute, and in a value of data that begins with a slash', () => {
    expect(typedAddress('<p><a class="x" href="/he', 'html')).toEqual({ value: '/he', from: 22 })
    expect(typedAddress("<img src='", 'html')).toEqual({ value: '', from: 10 })
    expect(typedAddress('<a href="/a">/he', 'html')).toBeNull()
    expect(typedAddress('<a title="/he', 'html')).toBeNull()
    expect(typedAddress('  "to": "/he', 'json')).toEqual({ value: '/he', from: 9 })
    expect(typedAddress('  "to": "he', 'json')).toBeNull()
    expect(typedAddress('/he', 'yaml')).toBeNull()
  })

  it('LK10 offers the pages of the site as readers ask for them, then its media, and the places of the page that is meant', () => {
    const files = ['index.html', 'help/index.html', 'help/a b.html', 'Fähre #1.png', '.schemas/a.json'].map(
      at
    )
    const other = contentPath('/northwind/other/x.html')
    expect(addressesOf([...files, other], page).map(({ value }) => value)).toEqual([
      '/',
      '/help/',
      '/help/a%20b',
      '/Fähre%20%231.png'
    ])
    const there = new Set(files)
    expect(fileMeant('#x', page, there)).toBe(page)
    expect(fileMeant('a%20b#', page, there)).toBe(at('help/a b.html'))
    expect(fileMeant('/#top', page, there)).toBe(at('index.html'))
    expect(fileMeant('/none#', page, there)).toBeNull()
    expect(fileMeant('https://example.com/#a', page, there)).toBeNull()
  })
})
