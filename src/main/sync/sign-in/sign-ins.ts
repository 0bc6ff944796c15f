import { refreshTokenGrant, tokenRevocation } from 'openid-client'
import type { SignInState } from '../../../common/sync'
import { GalleyError } from '../../../common/errors'
import type { Kept, SecretKeeper } from '../../secrets'
import type { WorkspaceTrust } from '../../trust/workspace-trust'
import { beginSignIn, resourceParameter, type Flow } from './flow'
import { isOver, providerProblem } from './problems'
import { openProvider } from './provider'
import { endedSession, parseSession, sessionOf, type Session } from './session'
import { hostOf, type SignInSetting } from './setting'

export interface SignInParts {
  readonly secrets: SecretKeeper
  /** Asked before a provider is (T1). */
  readonly trust: Pick<WorkspaceTrust, 'requireOutgoing'>
  /** Opens an address in the person's browser; absent where there is none: then it is told. */
  readonly openAddress?: ((address: string) => Promise<void>) | undefined
  readonly onChange: () => void
  /** Somebody has signed in, and was not before. */
  readonly onSignedIn: (id: string) => void
  readonly report: (error: unknown) => void
}

/** Who is signed in where, for the remotes of one workspace (Y20). */
export interface SignIns {
  /** Opens the provider's page, again when one is waited for. @returns its address */
  begin(id: string, setting: SignInSetting): Promise<string>
  /** Resolves when the sign-in under way has ended. @throws GalleyError how it failed */
  ended(id: string): Promise<void>
  /** Cancels the one under way; without one, signs out, at the provider too if it lets us. */
  end(id: string, setting: SignInSetting): Promise<void>
  /** A token that is good for a while longer. @throws GalleyError unauthenticated · unreachable */
  token(id: string, setting: SignInSetting): Promise<string>
  /** After a server did not take a token: whether there is another one now. @throws GalleyError unreachable */
  renew(id: string, setting: SignInSetting): Promise<boolean>
  state(id: string, setting: SignInSetting): Promise<SignInState>
  /** Where the tokens of a sign-in lie; null without one. */
  where(id: string): Promise<Kept | null>
  close(): Promise<void>
}

/** A token is renewed so long before its end. */
const EARLY_MS = 60_000
/** After a renewal no other one for so long: a server that never takes our tokens would have us ask without end. */
const RENEWED_MS = 10_000

export function openSignIns(parts: SignInParts): SignIns {
  const { secrets, trust, openAddress, onChange, onSignedIn, report } = parts
  const flows = new Map<string, Flow & { readonly settled: Promise<void> }>()
  const problems = new Map<string, string>()
  const renewing = new Map<string, Promise<Session>>()
  const renewedAt = new Map<string, number>()
  const secretName = (id: string) => `sign-in ${id}`

  /** Null when nobody signed in with this setting. */
  async function sessionAt(id: string, { issuer, clientId }: SignInSetting): Promise<Session | null> {
    const found = parseSession(await secrets.read(secretName(id)))
    return found?.issuer === issuer && found.clientId === clientId ? found : null
  }

  const keep = (id: string, session: Session) => secrets.keep(secretName(id), JSON.stringify(session))

  async function settle(id: string, flow: Flow): Promise<void> {
    try {
      await keep(id, await flow.done)
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
  function renewed(id: string, setting: SignInSetting, before: Session): Promise<Session> {
    const known = renewing.get(id)
    if (known) return known
    const work = renewNow(id, setting, before).finally(() => renewing.delete(id))
    renewing.set(id, work)
    return work
  }

  async function renewNow(id: string, setting: SignInSetting, before: Session): Promise<Session> {
    const { refreshToken } = before
    if (refreshToken === null) return over(id, before)
    trust.requireOutgoing()
    const provider = await openProvider(setting)
    try {
      const tokens = await refreshTokenGrant(provider, refreshToken, resourceParameter(setting))
      const session = sessionOf(setting, tokens, Date.now(), before)
      await keep(id, session)
      renewedAt.set(id, Date.now())
      onChange()
      return session
    } catch (error) {
      if (isOver(error)) return over(id, before)
      throw providerProblem(error, setting.issuer)
    }
  }

  /** The sign-in has ended for good: who it was stays known, its tokens go. */
  async function over(id: string, before: Session): Promise<never> {
    await keep(id, endedSession(before))
    onChange()
    throw hasEnded(before.issuer)
  }

  async function token(id: string, setting: SignInSetting): Promise<string> {
    const session = await sessionAt(id, setting)
    if (!session)
      throw new GalleyError('unauthenticated', `Nobody is signed in at ${hostOf(setting.issuer)}. Sign in.`)
    if (session.accessToken === null) throw hasEnded(setting.issuer)
    if (session.expiresAt === null || session.expiresAt - Date.now() > EARLY_MS) return session.accessToken
    // without a way to renew it, it is good to its last second
    if (session.refreshToken === null && session.expiresAt > Date.now()) return session.accessToken
    return (await renewed(id, setting, session)).accessToken ?? ''
  }

  async function signOut(id: string, setting: SignInSetting): Promise<void> {
    const session = await sessionAt(id, setting)
    await secrets.forget(secretName(id))
    problems.delete(id)
    onChange()
    if (!session || (session.refreshToken ?? session.accessToken) === null) return
    // what is forgotten here is forgotten, whether the provider answers or not
    await tellProvider(setting, session).catch(() => undefined)
  }

  async function tellProvider(setting: SignInSetting, session: Session): Promise<void> {
    trust.requireOutgoing()
    await revoke(setting, session)
  }

  return {
    async begin(id, setting) {
      trust.requireOutgoing()
      const under = flows.get(id)
      if (under) {
        await open(under.address)
        return under.address
      }
      problems.delete(id)
      const flow = await beginSignIn(setting)
      flows.set(id, { ...flow, settled: settle(id, flow) })
      onChange()
      await open(flow.address)
      return flow.address
    },
    async ended(id) {
      const flow = flows.get(id)
      await flow?.settled
      await flow?.done
    },
    async end(id, setting) {
      const flow = flows.get(id)
      if (!flow) return signOut(id, setting)
      flow.cancel()
      await flow.settled
      problems.delete(id)
      onChange()
    },
    token,
    async renew(id, setting) {
      const session = await sessionAt(id, setting)
      if (!session?.refreshToken || Date.now() - (renewedAt.get(id) ?? 0) < RENEWED_MS) return false
      await renewed(id, setting, session)
      return true
    },
    async state(id, setting) {
      const session = await sessionAt(id, setting)
      const flow = flows.get(id)
      const isIn = session !== null && session.accessToken !== null
      return {
        ...setting,
        state: flow ? 'waiting' : isIn ? 'in' : session ? 'ended' : 'out',
        who: session?.who ?? null,
        until: session?.expiresAt ?? null,
        renews: session?.refreshToken !== null && isIn,
        address: flow?.address ?? null,
        problem: problems.get(id) ?? null
      }
    },
    where: (id) => secrets.where(secretName(id)),
    async close() {
      for (const flow of flows.values()) flow.cancel()
      await Promise.allSettled([...[...flows.values()].map(({ settled }) => settled), ...renewing.values()])
    }
  }
}

const hasEnded = (issuer: string) =>
  new GalleyError('unauthenticated', `Your sign-in at ${hostOf(issuer)} has ended. Sign in again.`)

/** RFC 7009. The refresh token takes the others with it. */
async function revoke(setting: SignInSetting, { refreshToken, accessToken }: Session): Promise<void> {
  const provider = await openProvider(setting)
  if (provider.serverMetadata().revocation_endpoint === undefined) return
  const token = refreshToken ?? accessToken
  if (token !== null) await tokenRevocation(provider, token)
}
