import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answering = (request: IncomingMessage, answer: ServerResponse, count: number) => void

export interface ForeignSite {
  readonly origin: string
  /** What was asked for, in order: `GET /a`. */
  readonly log: readonly string[]
  readonly headers: ReadonlyMap<string, IncomingMessage['headers']>
  close(): Promise<void>
}

/** A site on another host, which answers each path as it is told; 404 for all others. */
export async function foreignSite(paths: Readonly<Record<string, Answering>>): Promise<ForeignSite> {
  const log: string[] = []
  const counts = new Map<string, number>()
  const headers = new Map<string, IncomingMessage['headers']>()
  const server = createServer((request, answer) => {
    const path = (request.url ?? '').replace(/\?.*$/, '')
    const key = `${request.method} ${request.url}`
    log.push(key)
    headers.set(key, request.headers)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const found = paths[path]
    if (found) found(request, answer, count)
    else answer.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    log,
    headers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

export const sends =
  (type: string, body: string | Uint8Array, more: Record<string, string> = {}): Answering =>
  (request, answer) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    answer.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length, ...more })
    answer.end(request.method === 'HEAD' ? undefined : bytes)
  }

export const pageOf = (content: string, head = ''): Answering =>
  sends(
    'text/html; charset=utf-8',
    `<!DOCTYPE html><html lang="en"><head>${head}</head><body><header></header><main>${content}</main><footer></footer></body></html>`
  )

export const leads =
  (to: string, status = 301): Answering =>
  (_request, answer) =>
    void answer.writeHead(status, { Location: to }).end()
