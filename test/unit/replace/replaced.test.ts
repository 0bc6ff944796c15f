import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { newDocument, parseDocument, writeDocument } from '../../../src/common/formats/structured'
import { findOf, type Find } from '../../../src/common/replace/find'
import { replacedIn } from '../../../src/common/replace/replaced'
import type { Replacing } from '../../../src/common/replace/replacing'
import { readQuestion } from '../../../src/common/search/question'
import { pagePieces } from '../../../src/common/replace/page-pieces'
import { fc } from '../../support/properties'

const page = contentPath('/o/s/page.html')
const sheet = contentPath('/o/s/rows.json')
const words = (text: string, exact = { case: false, word: false }) => findOf(text, exact)
const pattern = (typed: string): Find => {
  const [one] = readQuestion(typed, 0).patterns.flat()
  if (!one) throw new Error('no pattern')
  return { source: one.source, flags: one.flags, isPattern: true, hint: null }
}
const done = (path: typeof page, source: string, find: Find, by: string, more: Partial<Replacing> = {}) =>
  replacedIn(path, source, { find, by, addresses: false, except: [], ...more })
const text = (source: string, find: Find, by: string, more?: Partial<Replacing>) =>
  done(page, source, find, by, more).text

describe('replacing in a page', () => {
  it('RP2 what is written is escaped for its place, and no other byte changes', () => {
    const source =
      '<body>\r\n<main><div class="ferry"><p title="A ferry &amp; more">The Ferry &amp; the  ferry</p>\n<img alt=ferry src=/ferry.png></div></main></body>'
    expect(text(source, words('ferry'), 'boat <b>"x"</b> & y')).toBe(
      '<body>\r\n<main><div class="ferry"><p title="A boat &lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; y &amp; more">The boat &lt;b&gt;"x"&lt;/b&gt; &amp; y &amp; the  boat &lt;b&gt;"x"&lt;/b&gt; &amp; y</p>\n<img alt=boat&#32;&lt;b&gt;&quot;x&quot;&lt;/b&gt;&#32;&amp;&#32;y src=/ferry.png></div></main></body>'
    )
  })

  it('RP2 words are found as they are read, through references and ends of lines, and never in markup', () => {
    expect(text('<p>A &amp; B</p>', words('a & b'), 'x')).toBe('<p>x</p>')
    expect(text('<p>summer\n  ferry</p>', words('summer ferry'), 'x')).toBe('<p>x</p>')
    expect(text('<p>Caf&eacute;s</p>', words('café'), 'Bar')).toBe('<p>Bars</p>')
    expect(text('<p class="p">p</p><!-- p --><script>p</script><style>p{}</style>', words('p'), 'q')).toBe(
      '<p class="p">q</p><!-- p --><script>p</script><style>p{}</style>'
    )
    expect(text('<p>amp &amp; lt</p>', words('amp'), 'x')).toBe('<p>x &amp; lt</p>')
  })

  it('RP2 what goes over markup is told and stays; a word is one also when markup parts it', () => {
    const {
      text: after,
      cannot,
      places
    } = done(page, '<p>a <b>summer</b> ferry, a summer ferry</p>', words('summer ferry'), 'x')
    expect(after).toBe('<p>a <b>summer</b> ferry, a x</p>')
    expect(places).toHaveLength(1)
    expect(cannot).toMatchObject([
      { why: 'parted', at: { line: 1, column: 9 }, text: 'a summer ferry, a summer ferry' }
    ])
    expect(text('<p>sum<b>mer</b></p>', words('sum', { case: false, word: true }), 'x')).toBeNull()
  })

  it('RP2 addresses stay unless that is asked for', () => {
    const source = '<p><a href="/ferry/x">ferry</a> <a href="/ferry/y">/ferry/y</a></p>'
    expect(text(source, words('ferry'), 'boat')).toBe(
      '<p><a href="/ferry/x">boat</a> <a href="/ferry/y">/ferry/y</a></p>'.replace(
        '/ferry/y</a>',
        '/boat/y</a>'
      )
    )
    expect(text(source, words('/ferry/'), '/boat/', { addresses: true })).toBe(
      '<p><a href="/boat/x">ferry</a> <a href="/boat/y">/boat/y</a></p>'
    )
  })

  it('RP1 a pattern has groups, places can be left, and capitals and whole words count when that is asked for', () => {
    expect(text('<p>AB-12 CD-34</p>', pattern('/([A-Z]+)-(\\d+)/'), '$2.$1')).toBe('<p>12.AB 34.CD</p>')
    expect(text('<p>a a a</p>', words('a'), 'b', { except: [1] })).toBe('<p>b a b</p>')
    expect(text('<p>Ferry ferry</p>', words('ferry', { case: true, word: false }), 'x')).toBe(
      '<p>Ferry x</p>'
    )
    expect(text('<p>ferry ferryman</p>', words('ferry', { case: false, word: true }), 'x')).toBe(
      '<p>x ferryman</p>'
    )
    expect(text('<p>$1</p>', words('$1'), '$&')).toBe('<p>$&amp;</p>')
  })

  it('RP2 what would not be read as it is meant is told and stays', () => {
    const { text: after, cannot, count } = done(page, '<p>one two</p>', words('two'), '\0')
    expect({ after, count }).toEqual({ after: null, count: 0 })
    expect(cannot).toMatchObject([{ why: 'unsafe' }])
  })

  it('RP2 whatever is written, markup and all else stay what they are', () => {
    const some = fc.constantFrom(
      'ferry',
      ' ',
      '&amp;',
      '<b>',
      '</b>',
      '<br>',
      '&lt;',
      'x',
      '<i title="ferry">',
      '</i>',
      '\n',
      '&nbsp;',
      '<img alt=ferry>'
    )
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 12 }),
        fc.string({ unit: 'binary', maxLength: 6 }),
        (parts, by) => {
          const source = `<body><main><div><p>${parts.join('')}</p></div></main></body>`
          const { text: after, count, cannot } = done(page, source, words('ferry'), by)
          const before = pagePieces(source)
          const now = pagePieces(after ?? source)
          expect(now.shape).toBe(before.shape)
          if (cannot.length > 0) return
          const found = before.pieces.map(({ value }) => value.split('ferry'))
          const wanted = found.map((parts) => parts.join(by)).filter((value) => value.trim() !== '')
          const values = now.pieces.map(({ value }) => value).filter((value) => value.trim() !== '')
          expect(values).toEqual(wanted)
          expect(count).toBe(found.reduce((sum, { length }) => sum + length - 1, 0))
        }
      )
    )
  })
})

it('RP2 a document does not grow without bounds', () => {
  const source = `<p>${'a '.repeat(20_000)}</p>`
  expect(() => text(source, words('a'), 'x'.repeat(10_000))).toThrow(
    expect.objectContaining({ reason: 'too-large' })
  )
  const data = JSON.stringify({ a: 'a '.repeat(20_000) })
  expect(() => done(sheet, data, words('a'), 'x'.repeat(10_000))).toThrow(
    expect.objectContaining({ reason: 'too-large' })
  )
})

describe('replacing in data', () => {
  it('RP3 cells of sheets change, names of columns and what says that it is a sheet do not', () => {
    const source =
      '{\n  ":type": "sheet", ":sheetname": "sheet", "total": 1, "offset": 0, "limit": 1,\n  "data": [{ "sheet": "a sheet \\"x\\"", "n": "/sheet/y" }]\n}'
    const { text: after } = done(sheet, source, words('sheet'), 'q"\\\n')
    expect(after).toBe(source.replace('a sheet', 'a q\\"\\\\\\n'))
    expect(JSON.parse(after ?? '')).toMatchObject({ ':type': 'sheet', data: [{ sheet: 'a q"\\\n "x"' }] })
    const named =
      '{":names":["ferry","b"],":type":"multi-sheet","ferry":{"total":1,"data":[{"a":"ferry"}]},"b":{"data":[]}}'
    expect(done(sheet, named, words('ferry'), 'x').text).toBe(named.replace('"a":"ferry"', '"a":"x"'))
  })

  it('RP3 JSON stays JSON: values alone, in lists too, numbers and references not', () => {
    const source = '{"5":[5,"5",["x5"]],"$ref":"5","a":{"$ref":"#/5"}}'
    expect(done(sheet, source, words('5'), '6').text).toBe(
      '{"5":[5,"6",["x6"]],"$ref":"5","a":{"$ref":"#/5"}}'
    )
    expect(done(sheet, '{"a": "5"', words('5'), '6').text).toBeNull()
  })

  it('RP3 a structured document is written by its own writer: values change, names and schema do not', () => {
    const source = writeDocument(
      newDocument({
        title: 'Ferry',
        schemaName: 'ferry',
        data: { ferry: 'The ferry', list: ['a', 'ferry <b>'], n: 5 }
      })
    )
    const { text: after, places } = done(page, source, words('ferry'), 'boat & <i>')
    const now = parseDocument(after ?? '')
    expect('document' in now && now.document).toMatchObject({
      metadata: { title: 'Ferry', schemaName: 'ferry' },
      data: { ferry: 'The boat & <i>', list: ['a', 'boat & <i> <b>'], n: 5 }
    })
    expect(places.map(({ at }) => at)).toEqual([
      { kind: 'field', pointer: '/ferry' },
      { kind: 'field', pointer: '/list/1' }
    ])
  })

  it('RP3 files without versions stay, and are told', () => {
    const { text: after, cannot } = done(contentPath('/o/s/a.txt'), 'x\nthe ferry', words('ferry'), 'boat')
    expect(after).toBeNull()
    expect(cannot).toMatchObject([{ why: 'unversioned', at: { line: 2, column: 5 } }])
  })
})
