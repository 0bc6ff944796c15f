import { openSessionBook } from '../../src/main/callers/sessions/session-book'
import { describe, expect, it } from 'vitest'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { workspaceHealth } from '../../src/common/health'
import { until } from '../support/workspace'
import { behindOneOrigin, overNodes, withoutOrigin } from './over-nodes'
import { signIn } from './signed-in'
import { contractSuite } from './suite'

const url = useTeamDatabase()

describe.skipIf(noDatabase)(
  'over three nodes of a workspace in PostgreSQL, each request to another one',
  () => contractSuite(() => overNodes(url()))
)

it.skipIf(noDatabase)(
  'TM17 W11 whichever node is asked, the one that leads reads everything back, and all tell what it found',
  async () => {
    const served = await behindOneOrigin(url())
    try {
      const browser = await signIn(served, served.links.at(-1) ?? '')
      const body = new TextEncoder().encode('<main><p>Here</p></main>')
      await browser.send('PUT', '/source/o/s/page.html', { headers: { 'Content-Type': 'text/html' }, body })
      const health = async () =>
        workspaceHealth.parse(
          JSON.parse(new TextDecoder().decode((await browser.send('GET', '/app/health')).body))
        )
      expect(await health()).toMatchObject({
        lies: 'database',
        check: { last: null },
        disk: null,
        place: null
      })
      expect((await browser.send('POST', '/app/health/check')).status).toBe(202)
      await until(async () => {
        const { last, running } = (await health()).check
        return last !== null && !running
      })
      for (let node = 0; node < 3; node++)
        expect((await health()).check).toMatchObject({
          running: false,
          failed: null,
          last: { files: 1, damaged: 0 }
        })
    } finally {
      await served.close()
    }
  }
)

it.skipIf(noDatabase).each(['', '/galley'])(
  'TM3 A5 a browser that signs in through one node is known to all, once, until it signs out (below “%s”)',
  async (basePath) => {
    const served = await behindOneOrigin(url(), basePath)
    try {
      const link = served.links.at(-1) ?? ''
      const browser = await signIn(served, link)
      const body = new TextEncoder().encode('<main><p>From a browser</p></main>')
      const headers = { 'Content-Type': 'text/html' }
      for (let node = 0; node < 3; node++) {
        expect(
          (await browser.send('PUT', `/source/o/s/p${node}.html`, { headers, body })).status
        ).toBeLessThan(300)
        expect((await browser.send('GET', '/list/o/s')).status).toBe(200)
        // kept by the one that leads, which asks for itself who it is
        expect((await browser.send('GET', '/rooms/list/o/s')).status).toBe(200)
        expect((await fetch(link)).status).toBeGreaterThanOrEqual(400)
      }
      expect((await browser.send('DELETE', '/app/session')).status).toBeLessThan(300)
      for (let node = 0; node < 3; node++) expect((await browser.send('GET', '/list/o/s')).status).toBe(401)
    } finally {
      await served.close()
    }
  }
)

it.skipIf(noDatabase)(
  'RT15 TM3 what is held through one node is held at another one, whose streams hear of it',
  async () => {
    const { leading, other, close } = await withoutOrigin(url())
    try {
      const [here, there] = [
        await signIn({ server: leading, links: leading.links }),
        await signIn({ server: other, links: other.links })
      ]
      const body = new TextEncoder().encode('<main><p>Here</p></main>')
      await here.send('PUT', '/source/o/s/page.html', { headers: { 'Content-Type': 'text/html' }, body })
      const stream = await fetch(`${other.origin}/events`, { headers: there.headers })
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      let heard = ''
      const reading = (async () => {
        for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
          heard += next.value
      })()
      const held = async () =>
        new TextDecoder().decode((await there.send('GET', '/app/holds/o/s')).body).includes('/o/s/page.html')
      expect((await here.send('PUT', '/app/holds/o/s/page.html')).status).toBe(200)
      expect(await held()).toBe(true)
      await until(() => heard.includes('event: hold'))
      expect((await there.send('DELETE', '/app/holds/o/s/page.html')).status).toBe(204)
      expect(await held()).toBe(false)
      await reader?.cancel()
      await reading
    } finally {
      await close()
    }
  }
)

it.skipIf(noDatabase)(
  'TM3 A5 a browser and a token are known at a node that was told no origin, for what it hands on too, and a stranger is known nowhere',
  async () => {
    const { leading, other, close } = await withoutOrigin(url())
    try {
      for (const node of [other, leading]) {
        const browser = await signIn({ server: node, links: node.links })
        const status = async (method: string, path: string, headers: Readonly<Record<string, string>>) =>
          (await fetch(node.origin + path, { method, headers, redirect: 'manual' })).status
        const ask = async (method: string, path: string) => (await browser.send(method, path)).status

        // kept by the one that leads
        for (const path of ['/rooms/list/o/s', '/sync', '/app/health', '/import/o/s']) {
          expect([path, await ask('GET', path)]).toEqual([path, 200])
          for (const without of ['Cookie', 'X-Galley-Page']) {
            const { [without]: _left, ...headers } = browser.headers
            expect([path, without, await status('GET', path, headers)]).toEqual([path, without, 401])
          }
        }
        expect(await ask('POST', '/app/health/check')).toBe(202)
        for (const origin of ['http://elsewhere.example', (node === other ? leading : other).origin])
          expect(await status('POST', '/app/health/check', { ...browser.headers, Origin: origin })).toBe(401)

        const made = await browser.send('POST', '/app/tokens', {
          headers: { 'Content-Type': 'application/json' },
          body: new TextEncoder().encode(JSON.stringify({ email: 'maria@example.com' }))
        })
        const { token } = JSON.parse(new TextDecoder().decode(made.body)) as { token: string }
        const bearer = { Authorization: `Bearer ${token}` }
        expect(await status('GET', '/rooms/list/o/s', bearer)).toBe(200)
        // a browser beside a token counts for nothing, here and there
        expect(
          await status('GET', '/rooms/list/o/s', { ...browser.headers, Authorization: 'Bearer none' })
        ).toBe(401)

        const [hash = ''] = (await openSessionBook(node.store.records).list()).map(
          ({ session }) => session.hash
        )
        expect(hash).toMatch(/^[0-9a-f]{64}$/)
        for (const at of [leading, other])
          for (const secret of [undefined, 'wrong', ''])
            for (const path of ['/rooms/list/o/s', '/app/health', '/list/o/s']) {
              const forged = {
                'X-Galley-Node-Session': hash,
                ...(secret !== undefined && { 'X-Galley-Node': secret })
              }
              const answer = await fetch(at.origin + path, { headers: forged })
              // of a request that was handed on once none is made again
              expect([path, secret, [401, 421].includes(answer.status)]).toEqual([path, secret, true])
            }

        expect(await ask('DELETE', '/app/session')).toBeLessThan(300)
        expect(await ask('GET', '/rooms/list/o/s')).toBe(401)
        // also where another node still holds it for good
        const late = { 'X-Galley-Node': node.secret, 'X-Galley-Node-Session': hash }
        expect((await fetch(`${leading.origin}/rooms/list/o/s`, { headers: late })).status).toBe(401)
      }
    } finally {
      await close()
    }
  }
)
