import { expect, it } from 'vitest'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { hashOfToken, newTokenText } from '../../src/main/callers/tokens/token-text'
import type { AccessRequest, AccessRequests } from '../../src/common/api/types'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { form, json, jsonParts } from './kit'
import { withoutOrigin } from './over-nodes'
import { replyOf, type RequestParts } from './transport'

const url = useTeamDatabase()

it.skipIf(noDatabase)(
  'A13 TM3 who asks at one node is seen and answered at the other, and each hears of it where they are',
  async () => {
    const nodes = await withoutOrigin(url())
    const waiting = new AbortController()
    try {
      const tokenOf = async (email: string) => {
        const token = newTokenText('access')
        const hash = hashOfToken(token)
        const record = { id: hash.slice(0, 12), kind: 'access' as const, hash, email, groups: [] }
        await tokensIn(nodes.leading.store.records).put({ ...record, createdAt: Date.now() })
        return token
      }
      const at = (origin: string, token: string) => ({
        events: () =>
          fetch(`${origin}/events`, {
            headers: { Authorization: `Bearer ${token}` },
            signal: waiting.signal
          }),
        send: async (method: string, path: string, { headers, body }: RequestParts = {}) =>
          replyOf(
            await fetch(origin + path, {
              method,
              headers: { ...headers, Authorization: `Bearer ${token}` },
              ...(body === undefined ? {} : { body })
            })
          )
      })
      const [lena, anna] = [await tokenOf('lena@example.com'), await tokenOf('anna@example.com')]
      // the asker is at the node that leads, and who answers at the other one
      const asking = at(nodes.leading.origin, lena)
      const answering = at(nodes.other.origin, anna)
      const data = [
        { path: 'CONFIG', groups: 'anna@example.com', actions: 'write' },
        { path: '/+**', groups: 'anna@example.com', actions: 'write' }
      ]
      const config = { ':type': 'sheet', ':sheetname': 'permissions', total: data.length, data }
      const put = await answering.send(
        'POST',
        '/config/team',
        form([{ name: 'config', value: JSON.stringify(config) }])
      )
      expect(put.status).toBe(201)
      const headers = { 'Content-Type': 'text/html' }
      const body = new TextEncoder().encode('<main><p>Plan</p></main>')
      await answering.send('PUT', '/source/team/site/plan.html', { headers, body })
      expect((await asking.send('GET', '/source/team/site/plan.html')).status).toBe(403)

      const [mine, theirs] = [await asking.events(), await answering.events()]
      const accessRequest = json<AccessRequest>(
        await asking.send(
          'POST',
          '/app/access-requests',
          jsonParts({ path: '/team/site/plan.html', action: 'read' })
        )
      )
      await heardUntil(theirs, 'event: asked')
      expect(json<AccessRequests>(await answering.send('GET', '/app/access-requests')).toAnswer).toEqual([
        accessRequest
      ])
      json(
        await answering.send(
          'POST',
          `/app/access-requests/${accessRequest.id}`,
          jsonParts({ answer: 'read' })
        )
      )
      await heardUntil(mine, 'event: rights')
      expect((await asking.send('GET', '/source/team/site/plan.html')).status).toBe(200)
      expect((await at(nodes.other.origin, lena).send('GET', '/source/team/site/plan.html')).status).toBe(200)
      expect(
        json<AccessRequests>(await at(nodes.other.origin, lena).send('GET', '/app/access-requests')).mine
      ).toMatchObject([{ id: accessRequest.id, answer: 'read' }])
    } finally {
      waiting.abort()
      await nodes.close()
    }
  }
)

async function heardUntil({ body }: Response, words: string): Promise<void> {
  const reader = body?.getReader()
  let heard = ''
  while (!heard.includes(words)) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`The stream ended before “${words}”: ${heard}`)
    heard += new TextDecoder().decode(part.value)
  }
  reader?.releaseLock()
}
