import type { Identity } from '../../common/permissions/identifiers'
import type { IdentityProvider, JwtReader } from './tokens/jwt'
import { jwtReader } from './tokens/jwt'
import { ownerOf, type OpenSettings } from '../settings'
import type { WorkspaceTrust } from '../trust'
import type { LastUses } from './last-uses'
import type { TokenFiles } from './tokens/token-files'
import type { TokenRecord } from './tokens/token-record'
import { stateOfToken } from './tokens/token-record'
import type { TokenKind } from './tokens/token-text'
import { hashOfToken, kindOfToken } from './tokens/token-text'
import type { Caller, CallerHint } from './types'

interface CallerParts {
  readonly settings: OpenSettings
  /** Whose JWTs are believed, if anybody's (A2). */
  readonly identityProvider: () => Promise<IdentityProvider | null>
  readonly tokens: TokenFiles
  /** Of tokens, by their ids. */
  readonly uses: LastUses
  readonly trust: WorkspaceTrust
  readonly report: (error: unknown) => void
  /** Milliseconds between two looks at an issuer's keys. */
  readonly keyCooldown?: number | undefined
}

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

/** A kind of bearer token. */
interface Bearer {
  /** Whether a token has its form. */
  knows(text: string): boolean
  /** Whom a token names; null when it does not count (any more). */
  person(text: string): Promise<Identity | null>
}

export function openCallers(context: CallerParts): Callers {
  /** Asked in this order: another kind of sign-in is another line. */
  const bearers: readonly Bearer[] = [
    { knows: (text) => kindOfToken(text) !== null, person: (text) => valid(text, 'access') },
    openJwts(context)
  ]

  async function valid(text: string, kind: TokenKind): Promise<TokenRecord | null> {
    if (kindOfToken(text) !== kind || !context.trust.tokens) return null
    const record = await context.tokens.find(hashOfToken(text))
    if (record?.kind !== kind || stateOfToken(record, Date.now()) !== 'valid') return null
    context.uses.note(record.id)
    return record
  }

  const personFor = async (text: string): Promise<Identity | null> =>
    (await bearers.find((one) => one.knows(text))?.person(text)) ?? null

  async function vouchedFor(hint: Exclude<CallerHint, 'anyone'>): Promise<Caller> {
    const session = hint === 'owner' ? null : hint.session
    if (session && !session.who.owner) {
      const { owner: _owner, ...person } = session.who
      return { kind: 'person', people: [person], session }
    }
    const owner = ownerOf(await context.settings.read())
    return { kind: 'owner', people: [{ ...owner, groups: [] }], ...(session ? { session } : {}) }
  }

  /** The callers that these tokens name; null unless all of them are valid. */
  async function peopleWith(tokens: readonly string[]): Promise<Caller | null> {
    const found = await Promise.all(tokens.map(personFor))
    const [first, ...others] = found.flatMap((person) =>
      person ? [{ email: person.email, groups: person.groups }] : []
    )
    if (!first || others.length + 1 !== found.length) return null
    return { kind: 'token', people: [first, ...others] }
  }

  async function opening(token: string, kind: 'site' | 'admin', place: string): Promise<TokenRecord | null> {
    const record = await valid(token, kind)
    return record && (record.site === undefined || record.site === place) ? record : null
  }

  return {
    async identify({ headers }, hint) {
      return hint === 'anyone' ? peopleWith(bearerTokens(headers.get('Authorization'))) : vouchedFor(hint)
    },
    async opensSite({ headers }, org, site) {
      const token = siteToken(headers.get('Authorization'))
      return token === undefined ? null : opening(token, 'site', `${org}/${site}`)
    },
    async publisher({ headers }, hint, org, site) {
      if (hint !== 'anyone') return vouchedFor(hint)
      const own = headers.get('X-Auth-Token')
      const tokens =
        own === null ? tokensIn(headers.get('Authorization')) : bearerTokens(`Bearer ${own.trim()}`)
      const [first, ...others] = tokens
      return first !== undefined && others.length === 0 && kindOfToken(first) === 'admin'
        ? opening(first, 'admin', `${org}/${site}`)
        : peopleWith(tokens)
    }
  }
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

/**
 * JWTs of the provider that is believed (A2). Its keys are remembered for as long as the issuer stays the
 * same.
 */
function openJwts({ identityProvider, report, keyCooldown }: CallerParts): Bearer {
  let reader: { readonly provider: IdentityProvider; readonly read: JwtReader } | null = null
  return {
    knows: () => true,
    async person(text) {
      const provider = await identityProvider()
      if (!provider) return null
      if (reader === null || !sameProvider(reader.provider, provider)) {
        const read = jwtReader(provider, { report, ...(keyCooldown === undefined ? {} : { keyCooldown }) })
        reader = { provider, read }
      }
      return reader.read(text)
    }
  }
}

function sameProvider(a: IdentityProvider, b: IdentityProvider): boolean {
  return a.issuer === b.issuer && a.audience === b.audience && a.groupsClaim === b.groupsClaim
}
