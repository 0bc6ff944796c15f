import { z } from 'zod'
import { addressShown, hostShown, plainText, type WouldDo } from '../../common/trust'
import { askedBy, jobFiles, type ImportJob } from '../importing'
import { openSettings } from '../settings'
import { tokensIn } from '../callers/tokens/token-files'
import { stateOfToken } from '../callers/tokens/token-record'
import type { Store } from '../store/types'
import { openSyncSettings, type SyncSettings } from '../sync'

/**
 * What a workspace sets going once it is trusted, read from what came with its folder (T1). Nothing is asked
 * of anybody.
 */
export async function whatItWouldDo(store: Store, now = Date.now()): Promise<WouldDo> {
  const [sync, imports, settings, tokens, sessions] = await Promise.all([
    openSyncSettings(store).read(),
    importsIn(store),
    openSettings(store).read(),
    tokensIn(store.records).list(),
    store.records('browser-sessions', (value) => z.looseObject({}).parse(value)).list()
  ])
  const { identityProvider: provider } = settings
  return {
    syncs: syncsIn(sync),
    imports,
    identityProvider: provider && {
      issuer: addressShown(provider.issuer),
      audience: plainText(provider.audience)
    },
    tokens: tokens.tokens
      .filter((token) => stateOfToken(token, now) === 'valid')
      .map(({ kind, email, groups, site }) => ({
        kind,
        email: plainText(email),
        groups: groups.map((group) => plainText(group)),
        ...(site === undefined ? {} : { site: plainText(site) })
      })),
    sessions: sessions.records.length
  }
}

/** Whether there is anything at all that trust would switch on. */
export function doesNothing({ syncs, imports, identityProvider, tokens, sessions }: WouldDo): boolean {
  return syncs.length + imports.length + tokens.length + sessions === 0 && identityProvider === null
}

function syncsIn({ remotes, pairs }: SyncSettings): WouldDo['syncs'] {
  return remotes.map(({ id, name, base, signIn }) => ({
    name: plainText(name),
    address: addressShown(base),
    signIn: signIn && addressShown(signIn.issuer),
    pairs: pairs
      .filter(({ remoteId }) => remoteId === id)
      .map(({ local, remote, paused }) => ({ local: plainText(local), remote: plainText(remote), paused }))
  }))
}

const under: ReadonlySet<string> = new Set(['listing', 'checking', 'running', 'validating', 'paused'])

async function importsIn(store: Store): Promise<WouldDo['imports']> {
  const jobs = (await jobFiles(store).jobs()).filter(({ state }) => under.has(state))
  return jobs.map((job) => ({ into: plainText(job.target), state: job.state, hosts: hostsOf(job) }))
}

/**
 * Whom an import asks: its source, and hosts that were allowed beside it. What its list holds must lie in
 * these.
 */
function hostsOf({ source, hosts }: ImportJob): string[] {
  const named = askedBy(source)
  return named.length === 0 ? [] : [...new Set([...named, ...hosts].map(hostShown))]
}
