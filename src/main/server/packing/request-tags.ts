import type { IncomingMessage } from 'node:http'
import { unpackedTag } from '../../../common/api/packed-tag'
import { acceptedBy, type Accepted } from './accepted'

/** What a request says of packing. */
export interface Asked extends Accepted {
  /** `If-None-Match` as it came. */
  readonly ifNoneMatch: string
}

/**
 * Reads what a client takes, and turns the ETags of packed answers, which it got from here, into those of
 * what they are of: the service knows no others. A read is asked only about what would come now; a write
 * means the content, however that came.
 */
export function takeAsked(incoming: IncomingMessage): Asked {
  const accepted = acceptedBy(encodingsOf(incoming))
  const { headers, rawHeaders, method } = incoming
  const isRead = method === 'GET' || method === 'HEAD'
  const asked = { ...accepted, ifNoneMatch: headers['if-none-match'] ?? '' }
  const ofNow = `-${accepted.coding ?? ''}"`
  const asStored = (name: Named, value: string) =>
    value.replace(/"[^"]*"/g, (tag) =>
      isRead && name === 'if-none-match' && !tag.endsWith(ofNow) ? tag : unpackedTag(tag)
    )
  for (const name of named) {
    const value = headers[name]
    if (value !== undefined) headers[name] = asStored(name, value)
  }
  // whoever reads the head anew reads it from here
  for (const [at, text] of rawHeaders.entries()) {
    const name = at % 2 === 0 ? undefined : named.find((one) => one === rawHeaders[at - 1]?.toLowerCase())
    if (name !== undefined) rawHeaders[at] = asStored(name, text)
  }
  return asked
}

const named = ['if-match', 'if-none-match'] as const
type Named = (typeof named)[number]

function encodingsOf({ headers }: IncomingMessage): string | undefined {
  const value = headers['accept-encoding']
  return Array.isArray(value) ? value.join(', ') : value
}
