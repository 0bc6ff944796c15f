import { beforeAll, expect, it } from 'vitest'
import type { IndexDefinition } from '../../../src/common/query-index'
import type { SourcePage } from '../../../src/main/workers/work/index-page'
import { contentPath } from '../../../src/common/content/paths'
import { indexWork, type IndexWork } from '../../../src/main/publishing/query-index/index-work'
import { openWorkers, type WorkersOptions } from '../../../src/main/workers'
import { newDocument, writeDocument } from '../../../src/common/formats/structured'
import { bundleProgram } from '../../support/bundle'

let program = ''
beforeAll(async () => {
  program = await bundleProgram('src/main/workers/program.ts')
})

/** The work of one site's index, in a pool of its own. */
function openIndexWork({ limit, ...options }: WorkersOptions & { readonly limit?: number }) {
  const workers = openWorkers(options)
  const work = indexWork(workers, contentPath('/a/b'), limit)
  const read = (indices: Parameters<IndexWork['page']>[0], page: SourcePage, urgent: boolean) =>
    work.page(indices, page.html.length, () => Promise.resolve(page), urgent)
  return { page: read, match: work.match, close: () => workers.close() }
}

const page = (path: string, html: string): SourcePage => ({
  path,
  html: new TextEncoder().encode(html),
  name: 'x',
  metadata: new Map([['description', ['Of the whole site']]]),
  host: null,
  head: [],
  headers: [['last-modified', 'Sat, 21 Nov 2026 17:00:00 GMT']]
})

const index = (expression: string, more: Partial<IndexDefinition> = {}): IndexDefinition => ({
  name: 'i',
  target: '/i.json',
  include: null,
  exclude: null,
  properties: [{ name: 'p', select: 'main p', first: false, expression, many: false }],
  ...more
})

it('U3 an expression without end costs one page its row, and the worker is replaced', async () => {
  const workers = openIndexWork({ program, limit: 3_000, most: 1 })
  try {
    const slow = index('match(el, "^(a+)+$")')
    const [bad, good] = await Promise.all([
      workers.page([slow], page('/bad', `<main><div><p>${'a'.repeat(60)}!</p></div></main>`), false),
      workers.page([slow], page('/good', '<main><div><p>aaa</p></div></main>'), false)
    ])
    expect(bad.rows).toEqual({})
    expect(bad.warnings[0]?.message).toMatch(/^Reading this page took too long/)
    expect(good.rows).toEqual({ i: { p: 'aaa' } })
  } finally {
    await workers.close()
  }
})

it('U3 F3 a structured document’s field is found by its key, also when it is written in capitals and nested', async () => {
  const workers = openIndexWork({ program })
  try {
    const data = { shipName: 'Tern', seats: 12, crew: [{ name: 'Ada' }] }
    const html = writeDocument(newDocument({ title: 'T', schemaName: 'boat', data }))
    const row = (key: string) => `main > div > div > div:has(#${key}) > div:last-child`
    const property = (name: string, select: string, expression = 'textContent(el)') => ({
      name,
      select,
      first: true,
      expression,
      many: false
    })
    const properties = [
      property('ship', row('shipName')),
      property('seats', row('seats'), 'match(textContent(el), "[0-9]+")'),
      property('first', row('name')),
      property('about', 'head > meta[name="description"]', 'attribute(el, "content")'),
      property('nothing', row('hull'))
    ]
    const found = await workers.page([index('', { properties })], page('/tern', html), true)
    expect(found).toEqual({
      rows: { i: { ship: 'Tern', seats: '12', first: 'Ada', about: 'Of the whole site', nothing: '' } },
      warnings: []
    })
  } finally {
    await workers.close()
  }
})

it('U3 values that are no text or number stay empty, and a page says what it could not do', async () => {
  const workers = openIndexWork({ program: null })
  const html = '<main><div><p>one two three</p></div></main>'
  const value = async (expression: string) => {
    const { rows, warnings } = await workers.page([index(expression)], page('/a', html), false)
    return [rows['i']?.['p'], warnings.length]
  }
  expect(await value('el')).toEqual(['', 0])
  expect(await value('textContent')).toEqual(['', 0])
  expect(await value('constructor')).toEqual(['', 0])
  expect(await value('words(textContent(el), 0, 2)')).toEqual(['one two', 0])
  expect(await value('characters(textContent(el), -5)')).toEqual(['three', 0])
  expect(await value('parseTimestamp(headers["last-modified"], "ddd, DD MMM YYYY hh:mm:ss GMT")')).toEqual([
    1795280400, 0
  ])
  expect(await value('dateValue("2026-11-21", "YYYY-MM-DD")')).toEqual([46347, 0])
  expect(await value('parseTimestamp("soon")')).toEqual(['', 0])
  expect(await value('shout(el)')).toEqual(['', 1])
  expect(await value('path')).toEqual(['/a', 0])
  expect(await value('replace(path, "/", "-")')).toEqual(['-a', 0])
  const { warnings } = await workers.page(
    [index('replace(textContent(el), "a", "b")')],
    page('/a', html),
    false
  )
  expect(warnings[0]?.message).toMatch(/^“replace” and “replaceAll” take one text/)
  await workers.close()
  await expect(workers.page([], page('/a', html), false)).rejects.toMatchObject({ reason: 'closed' })
})

it('U3 patterns choose pages as the format says: /x/** means /x too, exclude wins, none means every page', async () => {
  const workers = openIndexWork({ program: null })
  const paths = ['/', '/x', '/x/a', '/x/b/c', '/xy', '/.hidden/a']
  const taken = async (include: string[] | null, exclude: string[] | null = null) =>
    (await workers.match([index('', { include, exclude })], paths))[0]
  expect(await taken(null)).toEqual(paths)
  expect(await taken([])).toEqual([])
  expect(await taken(['/x/**'])).toEqual(['/x', '/x/a', '/x/b/c'])
  expect(await taken(['x/*'])).toEqual(['/x/a'])
  expect(await taken(['/{x,xy}'])).toEqual(['/x', '/xy'])
  expect(await taken(['**'], ['/x/**'])).toEqual(['/', '/xy', '/.hidden/a'])
  await workers.close()
})
