import { describe, expect, it } from 'vitest'
import type { MomentChanges, MomentRun } from '../../../src/common/moment/answers'
import { expectRefusal, json, jsonParts, page, text, useTransport } from '../kit'
import type { Transport } from '../transport'

/** What points in time do is in moment.test.ts; here, that every way in answers alike. */
export function momentCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('points in time', () => {
    it('M1 M2 M3 tells what changed, brings it back, and takes that back', async () => {
      const { send, put, get, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('one'))
      const { headers } = await get(`${site}/a.html`)
      const then = Date.now() + 2
      while (Date.now() <= then) await new Promise((resolve) => setTimeout(resolve, 1))
      await put(`${site}/a.html`, page('two'))
      const { changes } = json<MomentChanges>(await send('GET', `/app/moment${site}?from=${then}`))
      expect(changes).toMatchObject([
        { id: headers['x-galley-id'], kind: 'changed', path: `${site}/a.html`, by: [{ email: kit().email }] }
      ])
      const request = jsonParts({ moment: then })
      const run = json<MomentRun>(await send('POST', `/app/moment${site}`, request))
      expect(run).toMatchObject({ state: 'done', total: 1, done: 1, failed: [] })
      expect(text(await get(`${site}/a.html`))).toBe(page('one'))
      expect(json<MomentRun[]>(await send('GET', `/app/moment-runs?path=${site}`))).toEqual([run])
      expectRefusal(await send('POST', `/app/moment-runs/${run.id}/resume`), 409, 'exists')
      json<MomentRun>(await send('POST', `/app/moment-runs/${run.id}/undo`))
      expect(text(await get(`${site}/a.html`))).toBe(page('two'))
    })

    it('M1 M2 X1 refuses what it cannot understand, and changes nothing', async () => {
      const { send, freshSite } = kit()
      const site = freshSite()
      expectRefusal(await send('GET', `/app/moment${site}`), 400, 'bad-request')
      expectRefusal(await send('GET', '/app/moment/a//b?from=1'), 400, 'bad-path')
      expectRefusal(await send('GET', '/app/moment-runs?path=a%00'), 400, 'bad-path')
      expectRefusal(await send('POST', `/app/moment${site}`, jsonParts({})), 400, 'bad-request')
      const large = { ...jsonParts({}), body: new Uint8Array(6 * 1024 * 1024).fill(32) }
      expectRefusal(await send('POST', `/app/moment${site}`, large), 413, 'too-large')
      expectRefusal(await send('POST', '/app/moment-runs/none/undo'), 404, 'not-found')
    })
  })
}
