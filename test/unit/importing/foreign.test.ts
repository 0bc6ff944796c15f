import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { ImportRequest } from '../../../src/common/importing/shapes'
import { renderPage } from '../../../src/common/publishing/page'
import { newDocument, writeDocument, writeSchemaDocument } from '../../../src/common/formats/structured'
import { foreignSite, leads, pageOf, sends, type ForeignSite } from '../../support/foreign-site'
import { byPath, checked, fast, openDesk, ran, settled, site, type Desk } from './imports'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
const open = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const one = await opening
  opened.push(one)
  return one
}
const listOf = ({ origin }: ForeignSite, paths: readonly string[]): ImportRequest['source'] => ({
  kind: 'list',
  text: paths.map((path) => origin + path).join('\n')
})
const png = new Uint8Array([137, 80, 78, 71, 1, 2, 3, 4, 5, 6])
const sheet = (rows: number) => ({
  total: 3,
  offset: 0,
  limit: rows,
  data: [{ a: '1' }, { a: '2' }, { a: '3' }].slice(0, rows),
  ':type': 'sheet'
})

describe('an import from another host', () => {
  it('IM4 IM5 IM8 a site with slow answers, 429, redirects, loops, wrong types, huge files and broken HTML ends with a right report', async () => {
    const foreign = await open(
      foreignSite({
        '/': pageOf(
          '<div><h1 id="home">Home</h1><p><a href="/docs/a">A</a> <img src="/media/a.png" alt=""></p></div>',
          '<title>Home</title>'
        ),
        '/docs/a': (request, answer, count) =>
          count === 1
            ? void answer.writeHead(429, { 'Retry-After': '0' }).end()
            : pageOf('<div><p>a</p></div>')(request, answer, count),
        '/docs/flaky': (request, answer, count) =>
          count < 3 ? void answer.destroy() : pageOf('<div><p>flaky</p></div>')(request, answer, count),
        '/docs/moved': leads('/docs/a'),
        '/docs/loop': leads('/docs/loop'),
        '/docs/slow': () => undefined,
        '/docs/broken': sends('text/html', '<h1>Half <b>bold<div><p>open <a href="/docs/a">link'),
        '/docs/pdf': sends('application/pdf', '%PDF'),
        '/docs/packed': sends('text/html', gzipSync('<main><div><p>packed</p></div></main>'), {
          'Content-Encoding': 'gzip'
        }),
        '/docs/bomb': sends('text/html', gzipSync(Buffer.alloc(3_000_000, 'a')), {
          'Content-Encoding': 'gzip'
        }),
        '/data.json': (request, answer, count) =>
          sends('application/json', JSON.stringify(sheet(request.url?.includes('limit=3') ? 3 : 2)))(
            request,
            answer,
            count
          ),
        '/bad.json': sends('application/json', '{'),
        '/redirects.json': sends('application/json', JSON.stringify({ ...sheet(1), total: 1 })),
        '/media/a.png': sends('image/png', png),
        '/media/moved.png': leads('/media/a.png'),
        '/media/loop.png': leads('/media/loop.png?x'),
        '/media/fake.png': sends('text/html', '<p>no'),
        '/media/huge.mp4': sends('video/mp4', '', { 'Content-Length': '2000000' }),
        '/.hidden/x': pageOf('<div>x</div>'),
        '/docs/a.html': pageOf('<div><p>twice</p></div>')
      })
    )
    const desk = await open(
      openDesk({ ...fast, headMs: 600, tries: 3, pageBytes: 1_000_000, mediaBytes: 1_000_000 })
    )
    const paths = [
      '/',
      '/docs/a',
      '/docs/flaky',
      '/docs/moved',
      '/docs/loop',
      '/docs/slow',
      '/docs/broken',
      '/docs/pdf',
      '/docs/packed',
      '/docs/bomb',
      '/docs/gone',
      '/data.json',
      '/bad.json',
      '/redirects.json',
      '/media/moved.png',
      '/media/loop.png',
      '/media/fake.png',
      '/media/huge.mp4',
      '/.hidden/x',
      '/docs/a.html',
      '/docs/a'
    ]
    const { job, items } = await checked(desk, listOf(foreign, paths))
    expect(job).toMatchObject({ state: 'checked', repeated: 1, items: 21 })
    const why = Object.fromEntries(
      items.map(({ address, check }) => [new URL(address).pathname, check?.why ?? check?.verdict])
    )
    expect(why).toEqual({
      '/': 'new',
      '/docs/a': 'new',
      '/docs/flaky': 'new',
      '/docs/moved': 'redirect',
      '/docs/loop': 'redirect',
      '/docs/slow': 'unreachable',
      '/docs/broken': 'new',
      '/docs/pdf': 'type',
      '/docs/packed': 'new',
      '/docs/bomb': 'size',
      '/docs/gone': 'missing',
      '/data.json': 'new',
      '/bad.json': 'broken',
      '/redirects.json': 'new',
      '/media/a.png': 'new',
      '/media/moved.png': 'new',
      '/media/loop.png': 'loop',
      '/media/fake.png': 'type',
      '/media/huge.mp4': 'size',
      '/.hidden/x': 'name',
      '/docs/a.html': 'twice'
    })
    expect(byPath(items, '/docs/moved')).toMatchObject({
      kind: 'redirects',
      check: { redirect: `${foreign.origin}/docs/a` }
    })
    expect(byPath(items, '/media/a.png').shownBy).toBe(`${foreign.origin}/`)
    expect((await desk.send('GET', '/list/acme/web?missing=empty')).status).toBe(200)
    expect(await (await desk.send('GET', '/list/acme/web?missing=empty')).json()).toEqual([])

    const done = await ran(desk, job.name)
    expect(done.job).toMatchObject({
      state: 'done',
      counts: { outcomes: { created: 9 }, compared: 9, differing: 0 }
    })
    expect(await desk.text('/acme/web/index.html')).toContain('<h1>Home</h1>')
    expect(await desk.text('/acme/web/docs/broken.html')).toMatch(/<main>\n<div>\n<h1>Half <b>bold/)
    expect(await desk.text('/acme/web/docs/packed.html')).toContain('packed')
    expect(JSON.parse((await desk.text('/acme/web/data.json')) ?? '')).toEqual(sheet(3))
    const picture = await desk.send('GET', '/source/acme/web/media/moved.png')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(png)
    const csv = await desk.imports.report(site, job.name)
    expect(csv.split('\r\n')).toHaveLength(23)
    expect(csv).toContain(`${foreign.origin}/docs/moved,,redirects,yes,no,redirect,`)
    expect(csv).toContain(`${foreign.origin}/docs/a,/acme/web/docs/a.html,document,yes,new,,created,`)
  })

  it('IM6 what is there is left, or replaced with a version kept, as the person says; what changes after the check stays', async () => {
    const foreign = await open(
      foreignSite({
        '/a': pageOf('<div><p>theirs a</p></div>'),
        '/b': pageOf('<div><p>theirs b</p></div>'),
        '/same': pageOf('<div>\n  <h2 id="x">X</h2></div>'),
        '/m.png': sends('image/png', png)
      })
    )
    const desk = await open(openDesk())
    const mine = (text: string) =>
      `<body><header></header><main><div>${text}</div></main><footer></footer></body>`
    await desk.send('PUT', '/source/acme/web/a.html', mine('<p>mine a</p>'))
    await desk.send('PUT', '/source/acme/web/same.html', mine('<h2>X</h2>'))
    await desk.send('PUT', '/source/acme/web/m.png', new Uint8Array([1, 2]))
    const list = listOf(foreign, ['/a', '/b', '/same', '/m.png'])
    const first = await checked(desk, list)
    expect(first.job.counts.verdicts).toEqual({ changed: 2, new: 1, same: 1 })
    expect(await desk.imports.contents(site, first.job.name, 0)).toMatchObject({
      current: expect.stringContaining('mine a') as string,
      incoming: expect.stringContaining('theirs a') as string
    })
    const kept = await ran(desk, first.job.name)
    expect(kept.job.counts.outcomes).toEqual({ kept: 2, created: 1, same: 1 })
    expect(await desk.text('/acme/web/a.html')).toContain('mine a')

    const third = await checked(desk, listOf(foreign, ['/same']))
    await desk.send('DELETE', '/source/acme/web/same.html')
    const left = await ran(desk, third.job.name)
    expect(byPath(left.items, '/same')).toMatchObject({
      check: { verdict: 'same' },
      result: { outcome: 'kept', detail: expect.stringContaining('after the check') as string }
    })
    await desk.send('PUT', '/source/acme/web/same.html', mine('<h2>X</h2>'))

    await desk.send('DELETE', '/source/acme/web/b.html')
    const second = await checked(desk, list)
    await desk.send('PUT', '/source/acme/web/b.html', mine('<p>mine b</p>'))
    const replaced = await ran(desk, second.job.name, true)
    expect(replaced.job.counts.outcomes).toEqual({ replaced: 2, kept: 1, same: 1 })
    expect(byPath(replaced.items, '/b').result).toMatchObject({
      outcome: 'kept',
      detail: expect.stringContaining('after the check') as string
    })
    expect(await desk.text('/acme/web/a.html')).toContain('theirs a')
    expect(await desk.text('/acme/web/b.html')).toContain('mine b')
    const versions = (await (await desk.send('GET', '/versionlist/acme/web/a.html')).json()) as {
      url: string
    }[]
    expect(versions).toHaveLength(1)
    expect(await (await desk.send('GET', versions[0]?.url ?? '')).text()).toContain('mine a')
    const trash = (await (await desk.send('GET', '/trash/acme/web')).json()) as {
      path: string
      cause: string
    }[]
    expect(trash).toContainEqual(expect.objectContaining({ path: '/acme/web/m.png', cause: 'replaced' }))
  })

  it('IM9 media is taken from another host only after it was allowed, and no token goes there', async () => {
    const cdn = await open(foreignSite({ '/real.png': sends('image/png', png) }))
    const foreign = await open(
      foreignSite({
        '/p.png': leads(`${cdn.origin}/real.png`, 302),
        '/metadata': leads('http://169.254.169.254/latest')
      })
    )
    const desk = await open(openDesk())
    const source = {
      kind: 'list',
      text: `${foreign.origin}/p.png\n${foreign.origin}/metadata`,
      siteToken: 'open sesame'
    } as const
    const { job, items } = await checked(desk, source)
    expect(byPath(items, '/p.png').check).toMatchObject({
      verdict: 'no',
      why: 'host',
      redirect: `${cdn.origin}/real.png`
    })
    expect(byPath(items, '/metadata').check).toMatchObject({ verdict: 'no', why: 'redirect' })
    expect(job.hosts).toEqual([{ origin: cdn.origin, items: 1 }])
    expect(cdn.log).toEqual([])
    await desk.imports.act(site, job.name, 'check', { hosts: [cdn.origin] })
    expect((await settled(desk, job.name)).counts.verdicts).toEqual({ new: 1, no: 1 })
    const done = await ran(desk, job.name)
    expect(byPath(done.items, '/p.png')).toMatchObject({
      path: '/acme/web/p.png',
      result: { outcome: 'created' }
    })
    expect(
      [...foreign.headers.values()].every(({ authorization }) => authorization === 'token open sesame')
    ).toBe(true)
    expect([...cdn.headers.values()].every(({ authorization }) => authorization === undefined)).toBe(true)
    const told = JSON.stringify(await desk.imports.list(site)) + (await desk.imports.report(site, job.name))
    expect(told).not.toContain('sesame')
  })

  it('IM4 says of each item what its readers do not get, and so does not come back', async () => {
    const boat = writeDocument(newDocument({ title: 'Tern', schemaName: 'boat', data: { name: 'Tern' } }))
    const foreign = await open(
      foreignSite({
        '/tern': sends('text/html', renderPage(boat, { base: '', name: 'tern' })),
        '/data.json': sends('application/json', JSON.stringify(sheet(3))),
        '/mine.json': sends('application/json', JSON.stringify(sheet(3))),
        '/page': pageOf('<div><p>a page</p></div>')
      })
    )
    const desk = await open(openDesk())
    const hidden = { ...sheet(3), ':colWidths': [100], ':private': { notes: { total: 0, data: [] } } }
    await desk.send('PUT', '/source/acme/web/mine.json', JSON.stringify(hidden))
    const source = listOf(foreign, ['/tern', '/data.json', '/mine.json', '/page'])
    const { job, items } = await checked(desk, source)
    const lacks = (path: string) => byPath(items, path).check?.lacks
    expect(lacks('/page')).toBeUndefined()
    expect(lacks('/tern')).toMatch(/Its schema “boat” is not published and not here\. The data is complete/)
    expect(lacks('/data.json')).toBe(
      'Private sheets and column widths are not published, so they do not come back.'
    )
    expect(lacks('/mine.json')).toMatch(
      /The file here has private sheets \(notes\) and column widths: replacing it takes them out/
    )
    expect(byPath(items, '/mine.json').check?.verdict).toBe('changed')
    expect(await desk.imports.report(site, job.name)).toContain('Its schema “boat” is not published')

    await desk.send('PUT', '/source/acme/web/.galley/forms/schemas/boat.html', writeSchemaDocument('{}'))
    const again = await checked(desk, source)
    expect(byPath(again.items, '/tern').check?.lacks).toBeUndefined()
  })

  it('IM7 an import is paused and goes on, and is cancelled with what it did kept', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `/p${index}`)
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    let running = false
    const slow = (count: number) => running && count > 10
    let asked = 0
    const answers = Object.fromEntries(
      paths.map((path) => [
        path,
        (...[request, answer, count]: Parameters<ReturnType<typeof pageOf>>) => {
          asked++
          if (slow(asked - 40))
            void gate.then(() => pageOf(`<div><p>${path}</p></div>`)(request, answer, count))
          else pageOf(`<div><p>${path}</p></div>`)(request, answer, count)
        }
      ])
    )
    const foreign = await open(foreignSite(answers))
    const desk: Desk = await open(openDesk({ ...fast, headMs: 20_000 }))
    const { job } = await checked(desk, listOf(foreign, paths))
    running = true
    await desk.imports.act(site, job.name, 'run')
    while ((await desk.imports.read(site, job.name)).progress.done < 8)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const paused = await desk.imports.act(site, job.name, 'pause')
    expect(paused.state).toBe('paused')
    expect(await desk.imports.unfinished()).toMatchObject([{ name: job.name, state: 'paused' }])
    const before = paused.counts.outcomes['created'] ?? 0
    expect(before).toBeLessThan(40)
    letGo()
    await desk.imports.act(site, job.name, 'resume')
    const done = await settled(desk, job.name)
    expect(done).toMatchObject({ state: 'done', counts: { outcomes: { created: 40 }, differing: 0 } })
    expect(await desk.imports.unfinished()).toEqual([])
    await expect(desk.imports.act(site, job.name, 'pause')).rejects.toMatchObject({ reason: 'exists' })
    await desk.imports.remove(site, job.name)
    await expect(desk.imports.read(site, job.name)).rejects.toMatchObject({ reason: 'not-found' })
    expect(await desk.text('/acme/web/p39.html')).toContain('/p39')
  })
})
