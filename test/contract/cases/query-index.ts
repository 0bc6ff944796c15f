import { describe, expect, it } from 'vitest'
import type { IndexOverview, IndexTrial, PageIndex } from '../../../src/common/query-index/answers'
import type { PublishedListing } from '../../../src/common/publishing/listing'
import { bytes, expectRefusal, json, jsonParts, page, text, useTransport } from '../kit'
import type { Reply, Transport } from '../transport'

/** Columns that take what most definitions take, and a structured document's field by its key. */
export const definition = `version: 1
indices:
  pages:
    target: /query-index.json
    include: ['/blog/**']
    exclude: ['/blog/drafts/**']
    properties:
      title:
        selectFirst: main h1
        value: textContent(el)
      description:
        select: head > meta[name="description"]
        value: attribute(el, "content")
      links:
        select: main a
        values: attribute(el, "href")
      lastModified:
        select: none
        value: parseTimestamp(headers["last-modified"], "ddd, DD MMM YYYY hh:mm:ss GMT")
`

export interface IndexFile {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly ':type': string
}

export const blog = (title: string) =>
  page(
    `<h1>${title}</h1><p><a href="/x">x</a> <a href="https://example.com/">y</a></p><div class="metadata"><div><div>Description</div><div>About ${title}</div></div></div>`
  )

export function queryIndexCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  async function siteWithIndex(): Promise<string> {
    const { put, send, freshSite } = kit()
    const site = freshSite()
    await put(`${site}/helix-query.yaml`, definition, { 'Content-Type': 'text/yaml' })
    for (const name of ['blog/b', 'blog/a', 'blog/drafts/c', 'other']) {
      await put(`${site}/${name}.html`, blog(`Post ${name}`))
      expect((await send('POST', `/publish/live${site}/main/${name}`)).status).toBe(200)
    }
    return site
  }
  /** As a reader who asks again while the answer is that the index is being made. */
  const read = async (address: string, headers: Readonly<Record<string, string>> = {}) => {
    for (;;) {
      const reply = await kit().send('GET', address, { headers })
      if (reply.status !== 503) return reply
    }
  }
  const index = async (site: string, query = ''): Promise<IndexFile> =>
    json<IndexFile>(await read(`/sites/live${site}/query-index.json${query}`))
  /** Puts the definition in force. Resolves to the job when it has ended. */
  async function madeAnew(site: string): Promise<{ readonly progress: object }> {
    const { send } = kit()
    const { links } = json<{ links: { self: string } }>(await send('POST', `/publish/index${site}/main/*`))
    for (;;) {
      const job = json<{ state: string; progress: object }>(await send('GET', new URL(links.self).pathname))
      if (job.state === 'stopped') return job
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const pathsOf = ({ data }: IndexFile) => data.map((row) => row['path'])

  describe('query index', () => {
    it('U3 what is live has a row with the extracted properties, in one JSON file; patterns choose the pages', async () => {
      const site = await siteWithIndex()
      const file = await index(site)
      expect(file).toMatchObject({ total: 2, offset: 0, limit: 2, ':type': 'sheet' })
      expect(file.data[0]).toEqual({
        path: '/blog/a',
        title: 'Post blog/a',
        description: 'About Post blog/a',
        links: ['/x', 'https://example.com/'],
        lastModified: expect.any(Number)
      })
      const seconds = Number(file.data[0]?.['lastModified'])
      expect(Math.abs(seconds * 1000 - Date.now())).toBeLessThan(120_000)
      expect(pathsOf(file)).toEqual(['/blog/a', '/blog/b'])
    })

    it('U3 F6 the file has limit and offset, an ETag, and may be read by pages of other origins', async () => {
      const site = await siteWithIndex()
      expect(await index(site, '?limit=1&offset=1')).toMatchObject({ total: 2, offset: 1, limit: 1 })
      expect(pathsOf(await index(site, '?offset=1'))).toEqual(['/blog/b'])
      const reply = await read(`/sites/live${site}/query-index.json`)
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      const again = await read(`/sites/live${site}/query-index.json`, {
        'If-None-Match': reply.headers['etag'] ?? ''
      })
      expect(again.status).toBe(304)
      expectRefusal(await read(`/sites/live${site}/query-index.json?limit=x`), 400, 'bad-request')
      expectRefusal(await read(`/sites/live${site}/query-index.json?sheet=x`), 404, 'not-found')
    })

    it('U3 a publication, a change and an unpublication are in it with the next look', async () => {
      const { put, send } = kit()
      const site = await siteWithIndex()
      expect((await index(site)).total).toBe(2)
      await put(`${site}/blog/a.html`, blog('Better'))
      expect((await index(site)).data[0]?.['title']).toBe('Post blog/a')
      await send('POST', `/publish/live${site}/main/blog/a`)
      expect((await index(site)).data[0]?.['title']).toBe('Better')
      expect((await send('DELETE', `/publish/live${site}/main/blog/a`)).status).toBe(204)
      expect(pathsOf(await index(site))).toEqual(['/blog/b'])
    })

    it('U3 a definition takes force with a publication or when asked, and never while it is wrong', async () => {
      const { put, send } = kit()
      const site = await siteWithIndex()
      await index(site)
      const wider = definition.replace("['/blog/**']", "['/**']")
      await put(`${site}/helix-query.yaml`, wider, { 'Content-Type': 'text/yaml' })
      expect((await index(site)).total).toBe(2)
      const overview = () =>
        send('GET', `/publish/index${site}/main`).then((reply) => json<IndexOverview>(reply))
      expect(await overview()).toMatchObject({ current: false, state: 'made', indices: [{ total: 2 }] })
      expect((await madeAnew(site)).progress).toEqual({ total: 4, processed: 4, failed: 0 })
      expect(pathsOf(await index(site))).toEqual(['/blog/a', '/blog/b', '/other'])
      expect(await overview()).toMatchObject({ current: true, definition: { status: 200, issues: [] } })

      await put(`${site}/helix-query.yaml`, `${wider}      title: 3\n`, { 'Content-Type': 'text/yaml' })
      await send('POST', `/publish/live${site}/main/other`)
      expect((await index(site)).total).toBe(3)
      const wrong = await overview()
      expect(wrong.definition.issues[0]).toMatchObject({ severity: 'error', line: 20, column: 7 })
      const refusal = expectRefusal(await send('POST', `/publish/index${site}/main/*`), 400, 'bad-request')
      expect(refusal.error).toContain('Line 20, column 7')
    })

    it('U3 an index goes with its site to another name, and outlives a definition that is only deleted', async () => {
      const { send } = kit()
      const site = await siteWithIndex()
      expect((await index(site)).total).toBe(2)
      const moved = await send('POST', `/move${site}`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: bytes(new URLSearchParams({ destination: `${site}-2` }).toString())
      })
      expect(moved.status).toBe(204)
      expect((await send('GET', `/publish/status${site}-2/main/blog/a`)).status).toBe(200)
      expect(pathsOf(await index(`${site}-2`))).toEqual(['/blog/a', '/blog/b'])
      expect((await read(`/sites/live${site}/query-index.json`)).status).toBe(404)
      await send('DELETE', `/source${site}-2/helix-query.yaml`)
      await send('DELETE', `/publish/live${site}-2/main/blog/a`)
      expect(pathsOf(await index(`${site}-2`))).toEqual(['/blog/b'])
      await madeAnew(`${site}-2`)
      expect((await read(`/sites/live${site}-2/query-index.json`)).status).toBe(404)
      expectRefusal(await send('POST', `/publish/index${site}-2/main/*`), 404, 'not-found')
    })

    it('U3 a definition can be tried on the live pages: rows, or what is wrong and where; nothing changes', async () => {
      const { send, freshSite } = kit()
      const site = await siteWithIndex()
      const yaml = (content: string) => ({
        headers: { 'Content-Type': 'application/yaml' },
        body: bytes(content)
      })
      const tried = async (content: string, query = '') =>
        json<IndexTrial>(await send('POST', `/publish/index${site}/main${query}`, yaml(content)))
      const trial = await tried(definition.replaceAll('title', 'headline'), '?limit=1')
      expect(trial).toMatchObject({
        pages: 4,
        issues: [],
        indices: [
          { name: 'pages', total: 2, columns: ['path', 'headline', 'description', 'links', 'lastModified'] }
        ]
      })
      expect(trial.indices[0]?.data).toMatchObject([{ path: '/blog/a', headline: 'Post blog/a' }])
      const hollow = await tried(definition.replace('textContent(el)', 'match(textContent(el), "never")'))
      expect(hollow.warnings).toMatchObject([{ path: '', index: 'pages', property: 'title' }])
      expect(hollow.warnings[0]?.message).toContain('empty in every row')
      const broken = await tried(definition.replace('textContent(el)', 'textContent(el'))
      expect(broken.indices).toEqual([])
      expect(broken.issues).toMatchObject([{ severity: 'error', line: 10, column: 29 }])
      const lost = await tried(definition.replace('textContent(el)', 'replace(el, "a", "b")'))
      expect(lost.warnings[0]).toMatchObject({ path: '/blog/a', index: 'pages', property: 'title' })
      expect((await index(site)).data[0]).toHaveProperty('title')
      expectRefusal(await send('POST', `/publish/index${site}/main?limit=x`, yaml('')), 400, 'bad-request')
      expectRefusal(
        await send('POST', `/publish/index${site}/main`, yaml(' '.repeat(1024 * 1024 + 1))),
        413,
        'too-large'
      )
      const empty = json<IndexTrial>(
        await send('POST', `/publish/index${freshSite()}/main`, yaml(definition))
      )
      expect(empty).toMatchObject({ pages: 0, indices: [{ total: 0, data: [] }] })
    })

    it('U3 one page is told, read again, or not found', async () => {
      const { send, freshSite } = kit()
      const site = await siteWithIndex()
      for (const method of ['GET', 'POST']) {
        const told = json<PageIndex>(await send(method, `/publish/index${site}/main/blog/a`))
        expect(told).toMatchObject({
          webPath: '/blog/a',
          resourcePath: '/blog/a.html',
          index: { name: 'pages', status: 200, row: { path: '/blog/a', title: 'Post blog/a' } },
          indices: ['pages']
        })
        expect(new URL(told.index?.indexedUrl ?? '').pathname).toBe(`/sites/live${site}/query-index.json`)
        const other = json<PageIndex>(await send(method, `/publish/index${site}/main/other`))
        expect(other).toMatchObject({ index: null, indices: [] })
        expectRefusal(await send(method, `/publish/index${site}/main/none`), 404, 'not-found')
        expectRefusal(await send(method, `/publish/index${site}/main/a//b`), 400, 'bad-path')
      }
      const none = freshSite()
      expectRefusal(await send('GET', `/publish/index${none}/main/a`), 404, 'not-found')
      expect(json<IndexOverview>(await send('GET', `/publish/index${none}/main`))).toMatchObject({
        state: 'none',
        definition: { status: 404 },
        indices: []
      })
    })

    it('U3 one page is taken out, and comes back when it is published or indexed again', async () => {
      const { send, put } = kit()
      const site = await siteWithIndex()
      const paths = async () => (await index(site)).data.map(({ path }) => path)
      const one = `/publish/index${site}/main/blog/a`
      const before = (await read(`/sites/live${site}/query-index.json`)).headers['etag']
      expect((await send('DELETE', one)).status).toBe(204)
      expect(await paths()).toEqual(['/blog/b'])
      expect((await read(`/sites/live${site}/query-index.json`)).headers['etag']).not.toBe(before)
      expect(json<PageIndex>(await send('GET', one))).toMatchObject({ index: null, indices: [] })
      expectRefusal(await send('DELETE', one), 404, 'not-found')
      expectRefusal(await send('DELETE', `/publish/index${site}/main/none`), 404, 'not-found')
      expectRefusal(await send('DELETE', `/publish/index${site}/main/a//b`), 400, 'bad-path')
      expect((await send('DELETE', `/publish/index${site}/main/*`)).status).toBe(405)
      // others do not bring it back
      await send('POST', `/publish/live${site}/main/blog/b`)
      expect(await paths()).toEqual(['/blog/b'])
      await send('POST', one)
      expect(await paths()).toEqual(['/blog/a', '/blog/b'])
      expect((await send('DELETE', one)).status).toBe(204)
      await put(`${site}/blog/a.html`, blog('Another'))
      await send('POST', `/publish/live${site}/main/blog/a`)
      expect(await paths()).toEqual(['/blog/a', '/blog/b'])
    })

    it('U3 preview reads the same index', async () => {
      const site = await siteWithIndex()
      const live = await read(`/sites/live${site}/query-index.json`)
      const preview = await read(`/sites/preview${site}/query-index.json`)
      expect([preview.status, text(preview)]).toEqual([200, text(live)])
    })

    it('U3 X1 a request for the index that cannot be met begins no job', async () => {
      const { send, freshSite } = kit()
      const site = await siteWithIndex()
      const all = `/publish/index${site}/main/*`
      expectRefusal(await send('POST', all, jsonParts({ indexNames: ['moon'] })), 400, 'bad-request')
      expectRefusal(await send('POST', all, jsonParts({ paths: 1 })), 400, 'bad-request')
      const large = {
        headers: { 'Content-Type': 'application/json' },
        body: bytes(' '.repeat(8 * 1024 * 1024 + 1))
      }
      expectRefusal(await send('POST', all, large), 413, 'too-large')
      expectRefusal(await send('POST', `/publish/index${freshSite()}/main/*`), 404, 'not-found')
      for (const [method, rest] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '/*']
      ] as const)
        expectRefusal(await send(method, `/publish/index/.galley/x/main${rest}`), 400, 'bad-path')
      expect(json<{ jobs: unknown[] }>(await send('GET', `/publish/job${site}/main/index`)).jobs).toEqual([])
    })
  })

  describe('everything that is published', () => {
    const list = async (site: string) =>
      json<PublishedListing>(await kit().send('GET', `/publish/status${site}/main/*`)).resources

    it('U1 is listed, with what the source holds now, also when there is no source any more', async () => {
      const { put, send, freshSite, email } = kit()
      const site = freshSite()
      expect(await list(site)).toEqual([])
      const written = await put(`${site}/a.html`, page('a'))
      await put(`${site}/b.html`, page('b'))
      await send('POST', `/publish/live${site}/main/a`)
      await send('POST', `/publish/preview${site}/main/b`)
      await send('DELETE', `/source${site}/b.html`)
      const [a, b] = await list(site)
      const etag = written.headers['etag']
      expect(a).toMatchObject({
        webPath: '/a',
        kind: 'page',
        live: { lastModifiedBy: email, sourceEtag: etag },
        preview: { sourceEtag: etag },
        edit: { etag }
      })
      expect(b).toMatchObject({ resourcePath: '/b.html', live: null, edit: null })
      expectRefusal(await send('GET', '/publish/status/.galley/x/main/*'), 400, 'bad-path')
    })

    it('U1 moves along when a page, a folder or the whole site is moved, and readers of the old address are sent on', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      const move = async (from: string, to: string) => {
        const form = new URLSearchParams({ destination: to })
        const reply = await send('POST', `/move${from}`, {
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: bytes(form.toString())
        })
        expect(reply.status, text(reply)).toBe(204)
      }
      const status = async (path: string): Promise<Reply> => send('GET', `/sites/live${path}`)
      await put(`${site}/docs/a.html`, page('first'))
      await send('POST', `/publish/live${site}/main/docs/a`)
      await put(`${site}/docs/a.html`, page('second'))
      await move(`${site}/docs/a.html`, `${site}/docs/b.html`)
      expect((await list(site)).map(({ webPath }) => webPath)).toEqual(['/docs/b'])
      expect(text(await status(`${site}/docs/b`))).toContain('first')
      await move(`${site}/docs`, `${site}/guides`)
      expect((await list(site)).map(({ webPath }) => webPath)).toEqual(['/guides/b'])
      const old = await status(`${site}/docs/a`)
      // a transport that follows redirects is there at once
      if (old.status === 301) expect(old.headers['location']).toBe(`/sites/live${site}/guides/b`)
      else expect(text(old)).toContain('first')
      const elsewhere = `${site}-2`
      await move(site, elsewhere)
      expect(await list(site)).toEqual([])
      expect((await list(elsewhere)).map(({ webPath }) => webPath)).toEqual(['/guides/b'])
      expect(text(await status(`${elsewhere}/guides/b`))).toContain('first')

      await put(`${elsewhere}/docs/a.html`, page('new'))
      await send('POST', `/publish/live${elsewhere}/main/docs/a`)
      expect(text(await status(`${elsewhere}/docs/a`))).toContain('new')
    })

    it('S4 U1 what clients delete, by moving it into .trash, is not published any more, nor when it comes back', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      const move = async (from: string, to: string) => {
        const reply = await send('POST', `/move${site}${from}`, {
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: bytes(new URLSearchParams({ destination: `${site}${to}` }).toString())
        })
        expect(reply.status, text(reply)).toBe(204)
      }
      const statusOf = async (path: string) => (await send('GET', `/sites/live${site}${path}`)).status
      await put(`${site}/helix-query.yaml`, definition)
      for (const path of ['/blog/a', '/blog/kept', '/blog/more/b']) {
        await put(`${site}${path}.html`, blog(path))
        await send('POST', `/publish/live${site}/main${path}`)
      }
      const rows = async () =>
        json<IndexFile>(await send('GET', `/sites/live${site}/query-index.json`)).data.map(({ path }) => path)
      expect(await rows()).toEqual(['/blog/a', '/blog/kept', '/blog/more/b'])
      const deleted = '/.trash/blog/a-2026-11-23T01-00-00.000Z'
      await move('/blog/a.html', `${deleted}.html`)
      await move('/blog/more', '/.trash/blog/more')
      for (const path of ['/blog/a', deleted, '/blog/more/b', '/.trash/blog/more/b'])
        expect(await statusOf(path), path).toBe(404)
      expect((await list(site)).map(({ webPath }) => webPath)).toEqual(['/blog/kept'])
      expect(await rows()).toEqual(['/blog/kept'])
      // as clients do after it
      expect((await send('DELETE', `/publish/live${site}/main/blog/a`)).status).toBe(404)
      await move(`${deleted}.html`, '/blog/a.html')
      expect(await statusOf('/blog/a')).toBe(404)
      await send('POST', `/publish/live${site}/main/blog/a`)
      expect(await statusOf('/blog/a')).toBe(200)
    })

    it('U1 purging forgets what was rendered, and readers get the same', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('a'))
      await send('POST', `/publish/live${site}/main/a`)
      const before = await send('GET', `/sites/live${site}/a`)
      for (const [rest, path] of [
        ['/a', '/a'],
        ['/*', '/*'],
        ['', '/*']
      ])
        expect(json(await send('POST', `/publish/cache${site}/main${rest}`))).toEqual({ status: 200, path })
      expect(text(await send('GET', `/sites/live${site}/a`))).toBe(text(before))
      expectRefusal(await send('POST', `/publish/cache${site}/main/a//b`), 400, 'bad-path')
    })
  })
}
