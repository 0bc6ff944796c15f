import type { Obstacle } from '../../common/importing/shapes'
import { assertNever } from '../../common/errors'
import { networkTrouble, OutgoingFailure } from '../outgoing'

/** Why an address cannot be had. Its message is a sentence for people. */
export class WebFailure extends Error {
  readonly why: Obstacle
  /** Whether trying again may help. */
  readonly passing: boolean
  /** How long the other side asks to wait, in milliseconds. */
  readonly wait: number | null

  constructor(
    why: Obstacle,
    message: string,
    { passing = false, wait = null, cause }: { passing?: boolean; wait?: number | null; cause?: unknown } = {}
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'WebFailure'
    this.why = why
    this.passing = passing
    this.wait = wait
  }
}

/** What a status says about an address that was asked for. Null for a good one. */
export function failureOfStatus(status: number, retryAfter: string | undefined): WebFailure | null {
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410)
    return new WebFailure('missing', `The source has no such address any more (${status}).`)
  if (status === 401)
    return new WebFailure('refused', 'The source asks for a token (401). Give the token of the site.')
  if (status === 403) return new WebFailure('refused', 'The source does not let this address be read (403).')
  if (passing.has(status)) {
    return new WebFailure('unreachable', `The source answered ${status}, also after several tries.`, {
      passing: true,
      wait: waitIn(retryAfter)
    })
  }
  return new WebFailure('unreachable', `The source answered ${status}.`)
}

const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Seconds, or a date (RFC 9110, 10.2.3). */
export function waitIn(retryAfter: string | undefined, now = Date.now()): number | null {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/**
 * What went wrong below HTTP, in the words of an import. A line that broke off, or a host that starts again,
 * may pass.
 * @throws WebFailure, or the error itself when it is none of the line's
 */
export function asWebFailure(error: unknown, { host }: URL): never {
  if (!(error instanceof OutgoingFailure)) throw error
  const { trouble, code, message } = error
  const told = (why: Obstacle, sentence = message, passing = false) =>
    new WebFailure(why, sentence, { passing, cause: error })
  switch (trouble) {
    case 'address':
      throw told('host')
    case 'size':
      throw told('size', message.replace(' is taken of one thing', ' is imported at a time'))
    case 'broken':
      throw told('broken')
    case 'slow':
      throw told('unreachable', `${host} did not answer in time, also after several tries.`, true)
    case 'connection': {
      const { what, message: words } = networkTrouble(error, host)
      throw told('unreachable', words.text, what !== 'certificate' && !lasting.test(code))
    }
    default:
      return assertNever(trouble)
  }
}

/** There is no such host, or it speaks another protocol. */
const lasting = /^(?:ENOTFOUND|EPROTO|ERR_SSL_.*)$/
