import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorBody } from '../../common/api/types'
import type { GalleyError } from '../../common/errors'

/** Answers a request that goes no further. What is still coming of its body is read to nowhere. */
export function refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: GalleyError): void {
  const body: ErrorBody = {
    error: error.message,
    reason: error.reason,
    ...(error.where === undefined ? {} : { where: error.where })
  }
  outgoing.writeHead(error.reason === 'forbidden' ? 403 : 400, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff'
  })
  outgoing.end(JSON.stringify(body))
  incoming.resume()
}
