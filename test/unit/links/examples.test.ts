import { describe, expect, test } from 'vitest'
import { contentPath, isWithin, type ContentPath } from '../../../src/common/content/paths'
import { newDocument, writeDocument } from '../../../src/common/formats/structured'
import { planLinks } from '../../../src/common/links/plan'
import { isRedirectSheet, placesIn } from '../../../src/common/links/places'
import { HOSTS } from './random-site'

const page = contentPath('/org/one/docs/page.html')

interface Site {
  /** What stands in the page. */
  readonly text: string
  readonly from: string
  readonly to: string
  /** Other files; those of a name alone are empty. */
  readonly others?: Readonly<Record<string, string>>
  readonly at?: ContentPath
}

function planned({ text, from, to, others = {}, at = page }: Site) {
  const files = new Map([
    [at, text],
    [contentPath(from), ''],
    ...Object.entries(others).map(([path, one]) => [contentPath(path), one] as const)
  ])
  files.set(at, text)
  const all = [...files].map(([path, one]) => ({ path, text: one }))
  const plan = planLinks({
    moves: [{ from: contentPath(from), to: contentPath(to) }],
    files: [...files.keys()].filter((path) => isWithin(path, contentPath(from))),
    has: (path) => files.has(path),
    hosts: HOSTS,
    sheets: all.filter(({ path }) => isRedirectSheet(path)),
    documents: all.filter(
      ({ path }) => path.endsWith('.html') || (path.endsWith('.json') && !isRedirectSheet(path))
    )
  })
  return { text: plan.files.find(({ path }) => path === at)?.text ?? text, plan }
}

const a = '/org/one/docs/a.html'
const b = '/org/one/guides/b.html'

describe('LK3 addresses in longer values', () => {
  const long = (name: string) =>
    `See this:\n /docs/${name}#part \nand [one](/docs/${name}?x=1 "title") [two](</docs/${name}>), not docs/${name}, /docs/${name} or (/docs/${name})\n/docs/${name} and more`
  const after =
    'See this:\n /guides/b#part \nand [one](/guides/b?x=1 "title") [two](</guides/b>), not docs/a, /docs/a or (/docs/a)\n/docs/a and more'

  test('LK3 lines that are one, and Markdown links, change in data and in the fields of a form, and no other words', () => {
    const data = contentPath('/org/one/docs/data.json')
    expect(planned({ at: data, text: JSON.stringify({ text: long('a') }), from: a, to: b }).text).toBe(
      JSON.stringify({ text: after })
    )
    const document = newDocument({
      title: 'one',
      schemaName: 'berth',
      data: { text: long('a'), more: '/docs/a' }
    })
    const other = { ...document, data: { text: after, more: '/guides/b' } }
    expect(planned({ text: writeDocument(document), from: a, to: b }).text).toBe(writeDocument(other))
  })

  test('LK3 in the words of a page a line is no value', () => {
    const text = `<p>${long('a')}</p>`
    expect(planned({ text, from: a, to: b }).text).toBe(text)
  })
})

describe('LK3 an address keeps its manner', () => {
  test.each([
    ['from the root', '<a href="/docs/a">', '<a href="/guides/b">'],
    [
      'with .html, query and anchor',
      '<a href="/docs/a.html?x=1&amp;y=2#part">',
      '<a href="/guides/b.html?x=1&amp;y=2#part">'
    ],
    ['relative', "<a href='a'>", "<a href='../guides/b'>"],
    ['with a host', '<a href=https://www.one.test/docs/a>', '<a href=https://www.one.test/guides/b>'],
    [
      'of the service',
      '<a href="http://127.0.0.1:4502/sites/live/org/one/docs/a">',
      '<a href="http://127.0.0.1:4502/sites/live/org/one/guides/b">'
    ],
    [
      'of a file',
      '<a href="http://127.0.0.1:4502/source/org/one/docs/a.html">',
      '<a href="http://127.0.0.1:4502/source/org/one/guides/b.html">'
    ],
    [
      'of the app',
      '<a href="http://127.0.0.1:4502/#/edit/org/one/docs/a">',
      '<a href="http://127.0.0.1:4502/#/edit/org/one/guides/b">'
    ],
    ['with references in it', '<a href="/d&#111;cs/&#x61;#p">', '<a href="/guides/b#p">'],
    ['blanks around it', '<a href="  /docs/a ">', '<a href="  /guides/b ">'],
    ['as the words of a cell', '<div> /docs/a </div>', '<div> /guides/b </div>'],
    ['as the words of its own link', '<a href="/docs/a">/docs/a</a>', '<a href="/guides/b">/guides/b</a>'],
    [
      'in a style',
      '<p style="background: url( \'/docs/a\' )">',
      '<p style="background: url( \'/guides/b\' )">'
    ]
  ])('LK3 %s', (_name, before, after) => {
    expect(planned({ text: before, from: a, to: b }).text).toBe(after)
  })

  test('LK3 words of a sentence, a link in code and what leads elsewhere stay as they are', () => {
    const text =
      '<p>see /docs/a</p><code>/docs/a</code><a href="https://other.test/docs/a">x</a><script>"/docs/a"</script>'
    expect(planned({ text, from: a, to: b }).plan.files).toEqual([])
  })

  test('LK3 JSON keeps how it is written, names of members and references', () => {
    const at = contentPath('/org/one/data.json')
    const text = '{"/docs/a": "\\/docs\\/a", "$ref": "/docs/a", "list": ["/docs/a", "see /docs/a"]}'
    const after = '{"/docs/a": "\\/guides\\/b", "$ref": "/docs/a", "list": ["/guides/b", "see /docs/a"]}'
    expect(planned({ text, from: a, to: b, at }).text).toBe(after)
  })

  test('LK3 segments that stay keep their escapes, new ones are written like them', () => {
    const from = '/org/one/über/été.html'
    expect(
      planned({ text: '<a href="/%C3%BCber/%c3%a9t%c3%a9">', from, to: '/org/one/über/été é.html' }).text
    ).toBe('<a href="/%C3%BCber/%C3%A9t%C3%A9%20%C3%A9">')
    expect(planned({ text: '<a href="/über/été">', from, to: '/org/one/über/ça (1).html' }).text).toBe(
      '<a href="/über/ça%20%281%29">'
    )
  })
})

describe('LK2 what a move means for the links of others', () => {
  test('LK2 a page that takes the address of a folder: the folder is said with its slash', () => {
    const site = {
      text: '<a href="/docs">',
      from: '/org/one/new.html',
      to: '/org/one/docs.html',
      others: { '/org/one/docs/index.html': '' }
    }
    expect(planned(site).text).toBe('<a href="/docs/">')
  })

  test('LK2 the links of a moved page lead where they led', () => {
    const others = { '/org/one/docs/b.html': '', '/org/one/docs/p.png': '' }
    const site = {
      text: '<a href="b"><img src="./p.png"><a href="#part">',
      from: page,
      to: '/org/one/page.html',
      others
    }
    expect(planned(site).text).toBe('<a href="docs/b"><img src="./docs/p.png"><a href="#part">')
  })

  test('LK2 a redirect follows, and the links through it stay', () => {
    const sheet = (to: string) =>
      `{":type":"sheet","total":1,"data":[{"Source":"/old","Destination":"${to}"}]}`
    const { text, plan } = planned({
      text: '<a href="/old">',
      from: a,
      to: b,
      others: { '/org/one/redirects.json': sheet('/docs/a') }
    })
    expect(text).toBe('<a href="/old">')
    expect(plan.files.map((file) => [file.path, file.text])).toEqual([
      ['/org/one/redirects.json', sheet('/guides/b')]
    ])
  })

  test('LK2 LK5 where a redirect takes the new address it is said in another way, and told where there is none', () => {
    const sheet = (source: string) => ({
      '/org/one/redirects.json': `{":type":"sheet","total":1,"data":[{"Source":"${source}","Destination":"https://other.test/"}]}`
    })
    const from = '/org/one/docs/index.html'
    const to = '/org/one/guides/index.html'
    expect(planned({ text: '<a href="/docs/">', from, to, others: sheet('/guides') }).text).toBe(
      '<a href="/guides/index.html">'
    )
    const taken = planned({ text: '<a href="/docs/a">', from: a, to: b, others: sheet('/guides/b') })
    expect(taken.plan.left).toEqual([{ path: page, n: 0, written: '/docs/a', target: b, why: 'taken' }])
  })

  test('LK5 to a site without a host nothing can be said', () => {
    const { plan } = planned({ text: '<a href="/docs/a">', from: a, to: '/org/none/a.html' })
    expect(plan.left).toMatchObject([{ why: 'no-host', written: '/docs/a' }])
    expect(planned({ text: '<a href="/docs/a">', from: a, to: '/org/two/a.html' }).text).toBe(
      '<a href="https://two.test:8443/a">'
    )
  })

  test('LK5 an address that is spelled over lines is told, and not touched', () => {
    const { plan, text } = planned({ text: '<a href="/docs/\na">', from: a, to: b })
    expect([text, plan.left]).toMatchObject(['<a href="/docs/\na">', [{ why: 'written' }]])
  })
})

test('LK1 places are found where addresses stand, with their signs', () => {
  const html =
    '<img srcset="/a.png 1x,/b&amp;c.png 2x" src=/d.png><meta http-equiv=refresh content="3;URL=\'/e\'"><svg><use xlink:href="/f.svg#x"/></svg><template><a href="/g">'
  const places = placesIn(page, html)
  expect(places.map(({ value }) => value)).toEqual(['/a.png', '/b&c.png', '/d.png', '/e', '/f.svg#x', '/g'])
  for (const { value, at } of places) {
    const written = html.slice(at?.[0], at?.at(-1))
    expect(written.replace('&amp;', '&')).toBe(value)
  }
})
