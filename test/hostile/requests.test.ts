import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bounds } from '../../src/common/bounds'
import { contentPath } from '../../src/common/content/paths'
import { MOST_DEFINITION_BYTES } from '../../src/main/publishing/query-index/source-definition'
import { queryBounds } from '../../src/main/http/request-bounds'
import type { Workspace } from '../contract/in-process'
import { openWorkspace } from '../contract/in-process'
import { bundleProgram } from '../support/bundle'
import { hostileRuns } from './runs'

/** The sizes that were seen to hold everybody up, in the long form; in each run smaller ones that did too. */
const LARGE = hostileRuns(0) > 0

/** Requests of strangers that would hold everybody up: each is refused, or answered while others are. */

let program = ''
beforeAll(async () => {
  program = await bundleProgram('src/main/workers/program.ts')
})

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace({ workerProgram: program, origin: 'http://127.0.0.1' })
})
afterEach(() => workspace.close())

const ask = (path: string, init: RequestInit = {}, hint: 'owner' | 'anyone' = 'anyone') =>
  workspace.service.fetch(new Request(`http://127.0.0.1${path}`, init), hint)

async function refusal(answer: Response): Promise<{ status: number; reason: string; where?: string }> {
  const { reason, where } = (await answer.json()) as { reason: string; where?: string }
  return { status: answer.status, reason, ...(where === undefined ? {} : { where }) }
}

/** Puts a file there, as another program does: without asking the service. */
const write = (path: string, text: string) =>
  workspace.store.write(contentPath(path), new TextEncoder().encode(text), {
    by: { email: 'a@example.com' }
  })

const publish = (path: string) => ask(`/publish/live/org/site/main${path}`, { method: 'POST' }, 'owner')

/** Asks for something that takes long and, once it is under way, for something else: the names in the order of the answers. */
async function inOrder(long: Promise<Response>, path = '/list/'): Promise<string[]> {
  const order: string[] = []
  const first = long.then(async (answer) => {
    await answer.arrayBuffer()
    order.push('long')
  })
  await new Promise((resolve) => setTimeout(resolve, 0))
  const answer = await ask(path, {}, 'owner')
  await answer.arrayBuffer()
  order.push('other')
  await first
  return order
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ Name: `Name ${at}`, Number: String(at), Text: 'x'.repeat(60) }))

const sheet = (data: readonly unknown[]) =>
  JSON.stringify({
    ':type': 'sheet',
    ':sheetname': 'data',
    total: data.length,
    limit: data.length,
    offset: 0,
    data
  })

describe('parameters of an address', () => {
  it('X7 one that is there twice is refused on every address, with its name', async () => {
    for (const path of [
      '/sites/live/org/site/a.json?limit=1&limit=2',
      '/delivery/live/org/site/a?envelope=true&envelope=false',
      '/list/?limit=1&limit=1',
      '/publish/status/org/site/main/a?limit=1&limit=2',
      '/app/access/org?limit=a&limit=b',
      '/sync?limit=1&limit=2',
      '/import/org/site?limit=1&limit=2'
    ]) {
      const name = path.includes('envelope') ? 'envelope' : 'limit'
      expect(await refusal(await ask(path, {}, 'owner')), path).toEqual({
        status: 400,
        reason: 'bad-request',
        where: name
      })
    }
  })

  it('X7 U4 several sheets may be named, each once: the same one twice, or 1,300 times, is refused', async () => {
    const book = {
      ':type': 'multi-sheet',
      ':names': ['a', 'b'],
      ':version': 3,
      a: { total: 1, data: [{ x: '1' }] },
      b: { total: 1, data: [{ y: '2' }] }
    }
    await write('/org/site/book.json', JSON.stringify(book))
    expect((await publish('/book.json')).status).toBe(200)
    const both = await ask('/sites/live/org/site/book.json?sheet=a&sheet=b')
    expect(await both.json()).toMatchObject({ ':names': ['a', 'b'], a: { total: 1 }, b: { total: 1 } })
    for (const names of [['a', 'a'], Array.from({ length: 1300 }, () => 'a')]) {
      const answer = await ask(
        `/sites/live/org/site/book.json?${names.map((name) => `sheet=${name}`).join('&')}`
      )
      expect(await refusal(answer)).toMatchObject({ status: 400, where: 'sheet' })
    }
    const unknown = await ask('/sites/live/org/site/book.json?sheet=a&sheet=b&sheet=c')
    expect(unknown.status).toBe(404)
  })

  it('X7 a query is as long and has as many parameters as it may, and not more', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=`).join('&')
    expect((await ask(`/list/?${many(queryBounds.parameters)}`, {}, 'owner')).status).toBe(200)
    expect(await refusal(await ask(`/list/?${many(queryBounds.parameters + 1)}`, {}, 'owner'))).toMatchObject(
      {
        status: 400
      }
    )
    const long = (length: number) => `/list/?p=${'x'.repeat(length - 3)}`
    expect((await ask(long(queryBounds.characters), {}, 'owner')).status).toBe(200)
    expect(await refusal(await ask(long(queryBounds.characters + 1), {}, 'owner'))).toMatchObject({
      status: 413,
      reason: 'too-large'
    })
  })

  it('X7 U4 “limit” and “offset” are whole numbers, or refused', async () => {
    await write('/org/site/a.json', sheet(rowsOf(3)))
    await publish('/a.json')
    for (const value of ['-1', '1e3', '0x10', '1.5', '', ' 1', '99999999999']) {
      const answer = await ask(`/sites/live/org/site/a.json?limit=${encodeURIComponent(value)}`)
      expect(await refusal(answer), value).toMatchObject({ status: 400, where: 'limit' })
    }
  })
})

describe('content that is large', () => {
  it('U4 X6 a few rows of a large sheet come while others are answered, and the sheet is read once', async () => {
    const data = rowsOf(LARGE ? 560_000 : 60_000)
    await write('/org/site/large.json', sheet(data))
    expect(await inOrder(publish('/large.json'))).toEqual(['other', 'long'])
    expect(await inOrder(ask('/sites/live/org/site/large.json?limit=1'))).toEqual(['other', 'long'])
    const reads: string[] = []
    const { read } = workspace.store.published
    workspace.store.published.read = (hash, where) => {
      reads.push(where)
      return read(hash, where)
    }
    for (const offset of [0, 7, data.length - 1]) {
      const answer = await ask(`/sites/live/org/site/large.json?limit=1&offset=${offset}`)
      expect(await answer.json()).toMatchObject({
        total: data.length,
        offset,
        limit: 1,
        data: [data[offset]]
      })
    }
    expect(reads).toEqual([])
  })

  it('U1 X6 a long page is published and read while others are answered', async () => {
    const page = `<body><header></header><main><div>${'<p>An ordinary paragraph of a long page, with <a href="/x">a link</a> in it.</p>'.repeat(LARGE ? 70_000 : 7_000)}</div></main><footer></footer></body>`
    await write('/org/site/book.html', page)
    const publishing = publish('/book')
    expect(await inOrder(publishing.then((answer) => answer.clone()))).toEqual(['other', 'long'])
    expect((await publishing).status, await (await publishing).text()).toBe(200)
    const answer = await ask('/sites/live/org/site/book')
    expect(answer.status).toBe(200)
    expect((await answer.text()).length).toBeGreaterThan(page.length)
  })

  it('X5 U1 deeply nested JSON is refused with its bound while others are answered, and nothing is published', async () => {
    const nested = (levels: number) => `{":type":"x","a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    await write('/org/site/deep.json', nested(LARGE ? 30_000_000 : 1_000_000))
    const publishing = publish('/deep.json')
    expect(await inOrder(publishing.then((answer) => answer.clone()))).toEqual(['other', 'long'])
    expect(await refusal(await publishing)).toMatchObject({ status: 422, reason: 'too-complex' })
    expect((await ask('/sites/live/org/site/deep.json')).status).toBe(404)
    await write('/org/site/deep.json', nested(bounds.json.depth - 1))
    expect((await publish('/deep.json')).status).toBe(200)
  })

  it('X5 U1 a page beyond a bound is refused with the bound, and what readers had and authors have stays', async () => {
    const page = (inner: string) => `<body><main><div>${inner}</div></main></body>`
    await write('/org/site/tower.html', page('<p>as it was</p>'))
    expect((await publish('/tower')).status).toBe(200)
    const was = await (await ask('/sites/live/org/site/tower')).text()
    for (const [inner, bound] of [
      ['<div>'.repeat(bounds.html.depth), '512 levels of nesting'],
      ['<br>'.repeat(bounds.html.nodes + 1), '400,000 elements'],
      [`<p ${Array.from({ length: 1001 }, (_, at) => `a${at}`).join(' ')}>`, '1,000 attributes in one tag']
    ] as const) {
      await write('/org/site/tower.html', page(inner))
      const answer = await publish('/tower')
      const told: unknown = await answer.json()
      expect([answer.status, told]).toMatchObject([
        422,
        { reason: 'too-complex', error: expect.stringContaining(bound) }
      ])
      expect(await (await ask('/sites/live/org/site/tower')).text()).toBe(was)
      expect(await (await ask('/source/org/site/tower.html', {}, 'owner')).text()).toBe(page(inner))
    }
    await write('/org/site/tower.html', page('<p>as it is</p>'))
    expect((await publish('/tower')).status).toBe(200)
    expect(await (await ask('/sites/live/org/site/tower')).text()).toContain('as it is')
  })

  it('U1 X5 a sheet about all pages is as large as it may be, or is not published', async () => {
    const filled = (bytes: number) => {
      const empty = sheet([{ Source: '/a', Destination: '' }]).length
      return sheet([{ Source: '/a', Destination: 'x'.repeat(bytes - empty) }])
    }
    await write('/org/site/redirects.json', filled(bounds.siteSheet.bytes))
    expect((await publish('/redirects.json')).status).toBe(200)
    await write('/org/site/redirects.json', filled(bounds.siteSheet.bytes + 1))
    expect(await refusal(await publish('/redirects.json'))).toMatchObject({
      status: 413,
      reason: 'too-large'
    })
  })
})

describe('the definition of a query index', () => {
  it('U3 X5 one that is too large is not read, whoever asks; its size is told to who looks after it', async () => {
    await write('/org/site/a.html', '<main><div><p>a</p></div></main>')
    await publish('/a')
    await write('/org/site/helix-query.yaml', `# ${'x'.repeat(MOST_DEFINITION_BYTES)}`)
    const reads: string[] = []
    const { read } = workspace.store
    workspace.store.read = (path) => {
      reads.push(path)
      return read(path)
    }
    expect((await ask('/sites/live/org/site/query-index.json')).status).toBe(404)
    const overview = await ask('/publish/index/org/site/main', {}, 'owner')
    expect(await overview.json()).toMatchObject({
      definition: { issues: [{ severity: 'error', message: expect.stringContaining('1,048,576 bytes') }] }
    })
    expect(reads.filter((path) => path.endsWith('.yaml'))).toEqual([])
  })

  it('U3 X6 a pattern without end of one site keeps no other site from its index', async () => {
    const definition = `version: 1\nindices:\n  i:\n    target: /i.json\n    properties:\n      p: {select: main p, value: 'match(textContent(el), "^(a+)+$")'}\n`
    const page = (text: string) => `<main><div><p>${text}</p></div></main>`
    await write('/org/site/helix-query.yaml', definition)
    for (const name of ['a', 'b', 'c']) await write(`/org/site/${name}.html`, page(`${'a'.repeat(60)}!`))
    await write('/org/other/helix-query.yaml', definition)
    await write('/org/other/a.html', page('aaa'))
    const bad = await ask(
      '/publish/live/org/site/main/*',
      { method: 'POST', body: '{"paths":["/*"]}' },
      'owner'
    )
    expect(bad.status).toBe(202)
    await ask('/publish/live/org/other/main/a', { method: 'POST' }, 'owner')
    const total = async (site: string) => {
      const answer = await ask(`/sites/live/org/${site}/i.json`)
      return answer.status === 200 ? ((await answer.json()) as { total: number }).total : 0
    }
    await expect.poll(() => total('other')).toBe(1)
    expect(await total('site')).toBe(0)
    const made = (await (await ask('/sites/live/org/other/i.json')).json()) as { data: unknown[] }
    expect(made.data).toEqual([{ path: '/a', p: 'aaa' }])
  })
})

describe('jobs', () => {
  const begin = (body: object, site = 'site') =>
    ask(`/publish/status/org/${site}/main/*`, { method: 'POST', body: JSON.stringify(body) }, 'owner')

  it('U2 X6 a job that names thousands of paths tells all that are published, and others are answered meanwhile', async () => {
    for (const name of ['a', 'b']) {
      await write(`/org/site/${name}.html`, '<main><div><p>a</p></div></main>')
      await publish(`/${name}`)
    }
    const paths = [...Array.from({ length: LARGE ? 10_000 : 2_000 }, (_, at) => `/none-${at}`), '/a', '/b']
    const begun = begin({ paths, pathsOnly: true, select: ['live', 'preview'] })
    expect(await inOrder(begun.then((answer) => answer.clone()))).toEqual(['other', 'long'])
    const { links } = (await (await begun).json()) as { links: { self: string } }
    await expect
      .poll(
        async () =>
          (await (await ask(`${new URL(links.self).pathname}/details`, {}, 'owner')).json()) as object
      )
      .toMatchObject({ state: 'stopped', data: { resources: { live: ['/a', '/b'] } } })
  })

  it('U2 X8 no more jobs of a site begin than may, each in its turn; those of another site do', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => begin({ paths: ['/*'] })))
    const refused = all.filter(({ status }) => status === 429)
    expect(all.filter(({ status }) => status === 202)).toHaveLength(20)
    expect(refused).toHaveLength(10)
    const [first] = refused
    expect(first && (await refusal(first))).toMatchObject({ reason: 'too-many', where: '/org/site' })
    expect((await begin({ paths: ['/*'] }, 'other')).status).toBe(202)
    await expect.poll(async () => (await begin({ paths: ['/*'] })).status).toBe(202)
  })
})

describe('bodies', () => {
  it('S4 X7 a form that has a field twice is refused, with its name', async () => {
    await write('/org/site/a.html', 'a')
    const body = 'destination=/org/site/b.html&destination=/org/site/c.html'
    const answer = await ask(
      '/copy/org/site/a.html',
      { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      'owner'
    )
    expect(await refusal(answer)).toMatchObject({ status: 400, where: 'destination' })
  })

  it('X5 U2 the body of a job is nested as deeply as JSON may be, or refused', async () => {
    const answer = await ask(
      '/publish/status/org/site/main/*',
      { method: 'POST', body: '['.repeat(4_000_000) },
      'owner'
    )
    expect(await refusal(answer)).toMatchObject({ status: 422, reason: 'too-complex' })
  })
})
