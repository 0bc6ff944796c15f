import { request, type IncomingMessage, type ServerResponse } from 'node:http'

/** Where a request goes on to. */
export interface Target {
  readonly hostname: string
  readonly port: string
  readonly host: string
}

/** Hands a request on as it is, and the answer back. */
export function passOn(
  incoming: IncomingMessage,
  answer: ServerResponse,
  { hostname, port, host }: Target
): void {
  const { method = 'GET', url = '/', headers } = incoming
  const onward = request({ hostname, port, method, path: url, headers: { ...headers, host } }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(answer)
    given.on('error', () => answer.destroy())
  })
  onward.on('error', () => answer.destroy())
  incoming.on('error', () => onward.destroy())
  // a server sees that nobody listens any more
  answer.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
