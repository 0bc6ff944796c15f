import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../src/main/service'
import { page } from './kit'
import type { HttpWorkspace } from './over-http'
import { makeToken, openHttp } from './over-http'

/** Jobs of the publishing admin service, asked for as the description's import-list procedure does: with an admin token. */

interface Accepted {
  readonly messageId: string
  readonly job: { readonly topic: string; readonly name: string; readonly state: string }
  readonly links: { readonly list: string; readonly self: string }
}

interface Details {
  readonly topic: string
  readonly name: string
  readonly state: string
  readonly createTime: string
  readonly startTime?: string
  readonly stopTime?: string
  readonly cancelled?: boolean
  readonly error?: string
  readonly progress: { readonly total: number; readonly processed: number; readonly failed: number }
  readonly data: {
    readonly paths: unknown
    readonly pathsOnly?: boolean
    readonly select?: readonly string[]
    readonly phase: string
    readonly resources: unknown
  }
}

let http: HttpWorkspace
let admin: Record<string, string>
beforeAll(async () => {
  http = await openHttp()
  admin = { 'X-Auth-Token': await makeToken(http.location, { kind: 'admin', email: 'bot@example.com' }) }
})
afterAll(() => http.close())

const by = { email: 'ada@example.com' }

async function makeSite(site: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await http.service.fetch(
      new Request(`http://x/source${site}/${name}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: content
      }),
      'owner'
    )
  }
}

const send = (method: string, address: string, body?: unknown, headers = admin) =>
  fetch(address.startsWith('http') ? address : http.server.origin + address, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

async function start(address: string, body: unknown): Promise<Accepted> {
  const answer = await send('POST', address, body)
  const text = await answer.text()
  expect(answer.status, text).toBe(202)
  return JSON.parse(text) as Accepted
}

async function stopped({ links }: Accepted): Promise<Details> {
  for (;;) {
    const answer = await send('GET', `${links.self}/details`)
    expect(answer.status).toBe(200)
    const details = (await answer.json()) as Details
    if (details.state === 'stopped') return details
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const files = {
  'index.html': page('home'),
  'docs/a.html': page('a'),
  'docs/deep/b.html': page('b'),
  'data.json': '{"a": 1}',
  'media/a.png': 'picture',
  '.galley/forms/schemas/x.html': page('schema')
}

describe('jobs', () => {
  it('U1 U2 everything is published by one request; the status job lists it exactly as the description shows', async () => {
    await makeSite('/jobs/all', files)
    const bulk = await start('/publish/live/jobs/all/main/*', { paths: ['/*'] })
    expect(bulk.job).toMatchObject({ topic: 'publish', state: 'created' })
    const done = await stopped(bulk)
    expect(done.progress).toEqual({ total: 5, processed: 5, failed: 0 })
    expect(done.data).toMatchObject({ phase: 'completed', paths: [{ prefix: '/' }] })

    const status = await start('/publish/status/jobs/all/main/index', {
      pathsOnly: true,
      select: ['live'],
      paths: ['/*']
    })
    expect(Object.keys(status).sort()).toEqual(['job', 'links', 'messageId'])
    expect(status.messageId).toMatch(/^[0-9a-f-]{36}$/)
    expect(status.job).toMatchObject({
      topic: 'status',
      name: expect.stringMatching(/^job-2\d{3}-/) as string
    })
    expect(status.links.self).toBe(`${status.links.list}/${status.job.name}`)
    const details = await stopped(status)
    expect(details).toMatchObject({ topic: 'status', name: status.job.name, state: 'stopped' })
    expect(details.createTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(details.data).toEqual({
      paths: [{ prefix: '/' }],
      pathsOnly: true,
      select: ['live'],
      phase: 'completed',
      resources: { live: ['/data.json', '/docs/a', '/docs/deep/b', '/', '/media/a.png'] }
    })
    const list = (await (await send('GET', status.links.list)).json()) as {
      jobs: { name: string; href: string }[]
    }
    expect(list.jobs[0]).toMatchObject({ name: status.job.name, href: status.links.self })
  })

  it('U2 a status job selects by pattern and kind, and tells more than paths when asked', async () => {
    await makeSite('/jobs/some', files)
    await stopped(await start('/publish/preview/jobs/some/main/*', { paths: ['/docs/*', '/data.json'] }))
    const both = await stopped(await start('/publish/status/jobs/some/main/*', { pathsOnly: true }))
    expect(both.data.resources).toEqual({ preview: ['/data.json', '/docs/a', '/docs/deep/b'], live: [] })
    const one = await stopped(
      await start('/publish/status/jobs/some/main/*', {
        select: ['preview', 'edit'],
        paths: ['/docs/deep/*']
      })
    )
    expect(one.data.resources).toMatchObject({
      preview: [{ path: '/docs/deep/b', lastModifiedBy: 'bot@example.com' }],
      edit: [{ path: '/docs/deep/b', lastModifiedBy: 'owner@localhost' }]
    })
  })

  it('U1 a bulk request tells what became of each path, and one that fails keeps no other from being done', async () => {
    await makeSite('/jobs/mixed', { ...files, 'broken.json': '{' })
    const paths = ['/docs/a', '/broken.json', '/none', '/']
    const done = await stopped(await start('/publish/live/jobs/mixed/main/*', { paths }))
    expect(done.progress).toEqual({ total: 4, processed: 4, failed: 2 })
    expect(
      [...(done.data.resources as { path: string; status: number }[])].sort((a, b) =>
        a.path < b.path ? -1 : 1
      )
    ).toMatchObject([
      { path: '/', status: 200 },
      { path: '/broken.json', status: 400, error: expect.stringContaining('not valid JSON') as string },
      { path: '/docs/a', resourcePath: '/docs/a.html', status: 200 },
      { path: '/none', status: 404 }
    ])
    const again = await stopped(await start('/publish/live/jobs/mixed/main/*', { paths: ['/docs/a'] }))
    expect(again.data.resources).toMatchObject([{ path: '/docs/a', status: 304 }])
    const forced = await stopped(
      await start('/publish/live/jobs/mixed/main/*', { paths: ['/docs/a'], forceUpdate: true })
    )
    expect(forced.data.resources).toMatchObject([{ path: '/docs/a', status: 200 }])
  })

  it('U1 a bulk request takes a folder out again', async () => {
    await makeSite('/jobs/out', files)
    await stopped(await start('/publish/live/jobs/out/main/*', { paths: ['/*'] }))
    const done = await stopped(
      await start('/publish/live/jobs/out/main/*', { paths: ['/docs/*'], delete: true })
    )
    expect(done).toMatchObject({ topic: 'publish-remove', progress: { total: 2, failed: 0 } })
    const left = await stopped(await start('/publish/status/jobs/out/main/*', { pathsOnly: true }))
    expect(left.data.resources).toEqual({
      preview: ['/data.json', '/docs/a', '/docs/deep/b', '/', '/media/a.png'],
      live: ['/data.json', '/', '/media/a.png']
    })
  })

  it('U1 a running job can be cancelled: what it did is kept, and a job that has ended cannot', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`p${index}.html`, page(`${index}`)])
    )
    await makeSite('/jobs/cancel', many)
    const job = await start('/publish/live/jobs/cancel/main/*', { paths: ['/*'] })
    expect((await send('DELETE', job.links.self)).status).toBe(204)
    const done = await stopped(job)
    expect(done).toMatchObject({ cancelled: true, data: { phase: 'cancelled' } })
    expect(done.progress.processed).toBeLessThan(120)
    const live = await stopped(
      await start('/publish/status/jobs/cancel/main/*', { pathsOnly: true, select: ['live'] })
    )
    expect((live.data.resources as { live: string[] }).live).toHaveLength(done.progress.processed)
    const refused = await send('DELETE', job.links.self)
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      409,
      'This job does not run (any more).'
    ])
  })

  it('W6 a job that the end of the process cut off says so', async () => {
    await makeSite('/jobs/cut', files)
    const job = await start('/publish/live/jobs/cut/main/*', { paths: ['/*'] })
    await stopped(job)
    const folder = join(http.location, '.galley/publish-jobs')
    const name = (await readdir(folder)).find((one) => one.startsWith(job.job.name)) ?? ''
    const { value } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { value: object }
    await writeFile(join(folder, name), JSON.stringify({ ...value, state: 'running' }))
    const service = createService({ store: http.store, appVersion: '0' })
    const answer = await service.fetch(new Request(job.links.self, { headers: admin }), 'anyone')
    expect(await answer.json()).toMatchObject({
      state: 'stopped',
      error: expect.stringContaining('start it again') as string
    })
    await service.close()
  })

  it('X1 A3 what is asked for wrongly is refused with a sentence, and nothing is begun', async () => {
    const refusals = [
      ['/publish/live/jobs/x/main/*', { paths: [] }, 400],
      ['/publish/live/jobs/x/main/*', { paths: ['docs'] }, 400],
      ['/publish/live/jobs/x/main/*', { paths: ['/../x'] }, 400],
      ['/publish/live/jobs/x/main/*', { paths: ['/half\ud800.html'] }, 400],
      ['/publish/live/jobs/x/main/*', { paths: ['/a//b'] }, 400],
      ['/publish/status/jobs/x/main/index', { select: ['moon'] }, 400],
      ['/publish/status/jobs/x/main/index', [], 400]
    ] as const
    for (const [address, body, status] of refusals) {
      const answer = await send('POST', address, body)
      expect(
        [answer.status, typeof ((await answer.json()) as { error: unknown }).error],
        JSON.stringify(body)
      ).toEqual([status, 'string'])
    }
    expect((await send('POST', '/publish/status/jobs/x/main/index', {}, {})).status).toBe(401)
    expect((await send('GET', '/publish/job/jobs/x/main/status/job-none')).status).toBe(404)
    expect((await send('GET', '/publish/job/jobs/x/main/moon')).status).toBe(404)
    expect((await send('PUT', '/publish/job/jobs/x/main/status')).status).toBe(405)
    const list = (await (await send('GET', '/publish/job/jobs/x/main/status')).json()) as { jobs: unknown[] }
    expect(list.jobs).toEqual([])
  })

  it('P6 a bulk request publishes only what its caller may write, and jobs of others are told only to who may read the site', async () => {
    await makeSite('/perm/jobs', files)
    const rows = [
      { path: 'CONFIG', actions: 'write', groups: 'ada@example.com' },
      { path: '/jobs/docs/**', actions: 'write', groups: 'ada@example.com' }
    ]
    const form = new FormData()
    form.set(
      'config',
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: 2, data: rows })
    )
    expect(
      (await http.service.fetch(new Request('http://x/config/perm', { method: 'POST', body: form }), 'owner'))
        .status
    ).toBe(201)
    const ada = { Authorization: `Bearer ${await makeToken(http.location, by)}` }
    const eve = { Authorization: `Bearer ${await makeToken(http.location, { email: 'eve@example.com' })}` }
    const answer = await send('POST', '/publish/live/perm/jobs/main/*', { paths: ['/*', '/data.json'] }, ada)
    const job = (await answer.json()) as Accepted
    const done = await stopped(job)
    expect(
      [...(done.data.resources as { path: string; status: number }[])].sort((a, b) =>
        a.path < b.path ? -1 : 1
      )
    ).toMatchObject([
      { path: '/data.json', status: 403 },
      { path: '/docs/a', status: 200 },
      { path: '/docs/deep/b', status: 200 }
    ])
    expect((await send('GET', job.links.self, undefined, ada)).status).toBe(200)
    expect((await send('GET', job.links.self, undefined, eve)).status).toBe(403)
    expect((await send('DELETE', job.links.self, undefined, eve)).status).toBe(403)
  })
})
