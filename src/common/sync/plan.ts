import { clashesIn } from './clashes'
import type { Clash, Operation, Plan } from './operations'
import { pairRenames, type Sides } from './renames'
import { foldersAsWritten, respellings } from './respellings'
import {
  belowAny,
  syncKey,
  type BaseFile,
  type LocalFile,
  type OpenConflict,
  type RemoteFile,
  type SyncKey,
  type Trees
} from './trees'

export interface PlanInput {
  readonly trees: Trees
  /** Remote files that were missing from their list, and confirmed to be gone in two passes. */
  readonly gone: ReadonlySet<SyncKey>
  readonly conflicts: ReadonlyMap<SyncKey, OpenConflict>
  /** Files that somebody is editing right now (Y10). */
  readonly busy: ReadonlySet<SyncKey>
  /** Files that are kept alike in another way (RT13): only that both are the same is noted. */
  readonly leftAlone?: ReadonlySet<SyncKey>
  /** For files that both have, in different states, and that never were in sync. */
  readonly firstSync: 'ask' | 'local' | 'remote'
  /** The server writes all paths in small letters. */
  readonly lowerCase: boolean
  /** Deletions that somebody has said yes to. */
  readonly approved: ReadonlySet<SyncKey>
  /** Where the trees are only a part of all. */
  readonly written?: Written
}

/** How each side writes the folder of a file that is new to it. */
export interface Written {
  readonly here: (path: string) => string
  readonly there: (path: string) => string
}

/** More deletions than this need a yes, unless the pair is so large that they are less than the share. */
const MOST_DELETIONS = 10
const SHARE_OF_DELETIONS = 0.2

/**
 * What is to be done so that both sides agree (Y1 … Y9). Pure: the same trees give the same plan, sorted by
 * path. Nothing is planned for what is unknown, clashes or is being edited; a deletion only of what is
 * unchanged and, on the other side, gone for certain.
 */
export function planSync(input: PlanInput): Plan {
  const { trees } = input
  const bases = new Map(trees.base.map((file) => [syncKey(file.path), file]))
  const local = new Map(trees.local.map((file) => [syncKey(file.path), file]))
  const remote = new Map(trees.remote.map((file) => [syncKey(file.path), file]))
  const isUnknown = belowAny([...trees.localUnknown, ...trees.remoteUnknown].map(syncKey))
  const found = clashesIn(trees, bases, input.lowerCase)
  const keysOf = (some: readonly Clash[]) => new Set(some.flatMap(({ keys }) => keys))
  const inTheWay = keysOf(found.filter(({ reason }) => reason !== 'other-spelling'))
  const respelling = input.lowerCase
    ? []
    : respellings(
        { local, bases, remote },
        (key) => inTheWay.has(key) || isUnknown(key) || input.busy.has(key)
      )
  // what lies below waits until it has its name
  const isRespelled = belowAny(respelling.map(({ key }) => key))
  const clashes = found.filter(({ reason, keys }) => reason !== 'other-spelling' || !keys.some(isRespelled))
  const clashing = keysOf(clashes)
  const written = input.written ?? writtenIn(trees)
  const busy: SyncKey[] = []
  const open: SyncKey[] = []
  const steps: Operation[] = []
  for (const key of [...new Set([...bases.keys(), ...local.keys(), ...remote.keys()])].sort()) {
    if (clashing.has(key) || isUnknown(key) || isRespelled(key)) continue
    if (input.busy.has(key)) {
      busy.push(key)
      continue
    }
    const states = { key, base: bases.get(key), local: local.get(key), remote: remote.get(key) }
    const step = stepFor(states, input, written)
    if (input.leftAlone?.has(key) && !(step instanceof Object && step.kind === 'adopt')) {
      if (step) busy.push(key)
      continue
    }
    if (step === 'open') open.push(key)
    else if (step) steps.push(step)
  }
  const sides = { local, bases, remote }
  const paired = pairRenames(withoutPossibleRenames(steps, busy, sides), sides)
  const held = heldDeletions(paired, bases.size, input.approved)
  const heldKeys = new Set([...held.local, ...held.remote].map(syncKey))
  const kept = paired.filter((step) => !isDeletion(step) || !heldKeys.has(step.key))
  const operations = [...respelling, ...kept]
  return { operations, clashes, held, conflicts: open, busy }
}

/**
 * A file that came there may be one that went there: until it is known whether that is gone for certain, or
 * while somebody is writing in it here, it is not taken for a new one (Y7); nor is one that was renamed here
 * as long as it may be gone there. Nor is a file deleted there as long as it may be one that was renamed here
 * and back.
 */
function withoutPossibleRenames(
  steps: readonly Operation[],
  busy: readonly SyncKey[],
  { local, bases, remote }: Sides
): Operation[] {
  const waiting = [
    ...steps.flatMap((step) => (step.kind === 'confirm' ? [step.key] : [])),
    ...busy.filter((key) => !remote.has(key))
  ]
  if (waiting.length === 0) return [...steps]
  const missing = waiting.flatMap((key) => bases.get(key) ?? [])
  const idsHere = new Set(waiting.flatMap((key) => local.get(key)?.id ?? []))
  const idsMissing = new Set(missing.map(({ id }) => id))
  const hashes = new Set(missing.map(({ hash }) => hash))
  const ids = new Set(missing.flatMap(({ remoteId }) => remoteId ?? []))
  return steps.filter((step) => {
    if (step.kind === 'remove-remote' || step.kind === 'forget')
      return !idsHere.has(bases.get(step.key)?.id ?? '')
    if (step.kind === 'push' && step.why === 'new') return !idsMissing.has(local.get(step.key)?.id ?? '')
    if (step.kind !== 'pull' || step.why !== 'new') return true
    return !hashes.has(step.hash) && !ids.has(remote.get(step.key)?.id ?? '')
  })
}

interface States {
  readonly key: SyncKey
  readonly base: BaseFile | undefined
  readonly local: LocalFile | undefined
  readonly remote: RemoteFile | undefined
}

const writtenIn = ({ local, remote }: Trees): Written => ({
  here: foldersAsWritten(local),
  there: foldersAsWritten(remote)
})

function stepFor(states: States, input: PlanInput, written: Written): Operation | 'open' | null {
  const { key, base, local, remote } = states
  const path = local?.path ?? base?.path ?? written.here(remote?.path ?? key)
  const remotePath =
    remote?.path ?? base?.remotePath ?? (input.lowerCase ? path.toLowerCase() : written.there(path))
  const at = { key, path, remotePath }
  if (remote && remote.hash === null) return { kind: 'look', key, remotePath }
  const theirs = remote?.hash ?? null
  if (!base) return newStep(at, local?.hash ?? null, theirs, input)
  if (theirs === null && !input.gone.has(key)) return { kind: 'confirm', key, remotePath }
  if (!local) {
    if (theirs === null) return { kind: 'forget', key, path }
    return theirs === base.hash
      ? { kind: 'remove-remote', ...at, hash: base.hash }
      : { kind: 'pull', ...at, hash: theirs, local: null, why: 'deleted-here' }
  }
  if (theirs === null) {
    return local.hash === base.hash
      ? { kind: 'remove-local', key, path, hash: base.hash }
      : { kind: 'push', ...at, hash: local.hash, remote: null, why: 'deleted-there' }
  }
  if (isOpen(key, base.hash, local.hash, theirs, input)) return 'open'
  if (local.hash === theirs) {
    const isKnown = base.path === local.path && base.remotePath === remotePath && base.id === local.id
    return isKnown && base.hash === theirs ? null : { kind: 'adopt', ...at, hash: theirs }
  }
  if (local.hash === base.hash)
    return { kind: 'pull', ...at, hash: theirs, local: local.hash, why: 'changed' }
  if (theirs === base.hash) return { kind: 'push', ...at, hash: local.hash, remote: theirs, why: 'changed' }
  return { kind: 'merge', ...at, base: base.hash, local: local.hash, remote: theirs }
}

interface At {
  readonly key: SyncKey
  readonly path: string
  readonly remotePath: string
}

/** Of a file that never was in sync. */
function newStep(
  at: At,
  local: string | null,
  remote: string | null,
  input: PlanInput
): Operation | 'open' | null {
  if (local === null)
    return remote === null ? null : { kind: 'pull', ...at, hash: remote, local: null, why: 'new' }
  if (remote === null) return { kind: 'push', ...at, hash: local, remote: null, why: 'new' }
  if (isOpen(at.key, null, local, remote, input)) return 'open'
  if (local === remote) return { kind: 'adopt', ...at, hash: local }
  if (input.firstSync === 'remote') return { kind: 'pull', ...at, hash: remote, local, why: 'chosen' }
  if (input.firstSync === 'local') return { kind: 'push', ...at, hash: local, remote, why: 'chosen' }
  return { kind: 'merge', ...at, base: null, local, remote }
}

/** Nothing new to say about a conflict that is known and has stayed as it was. */
function isOpen(
  key: SyncKey,
  base: string | null,
  local: string,
  remote: string,
  { conflicts }: PlanInput
): boolean {
  const known = conflicts.get(key)
  return known !== undefined && known.base === base && known.local === local && known.remote === remote
}

type Deletion = Extract<Operation, { kind: 'remove-local' | 'remove-remote' }>
const isDeletion = (step: Operation): step is Deletion =>
  step.kind === 'remove-local' || step.kind === 'remove-remote'

/** In either direction: so many that it may be a mistake (Y2). */
function heldDeletions(
  steps: readonly Operation[],
  files: number,
  approved: ReadonlySet<SyncKey>
): { local: string[]; remote: string[] } {
  const most = Math.max(MOST_DELETIONS, files * SHARE_OF_DELETIONS)
  const of = (kind: Deletion['kind']) => {
    const all = steps.filter(isDeletion).filter((step) => step.kind === kind)
    const asked = all.filter(({ key }) => !approved.has(key))
    return all.length > most ? asked.map(({ path }) => path) : []
  }
  return { local: of('remove-local'), remote: of('remove-remote') }
}
