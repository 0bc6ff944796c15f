import { randomBytes } from 'node:crypto'
import { GalleyError, sentence } from '../../../common/errors'
import type { SignInAgreement, SignInOffer, SignInSetting, SyncRemote, SyncTest } from '../../../common/sync'
import { isOwnAudience } from '../../../common/sync/audience'
import type { Kept, SecretKeeper } from '../../secrets'
import type { StoreDocument } from '../../store/types'
import type { AskOptions } from '../ask'
import { trustSystem } from '../../system/system-trust'
import type { WorkspaceTrust } from '../../trust'
import { testConnection } from '../connection-test'
import { baseAddress, type Remote, type SyncSettings } from '../settings'
import { askOffer } from './offer'
import { hostOf, readySetting } from './setting'
import { openPinned, secretIn } from './pinned-secrets'
import { openSignIns, type SignInAt } from './sign-ins'

interface RemotesParts {
  readonly settings: StoreDocument<SyncSettings>
  readonly secrets: SecretKeeper
  /** Who works here, by e-mail: what one gave is not for another. */
  readonly person: () => string
  /** For this run only, whatever is kept. */
  readonly token?: string | undefined
  readonly openAddress?: ((address: string) => Promise<void>) | undefined
  /** Asked before a server or a provider is. */
  readonly trust: Pick<WorkspaceTrust, 'requireOutgoing'>
  readonly onChange: () => void
  /** A remote has a token, or another one. */
  readonly onAccess: (id: string) => void
  readonly report: (error: unknown) => void
}

interface NewRemote {
  readonly name: string
  readonly base: string
  readonly token: string | null
  readonly signIn?: SignInSetting | null
}

/** The servers of one workspace, and what opens them: a pasted token, or a sign-in (Y11, Y20). */
export interface Remotes {
  list(): Promise<SyncRemote[]>
  /** @throws GalleyError not-found */
  find(id: string): Promise<Remote>
  add(remote: NewRemote): Promise<{ readonly id: string; readonly kept: Kept | null }>
  /** A pasted token takes the place of a sign-in. */
  setToken(id: string, token: string): Promise<Kept>
  remove(id: string): Promise<void>
  test(id: string, path: string | null): Promise<SyncTest>
  offer(base: string): Promise<SignInOffer | null>
  /**
   * Opens the provider's page. A sign-in takes the place of a pasted token.
   * @param agreed what the person was shown and said yes to; null: only just as it was before (Y23)
   * @returns its address
   * @throws GalleyError not-agreed
   */
  signIn(id: string, setting: SignInSetting | null, agreed: SignInAgreement | null): Promise<string>
  /** Waits for the sign-in under way. @throws GalleyError how it failed */
  signedIn(id: string): Promise<void>
  /** Cancels the sign-in under way, or signs out. */
  signOut(id: string): Promise<void>
  /** What requests to a remote carry. */
  access(remote: Remote): Pick<AskOptions, 'token' | 'renew'>
  close(): Promise<void>
}

export function openRemotes(parts: RemotesParts): Remotes {
  const { settings, secrets, trust, onChange } = parts
  const signIns = openSignIns({ ...parts, onSignedIn: parts.onAccess })
  const tokens = openPinned(secrets, { name: 'server-token', oldName: 'sync', what: 'token' }, parts.person)
  const at = ({ id, base }: Remote, setting: SignInSetting): SignInAt => ({ id, base, setting })

  async function find(id: string): Promise<Remote> {
    const remote = (await settings.read()).remotes.find((one) => one.id === id)
    if (!remote) throw new GalleyError('not-found', 'There is no such remote.', { where: id })
    return remote
  }

  async function change(id: string, signIn: SignInSetting | null): Promise<void> {
    await settings.update((value) => ({
      ...value,
      remotes: value.remotes.map((one) => (one.id === id ? { ...one, signIn } : one))
    }))
    onChange()
  }

  async function shownRemote(remote: Remote): Promise<SyncRemote> {
    const { id, name, base, signIn } = remote
    if (signIn) {
      const state = await signIns.state(at(remote, signIn))
      const hasToken = state.state === 'in'
      const kept = hasToken ? await signIns.where(at(remote, signIn)) : null
      return { id, name, base, hasToken, kept, signIn: state, problem: null }
    }
    const found = await tokens.look(id, base)
    return {
      id,
      name,
      base,
      hasToken: found.kind === 'kept',
      kept: found.kind === 'kept' ? found.kept : null,
      signIn: null,
      problem: found.kind === 'other' ? found.why : null
    }
  }

  function access(remote: Remote): Pick<AskOptions, 'token' | 'renew'> {
    const { id, base, signIn } = remote
    const { token } = parts
    // what is asked for before each request
    const first = (ask: () => Promise<string | null>) => async () => {
      trust.requireOutgoing()
      await trustSystem()
      return ask()
    }
    if (token !== undefined) return { token: first(() => Promise.resolve(token)) }
    if (signIn)
      return {
        token: first(() => signIns.token(at(remote, signIn))),
        renew: () => signIns.renew(at(remote, signIn))
      }
    return { token: first(async () => secretIn(await tokens.take(id, base))) }
  }

  return {
    list: async () => Promise.all((await settings.read()).remotes.map(shownRemote)),
    find,
    access,
    async add({ name, base, token, signIn = null }) {
      const setting = signIn === null ? null : readySetting(signIn)
      const remote: Remote = { id: newId(), name: nameOf(name), base: baseAddress(base), signIn: setting }
      if ((await settings.read()).remotes.some((one) => one.name === remote.name))
        throw new GalleyError(
          'exists',
          sentence`There is a remote “${{ name: remote.name }}” already. Choose another name.`,
          { where: 'name' }
        )
      const pasted = setting === null && token !== null && token !== '' ? token : null
      const kept = pasted === null ? null : await tokens.keep(remote.id, remote.base, pasted)
      await settings.update((value) => ({ ...value, remotes: [...value.remotes, remote] }))
      onChange()
      return { id: remote.id, kept }
    },
    async setToken(id, token) {
      const remote = await find(id)
      const kept = await tokens.keep(id, remote.base, token)
      if (remote.signIn) {
        await change(id, null)
        await signIns.end(at(remote, remote.signIn))
      }
      onChange()
      parts.onAccess(id)
      return kept
    },
    async remove(id) {
      const remote = await find(id)
      await settings.update((value) => ({
        remotes: value.remotes.filter((one) => one.id !== id),
        pairs: value.pairs.filter((one) => one.remoteId !== id)
      }))
      if (remote.signIn) await signIns.end(at(remote, remote.signIn))
      await tokens.forget(id)
      onChange()
    },
    async test(id, path) {
      const remote = await find(id)
      return testConnection({ base: remote.base, ...access(remote) }, path, Date.now)
    },
    async offer(base) {
      trust.requireOutgoing()
      await trustSystem()
      return askOffer(baseAddress(base))
    },
    async signIn(id, request, agreed) {
      trust.requireOutgoing()
      await trustSystem()
      const remote = await find(id)
      if (request === null && remote.signIn === null)
        throw new GalleyError('bad-request', 'Say where to sign in: the issuer and the client ID.', {
          where: 'setting'
        })
      const setting = request === null ? remote.signIn : readySetting(request)
      if (setting === null) throw new GalleyError('internal', 'The sign-in has no setting.')
      const isAgreed = agreed !== null && isSame(agreed, agreementOf(remote, setting))
      if (!isAgreed && !(await signIns.isAgreed(at(remote, setting)))) throw notAgreed(remote, setting)
      const address = await signIns.begin(at(remote, setting))
      if (JSON.stringify(setting) !== JSON.stringify(remote.signIn)) await change(id, setting)
      await tokens.forget(id)
      return address
    },
    signedIn: (id) => signIns.ended(id),
    async signOut(id) {
      const remote = await find(id)
      if (remote.signIn) await signIns.end(at(remote, remote.signIn))
    },
    close: () => signIns.close()
  }
}

const agreementOf = ({ base }: Remote, { issuer, clientId, audience }: SignInSetting): SignInAgreement => ({
  server: base,
  issuer,
  clientId,
  audience
})

const isSame = (a: SignInAgreement, b: SignInAgreement): boolean =>
  a.server === b.server && a.issuer === b.issuer && a.clientId === b.clientId && a.audience === b.audience

function notAgreed({ base }: Remote, { issuer, clientId, audience }: SignInSetting): GalleyError {
  const foreign = isOwnAudience(base, audience)
    ? ''
    : ` The token also opens everything else that takes tokens for ${audience}: say yes only if you know that this server is meant.`
  return new GalleyError(
    'not-agreed',
    sentence`Look at this before your browser opens: you sign in at ${{ host: hostOf(issuer) }} as “${{ clientId }}”, for a token that ${{ base }} gets, made for ${{ audience: audience ?? base }}.${{ foreign }}`,
    { where: 'agreed' }
  )
}

const newId = () => `r-${randomBytes(6).toString('hex')}`

function nameOf(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 80)
    throw new GalleyError('bad-request', 'A remote has a name of 1 to 80 characters.', { where: 'name' })
  return name
}
