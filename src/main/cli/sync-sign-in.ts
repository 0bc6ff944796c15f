import { GalleyError } from '../../common/errors'
import { isOwnAudience, type SignInSetting, type SyncRemote } from '../../common/sync'
import type { Syncing } from '../sync'
import type { Terminal } from './command'
import { required, UsageError } from './command'

interface SignInValues {
  readonly issuer?: string
  readonly 'client-id'?: string
  readonly scope?: string
  readonly audience?: string
}

/**
 * Signs in for a remote: prints what the person opens in a browser of this computer, and waits for it (Y20).
 * @throws GalleyError how it failed · UsageError when nobody knows where to sign in
 */
export async function signInFor(
  { id, name, base, signIn }: Pick<SyncRemote, 'id' | 'name' | 'base' | 'signIn'>,
  values: SignInValues,
  { remotes }: Pick<Syncing, 'remotes'>,
  terminal: Terminal
): Promise<void> {
  /** Whoever opens the address has read what it is for. */
  async function agreed(setting: SignInSetting): Promise<string> {
    const { issuer, clientId, audience } = setting
    try {
      return await remotes.signIn(id, setting, null)
    } catch (error) {
      if (!(error instanceof GalleyError && error.reason === 'not-agreed')) throw error
    }
    if (!isOwnAudience(base, audience) && values.audience !== audience)
      throw new UsageError(
        `${name} wants a token made for ${audience}, which opens everything else that takes such tokens, too; if that is right, say --audience ${audience}`
      )
    terminal.notify(
      `you sign in at ${issuer} as ${clientId}; ${base} gets a token made for ${audience ?? base}`
    )
    return remotes.signIn(id, setting, { server: base, issuer, clientId, audience })
  }

  const setting = (await given(values)) ?? signIn ?? (await offered(base, name, remotes))
  const address = await agreed(setting)
  terminal.notify('open this address in a browser of this computer, and sign in there:')
  terminal.out(address)
  await remotes.signedIn(id)
  const now = (await remotes.list()).find((one) => one.id === id)
  terminal.out(`signed in${now?.signIn?.who ? ` as ${now.signIn.who}` : ''}`)
  terminal.notify(whereKept(now?.kept ?? null))
}

export async function signOutOf(
  { id, name }: Pick<SyncRemote, 'id' | 'name'>,
  { remotes }: Pick<Syncing, 'remotes'>,
  terminal: Terminal
): Promise<void> {
  await remotes.signOut(id)
  terminal.out(`signed out of ${name}`)
}

async function given(values: SignInValues) {
  const { issuer, 'client-id': clientId, scope = null, audience = null } = values
  if (issuer === undefined) {
    if (clientId !== undefined) throw new UsageError('--issuer is missing')
    return null
  }
  return { issuer, clientId: required(clientId, '--client-id'), scope, audience }
}

async function offered(base: string, name: string, remotes: Syncing['remotes']) {
  const offer = await remotes.offer(base)
  if (offer?.clientId == null)
    throw new UsageError(
      `${name} does not say ${offer ? 'as what Galley is known at its provider' : 'where to sign in'}; give --issuer and --client-id`
    )
  return { ...offer, clientId: offer.clientId }
}

/** Where a token lies, for people. */
function whereKept(kept: SyncRemote['kept']): string {
  if (kept === 'keychain') return 'it is kept in the keychain of the system'
  if (kept === 'encrypted') return 'it is kept encrypted on this computer'
  return 'no keychain answers here: it ends with this command'
}
