import { GalleyError, sentence } from '../../common/errors'
import type { TrustState } from '../../common/trust'

/**
 * What a workspace may set going (T1). Whoever acts for it asks this, and nothing else: whether a sync begins
 * by itself, whether a host is asked, whose tokens count.
 */
export interface WorkspaceTrust {
  readonly state: TrustState
  /** What a person does to trust the workspace, as a sentence. */
  readonly howTo: string
  /** Syncs run and saved imports go on without being told to. */
  readonly byItself: boolean
  /** The identity provider of the workspace's settings is believed. */
  readonly identityProvider: boolean
  /** Tokens that lie in the folder open something. */
  readonly tokens: boolean
  /** Browser sessions that lie in the folder are taken up. */
  readonly sessions: boolean
  /** Before anything is asked of another host. @throws GalleyError untrusted, which says how to trust */
  requireOutgoing(): void
}

interface TrustWays {
  /** What a person does to trust the workspace, as a sentence. */
  readonly howTo: string
  /** Tokens count also before: on loopback, where only programs of this computer have them (T1). */
  readonly keepsTokens?: boolean
}

/** The one place that turns the state of a workspace into what is on and what is off. */
export function trustOf(state: TrustState, { howTo, keepsTokens = false }: TrustWays): WorkspaceTrust {
  const isOn = state !== 'restricted'
  return {
    state,
    howTo,
    byItself: state === 'trusted',
    identityProvider: isOn,
    tokens: isOn || keepsTokens,
    sessions: isOn,
    requireOutgoing() {
      if (!isOn)
        throw new GalleyError(
          'untrusted',
          sentence`This workspace was made elsewhere and is not trusted on this computer: nothing is asked of other hosts. ${{ howTo }}`
        )
    }
  }
}

/** Of a workspace whose person is asked by nobody: a service that was composed by hand. */
export const trusted: WorkspaceTrust = trustOf('trusted', { howTo: '' })

/** How to trust a folder on the command line, as a sentence. */
export const trustByCommand = (location: string): string =>
  `See what it would do, and trust it, with: galley trust --data ${quoted(location)}`

/** As a shell takes it. */
function quoted(text: string): string {
  return /^[\w./~:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
