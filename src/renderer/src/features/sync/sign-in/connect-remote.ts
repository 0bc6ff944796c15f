import { GalleyError } from '../../../../../common/errors'
import { wholeAddress, type SignInOffer, type SignInSetting, type SyncTest } from '../../../../../common/sync'
import type { PairRequest } from '../../../../../common/sync/shapes'
import { sync } from '../../../api/sync'
import { askWhatToSync } from '../first-sync/ask-what'
import type { SignInForm } from './SignInFields'
import { signInAgreed } from './agree'
import { untilSignedIn } from './until-signed-in'
import { hostOf } from './words'

interface NewServer {
  readonly name: string
  readonly base: string
  readonly access: SignInForm
  readonly offer: SignInOffer
}

interface Connecting {
  /** The server is known from now on by this id; somebody may have to sign in. */
  readonly onMade: (id: string) => void
  readonly onTested: (test: SyncTest) => void
}

/**
 * Connects: makes the server known, signs in, tries it, and pairs. A new server that cannot be used is not
 * kept.
 * @param to the id of a server, or a new one
 * @returns whether it is paired
 * @throws GalleyError what went wrong · cancelled when the person stopped it
 */
export async function connectRemote(
  to: string | NewServer,
  pair: Omit<PairRequest, 'remoteId'>,
  { onMade, onTested }: Connecting
): Promise<boolean> {
  const made = typeof to === 'string' ? null : await addServer(to)
  const remoteId = typeof to === 'string' ? to : (made ?? '')
  onMade(remoteId)
  let isPaired = false
  try {
    const remote = (await sync.overview()).remotes.find(({ id }) => id === remoteId)
    if (remote?.signIn && !remote.hasToken) {
      await signInAgreed(remoteId)
      await untilSignedIn(remoteId)
    }
    const test = await sync.test(remoteId, pair.remote)
    onTested(test)
    if (test.ok) {
      const leaveOut = await askWhatToSync(remoteId, pair)
      if (leaveOut === null) return false
      const { folders, media } = leaveOut
      await sync.addPair({ ...pair, remoteId, leaveOut: { folders: [...folders], media } })
      isPaired = true
    }
    return isPaired
  } finally {
    if (made !== null && !isPaired) await sync.removeRemote(made).catch(() => undefined)
  }
}

async function addServer({ name, base, access, offer }: NewServer): Promise<string> {
  const isSignIn = access.method === 'sign-in'
  const { id } = await sync.addRemote({
    name: name.trim() || hostOf(wholeAddress(base)),
    base,
    token: isSignIn ? null : access.token.trim() || null,
    signIn: isSignIn ? settingOf(access, offer) : null
  })
  return id
}

/** What the server says, else what was typed. */
function settingOf(access: SignInForm, offer: SignInOffer): SignInSetting {
  if (offer && offer.clientId !== null) return { ...offer, clientId: offer.clientId }
  const [issuer, clientId] = [access.issuer.trim(), access.clientId.trim()]
  if (issuer === '' || clientId === '')
    throw new GalleyError('bad-request', 'Give the issuer and the client ID, or paste a token.')
  return { issuer, clientId, scope: access.scope.trim() || null, audience: access.audience.trim() || null }
}
