import { describe, expect, it } from 'vitest'
import type { PageReferences } from '../../../src/common/publishing/reference-answers'
import type { JobAccepted, JobDetails, JobResource } from '../../../src/common/publishing/jobs'
import { writeSchemaDocument } from '../../../src/common/formats/structured'
import { expectRefusal, json, jsonParts, page, useTransport } from '../kit'
import type { Transport } from '../transport'
import { boat, boatDocument, boatSchema } from './publishing'

const strict = {
  ...boatSchema,
  properties: { ...boatSchema.properties, name: { type: 'string', title: 'Name', maxLength: 3 } }
}

/** What is told before something is published (U7). */
export function publishingCheckCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)
  const check = async (site: string, path: string) =>
    json<JobResource>(await kit().send('GET', `/publish/check${site}/main/${path}`))

  async function ended(address: string, paths: readonly string[]): Promise<JobDetails> {
    const accepted = json<JobAccepted>(await kit().send('POST', address, jsonParts({ paths })))
    for (;;) {
      const self = new URL(accepted.links.self).pathname
      const details = json<JobDetails>(await kit().send('GET', `${self}/details`))
      if (details.state === 'stopped') return details
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  describe('a check before publishing', () => {
    it('U7 a page tells what readers will see changed and what they will not see, and is not published by it', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/docs/a.html`, page('<h1>Hello</h1>'))
      const message = 'The page says no description: search results show none.'
      const problems = [{ severity: 'warning', message, line: 1, column: 24, mends: 'description' }]
      const fresh = { errors: 0, warnings: 1, unseen: 0, problems, summary: '' }
      expect(await check(site, 'docs/a')).toEqual({
        path: '/docs/a',
        resourcePath: '/docs/a.html',
        status: 200,
        check: { ...fresh, change: 'new' }
      })
      expect((await send('GET', `/publish/live${site}/main/docs/a`)).status).toBe(404)
      await send('POST', `/publish/live${site}/main/docs/a`)
      expect(await check(site, 'docs/a')).toMatchObject({ status: 304 })
      await put(`${site}/docs/a.html`, `Lost\n${page('<h1>Hello</h1><p>New</p><img src="a.png">')}`)
      const { check: told } = await check(site, 'docs/a')
      expect(told).toMatchObject({ change: 'changed', errors: 0, warnings: 3, unseen: 1 })
      expect(told?.summary).not.toBe('')
      expect(told?.problems[0]).toMatchObject({
        line: 1,
        column: 1,
        unseen: true,
        message: expect.stringContaining('“Lost”') as string
      })
      await put(`${site}/docs/a.html`, `Lost\n${page('<h1>Hello</h1>')}`)
      expect((await check(site, 'docs/a')).check?.summary).toBe('nothing that they see')
    })

    it('U13 a page tells what it links to and shows in its site, and how that stands for readers', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      const references = async (path: string) =>
        json<PageReferences>(await send('GET', `/publish/references${site}/main/${path}`))
      const image = { 'Content-Type': 'image/png' }
      const links = [
        '/docs/b',
        'c/',
        '../plan.pdf',
        '/docs/none',
        '/News',
        '/.galley/x.html',
        'https://x.y/z'
      ]
      const words = links.map((href) => `<a href="${href}">x</a>`).join('')
      await put(`${site}/docs/a.html`, page(`${words}<img src="boat.png"><img src="none.png">`))
      for (const name of ['docs/b', 'docs/c/index', 'docs/news', 'News', '.galley/x'])
        await put(`${site}/${name}.html`, page(name))
      await put(`${site}/plan.pdf`, 'plan', { 'Content-Type': 'application/pdf' })
      await put(`${site}/docs/boat.png`, 'boat', image)
      await send('POST', `/publish/live${site}/main/docs/b`)
      await send('POST', `/publish/preview${site}/main/News`)
      await send('POST', `/publish/live${site}/main/docs/c/`)
      await put(`${site}/docs/c/index.html`, page('changed since'))
      const both = { permissions: ['read', 'write'] }
      expect(await references('docs/a')).toEqual({
        path: '/docs/a',
        resourcePath: '/docs/a.html',
        links: [
          { path: '/docs/b', resourcePath: '/docs/b.html', change: 'same', ...both },
          { path: '/docs/c/', resourcePath: '/docs/c/index.html', change: 'changed', ...both },
          { path: '/plan.pdf', resourcePath: '/plan.pdf', change: 'new', ...both },
          { path: '/News', resourcePath: '/News.html', change: 'new', ...both }
        ],
        media: [{ path: '/docs/boat.png', resourcePath: '/docs/boat.png', change: 'new', ...both }],
        complete: true
      })
      expect((await send('GET', `/publish/live${site}/main/docs/a`)).status).toBe(404)
      await send('POST', `/publish/live${site}/main/docs/a`)
      await put(`${site}/docs/boat.png`, 'another boat', image)
      expect((await references('docs/a')).media).toMatchObject([{ change: 'changed' }])
      expect(await references('plan.pdf')).toMatchObject({ links: [], media: [], complete: true })
      expectRefusal(await send('GET', `/publish/references${site}/main/none`), 404, 'not-found')
      await put(`${site}/deep.html`, '<b>'.repeat(100_000))
      expectRefusal(await send('GET', `/publish/references${site}/main/deep`), 422, 'too-complex')
    })

    it('U12 a page is drawn of the text that is sent, within the bounds of pages', async () => {
      const { send, freshSite } = kit()
      const address = `/publish/page${freshSite()}/main/a`
      const headers = { 'Content-Type': 'text/html' }
      const drawn = await send('POST', address, { headers, body: encoded(page('<h1>Drawn</h1>')) })
      expect(drawn.status).toBe(200)
      expect(new TextDecoder().decode(drawn.body)).toContain('<h1 id="drawn">Drawn</h1>')
      expectRefusal(
        await send('POST', address, { headers, body: encoded('<b>'.repeat(100_000)) }),
        422,
        'too-complex'
      )
    })

    it('U7 U9 a header that a site may not set is told by its name, before it is left out', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      const rows = [{ URL: '/**', 'X-Robots-Tag': 'noindex', 'X-Frame-Options': 'DENY' }]
      const sheet = { ':type': 'sheet', ':sheetname': 'data', total: 1, data: rows }
      await put(`${site}/headers.json`, JSON.stringify(sheet))
      const { check: told } = await check(site, 'headers.json')
      expect(told).toMatchObject({ warnings: 1, errors: 0 })
      expect(told?.problems[0]?.message).toMatch(/“x-frame-options” is left out .*x-robots-tag/)
    })

    it('U7 a structured document is checked by its schema, as its form does; without one that is an error', async () => {
      const { put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/tern.html`, boatDocument())
      expect((await check(site, 'tern')).check).toMatchObject({
        errors: 1,
        problems: [
          { severity: 'error', message: expect.stringContaining('schema “boat” is not here') as string }
        ]
      })
      await put(`${site}/.galley/forms/schemas/boat.html`, writeSchemaDocument(JSON.stringify(strict)))
      const { check: told } = await check(site, 'tern')
      expect(told).toMatchObject({ errors: 1, problems: [{ severity: 'error', pointer: '/name' }] })
      expect(told?.problems[0]?.message).toMatch(/^Name: /)
      await put(`${site}/tern.html`, boatDocument({ ...boat, name: 'Ada' }))
      expect((await check(site, 'tern')).check).toMatchObject({ errors: 0, problems: [] })
    })

    it('U7 what cannot be published is refused by the check as by publishing', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/broken.json`, '{"a": ', { 'Content-Type': 'application/json' })
      await put(`${site}/pictures.png/a.png`, 'picture', { 'Content-Type': 'image/png' })
      for (const [path, status, reason] of [
        ['broken.json', 400, 'bad-request'],
        ['none', 404, 'not-found'],
        ['pictures.png', 409, 'is-folder']
      ] as const)
        for (const [method, topic] of [
          ['GET', 'check'],
          ['POST', 'live']
        ] as const)
          expectRefusal(await send(method, `/publish/${topic}${site}/main/${path}`), status, reason)
      for (const [method, path, allowed] of [
        ['POST', 'broken.json', 'GET, HEAD'],
        ['GET', '*', 'POST']
      ] as const) {
        const refused = await send(method, `/publish/check${site}/main/${path}`)
        expectRefusal(refused, 405, 'not-allowed')
        expect(refused.headers['allow']).toBe(allowed)
      }
    })

    it('U7 many are checked with the results that publishing them has, item by item', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      for (const name of ['a', 'b', 'deep/c']) await put(`${site}/docs/${name}.html`, page(name))
      await put(`${site}/docs/lost.html`, `Lost ${page('x')}`)
      await put(`${site}/docs/broken.json`, '{', { 'Content-Type': 'application/json' })
      await put(`${site}/docs/p.png`, 'picture', { 'Content-Type': 'image/png' })
      await send('POST', `/publish/live${site}/main/docs/b`)
      const checked = await ended(`/publish/check${site}/main/*`, ['/docs/*'])
      const published = await ended(`/publish/live${site}/main/*`, ['/docs/*'])
      const resultsOf = ({ data }: JobDetails) =>
        (Array.isArray(data.resources) ? data.resources : [])
          .map(({ resourcePath, status, error }) => ({ resourcePath, status, error }))
          .sort((x, y) => (x.resourcePath < y.resourcePath ? -1 : 1))
      expect(checked.topic).toBe('check')
      expect(checked.progress).toEqual({ total: 6, processed: 6, failed: 1 })
      expect(published.progress).toEqual(checked.progress)
      expect(resultsOf(published)).toEqual(resultsOf(checked))
      const lost = Array.isArray(checked.data.resources)
        ? checked.data.resources.find(({ path }) => path === '/docs/lost')
        : undefined
      expect(lost?.check).toMatchObject({ change: 'new', unseen: 1 })
    })
  })
}

const encoded = (text: string) => new TextEncoder().encode(text)
