import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line to a server that can be cut and mended, as a train does it. */
export interface Line {
  /** What stands for the server. */
  readonly origin: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Opens a line on a free port to a server of this machine. */
export async function openLine(to: string): Promise<Line> {
  const { hostname, port, host } = new URL(to)
  let isCut = false
  const server = createServer((incoming, answer) => {
    if (isCut) incoming.destroy()
    else pass(incoming, answer, { hostname, port, host })
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

interface Target {
  readonly hostname: string
  readonly port: string
  readonly host: string
}

function pass(incoming: IncomingMessage, answer: ServerResponse, { hostname, port, host }: Target): void {
  const { method = 'GET', url = '/', headers } = incoming
  const onward = request({ hostname, port, method, path: url, headers: { ...headers, host } }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(answer)
    given.on('error', () => answer.destroy())
  })
  onward.on('error', () => answer.destroy())
  incoming.on('error', () => onward.destroy())
  incoming.pipe(onward)
}
