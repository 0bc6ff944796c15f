import type { Person, VersionRecord } from '../../../../../common/api/types'
import type { ContentPath } from '../../../../../common/content/paths'
import type { BlamePlace, Format } from '../../../../../common/diff'
import type { StateRef } from '../../../app/workbench'
import { api } from '../../../api'
import { decodeText } from '../../documents'
import { versionRef } from '../../history/compare-newest'
import type { BlameAsk } from '../changes/items'
import { runDiff } from '../work/run-diff'
import { walkBack, type BlameState } from './walk'

/** Who changed something last, and when. */
export type BlameResult =
  | {
      readonly kind: 'changed'
      readonly by: readonly Person[]
      /** Unix milliseconds. */
      readonly at: number
      /** `latest`: then, or before. */
      readonly when: 'then' | 'latest'
      /** The two states between which it changed. */
      readonly between: { readonly before: StateRef; readonly after: StateRef }
    }
  /** It has been as it is since the oldest version that there is, of that time. */
  | { readonly kind: 'since-the-start'; readonly by: readonly Person[]; readonly at: number }
  /** There were more versions than could be looked at in time. */
  | { readonly kind: 'not-found'; readonly looked: number }

export type BlameFinder = (signal: AbortSignal) => Promise<BlameResult>

interface FileState extends BlameState {
  readonly by: readonly Person[]
  /** When it was made to a version; for what is there now, when it was written. */
  readonly at: number
  readonly ref: StateRef
  /** Made by the save that replaced it: so that save was at this time. */
  readonly automatic: boolean
}

/**
 * A way to find out who last changed a place of a state of the file (D11); null for states that are not in its history.
 * @param ref the state that the place is in; a place of the older of two states is looked for forwards, to where it went
 */
export function blameFor(path: ContentPath, format: Format, ref: StateRef, ask: BlameAsk): BlameFinder {
  return async (signal) => {
    const states = await statesOf(path, signal)
    const start = ref.kind === 'version' ? states.findIndex(({ ref: one }) => isVersion(one, ref.url)) : 0
    const forwards = ask.in === 'before'
    const walked = forwards ? states.slice(0, start + 1).reverse() : states.slice(Math.max(0, start))
    const trace = (older: string, newer: string, place: BlamePlace) =>
      runDiff({ kind: 'trace', older, newer, format, place }, { signal })
    const { last, ended } = await walkBack(walked, ask.place, trace, signal)
    if (ended === 'time') return { kind: 'not-found', looked: last + 1 }
    const changed = walked[forwards ? last + 1 : last]
    return resultOf(states, changed ? states.indexOf(changed) : 0, ended === 'no-more' && !forwards)
  }
}

function resultOf(states: readonly FileState[], index: number, sinceTheStart: boolean): BlameResult {
  const state = states[index]
  const older = states[index + 1]
  if (!state) return { kind: 'not-found', looked: 0 }
  if (sinceTheStart || !older) return { kind: 'since-the-start', by: state.by, at: state.at }
  const exact = index === 0 || older.automatic
  return {
    kind: 'changed',
    by: state.by,
    at: index === 0 ? state.at : older.automatic ? older.at : state.at,
    when: exact ? 'then' : 'latest',
    between: { before: older.ref, after: state.ref }
  }
}

const isVersion = (ref: StateRef, url: string) => ref.kind === 'version' && ref.url === url

/** What is there now, and every version, newest first. */
async function statesOf(path: ContentPath, signal: AbortSignal): Promise<FileState[]> {
  const [file, versions] = await Promise.all([api.read(path, { signal }), api.versions(path, { signal })])
  const now: FileState = {
    by: [{ email: file.modifiedBy }],
    at: file.lastModified,
    ref: { kind: 'current', path },
    automatic: false,
    load: () => Promise.resolve(textOf(file.bytes))
  }
  return [now, ...versions.map((version) => stateOf(path, version, signal))]
}

const made = new Set(['Collab Parse', 'Restore Point'])

function stateOf(path: ContentPath, version: VersionRecord, signal: AbortSignal): FileState {
  return {
    by: version.users,
    at: version.timestamp,
    ref: versionRef(path, version),
    automatic: version.label === undefined || made.has(version.label),
    load: async () => textOf((await api.readVersion(version.url, { signal })).bytes)
  }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes)
  return decoded.kind === 'text' ? decoded.text : decoded.shown
}
