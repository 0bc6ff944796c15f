import { refreshTokenGrant, tokenRevocation } from 'openid-client'
import type { SignInState } from '../../../common/sync'
import { GalleyError, sentence } from '../../../common/errors'
import type { Kept, SecretKeeper } from '../../secrets'
import type { WorkspaceTrust } from '../../trust'
import { requireAudience, resourceFor, resourceParameter } from './audience'
import { beginSignIn, type Flow } from './flow'
import { openPinned, secretIn, type PinnedSecrets } from './pinned-secrets'
import { isOver, providerProblem } from './problems'
import { openProvider } from './provider'
import { endedSession, parseSession, sessionOf, type Session } from './session'
import { hostOf, type SignInSetting } from './setting'

interface SignInParts {
  readonly secrets: SecretKeeper
  /** Asked before a provider is (T1). */
  readonly trust: Pick<WorkspaceTrust, 'requireOutgoing'>
  /** Who works here, by e-mail. */
  readonly person: () => string
  /** Opens an address in the person's browser; absent where there is none: then it is told. */
  readonly openAddress?: ((address: string) => Promise<void>) | undefined
  readonly onChange: () => void
  /** Somebody has signed in, and was not before. */
  readonly onSignedIn: (id: string) => void
  readonly report: (error: unknown) => void
}

/** A remote, and how one signs in for it. */
export interface SignInAt {
  readonly id: string
  readonly base: string
  readonly setting: SignInSetting
}

/** Who is signed in where, for the remotes of one workspace (Y20). */
export interface SignIns {
  /** Opens the provider's page, again when one is waited for. @returns its address */
  begin(at: SignInAt): Promise<string>
  /**
   * Whether this person has signed in for this server just so before: provider, client and audience are the
   * same (Y23).
   */
  isAgreed(at: SignInAt): Promise<boolean>
  /** Resolves when the sign-in under way has ended. @throws GalleyError how it failed */
  ended(id: string): Promise<void>
  /** Cancels the one under way; without one, signs out, at the provider too if it lets us. */
  end(at: SignInAt): Promise<void>
  /** A token that is good for a while longer. @throws GalleyError unauthenticated · unreachable */
  token(at: SignInAt): Promise<string>
  /**
   * After a server did not take a token: whether there is another one now.
   * @throws GalleyError unreachable
   */
  renew(at: SignInAt): Promise<boolean>
  state(at: SignInAt): Promise<SignInState>
  /** Where the tokens of a sign-in lie; null without one. */
  where(at: SignInAt): Promise<Kept | null>
  close(): Promise<void>
}

/** A token is renewed so long before its end. */
const EARLY_MS = 60_000
/**
 * After a renewal no other one for so long: a server that never takes our tokens would have us ask without
 * end.
 */
const RENEWED_MS = 10_000

export function openSignIns(parts: SignInParts): SignIns {
  const { secrets, trust, person, openAddress, onChange, onSignedIn, report } = parts
  const pinned: PinnedSecrets = openPinned(
    secrets,
    { name: 'server-sign-in', oldName: 'sign-in', what: 'sign-in' },
    person
  )
  const flows = new Map<string, Flow & { readonly settled: Promise<void> }>()
  const problems = new Map<string, string>()
  const renewing = new Map<string, Promise<Session>>()
  const renewedAt = new Map<string, number>()

  /**
   * Null when nobody signed in with this setting.
   * @throws GalleyError unauthenticated when it was for another server
   */
  async function sessionAt(
    { id, base, setting }: SignInAt,
    how: 'look' | 'take' = 'look'
  ): Promise<Session | null> {
    const found = parseSession(secretIn(await pinned[how](id, base)))
    if (found?.issuer !== setting.issuer || found.clientId !== setting.clientId) return null
    // earlier versions did not write down what was agreed on
    return (found.audience === undefined ? setting.audience : found.audience) === setting.audience
      ? found
      : null
  }

  const keep = ({ id, base }: SignInAt, session: Session) => pinned.keep(id, base, JSON.stringify(session))

  async function settle(at: SignInAt, flow: Flow): Promise<void> {
    const { id } = at
    try {
      await keep(at, await flow.done)
      renewedAt.delete(id)
      problems.delete(id)
      onSignedIn(id)
    } catch (error) {
      if (!(error instanceof GalleyError)) report(error)
      problems.set(id, error instanceof GalleyError ? error.message : 'The sign-in failed. Try again.')
    } finally {
      flows.delete(id)
      onChange()
    }
  }

  async function open(address: string): Promise<void> {
    await openAddress?.(address).catch(() => undefined)
  }

  /** One at a time: the second one would come with a refresh token that counts no more. */
  function renewed(at: SignInAt, before: Session): Promise<Session> {
    const known = renewing.get(at.id)
    if (known) return known
    const work = renewNow(at, before).finally(() => renewing.delete(at.id))
    renewing.set(at.id, work)
    return work
  }

  async function renewNow(at: SignInAt, before: Session): Promise<Session> {
    const { setting, base } = at
    const { refreshToken } = before
    if (refreshToken === null) return over(at, before)
    trust.requireOutgoing()
    const provider = await openProvider(setting)
    try {
      // what earlier versions asked with
      const old = setting.audience === null ? null : resourceFor(setting, base)
      const resource = before.resource === undefined ? old : before.resource
      const tokens = await refreshTokenGrant(provider, refreshToken, resourceParameter(resource))
      requireAudience(tokens.access_token, setting, base)
      const session = sessionOf({ ...setting, resource }, tokens, Date.now(), before)
      await keep(at, session)
      renewedAt.set(at.id, Date.now())
      onChange()
      return session
    } catch (error) {
      if (isOver(error)) return over(at, before)
      throw providerProblem(error, setting.issuer)
    }
  }

  /** The sign-in has ended for good: who it was stays known, its tokens go. */
  async function over(at: SignInAt, before: Session): Promise<never> {
    await keep(at, endedSession(before))
    onChange()
    throw hasEnded(before.issuer)
  }

  async function token(at: SignInAt): Promise<string> {
    const { issuer } = at.setting
    const session = await sessionAt(at, 'take')
    if (!session)
      throw new GalleyError(
        'unauthenticated',
        sentence`Nobody is signed in at ${{ host: hostOf(issuer) }}. Sign in.`
      )
    if (session.accessToken === null) throw hasEnded(issuer)
    if (session.expiresAt === null || session.expiresAt - Date.now() > EARLY_MS) return session.accessToken
    // without a way to renew it, it is good to its last second
    if (session.refreshToken === null && session.expiresAt > Date.now()) return session.accessToken
    return (await renewed(at, session)).accessToken ?? ''
  }

  async function signOut(at: SignInAt): Promise<void> {
    const session = await sessionAt(at).catch(() => null)
    await pinned.forget(at.id)
    problems.delete(at.id)
    onChange()
    if (!session || (session.refreshToken ?? session.accessToken) === null) return
    // what is forgotten here is forgotten, whether the provider answers or not
    await notifyProvider(at.setting, session).catch(() => undefined)
  }

  async function notifyProvider(setting: SignInSetting, session: Session): Promise<void> {
    trust.requireOutgoing()
    await revoke(setting, session)
  }

  return {
    async begin(at) {
      trust.requireOutgoing()
      const { id, base, setting } = at
      const under = flows.get(id)
      if (under) {
        await open(under.address)
        return under.address
      }
      problems.delete(id)
      const flow = await beginSignIn(setting, base)
      flows.set(id, { ...flow, settled: settle(at, flow) })
      onChange()
      await open(flow.address)
      return flow.address
    },
    isAgreed: async (at) =>
      flows.has(at.id) ||
      (await sessionAt(at).then(
        (session) => session !== null,
        () => false
      )),
    async ended(id) {
      const flow = flows.get(id)
      await flow?.settled
      await flow?.done
    },
    async end(at) {
      const flow = flows.get(at.id)
      if (!flow) return signOut(at)
      flow.cancel()
      await flow.settled
      problems.delete(at.id)
      onChange()
    },
    token,
    async renew(at) {
      const session = await sessionAt(at)
      if (!session?.refreshToken || Date.now() - (renewedAt.get(at.id) ?? 0) < RENEWED_MS) return false
      await renewed(at, session)
      return true
    },
    async state(at) {
      const { id, setting } = at
      const known = await pinned.look(id, at.base)
      const session = known.kind === 'kept' ? await sessionAt(at) : null
      const flow = flows.get(id)
      const isIn = session !== null && session.accessToken !== null
      return {
        ...setting,
        state: flow ? 'waiting' : isIn ? 'in' : session ? 'ended' : 'out',
        who: session?.who ?? null,
        until: session?.expiresAt ?? null,
        renews: session?.refreshToken !== null && isIn,
        address: flow?.address ?? null,
        problem: problems.get(id) ?? (known.kind === 'other' ? known.why : null)
      }
    },
    async where({ id, base }) {
      const known = await pinned.look(id, base)
      return known.kind === 'kept' ? known.kept : null
    },
    async close() {
      for (const flow of flows.values()) flow.cancel()
      await Promise.allSettled([...[...flows.values()].map(({ settled }) => settled), ...renewing.values()])
    }
  }
}

const hasEnded = (issuer: string) =>
  new GalleyError(
    'unauthenticated',
    sentence`Your sign-in at ${{ host: hostOf(issuer) }} has ended. Sign in again.`
  )

/** RFC 7009. The refresh token takes the others with it. */
async function revoke(setting: SignInSetting, { refreshToken, accessToken }: Session): Promise<void> {
  const provider = await openProvider(setting)
  if (provider.serverMetadata().revocation_endpoint === undefined) return
  const token = refreshToken ?? accessToken
  if (token !== null) await tokenRevocation(provider, token)
}
