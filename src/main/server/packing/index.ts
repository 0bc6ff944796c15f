import { packedTag } from '../../../common/api/packed-tag'
import { packedBody } from './packed-body'
import type { Asked } from './request-tags'

export { takeAsked, type Asked } from './request-tags'

/** Smaller bodies fit one packet of the network either way. */
const LEAST_BYTES = 1400
/**
 * Larger ones would take a processor for long, and who reads them may take what unpacks to so much for an
 * attack.
 */
const MOST_BYTES = 16 * 1024 * 1024
/** Packed at once; more are sent as they are, so that nobody waits for the processor. */
const MOST_AT_ONCE = 16

const packable =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|yaml|wasm|manifest\+json|[\w.+-]+\+(?:json|xml))\b|image\/svg\+xml)/i

/** Packs answers on their way, where the client asks for that and the content gains by it (N7). */
export function createPacking() {
  let underWay = 0
  const free = () => void (underWay -= 1)

  return async (answer: Response, method: string, asked: Asked): Promise<Response> => {
    const { status, headers } = answer
    if (method !== 'GET' && method !== 'HEAD') return answer
    if (status === 304) return asKnown(answer, asked)
    if (!isPackable(answer)) return answer
    headers.append('Vary', 'Accept-Encoding')
    const { coding } = asked
    const told = headers.get('Content-Length')
    const least = asked.refusesPlain ? 1 : LEAST_BYTES
    if (coding === null) return answer
    if (told !== null && (Number(told) < least || Number(told) > MOST_BYTES)) return answer
    if (method === 'HEAD') {
      if (told !== null) asPacked(headers, coding)
      return answer
    }
    if (answer.body === null || underWay >= MOST_AT_ONCE) return answer
    underWay += 1
    const body = await packedBody(answer.body, { coding, least, onEnd: free })
    if (body.isPacked) asPacked(headers, coding)
    return new Response(body.stream, { status, headers })
  }
}

function isPackable({ status, headers }: Response): boolean {
  return (
    status !== 204 &&
    status !== 206 &&
    !headers.has('Content-Encoding') &&
    !headers.has('Content-Range') &&
    !/\bno-transform\b/i.test(headers.get('Cache-Control') ?? '') &&
    packable.test(headers.get('Content-Type') ?? '')
  )
}

/** Ranges are of what is not packed. */
function asPacked(headers: Headers, coding: 'br' | 'gzip'): void {
  headers.set('Content-Encoding', coding)
  headers.delete('Content-Length')
  headers.delete('Accept-Ranges')
  const etag = headers.get('ETag')
  if (etag !== null) headers.set('ETag', packedTag(etag, coding))
}

/** What the client has is current: it is called as the client knows it. */
function asKnown(answer: Response, { coding, ifNoneMatch }: Asked): Response {
  const etag = answer.headers.get('ETag')
  answer.headers.append('Vary', 'Accept-Encoding')
  if (etag === null || coding === null) return answer
  const packed = packedTag(etag, coding)
  if (ifNoneMatch.includes(packed)) answer.headers.set('ETag', packed)
  return answer
}
