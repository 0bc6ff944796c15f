import type { Answer } from './ask'

/** An ETag that only says “about the same”; `If-Match` never holds for one (RFC 9110, 13.1.1). */
export const isWeak = (etag: string | null): boolean => etag?.startsWith('W/') === true

/**
 * A request that is to hold only for what has this ETag. A gateway that compresses what it passes on makes
 * strong ETags weak, and some servers want to see their weak ones again: both forms are tried, first the one
 * that held the last time.
 */
export function conditions(): (
  etag: string | null,
  request: (headers: Record<string, string>) => Promise<Answer>
) => Promise<Answer> {
  let isAsTold = false
  return async (etag, request) => {
    if (etag === null) return request({})
    const strong = etag.replace(/^W\//, '')
    const forms = isWeak(etag) ? (isAsTold ? [etag, strong] : [strong, etag]) : [etag]
    let answer = await request({ 'If-Match': forms[0] ?? etag })
    for (const form of forms.slice(1)) {
      if (answer.status !== 412) break
      answer = await request({ 'If-Match': form })
      if (answer.status !== 412) isAsTold = form === etag
    }
    return answer
  }
}
