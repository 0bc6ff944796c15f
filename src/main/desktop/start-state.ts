import { app } from 'electron'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartState } from '../../common/bridge'
import { GalleyError } from '../../common/errors'
import { trustRecent, type MachineTrust } from '../trust'
import type { WorkspaceHost } from './workspace-host'
import { withRecent, type SettingsFile } from './settings'

type Problem = Extract<StartState, { kind: 'choose' }>['problem']

export interface Opening {
  /** Ends when the first opening has ended, well or not. Never rejects. */
  readonly over: Promise<void>
  /** What a window shows now; waits for the first opening to end. */
  state(): Promise<StartState>
}

/**
 * Opens the workspace of the last time, or the one that the environment names (`GALLEY_WORKSPACE`, made when
 * missing), while the window is being made. What goes wrong is told in the start state.
 * @param first comes before it
 */
export function openAtStart(
  host: WorkspaceHost,
  settings: SettingsFile,
  first: () => Promise<void>
): Opening {
  const opened = first().then(() => openFirst(host, settings))
  return {
    over: opened.then(() => undefined),
    async state() {
      const problem = await opened
      if (host.location !== null) return { kind: 'open', location: host.location }
      const { recent } = settings.value
      return { kind: 'choose', suggested: await suggestedLocation(), recent, ...(problem ? { problem } : {}) }
    }
  }
}

/** Once: what an app that did not ask had opened is trusted (T1). */
export async function trustAtUpdate(
  settings: SettingsFile,
  trust: MachineTrust,
  notify: (line: string) => void
): Promise<void> {
  const { asksForTrust, lastWorkspace, recent } = settings.value
  if (asksForTrust === true) return
  const known = lastWorkspace === null ? recent : withRecent(recent, lastWorkspace)
  await trustRecent(known, trust, notify).catch((error: unknown) => console.error('galley:', error))
  await settings.update({ asksForTrust: true })
}

/** Remembers where the person works. */
export function rememberWorkspace(settings: SettingsFile, location: string): Promise<void> {
  return settings.update({ lastWorkspace: location, recent: withRecent(settings.value.recent, location) })
}

/** A problem as the window shows it. */
export function problemOf(error: unknown): { readonly reason: string; readonly message: string } {
  if (error instanceof GalleyError) return { reason: error.reason, message: error.message }
  console.error('galley:', error)
  return {
    reason: 'internal',
    message: 'The workspace could not be opened. The reason is in the log of the app.'
  }
}

async function openFirst(host: WorkspaceHost, settings: SettingsFile): Promise<Problem> {
  const named = process.env['GALLEY_WORKSPACE']
  const location = named ?? settings.value.lastWorkspace
  if (location === null) return undefined
  try {
    if (named === undefined) await checkStillThere(location)
    await host.open(location)
    if (host.location !== null) void rememberWorkspace(settings, host.location)
    return undefined
  } catch (error) {
    return { location, ...problemOf(error) }
  }
}

/** A workspace that was there last time is not made anew: its disk may only be missing. */
async function checkStillThere(location: string): Promise<void> {
  try {
    await access(join(location, '.galley'))
  } catch {
    throw new GalleyError(
      'not-found',
      'The folder of the last workspace is not there. Connect its disk and try again, or choose another folder.',
      { where: location }
    )
  }
}

async function suggestedLocation(): Promise<string> {
  const documents = app.getPath('documents')
  const there = await access(documents).then(
    () => true,
    () => false
  )
  return there && documents !== app.getPath('home')
    ? join(documents, 'Galley')
    : join(app.getPath('home'), 'Galley')
}
