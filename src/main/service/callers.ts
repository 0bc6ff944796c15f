import type { Identity } from '../../common/permissions/identifiers'
import type { IdentityProvider, JwtReader } from './tokens/jwt'
import { jwtReader } from './tokens/jwt'
import type { ServiceContext } from './context'
import { ownerOf } from './settings'
import type { TokenRecord } from './tokens/token-record'
import { stateOfToken } from './tokens/token-record'
import type { TokenKind } from './tokens/token-text'
import { hashOfToken, kindOfToken } from './tokens/token-text'
import type { Caller, CallerHint } from './types'

/** Knows who calls. */
export interface Callers {
  /**
   * Who calls (A1, A2, A5): whom the transport vouches for, else whom the bearer tokens name. Several tokens in one
   * header, with commas between, are several people at once, who may together do what each of them may. Null for a missing,
   * malformed, expired, revoked or unknown token, and for one that does not open the authoring endpoints.
   */
  identify(request: Request, hint: CallerHint): Promise<Caller | null>
  /** Whether a request carries a token of this kind that opens a site (A3): `Authorization: token …`, or `X-Auth-Token` for admin. */
  opensSite(request: Request, kind: 'site' | 'admin', org: string, site: string): Promise<TokenRecord | null>
}

export function openCallers(
  context: Pick<ServiceContext, 'settings' | 'identityProvider' | 'tokens' | 'options' | 'trust' | 'uses'>
): Callers {
  const { options } = context
  let reader: { readonly provider: IdentityProvider; readonly read: JwtReader } | null = null

  /** Keys are remembered for as long as the issuer stays the same. */
  async function readJwt(token: string): Promise<Identity | null> {
    const provider = await context.identityProvider()
    if (!provider) return null
    if (reader === null || !sameProvider(reader.provider, provider)) {
      const { report, keyCooldown } = options
      reader = {
        provider,
        read: jwtReader(provider, { report, ...(keyCooldown === undefined ? {} : { keyCooldown }) })
      }
    }
    return reader.read(token)
  }

  async function valid(text: string, kind: TokenKind): Promise<TokenRecord | null> {
    if (kindOfToken(text) !== kind || !context.trust.tokens) return null
    const record = await context.tokens.find(hashOfToken(text))
    if (record?.kind !== kind || stateOfToken(record, Date.now()) !== 'valid') return null
    context.uses.note(record.id)
    return record
  }

  async function personFor(text: string): Promise<Identity | null> {
    return kindOfToken(text) === null ? readJwt(text) : valid(text, 'access')
  }

  async function vouchedFor(hint: Exclude<CallerHint, 'anyone'>): Promise<Caller> {
    const session = hint === 'owner' ? null : hint.session
    if (session && !session.who.owner) {
      const { owner: _owner, ...person } = session.who
      return { kind: 'person', people: [person], session }
    }
    const owner = ownerOf((await context.settings()).value)
    return { kind: 'owner', people: [{ ...owner, groups: [] }], ...(session ? { session } : {}) }
  }

  return {
    async identify(request, hint) {
      if (hint !== 'anyone') return vouchedFor(hint)
      const found = await Promise.all(bearerTokens(request.headers.get('Authorization')).map(personFor))
      const [first, ...others] = found.flatMap((person) =>
        person ? [{ email: person.email, groups: person.groups }] : []
      )
      if (!first || others.length + 1 !== found.length) return null
      return { kind: 'token', people: [first, ...others] }
    },
    async opensSite(request, kind, org, site) {
      const header =
        kind === 'admin'
          ? request.headers.get('X-Auth-Token')
          : /^token +(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '')?.[1]
      const record = header ? await valid(header.trim(), kind) : null
      return record && (record.site === undefined || record.site === `${org}/${site}`) ? record : null
    }
  }
}

const MOST_TOKENS = 10

/** The tokens of `Bearer a`, `Bearer a, b` or `Bearer a, Bearer b`; none for anything else. */
function bearerTokens(header: string | null): string[] {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  if (!/^Bearer +\S/i.test(parts[0] ?? '') || parts.length > MOST_TOKENS) return []
  const tokens = parts.map((part) => part.replace(/^Bearer +/i, ''))
  return tokens.every((token) => /^[\x21-\x7e]{1,8192}$/.test(token)) ? tokens : []
}

function sameProvider(a: IdentityProvider, b: IdentityProvider): boolean {
  return a.issuer === b.issuer && a.audience === b.audience && a.groupsClaim === b.groupsClaim
}
