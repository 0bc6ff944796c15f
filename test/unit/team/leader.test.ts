import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { createService } from '../../../src/main/service'
import { startServer } from '../../../src/main/server'
import { openLeader } from '../../../src/main/team'
import { openMemoryStore } from '../../support/memory-store'
import { p } from '../../support/workspace'
import { reasonOf } from '../store/contract-kit'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function leading(saved: string[] = []) {
  const store = openMemoryStore()
  const service = createService({ store, appVersion: '0.0.0' })
  const server = await startServer({
    service,
    port: 0,
    records: store.records,
    peers: { secret: 'right', save: async (path) => void saved.push(path) }
  })
  ending.push(() => server.close())
  return server
}

/** Somebody whom no transport vouches for. */
const by = (request: Request) => ({ request, hint: 'anyone' as const })

/** What a client sends, byte by byte. */
async function raw(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return textOf(socket)
}

it('TM3 A6 only who knows the secret of the workspace hands requests on: another host is refused to everybody else', async () => {
  const { port } = await leading()
  const ask = (...headers: string[]) =>
    raw(port, ['GET /list HTTP/1.1', 'Host: elsewhere.example', ...headers])
  expect(await ask()).toMatch(/^HTTP\/1\.1 403 /)
  for (const wrong of ['wrong', '', 'right right'])
    expect(await ask(`X-Galley-Node: ${wrong}`)).toMatch(/^HTTP\/1\.1 403 /)
  // and who asks is judged here as well
  expect(await ask('X-Galley-Node: right')).toMatch(/^HTTP\/1\.1 401 /)
})

it('TM3 N5 a target that is no address ends no listener, with the secret or without', async () => {
  const { port, origin } = await leading()
  for (const target of ['//', '//:80/', 'http://[', '/node/save?path=%', '/\u0000'])
    for (const method of ['GET', 'POST'])
      for (const secret of ['X-Galley-Node: right', 'X-Galley-Node: wrong'])
        await raw(port, [
          `${method} ${target} HTTP/1.1`,
          `Host: 127.0.0.1:${port}`,
          secret,
          'Content-Length: 0'
        ])
  expect((await fetch(`${origin}/list`)).status).toBe(401)
})

it('TM3 a node saves for another one, and for nobody else', async () => {
  const saved: string[] = []
  const { origin } = await leading(saved)
  const ask = (secret?: string) =>
    fetch(`${origin}/node/save?path=/o/s`, {
      method: 'POST',
      headers: secret === undefined ? {} : { 'X-Galley-Node': secret }
    })
  expect((await ask()).ok).toBe(false)
  expect((await ask('wrong')).ok).toBe(false)
  expect(saved).toEqual([])
  await openLeader({ addressNow: async () => origin, secret: 'right' }).save(p('/o/s'))
  expect(saved).toEqual(['/o/s'])
})

it('TM3 what is handed on is answered with all that the caller sent, once', async () => {
  const { origin } = await leading()
  const leader = openLeader({ addressNow: async () => origin, secret: 'right' })
  const asked = new Request('https://galley.example.com/rooms/list/o/s', {
    headers: { Authorization: 'Bearer none' }
  })
  const answer = await leader.handOn(by(asked))
  expect(answer.status).toBe(401)
  expect(answer.headers.get('WWW-Authenticate')).not.toBeNull()
  const again = new Request(asked.url, { headers: { 'X-Galley-Node': 'right' } })
  expect((await leader.handOn(by(again))).status).toBe(421)
})

it('TM3 without a leader, or with one that is gone, it says that it is busy; a save goes on', async () => {
  const gone = await leading()
  await gone.close()
  ending.length = 0
  for (const addressNow of [
    async () => null,
    async () => gone.origin,
    () => Promise.reject(new Error('the database is away'))
  ]) {
    const leader = openLeader({ addressNow, secret: 'right', patience: 0 })
    expect(await reasonOf(leader.handOn(by(new Request('http://node/rooms/line'))))).toBe('busy')
    await leader.save(p('/o/s'))
  }
})

it('TM3 what is handed on waits for the node that leads next, whole', async () => {
  const gone = await leading()
  await gone.close()
  ending.length = 0
  const heard: string[] = []
  const next: Server = createServer((request, outgoing) => {
    void textOf(request).then((body) => {
      heard.push(`${request.method} ${request.url} ${body}`)
      outgoing.end('done')
    })
  })
  await new Promise<void>((resolve) => next.listen(0, '127.0.0.1', resolve))
  ending.push(() => new Promise((resolve) => next.close(resolve)))
  const { port } = next.address() as AddressInfo
  const addresses = [null, gone.origin, gone.origin, `http://127.0.0.1:${port}`]
  const leader = openLeader({ addressNow: async () => addresses.shift() ?? null, secret: 'right' })
  const asked = new Request('http://node/rooms/line/1?a=b', { method: 'POST', body: 'what was typed' })
  expect(await (await leader.handOn(by(asked))).text()).toBe('done')
  expect(heard).toEqual(['POST /rooms/line/1?a=b what was typed'])
})

it('TM3 a line ends with its leader, and an answer that was cut off is never taken for whole', async () => {
  const server: Server = createServer((_request, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/octet-stream' })
    outgoing.write('begun')
    setTimeout(() => outgoing.destroy(), 50)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  const leader = openLeader({ addressNow: async () => `http://127.0.0.1:${port}`, secret: 'right' })
  const line = await leader.handOn(by(new Request('http://node/rooms/line')))
  expect(await line.text()).toBe('begun')
  const whole = await leader.handOn(by(new Request('http://node/import/o/s')))
  await expect(whole.text()).rejects.toThrow()
})
