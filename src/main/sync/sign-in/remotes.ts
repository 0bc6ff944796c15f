import { randomBytes } from 'node:crypto'
import { GalleyError } from '../../../common/errors'
import type { SignInOffer, SignInSetting, SyncRemote, SyncTest } from '../../../common/sync'
import type { Kept, SecretKeeper } from '../../secrets'
import type { StoreDocument } from '../../store/types'
import type { AskOptions } from '../ask'
import { trustSystem } from '../../system-trust'
import type { WorkspaceTrust } from '../../trust/workspace-trust'
import { testConnection } from '../connection-test'
import { baseAddress, type Remote, type SyncSettings } from '../settings'
import { askOffer } from './offer'
import { readySetting } from './setting'
import { openSignIns } from './sign-ins'

export interface RemotesParts {
  readonly settings: Promise<StoreDocument<SyncSettings>>
  readonly secrets: SecretKeeper
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

export interface NewRemote {
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
  /** Opens the provider's page. A sign-in takes the place of a pasted token. @returns its address */
  signIn(id: string, setting: SignInSetting | null): Promise<string>
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
  const secretName = (id: string) => `sync ${id}`

  async function find(id: string): Promise<Remote> {
    const remote = (await settings).value.remotes.find((one) => one.id === id)
    if (!remote) throw new GalleyError('not-found', 'There is no such remote.', { where: id })
    return remote
  }

  async function change(id: string, signIn: SignInSetting | null): Promise<void> {
    await (
      await settings
    ).update((value) => ({
      ...value,
      remotes: value.remotes.map((one) => (one.id === id ? { ...one, signIn } : one))
    }))
    onChange()
  }

  async function told({ id, name, base, signIn }: Remote): Promise<SyncRemote> {
    const state = signIn && (await signIns.state(id, signIn))
    const kept = signIn ? await signIns.where(id) : await secrets.where(secretName(id))
    const hasToken = state ? state.state === 'in' : kept !== null
    return { id, name, base, hasToken, kept: hasToken ? kept : null, signIn: state }
  }

  function access({ id, signIn }: Remote): Pick<AskOptions, 'token' | 'renew'> {
    const { token } = parts
    // what is asked for before each request
    const first = (ask: () => Promise<string | null>) => async () => {
      trust.requireOutgoing()
      await trustSystem()
      return ask()
    }
    if (token !== undefined) return { token: first(() => Promise.resolve(token)) }
    if (signIn)
      return { token: first(() => signIns.token(id, signIn)), renew: () => signIns.renew(id, signIn) }
    return { token: first(() => secrets.read(secretName(id))) }
  }

  return {
    list: async () => Promise.all((await settings).value.remotes.map(told)),
    find,
    access,
    async add({ name, base, token, signIn = null }) {
      const document = await settings
      const setting = signIn === null ? null : readySetting(signIn)
      const remote: Remote = { id: newId(), name: nameOf(name), base: baseAddress(base), signIn: setting }
      if (document.value.remotes.some((one) => one.name === remote.name))
        throw new GalleyError('exists', `There is a remote “${remote.name}” already. Choose another name.`, {
          where: 'name'
        })
      const pasted = setting === null && token !== null && token !== '' ? token : null
      const kept = pasted === null ? null : await secrets.keep(secretName(remote.id), pasted)
      await document.update((value) => ({ ...value, remotes: [...value.remotes, remote] }))
      onChange()
      return { id: remote.id, kept }
    },
    async setToken(id, token) {
      const { signIn } = await find(id)
      const kept = await secrets.keep(secretName(id), token)
      if (signIn) {
        await change(id, null)
        await signIns.end(id, signIn)
      }
      onChange()
      parts.onAccess(id)
      return kept
    },
    async remove(id) {
      const { signIn } = await find(id)
      await (
        await settings
      ).update((value) => ({
        remotes: value.remotes.filter((one) => one.id !== id),
        pairs: value.pairs.filter((one) => one.remoteId !== id)
      }))
      if (signIn) await signIns.end(id, signIn)
      await secrets.forget(secretName(id))
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
    async signIn(id, wish) {
      await trustSystem()
      const remote = await find(id)
      if (wish === null && remote.signIn === null)
        throw new GalleyError('bad-request', 'Say where to sign in: the issuer and the client ID.', {
          where: 'setting'
        })
      const setting = wish === null ? remote.signIn : readySetting(wish)
      if (setting === null) throw new GalleyError('internal', 'The sign-in has no setting.')
      const address = await signIns.begin(id, setting)
      if (JSON.stringify(setting) !== JSON.stringify(remote.signIn)) await change(id, setting)
      await secrets.forget(secretName(id))
      return address
    },
    signedIn: (id) => signIns.ended(id),
    async signOut(id) {
      const { signIn } = await find(id)
      if (signIn) await signIns.end(id, signIn)
    },
    close: () => signIns.close()
  }
}

const newId = () => `r-${randomBytes(6).toString('hex')}`

function nameOf(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 80)
    throw new GalleyError('bad-request', 'A remote has a name of 1 to 80 characters.', { where: 'name' })
  return name
}
