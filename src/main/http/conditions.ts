import { GalleyError } from '../../common/errors'
import { parseEntityTags } from './entity-tags'

/** The current state that a conditional request is judged against; null when there is no file. */
export interface Validators {
  /** With its quotes. */
  readonly etag: string
  /** Unix milliseconds. */
  readonly lastModified: number
}

type Verdict = 'go-on' | 'not-modified' | 'failed'

/**
 * Judges the conditional headers of a request by RFC 9110, 13.2.2 (S3).
 * @throws GalleyError `bad-request` for If-Match or If-None-Match that cannot be read: guessing could lose a
 * change
 */
export function judge(method: string, headers: Headers, current: Validators | null): Verdict {
  const reading = method === 'GET' || method === 'HEAD'
  const ifMatch = parseEntityTags(headers, 'If-Match')
  const ifNoneMatch = parseEntityTags(headers, 'If-None-Match')
  if (ifMatch) {
    if (!current) return 'failed'
    if (ifMatch !== '*' && !ifMatch.some((tag) => !tag.weak && tag.text === current.etag)) return 'failed'
  } else if (current) {
    const since = httpDate(headers.get('If-Unmodified-Since'))
    if (since !== null && wholeSeconds(current.lastModified) > since) return 'failed'
  }
  if (ifNoneMatch) {
    const hit =
      current !== null && (ifNoneMatch === '*' || ifNoneMatch.some((tag) => tag.text === current.etag))
    if (hit) return reading ? 'not-modified' : 'failed'
  } else if (reading && current) {
    const since = httpDate(headers.get('If-Modified-Since'))
    if (since !== null && wholeSeconds(current.lastModified) <= since) return 'not-modified'
  }
  return 'go-on'
}

/** Refuses a write whose conditions do not hold. @throws GalleyError precondition-failed */
export function requireConditions(method: string, headers: Headers, current: Validators | null): void {
  if (judge(method, headers, current) === 'go-on') return
  throw new GalleyError(
    'precondition-failed',
    current ? 'The file changed meanwhile. Read it again, then decide.' : 'There is no such file (any more).',
    current ? { where: current.etag } : {}
  )
}

/** Whether a Range header applies (RFC 9110, 13.1.5). */
export function rangeApplies(headers: Headers, current: Validators): boolean {
  const ifRange = headers.get('If-Range')?.trim()
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return ifRange === current.etag
  return !ifRange.startsWith('W/') && httpDate(ifRange) === wholeSeconds(current.lastModified)
}

/** `Last-Modified` as HTTP writes it. */
export function httpDateOf(time: number): string {
  return new Date(time).toUTCString()
}

const wholeSeconds = (time: number) => Math.floor(time / 1000) * 1000

/** Unix milliseconds; null for what is no HTTP date, which is then ignored (RFC 9110, 13.1.3). */
function httpDate(value: string | null): number | null {
  if (value === null || !/^[A-Z][a-z]+,? /.test(value.trim())) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}
