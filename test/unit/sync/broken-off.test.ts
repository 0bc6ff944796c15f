import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { answers, openOutgoing } from '../../../src/main/outgoing'

describe('a request that is broken off', () => {
  const servers: Server[] = []
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  afterEach(async () => {
    process.off('uncaughtException', note)
    uncaught.length = 0
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  })

  /** A server that answers everything with a short refusal. */
  async function refusing(): Promise<string> {
    const server = createServer((_, answer) => answer.writeHead(503).end('not now'))
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no port')
    process.on('uncaughtException', note)
    return `http://127.0.0.1:${address.port}`
  }

  it('RT13 E1 in the moment in which its answer is given up, nothing is thrown that nobody catches', async () => {
    const base = await refusing()
    const outgoing = openOutgoing()
    for (let tried = 0; tried < 20; tried += 1) {
      const ending = new AbortController()
      const answer = await outgoing.send({
        method: 'GET',
        url: new URL(base),
        headers: {},
        limits: answers.line,
        signal: ending.signal
      })
      answer.discard()
      ending.abort()
    }
    // what was asked last has been answered when all before has failed
    const last = { method: 'GET', url: new URL(base), headers: {}, limits: answers.test }
    expect((await outgoing.send(last)).status).toBe(503)
    outgoing.close()
    expect(uncaught).toEqual([])
  })
})
