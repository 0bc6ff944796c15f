import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOfReason } from '../../common/api/statuses'
import type { GalleyError } from '../../common/errors'
import { errorBody } from '../http/errors'

/** Answers a request that goes no further. What is still coming of its body is read to nowhere. */
export function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  error: GalleyError,
  headers: Readonly<Record<string, string>> = {}
): void {
  outgoing.writeHead(statusOfReason[error.reason], {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers
  })
  outgoing.end(JSON.stringify(errorBody(error)))
  incoming.resume()
}

/** Sends a browser to where the interface is. */
export function moveTo(incoming: IncomingMessage, outgoing: ServerResponse, location: string): void {
  outgoing.writeHead(308, { Location: location, 'Content-Length': '0' })
  outgoing.end()
  incoming.resume()
}
