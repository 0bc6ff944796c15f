import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { jobAccepted, jobDetails, jobList, jobShown } from '../../../src/common/publishing/jobs'
import { bytes, expectRefusal, json, jsonParts, page, text, useTransport } from '../kit'
import type { Reply, Transport } from '../transport'
import { boatDocument } from './publishing'

type Accepted = z.infer<typeof jobAccepted>

/** The answers of publishing that are rarely met: refusals of every address, and jobs. */
export function publishingAnswerCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)
  const pathOf = (link: string) => new URL(link).pathname
  const badRequest = (reply: Reply) => expectRefusal(reply, 400, 'bad-request')
  const badPath = (reply: Reply) => expectRefusal(reply, 400, 'bad-path')

  async function ended(accepted: Accepted): Promise<z.infer<typeof jobDetails>> {
    for (;;) {
      const address = `${pathOf(accepted.links.self)}/details`
      const details = json<z.infer<typeof jobDetails>>(await kit().send('GET', address))
      if (details.state === 'stopped') return details
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  describe('publishing, every answer', () => {
    it('N5 X1 a path that cannot be one is 400 at every address', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      for (const environment of ['preview', 'live']) {
        for (const method of ['POST', 'GET', 'DELETE'])
          badPath(await send(method, `/publish/${environment}${site}/main/a//b`))
        for (const kind of ['delivery', 'sites'])
          badPath(await send('GET', `/${kind}/${environment}${site}/a//b`))
      }
      badPath(await send('GET', `/publish/status${site}/main/a//b`))
      badPath(await send('GET', `/publish/check${site}/main/a//b`))
      for (const address of [
        'live/.galley/x/main/*',
        'status/.galley/x/main/index',
        'status/.galley/x/main/*',
        'check/.galley/x/main/*'
      ])
        badPath(await send('POST', `/publish/${address}`))
      for (const address of ['publish', 'publish/job-none', 'publish/job-none/details'])
        badPath(await send('GET', `/publish/job/.galley/x/main/${address}`))
      badPath(await send('DELETE', '/publish/job/.galley/x/main/publish/job-none'))
    })

    it('U1 a folder that has the name of a file is not published as one', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/pictures.png/a.png`, 'picture', { 'Content-Type': 'image/png' })
      expectRefusal(await send('POST', `/publish/live${site}/main/pictures.png`), 409, 'is-folder')
    })

    it('F6 readers hear of headers that cannot be read, and a browser gets a page when there is none', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/tern.html`, boatDocument())
      await send('POST', `/publish/live${site}/main/tern`)
      const broken = { headers: { Accept: 'application/json', 'If-None-Match': 'no tag' } }
      badRequest(await send('GET', `/delivery/live${site}/tern`, broken))
      badRequest(await send('GET', `/sites/live${site}/tern`, broken))
      const missing = await send('GET', `/sites/live${site}/none`, { headers: { Accept: 'text/html' } })
      expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    })

    it('F6 a browser is told that pages of other origins may read, whether something is there or not', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      for (const kind of ['delivery', 'sites']) {
        const reply = await send('OPTIONS', `/${kind}/live${site}/none`)
        expect([reply.status, reply.headers['access-control-allow-methods']]).toEqual([
          204,
          'GET, HEAD, OPTIONS'
        ])
      }
    })

    it('U1 U2 jobs are begun, told, listed, ended and refused', async () => {
      const { put, send, freshSite, email } = kit()
      const site = freshSite()
      const jobs = `/publish/job${site}/main`
      for (let index = 0; index < 60; index++) await put(`${site}/docs/p${index}.html`, page(`${index}`))
      await put(`${site}/broken.json`, '{', { 'Content-Type': 'application/json' })

      const accepted = json<Accepted>(await send('POST', `/publish/live${site}/main/*`))
      expect(accepted.job).toMatchObject({ topic: 'publish', data: { paths: [{ prefix: '/' }] } })
      const self = pathOf(accepted.links.self)
      expect(json<z.infer<typeof jobShown>>(await send('GET', self))).toMatchObject({
        name: accepted.job.name,
        user: email
      })
      expect((await send('DELETE', self)).status).toBe(204)
      const cancelled = await ended(accepted)
      expect(cancelled).toMatchObject({ cancelled: true, data: { phase: 'cancelled' } })
      expect(cancelled.progress.processed).toBeLessThan(61)
      expectRefusal(await send('DELETE', self), 409, 'bad-request')

      const again = json<Accepted>(
        await send('POST', `/publish/live${site}/main/*`, jsonParts({ paths: ['/*'], forceUpdate: true }))
      )
      expect(await ended(again)).toMatchObject({
        progress: { total: 61, processed: 61, failed: 1 },
        data: { phase: 'completed', forceUpdate: true }
      })
      for (const last of ['index', '*']) {
        const listing = json<Accepted>(
          await send('POST', `/publish/status${site}/main/${last}`, jsonParts({ select: ['edit', 'live'] }))
        )
        const { resources } = (await ended(listing)).data
        expect(Object.keys(resources)).toEqual(['edit', 'live'])
      }
      const list = json<z.infer<typeof jobList>>(await send('GET', `${jobs}/publish`))
      expect(list.jobs.map(({ name }) => name)).toEqual([again.job.name, accepted.job.name])

      expectRefusal(await send('GET', `${jobs}/moon`), 404, 'not-found')
      expectRefusal(await send('GET', `${jobs}/publish/job-none`), 404, 'not-found')
      expectRefusal(await send('GET', `${jobs}/publish/job-none/details`), 404, 'not-found')
      expectRefusal(await send('DELETE', `${jobs}/publish/job-none`), 404, 'not-found')
      const refused = await send('DELETE', `${self}/details`)
      expectRefusal(refused, 405, 'not-allowed')
      expect(refused.headers['allow']).toBe('GET, HEAD')
    })

    it('X1 a request that cannot be read, or is too large, begins no job', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      const large = {
        headers: { 'Content-Type': 'application/json' },
        body: bytes(' '.repeat(8 * 1024 * 1024 + 1))
      }
      const topics = ['live', 'check'].map((topic) => `/publish/${topic}${site}/main/*`)
      for (const address of [...topics, `/publish/status${site}/main/index`]) {
        badRequest(await send('POST', address, jsonParts({ paths: [] })))
        badPath(await send('POST', address, jsonParts({ paths: ['/../x'] })))
        expectRefusal(await send('POST', address, large), 413, 'too-large')
      }
      const last = `/publish/status${site}/main/*`
      badRequest(await send('POST', last, jsonParts({ select: ['moon'] })))
      expectRefusal(await send('POST', last, large), 413, 'too-large')
      for (const topic of ['publish', 'status', 'check'])
        expect(
          json<{ jobs: unknown[] }>(await send('GET', `/publish/job${site}/main/${topic}`)).jobs
        ).toEqual([])
    })
  })

  describe('addresses of a published site', () => {
    it('U1 the index page of a folder is found with and without a slash', async () => {
      const { put, send, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/docs/index.html`, page('docs'))
      await send('POST', `/publish/live${site}/main/docs/`)
      expect((await send('GET', `/sites/live${site}/docs/`)).status).toBe(200)
      const first = await send('GET', `/sites/live${site}/docs`)
      // a client that follows redirects is there at once
      const last = first.status === 301 ? await send('GET', first.headers['location'] ?? '') : first
      expect([last.status, text(last)]).toEqual([200, expect.stringContaining('docs')])
    })
  })
}
