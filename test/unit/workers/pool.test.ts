import { setMaxListeners } from 'node:events'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import type { IndexDefinition } from '../../../src/common/query-index'
import { openWorkers, workBounds, type Workers, type WorkOptions } from '../../../src/main/workers'
import { bundleProgram } from '../../support/bundle'

let program = ''
beforeAll(async () => {
  program = await bundleProgram('src/main/workers/program.ts')
})

let workers: Workers
const open = (most: number) => (workers = openWorkers({ program, most }))
afterEach(() => workers.close())

const index: IndexDefinition = {
  name: 'i',
  target: '/i.json',
  include: null,
  exclude: null,
  properties: [{ name: 'p', select: 'p', first: true, expression: 'match(el, "^(a+)+$")', many: false }]
}

const ENDLESS = `${'a'.repeat(60)}!`

/** A pattern that tries without end on some texts, and at once on others. */
const match = (text: string, how: Partial<WorkOptions> & { readonly tenant: string }) =>
  workers.run('index-page', { bytes: 100, limit: text === ENDLESS ? 400 : 60_000, ...how }, () => ({
    indices: [index],
    page: {
      path: '/a',
      html: new TextEncoder().encode(`<main><div><p>${text}</p></div></main>`),
      name: 'a',
      metadata: new Map(),
      host: null,
      head: [],
      headers: []
    }
  }))

const found = { rows: { i: { p: 'aaa' } }, warnings: [] }

describe('the pool of workers', () => {
  it('X6 work without end is ended at its limit, names it, and the next work is done by another worker', async () => {
    open(1)
    await expect(match(ENDLESS, { tenant: '/a/b' })).rejects.toMatchObject({
      reason: 'too-complex',
      message: expect.stringContaining('longer than 0.4 seconds')
    })
    expect(await match('aaa', { tenant: '/a/b' })).toEqual(found)
  })

  it('X6 little content is worked on where it is, and in a worker when its tags could make it grow', async () => {
    workers = openWorkers({ program: '/there/is/no/program.js', most: 1 })
    const look = (html: string) => {
      const bytes = new TextEncoder().encode(html)
      const source = { path: contentPath('/o/s/a.html'), bytes, serviceFolder: 'galley' }
      return workers.run('resource', { tenant: '/o/s', bytes: bytes.length }, () => source)
    }
    expect(await look(`<p>${'text '.repeat(10_000)}</p>`)).toMatchObject({ kind: 'page' })
    expect(await look('<p><b>'.repeat(workBounds.inlineTags / 2))).toMatchObject({ kind: 'page' })
    await expect(look('<p><b>'.repeat(workBounds.inlineTags))).rejects.toMatchObject({
      code: expect.stringContaining('MODULE_NOT_FOUND')
    })
  })

  it('X6 one tenant with much that never ends keeps no other from being answered', async () => {
    open(2)
    const order: string[] = []
    const hostile = Array.from({ length: 6 }, (_, at) =>
      match(ENDLESS, { tenant: '/bad/site' }).catch(() => order.push(`bad ${at}`))
    )
    const good = Array.from({ length: 4 }, async (_, at) => {
      expect(await match('aaa', { tenant: '/good/site' })).toEqual(found)
      order.push(`good ${at}`)
    })
    await Promise.all(good)
    // one worker was always left: not all of it waited for the second endless one
    expect(order.filter((one) => one.startsWith('bad')).length).toBeLessThan(4)
    await Promise.all(hostile)
    expect(order.filter((one) => one.startsWith('bad'))).toHaveLength(6)
  })

  it('X6 tenants take turns, and what is urgent goes before the rest of the same tenant', async () => {
    open(1)
    const order: string[] = []
    const ask = (name: string, how: Partial<WorkOptions> & { readonly tenant: string }) =>
      workers
        .run('index-definition', { bytes: workBounds.inline + 1, ...how }, () => ({ text: '' }))
        .then(() => order.push(name))
    await Promise.all([
      ask('a1', { tenant: 'a' }),
      ask('a2', { tenant: 'a' }),
      ask('a3', { tenant: 'a' }),
      ask('b1', { tenant: 'b' }),
      ask('b2', { tenant: 'b', urgent: true })
    ])
    expect(order).toEqual(['a1', 'a2', 'b2', 'a3', 'b1'])
  })

  it('X6 of work on much content one piece is done at a time, and what it is about is read when its turn comes', async () => {
    open(3)
    const steps: string[] = []
    const heavy = (name: string) =>
      workers
        .run('index-definition', { tenant: name, bytes: workBounds.heavy + 1 }, () => {
          steps.push(`${name} read`)
          return { text: '' }
        })
        .then(() => steps.push(`${name} done`))
    await Promise.all([heavy('a'), heavy('b'), heavy('c')])
    expect(steps).toEqual(['a read', 'a done', 'b read', 'b done', 'c read', 'c done'])
  })

  it('X6 work can be given up, while it waits and while it runs', async () => {
    open(1)
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = match(ENDLESS, { tenant: 'a', limit: 60_000, signal: running.signal })
    const second = match('aaa', { tenant: 'a', signal: waiting.signal })
    waiting.abort()
    await expect(second).rejects.toMatchObject({ reason: 'cancelled' })
    running.abort()
    await expect(first).rejects.toMatchObject({ reason: 'cancelled' })
    // giving up is no fault: the tenant is not behind
    expect(await match('aaa', { tenant: 'a' })).toEqual(found)
  })

  it('X6 more work than may wait for one tenant is refused, and others may still ask', async () => {
    open(1)
    const stop = new AbortController()
    // one warning of the platform less
    setMaxListeners(workBounds.waiting * 2, stop.signal)
    const all = Array.from({ length: workBounds.waiting + 1 }, () =>
      match(ENDLESS, { tenant: 'a', limit: 60_000, signal: stop.signal }).catch(() => {})
    )
    await expect(match('aaa', { tenant: 'a' })).rejects.toMatchObject({ reason: 'too-many' })
    const other = match('aaa', { tenant: 'b' })
    stop.abort()
    expect(await other).toEqual(found)
    await Promise.all(all)
  })

  it('X6 work that takes more memory than it may is ended and refused, and the process goes on', async () => {
    workers = openWorkers({ program, most: 1, heap: 32 })
    const html = new TextEncoder().encode(`<main>${'<p>a</p>'.repeat(300_000)}</main>`)
    const bytes = html.length
    const work = workers.run('page', { tenant: 'a', bytes, limit: 60_000 }, () => ({
      html,
      plain: true,
      base: '/x',
      name: 'a',
      path: '/a',
      metadata: new Map(),
      host: null,
      head: []
    }))
    await expect(work).rejects.toMatchObject({
      reason: 'too-complex',
      message: expect.stringContaining('memory')
    })
    expect(await match('aaa', { tenant: 'b' })).toEqual(found)
  })

  it('X6 closing ends what runs and refuses what waits and what comes', async () => {
    open(1)
    const all = [1, 2].map(() => match(ENDLESS, { tenant: 'a', limit: 60_000 }))
    const outcome = Promise.allSettled(all)
    await workers.close()
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(match('aaa', { tenant: 'a' })).rejects.toMatchObject({ reason: 'closed' })
  })

  it('X6 without a built program the same work is done in this thread, and refusals are the same', async () => {
    workers = openWorkers({ program: null })
    expect(await match('aaa', { tenant: 'a' })).toEqual(found)
    const bytes = new TextEncoder().encode('{')
    const resource = workers.run('resource', { tenant: 'a', bytes: 1 }, () => ({
      path: contentPath('/a/b/c.json'),
      bytes,
      serviceFolder: 'galley'
    }))
    await expect(resource).rejects.toMatchObject({ reason: 'bad-request' })
  })
})
