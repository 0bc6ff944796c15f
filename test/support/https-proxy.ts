import { readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import { join } from 'node:path'

const certificates = join(import.meta.dirname, 'certificates')
const read = (name: string) => readFileSync(join(certificates, name))

/** What believes the proxy. */
export const root = read('root.crt')

/** A proxy of the kind that stands before a service: TLS outside, plain HTTP inside, answers as they come. */
export interface HttpsProxy {
  readonly port: number
  close(): Promise<void>
}

interface ProxyOptions {
  /** The service's own port; asked for each request. */
  readonly to: () => number
  /** `''`, or the path below which the service is. */
  readonly basePath: string
  /** Whether the base path is taken away on the way in. */
  readonly strips: boolean
}

export async function startProxy({ to, basePath, strips }: ProxyOptions): Promise<HttpsProxy> {
  const server = createServer({ key: read('server.key'), cert: read('good.crt') }, (incoming, outgoing) => {
    const { url = '', method, socket } = incoming
    if (!url.startsWith(basePath)) return void outgoing.writeHead(404).end('not of the service')
    const inside = httpRequest({
      host: '127.0.0.1',
      port: to(),
      method,
      path: strips ? url.slice(basePath.length) || '/' : url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': [incoming.headers['x-forwarded-for'], socket.remoteAddress]
          .flat()
          .filter(Boolean)
          .join(', '),
        'x-forwarded-proto': 'https',
        'x-request-id': incoming.headers['x-request-id'] ?? 'from-the-proxy'
      },
      agent: false
    })
    inside.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    inside.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => inside.destroy())
    incoming.pipe(inside)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
  }
}

export interface ProxyReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Told each part of the body; the answer comes when it returns true, else at the end. */
  readonly until?: (soFar: string) => boolean
}

/** A request over TLS that believes the proxy's certificate alone. @param url `https://localhost:…` */
export function askOverTls(url: string, asking: Asking = {}): Promise<ProxyReply> {
  const { method = 'GET', headers = {}, body, until } = asking
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const path = url.slice(url.indexOf('/', 8))
    const request = httpsRequest({
      hostname,
      port,
      path,
      method,
      headers,
      ca: root,
      servername: 'localhost',
      agent: false
    })
    request.on('error', reject)
    request.on('response', (answer) => {
      const parts: Buffer[] = []
      const done = () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        if (!until?.(Buffer.concat(parts).toString())) return
        done()
        request.destroy()
      })
      answer.on('end', done)
      answer.on('error', reject)
    })
    request.end(body)
  })
}
