import { createServer, type ServerResponse } from 'node:http'
import { urlOf } from '../../../common/api/url'
import { listen } from '../listen'
import { originOf } from '../hosts'
import type { Watcher } from '../watched'
import { openMetrics, type Measured } from './figures'

/** A listener of its own for whoever watches a service (OP2). */
interface MetricsListener {
  readonly origin: string
  readonly watcher: Watcher
  close(): Promise<void>
}

interface MetricsPlace {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
}

/**
 * Answers `/metrics`, `/healthz` and `/readyz`, and nothing else, by whatever name it is asked: what scrapes
 * it knows it by its address. It goes on answering while the service ends.
 * @throws GalleyError io-failed or no-access when the address cannot be had
 */
export async function startMetrics(
  { host, port }: MetricsPlace,
  service: Measured,
  version: string
): Promise<MetricsListener> {
  const metrics = openMetrics(service, version)
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 })
  server.setTimeout(30_000)

  async function answer(path: string, outgoing: ServerResponse): Promise<void> {
    if (path === '/metrics') return send(outgoing, 200, metrics.type, await metrics.text())
    if (path === urlOf('readLiveness', {})) return sendJson(outgoing, 200, { alive: true })
    if (path !== urlOf('readReadiness', {}))
      return sendJson(outgoing, 404, { error: NOTHING, reason: 'not-found' })
    const found = await service.readiness()
    sendJson(outgoing, found.ready ? 200 : 503, found)
  }

  server.on('request', (incoming, outgoing) => {
    incoming.resume()
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.setHeader('Allow', 'GET, HEAD')
      return sendJson(outgoing, 405, { error: 'This address answers GET, HEAD.', reason: 'not-allowed' })
    }
    answer((incoming.url ?? '').split('?', 1)[0] ?? '', outgoing).catch(() =>
      sendJson(outgoing, 500, { error: 'The figures could not be read.', reason: 'internal' })
    )
  })
  const found = await listen(server, { host, port, option: '--metrics' })
  return {
    origin: originOf(host, found),
    watcher: metrics.watcher,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const NOTHING = 'Here are the figures, at /metrics, and the two probes.'

const sendJson = (outgoing: ServerResponse, status: number, body: object) =>
  send(outgoing, status, 'application/json', JSON.stringify(body))

function send(outgoing: ServerResponse, status: number, type: string, body: string): void {
  outgoing.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff'
  })
  outgoing.end(body)
}
