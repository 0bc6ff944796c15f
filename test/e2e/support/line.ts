import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passOn } from './pass-on'

/** A line to a server that can be cut and mended, as a train does it. */
export interface Line {
  /** What stands for the server. */
  readonly origin: string
  cut(): void
  mend(): void
  /** What is asked at addresses that begin so is answered with 503: a gateway that keeps streams back. */
  refuse(addresses: string): void
  close(): Promise<void>
}

/** Opens a line on a free port to a server of this machine, for whoever asks there, or has it for a proxy. */
export async function openLine(to: string): Promise<Line> {
  const { hostname, port, host } = new URL(to)
  let isCut = false
  let refused: string | null = null
  const server = createServer((incoming, answer) => {
    // a proxy is told the whole address
    incoming.url = incoming.url?.replace(/^http:\/\/[^/]+/, '') ?? '/'
    if (isCut) incoming.destroy()
    else if (refused !== null && incoming.url.startsWith(refused)) {
      incoming.resume()
      answer.writeHead(503, { 'Content-Length': '0' }).end()
    } else passOn(incoming, answer, { hostname, port, host })
  })
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a listener on a port has an address of this shape
  const address = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    mend() {
      isCut = false
    },
    refuse(addresses) {
      refused = addresses
      server.closeAllConnections()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
