import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAsk } from '../../../../src/main/sync/ask'
import { fieldOf } from '../../../../src/main/sync/upload'

const good = new Set<string>()
const bodies: string[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(good.has(request.headers.authorization ?? '') ? 200 : 401).end('[]')
  })
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  good.clear()
  bodies.length = 0
})

/** Tokens `t1`, `t2` …; each renewal gives the next one. */
function asker(last: number) {
  let now = 1
  const renew = () => {
    if (now >= last) return Promise.resolve(false)
    now += 1
    return Promise.resolve(true)
  }
  return openAsk({ base, token: () => Promise.resolve(`t${now}`), renew, wait: () => Promise.resolve() })
}

it('Y20 what is refused for its token is asked again with a new one, a write as well, with its whole body', async () => {
  good.add('Bearer t2')
  const answer = await asker(2)('POST', '/source/a/b/a.html', {
    ...fieldOf('data', Buffer.from('the words')),
    ok: [200]
  })
  expect(answer.status).toBe(200)
  expect(bodies).toHaveLength(2)
  for (const body of bodies) expect(body).toContain('the words')
})

it('Y20 it is asked again once, and not at all when there is no other token', async () => {
  await expect(asker(9)('GET', '/list', { ok: [200] })).rejects.toMatchObject({ reason: 'unauthenticated' })
  expect(bodies).toHaveLength(2)
  await expect(asker(1)('GET', '/list', { ok: [200] })).rejects.toMatchObject({ reason: 'unauthenticated' })
  expect(bodies).toHaveLength(3)
})
