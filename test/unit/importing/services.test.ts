import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { normalForm } from '../../../src/common/importing/normal-form'
import { bulkRules, metadataFor } from '../../../src/common/publishing/page-metadata'
import { makeToken, openHttp, type HttpWorkspace } from '../../contract/over-http'
import { foreignSite, sends } from '../../support/foreign-site'
import { checked, openDesk, ran, settled, site, type Desk } from './imports'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
const open = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const one = await opening
  opened.push(one)
  return one
}
const folder = 'resources/sample/content'
const published = '/northwind/harbour'

/** Another Galley with the sample site, all of it live. */
async function galleyWithSample(): Promise<HttpWorkspace> {
  const galley = await open(openHttp({}, { sampleFolder: 'resources/sample' }))
  const send = (method: string, path: string, body?: string) =>
    galley.service.fetch(
      new Request(`http://x${path}`, { method, ...(body === undefined ? {} : { body }) }),
      'owner'
    )
  expect((await send('POST', '/app/sample')).status).toBe(201)
  const begun = await send('POST', `/publish/live${published}/main/*`, '{"paths":["/*"]}')
  const { links } = (await begun.json()) as { links: { self: string } }
  for (;;) {
    const job = (await (await send('GET', new URL(links.self).pathname)).json()) as {
      state: string
      progress: { failed: number }
    }
    if (job.state !== 'stopped') {
      await new Promise((resolve) => setTimeout(resolve, 5))
      continue
    }
    expect(job.progress.failed).toBe(0)
    return galley
  }
}

const stored = async ({ workspace }: Desk, path: string) => {
  const answer = await workspace.service.fetch(new Request(`http://x/source${path}`), 'owner')
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
}

describe('an import from a publishing service', () => {
  it('U4 IM1 IM3 IM8 a whole site comes over by its status job: documents, sheets and media alike, and its redirects reported', async () => {
    const galley = await galleyWithSample()
    const token = await makeToken(galley.location, { kind: 'admin', email: 'bot@example.com' })
    const desk = await open(openDesk())
    const { origin } = galley.server
    const { job } = await checked(desk, {
      kind: 'service',
      environment: 'live',
      admin: `${origin}/publish`,
      org: 'northwind',
      site: 'harbour',
      address: `${origin}/sites/live${published}`,
      token
    })
    expect(job.error).toBeUndefined()
    const done = await ran(desk, job.name)
    expect(done.job).toMatchObject({ state: 'done', counts: { differing: 0 } })
    const sheet = JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8')) as {
      data: Record<string, string>[]
    }
    let compared = 0
    for (const file of (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name))) {
      const source = await readFile(join(folder, file))
      const came = await stored(desk, `${site}/${file}`)
      const text = source.toString()
      const item = done.items.find(({ path }) => path === `${site}/${file}`)
      if (!came) {
        expect(item?.check?.why ?? 'redirect', file).toBe('redirect')
        continue
      }
      compared++
      if (file.endsWith('.json')) {
        const [mine, theirs] = [text, came.toString()].map(
          (one) => (JSON.parse(one) as { data: unknown }).data
        )
        expect(theirs, file).toEqual(mine)
      } else if (!file.endsWith('.html') || text.includes('class="da-form"'))
        expect(came.equals(source), file).toBe(true)
      else {
        const rules = {
          bulk: metadataFor(bulkRules(sheet.data), `/${file.replace(/(?:index)?\.html$/, '')}`),
          name: file.replace(/^.*\/|\.html$/g, '')
        }
        expect(normalForm(came.toString(), rules), file).toBe(normalForm(text, rules))
      }
    }
    expect(compared).toBeGreaterThan(85)
    const again = await checked(desk, {
      kind: 'list',
      text: done.items.map(({ address }) => address).join('\n')
    })
    expect(again.job.counts.verdicts['changed']).toBeUndefined()
    expect(again.job.counts.verdicts['new']).toBeUndefined()
  })

  it('VE10 IM3 the pictures of a page come into its asset folder', async () => {
    const galley = await open(openHttp())
    const send = (method: string, path: string, body?: string) =>
      galley.service.fetch(
        new Request(`http://x${path}`, { method, ...(body === undefined ? {} : { body }) }),
        'owner'
      )
    const picture = await readFile('resources/sample/content/media/deck-plan.png')
    await galley.service.fetch(
      new Request('http://x/source/o/s/docs/.about/a.png', { method: 'PUT', body: picture }),
      'owner'
    )
    const page = '<body><main><div><p><img src="/docs/.about/a.png" alt="a"></p></div></main></body>'
    await send('PUT', '/source/o/s/docs/about.html', page)
    const live = await send('POST', '/publish/live/o/s/main/docs/about')
    expect(live.status).toBe(200)
    const desk = await open(openDesk())
    const { job } = await checked(desk, {
      kind: 'list',
      text: `${galley.server.origin}/sites/live/o/s/docs/about`
    })
    expect(job.error).toBeUndefined()
    const done = await ran(desk, job.name)
    expect(done.job).toMatchObject({ state: 'done', counts: { differing: 0 } })
    expect((await stored(desk, `${site}/docs/.about/a.png`))?.equals(picture)).toBe(true)
    expect((await stored(desk, `${site}/docs/about.html`))?.toString()).toContain('src="/docs/.about/a.png"')
  })

  it('IM9 a wrong token, another service and a job on another host are told as what they are; the token goes nowhere else', async () => {
    const galley = await open(openHttp())
    const desk = await open(openDesk())
    const other = await open(foreignSite({}))
    const liar = await open(
      foreignSite({
        '/status/a/b/main/index': sends(
          'application/json',
          JSON.stringify({ links: { self: `${other.origin}/job` } })
        ),
        '/moved/status/a/b/main/index': (_request, answer) =>
          void answer.writeHead(307, { Location: `${other.origin}/status` }).end()
      })
    )
    const ask = async (admin: string) => {
      const source = {
        kind: 'service',
        environment: 'live',
        admin,
        org: 'a',
        site: 'b',
        address: 'https://a.example',
        token: 'very secret'
      } as const
      const { name } = await desk.imports.start(site, { source })
      return settled(desk, name)
    }
    expect(await ask(`${galley.server.origin}/publish`)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('does not accept this token') as string
    })
    expect(await ask(`${galley.server.origin}/openapi.json`)).toMatchObject({ state: 'failed' })
    expect(await ask(liar.origin)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('another host') as string
    })
    expect(await ask(`${liar.origin}/moved`)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('leads to') as string
    })
    expect(other.log).toEqual([])
    for (const kind of ['imports', 'import-items']) {
      const place = join(desk.workspace.location, '.galley', kind)
      const files = await readdir(place).catch(() => [])
      for (const file of files) expect(await readFile(join(place, file), 'utf8')).not.toContain('secret')
    }
  })
})
