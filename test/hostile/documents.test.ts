import { describe, expect, it, vi } from 'vitest'
import { isBeyondBounds } from '../../src/common/bounds'
import { compareStructure, summariseChange } from '../../src/common/compare'
import { GalleyError } from '../../src/common/errors'
import { parseHtml } from '../../src/common/html'
import { parseJson } from '../../src/common/json'
import { mergeFiles } from '../../src/common/formats'
import { renderPage } from '../../src/common/publishing/page'
import { parseConfig } from '../../src/common/formats/sheet/config-format'
import { readBook } from '../../src/common/formats/sheet/read-book'
import { parseDocument } from '../../src/common/formats/structured'
import { fc } from '../support/properties'
import { answeringDoors, refusingDoors } from './doors'
import { hostileRuns } from './runs'

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('')
const thrown = (work: () => unknown): unknown => {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}

/** Formatting that is never closed: a parser repeats all of it in each paragraph. */
const growing = (count: number) => `<main><div>${many(count, (at) => `<p><b a${at}>x`)}</div></main>`
const nested = (depth: number) => `<main>${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}</main>`
const attributes = (count: number) => `<main><div><p ${many(count, (at) => ` a${at}`)}>x</p></div></main>`

/** At the bound, beyond it, and what the sentence names. `html`, `body` and `main` are levels, too. */
const pages: readonly (readonly [string, within: string, beyond: string, says: string])[] = [
  ['formatting that is never closed', growing(90), growing(2400), 'formatting that is never closed'],
  [
    'formatting that is never closed, less deep',
    `<main><p>${many(200, (at) => `<b a${at}>`)}${'<p>x'.repeat(20)}`,
    `<main><p>${many(200, (at) => `<b a${at}>`)}${'<p>x'.repeat(3000)}`,
    'formatting that is never closed'
  ],
  ['elements in each other', nested(509), nested(600), '512 levels of nesting'],
  ['40,000 elements in each other', nested(509), nested(40_000), '512 levels of nesting'],
  ['attributes of one element', attributes(1000), attributes(1001), '1,000 attributes in one tag']
]

describe('a hostile page', () => {
  it.each(pages)(
    'X5 %s: at the bound it is read, beyond it every door names the bound',
    (_, within, beyond, says) => {
      for (const [name, door] of Object.entries(refusingDoors)) {
        expect(
          thrown(() => door(within)),
          name
        ).toBeNull()
        const error = thrown(() => door(beyond))
        expect(error instanceof GalleyError && error.reason, name).toBe('too-complex')
        expect(String(error), name).toContain(says)
      }
    }
  )

  it.each(pages)(
    'X5 V5 MG7 %s: it is saved as not empty, merged as a whole, and remarked on',
    (_, _within, beyond, says) => {
      expect(answeringDoors.emptied(beyond)).toBe(false)
      expect(answeringDoors.schema(`<pre><code>{}</code></pre>${beyond}`)).toBeNull()
      const merged = answeringDoors.merged(beyond)
      expect([merged.kind, merged.open]).toEqual(['whole', 1])
      expect(new TextDecoder().decode(merged.bytes)).toBe(`${beyond}<p>a`)
      expect(answeringDoors.problems(beyond).map(({ message }) => message)).toEqual([
        expect.stringContaining(says)
      ])
      expect(summariseChange('page', beyond, `${beyond}x`)).not.toBe('')
    }
  )

  it('X5 a page that is too long is refused before it is parsed', () => {
    const error = thrown(() => parseHtml('x'.repeat(16_000_001)))
    expect(error instanceof GalleyError && [error.reason, error.message]).toEqual([
      'too-large',
      expect.stringContaining('at most 16,000,000 characters')
    ])
  })

  it('X5 nothing is parsed into more than a share of what is written', () => {
    for (const page of pages.flatMap(([, within, beyond]) => [within, beyond])) {
      let steps = 0
      thrown(() => parseHtml(page, { step: () => void (steps += 1) }))
      expect(steps).toBeLessThanOrEqual(4 * (page.split('<').length - 1) + 5_001)
    }
  })

  it('U1 X5 ids for equal headings take steps as the page is long, and an element may hold more than a call takes arguments', () => {
    const asked = (count: number) => {
      const has = vi.spyOn(Set.prototype, 'has')
      renderPage(`<main><div>${'<h2>Day</h2>'.repeat(count)}</div></main>`, { base: '', name: 'a' })
      const calls = has.mock.calls.length
      has.mockRestore()
      return calls
    }
    expect(asked(1600)).toBeLessThan(asked(400) * 5)
    const long = renderPage(`<main><div>${'<p>a'.repeat(140_000)}</div></main>`, { base: '', name: 'a' })
    expect(long.match(/<p>a/g)).toHaveLength(140_000)
  })

  it('U1 X5 headings in each other do not each repeat the text of all', () => {
    const page = `<main>${'<h1><div>'.repeat(200)}${'word '.repeat(20_000)}</main>`
    expect(renderPage(page, { base: '', name: 'a' }).length).toBeLessThan(page.length * 5)
  })

  it('F1 X5 parts that are referred to again and again unfold to no more than a page may hold', () => {
    const row = (key: string, value: string) => `<div><div><h3>${key}</h3></div><div>${value}</div></div>`
    const list = (id: string) => `<ul>${`<li>self://#${id}</li>`.repeat(40)}</ul>`
    const page = `<main><div><div class="da-form">${row('x-schema-name', 'a')}</div><div class="a">${row('v', list('b-1'))}</div><div class="b b-1">${row('v', list('c-1'))}</div><div class="c c-1">${row('v', 'x'.repeat(20_000))}</div></div></main>`
    expect(parseDocument(page)).toEqual({ refusal: 'too-large' })
  })
})

describe('hostile JSON', () => {
  const deep = (depth: number) => `{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const sheet = (depth: number) =>
    `{":type":"sheet","total":1,"data":[{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]}`

  it('X5 it is read 500 levels deep, and beyond that every door names the bound', () => {
    const says = '500 levels of nesting'
    expect(thrown(() => parseJson(deep(499)))).toBeNull()
    expect(String(thrown(() => parseJson(deep(500))))).toContain(says)
    expect('book' in readBook(sheet(497))).toBe(true)
    expect(readBook(sheet(60_000))).toMatchObject({
      refusal: 'not-json',
      message: expect.stringContaining(says)
    })
    expect(String(thrown(() => parseConfig(sheet(60_000))))).toContain(says)
    expect(String(thrown(() => compareStructure(deep(60_000), '{}', 'json')))).toContain(says)
    expect(thrown(() => compareStructure(deep(490), '{}', 'json'))).toBeNull()
    expect(summariseChange('json', deep(60_000), '{}')).not.toBe('')
  })

  it('MG7 X5 what is nested too deep is one conflict as a whole', () => {
    const [base, local, remote] = [deep(60_000), `${deep(60_000)} `, `${deep(60_000)}\n`].map((text) =>
      new TextEncoder().encode(text)
    )
    if (!base || !local || !remote) throw new Error('three')
    expect(mergeFiles({ ext: 'json', base, local, remote })).toMatchObject({ kind: 'whole', open: 1 })
  })

  it('X5 lists without end are counted before they are made', () => {
    const error = thrown(() => parseJson(`[${'[],'.repeat(2_000_000)}0]`))
    expect(String(error)).toContain('2,000,000 lists and objects')
    expect(isBeyondBounds(error)).toBe(true)
    expect(parseJson(`{"a":"${'[{,'.repeat(1000)}","b":"\\\\\\"[${'['.repeat(600)}"}`)).toHaveProperty('a')
  })
})

const realPage = `<body><header></header><main><div><h1>Ferries</h1><p>From <a href="/a">Lund</a> to <b>Gull <i>Rock</i></b>.</p><div class="cards"><div><div><img src="/m/a.png" alt=""></div><div><p>One</p></div></div></div></div><div><ul><li>a</li><li>b</li></ul><table><tr><td>1</td></tr></table><div class="metadata"><div><div>Title</div><div>Ferries</div></div></div></div></main><footer></footer></body>`

/** What breaks parsers: inserted anywhere, repeated, or in the place of something else. */
const odd = [
  '<b a>',
  '<p>',
  '</p>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<svg>',
  '<math>',
  '</b>',
  '<a href=x>',
  '<select>',
  '<template>',
  '</template>',
  '<frameset>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<script>',
  '</main>',
  '<main>',
  '<pre>',
  '<textarea>',
  '&#0;',
  '\0',
  '\ud800',
  '<plaintext>',
  '<div class="da-form">',
  '<h1>',
  '"',
  "'",
  '<form>',
  '<option>',
  '<nobr>',
  '<button>',
  '<li>',
  '<dd>',
  '</br>'
]

describe('pages as strangers write them', () => {
  it('X5 any page ends every door, in a result or in a sentence', () => {
    const edit = fc.record({
      at: fc.nat(realPage.length),
      gone: fc.nat(40),
      what: fc.constantFrom(...odd),
      times: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(60, 700))
    })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let page = realPage
        for (const { at, gone, what, times } of edits)
          page = page.slice(0, at) + what.repeat(times) + page.slice(at + gone)
        for (const [name, door] of Object.entries(refusingDoors)) {
          const error = thrown(() => door(page))
          if (error !== null && !(error instanceof GalleyError)) throw new Error(`${name}: ${String(error)}`)
        }
        answeringDoors.emptied(page)
        answeringDoors.problems(page)
        const merged = new TextDecoder().decode(answeringDoors.merged(page).bytes)
        expect(merged.length).toBeGreaterThan(0)
      }),
      { numRuns: hostileRuns(60) }
    )
  })
})
