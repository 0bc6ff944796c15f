import { afterEach, expect, it } from 'vitest'
import { remoteSide } from '../../../src/main/sync/remote-http'
import { openAsk } from '../../../src/main/sync/ask'
import { openOutgoing } from '../../../src/main/outgoing'
import { sha256 } from '../../../src/main/sync/local-store'
import { makeToken, openHttp } from '../../contract/over-http'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

it('Y4 N7 what a server packs on its way is known by the ETag of its content, and written and deleted by that', async () => {
  const server = await openHttp()
  const outgoing = openOutgoing()
  open.push(
    () => server.close(),
    () => Promise.resolve(outgoing.close())
  )
  const token = await makeToken(server.location)
  const codings: (string | null)[] = []
  const asked = openAsk({
    base: server.server.origin,
    token: () => Promise.resolve(token),
    outgoing
  })
  const side = remoteSide(
    async (...request) => {
      const answer = await asked(...request)
      codings.push(answer.headers.get('Content-Encoding'))
      return answer
    },
    { root: '/acme/site', serviceFolder: null }
  )
  const bytes = new TextEncoder().encode(`<main>${'<p>many words</p>'.repeat(300)}</main>`)
  const hash = sha256(bytes)
  const put = await fetch(`${server.server.origin}/source/acme/site/a.html`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
    body: bytes
  })
  expect(put.status).toBe(201)
  const read = await side.read('/a.html', null)
  expect(read).toMatchObject({ kind: 'file', etag: `"${hash}"`, content: { hash } })
  expect(codings.at(-1)).toBe('br')
  expect(await side.read('/a.html', `"${hash}"`)).toEqual({ kind: 'same' })
  // one that an earlier Galley remembered as it came
  expect(await side.read('/a.html', `"${hash}-br"`)).toEqual({ kind: 'same' })
  expect(await side.head('/a.html')).toEqual({ kind: 'file', etag: `"${hash}"` })
  expect(await side.remove('/a.html', `"${hash}-gzip"`)).toBe('removed')
})
