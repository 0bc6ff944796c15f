import { fromHeaderText } from '../../common/api/header-text'
import { headers as names } from '../../common/api/headers'
import { programNamed } from '../../common/person'
import { ownerOf } from '../settings'
import { openBearers } from './bearers'
import type { BearerParts, Named } from './bearers/bearer'
import { validToken } from './bearers/own-tokens'
import type { TokenRecord } from './tokens/token-record'
import { kindOfToken } from './tokens/token-text'
import type { Caller, CallerHint } from './types'

/** Knows who calls. */
export interface Callers {
  /**
   * Who calls (A1, A2, A5): whom the transport vouches for, else whom the bearer tokens name. Several tokens
   * in one header, with commas between, are several people at once, who may together do what each of them
   * may. Null for a missing, malformed, expired, revoked or unknown token, and for one that does not open the
   * authoring endpoints.
   */
  identify(request: Pick<Request, 'headers'>, hint: CallerHint): Promise<Caller | null>
  /** Whether a request carries a site token that opens a site (A3): `Authorization: token …`. */
  opensSite(request: Request, org: string, site: string): Promise<TokenRecord | null>
  /**
   * Who administers what a site publishes (A3): an admin token of the site, or whoever may call the authoring
   * endpoints. Clients write either as `X-Auth-Token`, `Authorization: Bearer` or `Authorization: token`; the
   * first decides where there are two. Null as in `identify`.
   */
  publisher(
    request: Request,
    hint: CallerHint,
    org: string,
    site: string
  ): Promise<TokenRecord | Caller | null>
}

export function openCallers(parts: BearerParts): Callers {
  const bearers = openBearers(parts)

  const personFor = async (text: string): Promise<Named | null> =>
    (await bearers.find((one) => one.knows(text))?.person(text)) ?? null

  async function vouchedFor(hint: Exclude<CallerHint, 'anyone'>): Promise<Caller> {
    const session = hint === 'owner' ? null : hint.session
    if (session && !session.who.owner) {
      const { owner: _owner, ...person } = session.who
      return { kind: 'person', people: [person], session }
    }
    const owner = ownerOf(await parts.settings.read())
    return { kind: 'owner', people: [{ ...owner, groups: [] }], ...(session ? { session } : {}) }
  }

  /** The callers that these tokens name; null unless all of them are valid. */
  async function peopleWith(tokens: readonly string[]): Promise<Caller | null> {
    const found = await Promise.all(tokens.map(personFor))
    const [first, ...others] = found.flatMap((person) =>
      person ? [{ email: person.email, groups: person.groups }] : []
    )
    if (!first || others.length + 1 !== found.length) return null
    const token = found[0]?.id
    return { kind: 'token', people: [first, ...others], ...(token !== undefined && { via: { token } }) }
  }

  async function opening(token: string, kind: 'site' | 'admin', place: string): Promise<TokenRecord | null> {
    const record = await validToken(parts, token, kind)
    return record && (record.site === undefined || record.site === place) ? record : null
  }

  return {
    async identify({ headers }, hint) {
      return withProgram(
        headers,
        await (hint === 'anyone' ? peopleWith(bearerTokens(headers.get('Authorization'))) : vouchedFor(hint))
      )
    },
    async opensSite({ headers }, org, site) {
      const token = siteToken(headers.get('Authorization'))
      return token === undefined ? null : opening(token, 'site', `${org}/${site}`)
    },
    async publisher({ headers }, hint, org, site) {
      if (hint !== 'anyone') return withProgram(headers, await vouchedFor(hint))
      const own = headers.get('X-Auth-Token')
      const tokens =
        own === null ? tokensIn(headers.get('Authorization')) : bearerTokens(`Bearer ${own.trim()}`)
      const [first, ...others] = tokens
      return first !== undefined && others.length === 0 && kindOfToken(first) === 'admin'
        ? opening(first, 'admin', `${org}/${site}`)
        : withProgram(headers, await peopleWith(tokens))
    }
  }
}

/** The program that asks says its name itself; nothing is allowed or refused by it. */
function withProgram(headers: Pick<Headers, 'get'>, caller: Caller | null): Caller | null {
  const said = headers.get(names.program)
  const program = said === null ? null : programNamed(fromHeaderText(said))
  return caller && program !== null ? { ...caller, via: { ...caller.via, program } } : caller
}

const siteToken = (header: string | null) => /^token +(\S+)$/i.exec(header?.trim() ?? '')?.[1]

/** As the publishing admin service is asked: `token a`, or as everywhere. */
function tokensIn(header: string | null): string[] {
  const token = siteToken(header)
  return token === undefined ? bearerTokens(header) : bearerTokens(`Bearer ${token}`)
}

const MOST_TOKENS = 10

/** The tokens of `Bearer a`, `Bearer a, b` or `Bearer a, Bearer b`; none for anything else. */
function bearerTokens(header: string | null): string[] {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  if (!/^Bearer +\S/i.test(parts[0] ?? '') || parts.length > MOST_TOKENS) return []
  const tokens = parts.map((part) => part.replace(/^Bearer +/i, ''))
  return tokens.every((token) => /^[\x21-\x7e]{1,8192}$/.test(token)) ? tokens : []
}
