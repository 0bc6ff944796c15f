import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { newDocument, writeDocument, writeSchemaDocument } from '../../../src/common/formats/structured'
import { startServer } from '../../../src/main/server'
import type { Service } from '../../../src/main/service'
import { writer } from '../documents'
import { interleaved } from '../measure'
import type { Row } from '../row'
import { withWorkspace } from '../workspace'

const BATCH = 400
const CONNECTIONS = 8

/** A published structured document over HTTP, beside what the same server needs for an answer without content. */
export const delivery: Row = {
  name: 'delivery',
  title: 'delivered JSON over HTTP',
  run: (place) =>
    withWorkspace(join(place, 'workspace'), async ({ store, service }) => {
      const write = (path: string, text: string) =>
        store.write(contentPath(path), new TextEncoder().encode(text), { by: writer })
      await write('/bench/site/.galley/forms/schemas/boat.html', writeSchemaDocument(JSON.stringify(schema)))
      await write(
        '/bench/site/tern.html',
        writeDocument(newDocument({ title: 'Tern', schemaName: 'boat', data }))
      )
      const published = await service.fetch(
        new Request('http://127.0.0.1/publish/live/bench/site/main/tern', { method: 'POST' }),
        'owner'
      )
      if (!published.ok) throw new Error(await published.text())
      const [galley, empty] = [
        await startServer({ service, port: 0 }),
        await startServer({ service: nothing, port: 0 })
      ]
      const clients = [await clientOf(galley.port), await clientOf(empty.port)] as const
      try {
        const measured = await interleaved(40, { galley: clients[0].batch, baseline: clients[1].batch })
        return [
          {
            what: `GET ${ADDRESS}, ${BATCH} requests over ${CONNECTIONS} connections`,
            galley: measured.galley,
            baseline: { what: 'the same server’s empty answer', took: measured.baseline },
            // 5,000 a second; 80 % of an empty answer would be more
            budget: { kind: 'most', atMost: BATCH / 5, unit: 'ms', of: 'median' }
          }
        ]
      } finally {
        for (const client of clients) client.close()
        await Promise.all([galley.close(), empty.close()])
      }
    })
}

const ADDRESS = '/delivery/live/bench/site/tern'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    seats: { type: 'integer' },
    crew: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } }
    }
  }
}

const data = {
  name: 'Tern',
  seats: 220,
  crew: Array.from({ length: 20 }, (_, index) => ({ name: `Sailor ${index}`, age: 20 + index }))
}

/** The front door asks a service for everything under /delivery: this one has nothing to say. */
const nothing: Service = {
  fetch: () => Promise.resolve(new Response(null, { status: 204 })),
  close: () => Promise.resolve()
}

interface Client {
  readonly batch: () => Promise<void>
  close(): void
}

/** As little client as possible, because it runs beside the server: it knows how long an answer is from the first one. */
async function clientOf(port: number): Promise<Client> {
  const request = `GET ${ADDRESS} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\n\r\n`
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(port)))
  const [first] = sockets
  if (!first) throw new Error('no connection')
  const length = await lengthOfAnswer(first, request)
  return {
    batch: async () => {
      await Promise.all(sockets.map((socket) => ask(socket, request, length, BATCH / CONNECTIONS)))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    }
  }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket.setNoDelay(true)))
    socket.once('error', reject)
  })
}

function lengthOfAnswer(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
      if (status !== '200' && status !== '204') return reject(new Error(text))
      const length = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < length) return
      socket.off('data', hear)
      resolve(length)
    }
    socket.on('data', hear).write(request)
  })
}

/** So many requests, one after another. */
function ask(socket: Socket, request: string, length: number, times: number): Promise<void> {
  return new Promise((resolve) => {
    let left = times
    let missing = length
    const hear = (chunk: Buffer) => {
      missing -= chunk.length
      if (missing > 0) return
      missing = length
      left -= 1
      if (left > 0) return void socket.write(request)
      socket.off('data', hear)
      resolve()
    }
    socket.on('data', hear).write(request)
  })
}
