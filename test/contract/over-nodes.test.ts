import { describe, expect, it } from 'vitest'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { workspaceHealth } from '../../src/common/health'
import { until } from '../support/workspace'
import { behindOneOrigin, overNodes } from './over-nodes'
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

it.skipIf(noDatabase)(
  'TM3 A5 a browser that signs in through one node is known to all, once, until it signs out',
  async () => {
    const served = await behindOneOrigin(url())
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
