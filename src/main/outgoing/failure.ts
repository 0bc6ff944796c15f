/**
 * What kind of trouble it is: an address that must not be asked, an answer that is too large or too slow, one
 * that cannot be read, or a connection that failed, which may pass.
 */
type Trouble = 'address' | 'size' | 'slow' | 'broken' | 'connection'

/** Why another host could not be asked, or its answer not be taken. The message is a sentence for people. */
export class OutgoingFailure extends Error {
  readonly trouble: Trouble
  /** As the network says it: `ENOTFOUND`, `ETIMEDOUT`; empty where it has no word for it. */
  readonly code: string

  constructor(trouble: Trouble, message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'OutgoingFailure'
    this.trouble = trouble
    this.code = options.code ?? ''
  }
}

/** What Node throws while it asks, in words. An end by a signal stays what it is. */
export function failureOf(error: unknown, host: string): Error {
  if (error instanceof OutgoingFailure) return error
  if (error instanceof Error && error.name === 'AbortError') return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const told = { code, cause: error }
  if (code === 'HPE_HEADER_OVERFLOW')
    return new OutgoingFailure(
      'size',
      `${host} sends a head of more than 16 KB before its answer. Nothing was taken.`,
      told
    )
  if (/^Z_|ERR__|ERR_BROTLI|ERR_ZLIB/.test(code))
    return new OutgoingFailure('broken', `The answer of ${host} is packed wrongly.`, told)
  if (/^HPE_|^ERR_HTTP_|^ERR_INVALID_/.test(code))
    return new OutgoingFailure('broken', `${host} does not answer as HTTP asks for (${code}).`, told)
  return new OutgoingFailure(
    'connection',
    `The connection to ${host} failed${code === '' ? '' : ` (${code})`}.`,
    told
  )
}

export const tooSlow = (host: string): OutgoingFailure =>
  new OutgoingFailure('slow', `${host} did not answer in time.`, { code: 'ETIMEDOUT' })

export function tooLarge(host: string, what: string, bytes: number): OutgoingFailure {
  const KB = 1024
  const most = bytes >= KB * KB ? `${Math.floor(bytes / KB / KB)} MB` : `${Math.floor(bytes / KB)} KB`
  return new OutgoingFailure(
    'size',
    `${host} sends more than is taken of ${what} (${most}). Nothing was changed.`
  )
}
