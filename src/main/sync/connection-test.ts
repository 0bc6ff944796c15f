import { contentPath, segmentsOf } from '../../common/content/paths'
import { urlOf } from '../../common/api/url'
import { GalleyError } from '../../common/errors'
import type { SyncTest } from '../../common/sync'
import { answers, jsonOf, networkTrouble, OutgoingFailure } from '../outgoing'
import { remotesOutgoing, type AskOptions } from './ask'
import { Heads } from './heads'
import { claimsOf } from './sign-in/session'

type Look = SyncTest['looks'][number]
type What = Look['what']

/** Clocks that are further apart make tokens count too early, or too late. */
const MOST_DRIFT_MS = 2 * 60_000

/**
 * Tries a connection, and says what is wrong and what to do: the address, its certificate, whether a content
 * service answers, the token, the rights, the clock (Y11). One try of each question: a person waits.
 * @param path of a site or folder there; null: the service alone
 */
export async function testConnection(
  {
    base,
    token,
    renew,
    outgoing = remotesOutgoing()
  }: Pick<AskOptions, 'base' | 'token' | 'renew' | 'outgoing'>,
  path: string | null,
  now: () => number
): Promise<SyncTest> {
  const looks: Look[] = []
  const { host } = new URL(base)
  const good = (what: What, message: string) => void looks.push({ what, ok: true, message })
  const bad = (what: What, message: string) => void looks.push({ what, ok: false, message })
  const warn = (what: What, message: string) => void looks.push({ what, ok: true, warning: true, message })
  const result = () => ({ ok: looks.every(({ ok }) => ok), looks })

  let bearer: string | null
  try {
    bearer = await token()
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    bad('token', error.message)
    return result()
  }

  const ask = async (where: string) => {
    const answer = await outgoing.send({
      method: 'GET',
      url: new URL(base + where),
      headers: { Accept: 'application/json', ...(bearer !== null && { Authorization: `Bearer ${bearer}` }) },
      limits: answers.test
    })
    const { status } = answer
    const isRead = (status >= 200 && status < 300) || status === 404
    if (!isRead) answer.discard()
    return {
      status,
      headers: new Heads(answer.headers),
      value: isRead ? valueOf(await answer.bytes(), host) : null
    }
  }
  /**
   * Whether the service lists, or refuses to list, something that the folder lies in: else it is another
   * service, or another address.
   */
  const knowsAbove = async (below: string) => {
    for (const at of [null, `/${segmentsOf(contentPath(below))[0] ?? ''}`]) {
      const { status, value } = await ask(listOf(at))
      if (status === 403 || Array.isArray(value)) return true
    }
    return false
  }
  const listOf = (at: string | null) => urlOf('list', { at: contentPath(at ?? ''), missing: 'refuse' })

  let answer: Awaited<ReturnType<typeof ask>>
  let isKnown: boolean
  try {
    answer = await ask(listOf(path))
    if (answer.status === 401 && (await renew?.())) {
      bearer = await token()
      answer = await ask(listOf(path))
    }
    // a folder that is not there looks like a server that knows no folders at all
    isKnown = answer.status !== 404 || (path === null ? isRefusal(answer.value) : await knowsAbove(path))
  } catch (error) {
    if (error instanceof GalleyError) bad('token', error.message)
    else {
      const { what, message } = networkTrouble(error, host)
      if (what === 'certificate') good('address', `${host} answers.`)
      bad(what, message.text)
    }
    return result()
  }

  const { status, headers, value } = answer
  const drift = driftOf(headers, now())
  if (status >= 300 && status < 400)
    bad(
      'address',
      `${host} sends its callers elsewhere (${status}). Give the address of the content service itself.`
    )
  else if (status >= 500)
    bad(
      'service',
      `${host} answers, but its service fails (${status}). Try again later, or tell who runs it.`
    )
  else if (status === 401) {
    good('address', `${host} answers.`)
    const early = bearer === null ? null : tooEarly(bearer, now() + (drift ?? 0))
    if (early !== null) bad('clock', early)
    else bad('token', refusedToken(bearer, host))
    if (early === null && drift !== null && Math.abs(drift) > MOST_DRIFT_MS) bad('clock', driftWords(drift))
    return result()
  } else if (status === 403) {
    good('address', `${host} answers.`)
    good('token', 'The token is accepted.')
    bad(
      'permission',
      `You may not read ${path ?? 'anything'} on ${host}. Ask who runs the server for the right to read and write there, or choose another folder.`
    )
  } else if (status === 404 ? !isKnown : !Array.isArray(value))
    bad(
      'service',
      `What answers at ${host} is not a content service. Check the address; it is the one before “/list”, without the path of a site.`
    )
  else {
    good('address', `${host} answers.`)
    if (status === 404 && path === null) {
      warn(
        'service',
        `${host} does not tell what it holds. Whether a content service answers at this address shows when a site is connected.`
      )
      return result()
    }
    good('token', 'The token is accepted.')
    const actions = headers.get('X-Galley-Actions')
    if (actions !== null && !actions.split(',').includes('write'))
      warn(
        'permission',
        `You may read ${path ?? 'this server'}, but not write there: what is changed here will not be sent. Ask who runs the server for the right to write.`
      )
    else if (status === 404) good('permission', 'The folder is not there yet. The first sync makes it.')
    else if (actions === null) good('permission', 'The folder can be read.')
    else good('permission', 'You may read and write there.')
  }
  if (drift !== null && Math.abs(drift) > MOST_DRIFT_MS) warn('clock', driftWords(drift))
  return result()
}

/** Null for what is no JSON, or none that a content service writes. */
function valueOf(bytes: Uint8Array, host: string): unknown {
  try {
    return jsonOf(bytes, host)
  } catch (error) {
    if (error instanceof OutgoingFailure) return null
    throw error
  }
}

/** The body of a refusal as a content service writes it. */
const isRefusal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'error') === 'string'

/** Milliseconds that the server's clock is ahead; null when it tells no time. */
function driftOf(headers: Heads, now: number): number | null {
  const time = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(time) ? null : time - now
}

function driftWords(drift: number): string {
  const minutes = Math.round(Math.abs(drift) / 60_000)
  const apart = minutes >= 120 ? `${Math.round(minutes / 60)} hours` : `${minutes} minutes`
  return `The clock of this computer is ${apart} ${drift > 0 ? 'behind' : 'ahead of'} the server’s. Set the date and time of this computer, or tell who runs the server.`
}

/** A JWT that counts only later, by the server's own time. */
function tooEarly(token: string, serverTime: number): string | null {
  const { nbf, iat } = claimsOf(token)
  const from = typeof nbf === 'number' ? nbf : typeof iat === 'number' ? iat : null
  if (from === null || from * 1000 <= serverTime) return null
  return 'The token is not valid yet by the clock of the server: one of the clocks is wrong. Set the date and time of this computer, or tell who runs the server or the sign-in.'
}

function refusedToken(token: string | null, host: string): string {
  if (token === null) return `${host} wants a token, and there is none. Paste one, or sign in.`
  const { exp, iss } = claimsOf(token)
  if (typeof exp === 'number' && exp * 1000 < Date.now())
    return `${host} does not accept the token: it has expired. Paste a new one, or sign in again.`
  if (typeof iss === 'string')
    return `${host} does not accept the token of ${iss}. The server must believe this provider, and the token must be made for it: check issuer and audience.`
  return `${host} does not accept the token: it has expired, was revoked, or is for another server. Paste a new one.`
}
