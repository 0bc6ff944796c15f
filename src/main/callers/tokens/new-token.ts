import { randomBytes } from 'node:crypto'
import { contentPath, segmentsOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { TokenRecord } from './token-record'
import type { TokenKind } from './token-text'
import { hashOfToken, newTokenText } from './token-text'

/** What a new token is for. */
interface TokenRequest {
  readonly kind: TokenKind
  readonly email: string
  readonly groups: readonly string[]
  /** `org/site`: needed for a site token, optional for an admin token, not for an access token (L3). */
  readonly site?: string | undefined
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined
}

/**
 * A new token: its text, which is shown once, and the record that is kept of it (A2).
 * @throws GalleyError bad-request; `where` is the member that is wrong
 */
export function newToken(request: TokenRequest, now: number): { text: string; record: TokenRecord } {
  const text = newTokenText(request.kind)
  if (request.expiresAt !== undefined && request.expiresAt <= now)
    throw wrong('expiresAt', 'This time has passed.')
  return {
    text,
    record: {
      id: randomBytes(6).toString('hex'),
      kind: request.kind,
      hash: hashOfToken(text),
      email: emailOf(request.email),
      groups: groupsOf(request.groups),
      ...siteOf(request.site, request.kind),
      createdAt: now,
      ...(request.expiresAt === undefined ? {} : { expiresAt: request.expiresAt })
    }
  }
}

export const isEmail = (text: string) =>
  /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(text) && text.length <= 254 && !HIDDEN.test(text)

/** What nobody sees in a name, and what turns the direction that it is read in. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}]/u

/** Whether a text names a group. One from a provider may have commas in it. */
export const isGroup = (name: string) => name !== '' && name.length <= 200 && !HIDDEN.test(name)

/** @throws GalleyError bad-request */
export function emailOf(text: string): string {
  if (isEmail(text)) return text
  throw wrong('email', 'This is no e-mail address. Write it as name@example.com.')
}

/** Each once, without blanks round it. @throws GalleyError bad-request */
export function groupsOf(groups: readonly string[]): string[] {
  const names = [...new Set(groups.map((group) => group.trim()).filter((group) => group !== ''))]
  if (names.every((name) => isGroup(name) && !name.includes(',')) && names.length <= 200) return names
  throw wrong('groups', 'A group is a name of up to 200 characters without commas.')
}

function siteOf(text: string | undefined, kind: TokenKind): { site?: string } {
  if (text === undefined || text === '') {
    if (kind === 'site') throw wrong('site', 'A site token needs its site, written org/site.')
    return {}
  }
  if (kind === 'access') throw wrong('site', 'A site is for tokens of the kinds site and admin.')
  const segments = segmentsOf(contentPath(text))
  if (segments.length !== 2) throw wrong('site', 'A site is written org/site.')
  return { site: segments.join('/') }
}

function wrong(where: string, message: string): GalleyError {
  return new GalleyError('bad-request', message, { where })
}
