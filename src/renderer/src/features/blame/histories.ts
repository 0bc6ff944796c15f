import type { ContentPath } from '../../../../common/content/paths'
import type { Person } from '../../../../common/person'
import type { StateRef } from '../../workbench/workbench'
import { api } from '../../api'
import { decodeText } from '../../documents'
import { versionRef } from '../../documents/versions/compare-newest'
import { knownVersions, type KnownVersion, type Wrote } from '../../documents/versions/written'
import type { BlameState } from './walk'

/** Whose history is looked through: a file's, or the config's of an address. */
export interface HistoryOf {
  readonly path: ContentPath
  readonly isConfig: boolean
  /** What is shown, when it may not be saved yet; null when nothing is open. */
  readonly typed: () => string | null
}

/** One state of a history. */
export interface PastState extends BlameState, Wrote {
  readonly ref: StateRef
}

/** What is typed and not saved, what is saved, and every version, newest first. */
export async function statesOf(of: HistoryOf, signal: AbortSignal): Promise<PastState[]> {
  const { path, isConfig } = of
  const [[now, text], versions] = isConfig
    ? await Promise.all([configNow(path, signal), api.configHistory(path, { signal })])
    : await Promise.all([fileNow(path, signal), api.history(path, { signal })])
  const saved = [now, ...knownVersions(versions).map((version) => stateOf(path, version))].filter(
    (state) => state !== null
  )
  const typed = of.typed()
  return typed === null || typed === text ? saved : [typedState(of, typed), ...saved]
}

function typedState({ path, isConfig }: HistoryOf, text: string): PastState {
  return {
    by: [],
    at: 0,
    ref: { kind: isConfig ? 'config-draft' : 'draft', path },
    when: 'then',
    load: () => Promise.resolve(text)
  }
}

type Now = readonly [state: PastState | null, text: string | null]

async function fileNow(path: ContentPath, signal: AbortSignal): Promise<Now> {
  const { bytes, modifiedBy, lastModified } = await api.read(path, { signal })
  return nowOf({ kind: 'current', path }, textOf(bytes), modifiedBy, lastModified)
}

async function configNow(path: ContentPath, signal: AbortSignal): Promise<Now> {
  const config = await api.config(path, { signal })
  if (!config) return [null, null]
  return nowOf({ kind: 'config', path }, config.text, config.modifiedBy, config.lastModified)
}

function nowOf(ref: StateRef, text: string, by: Person, at: number): Now {
  return [{ by: [by], at, when: 'then', ref, load: () => Promise.resolve(text) }, text]
}

function stateOf(path: ContentPath, version: KnownVersion): PastState {
  return {
    ...version.wrote,
    ref: versionRef(path, version),
    load: async (signal) => textOf((await api.readVersion(version.url, { signal })).bytes)
  }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes)
  return decoded.kind === 'text' ? decoded.text : decoded.shown
}
