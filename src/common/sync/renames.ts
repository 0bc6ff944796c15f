import type { Operation } from './operations'
import { renamedTwice } from './renamed-twice'
import type { BaseFile, LocalFile, RemoteFile, SyncKey } from './trees'

type Push = Extract<Operation, { kind: 'push' }>
type Pull = Extract<Operation, { kind: 'pull' }>
type Removal = Extract<Operation, { kind: 'remove-remote' }>
type LocalRemoval = Extract<Operation, { kind: 'remove-local' }>

/** The files of the two sides, and what both had. */
export interface Sides {
  readonly local: ReadonlyMap<SyncKey, LocalFile>
  readonly bases: ReadonlyMap<SyncKey, BaseFile>
  readonly remote: ReadonlyMap<SyncKey, RemoteFile>
}

/** Puts together what was renamed here, and what was renamed there (Y7). */
export function pairRenames(steps: readonly Operation[], sides: Sides): Operation[] {
  return renamedThere(renamedHere(renamedBack(renamedTwice(steps, sides), sides), sides), sides)
}

/**
 * A file that is to be deleted there and one that is to be made, with the same id, or else with the same
 * bytes as long as there is only one such pair.
 */
function renamedHere(steps: readonly Operation[], { local, bases }: Sides): Operation[] {
  const made = steps.filter((step): step is Push => step.kind === 'push' && step.why === 'new')
  const gone = steps.filter((step): step is Removal => step.kind === 'remove-remote')
  const pairs = pairedUp(
    made.map((step) => ({ step, id: local.get(step.key)?.id, hash: step.hash })),
    gone.map((step) => ({ step, id: bases.get(step.key)?.id, hash: step.hash }))
  )
  return replaced(steps, pairs, renamedFrom)
}

/**
 * A rename that was done there, cut off before that was noted, and taken back here since: the file lies at
 * its old place again, the server has it at the new one. Without this it would be deleted at either. Told by
 * its id alone.
 */
function renamedBack(steps: readonly Operation[], { local, bases }: Sides): Operation[] {
  const pairs = new Map<Operation, Pair<LocalRemoval, Removal>>()
  const gone = new Map(
    steps.flatMap((step) => (step.kind === 'remove-remote' ? [[bases.get(step.key)?.id, step] as const] : []))
  )
  for (const step of steps) {
    const id = step.kind === 'remove-local' ? local.get(step.key)?.id : undefined
    const source = id === undefined ? undefined : gone.get(id)
    if (step.kind === 'remove-local' && source) pairs.set(step, { target: step, source })
  }
  return replaced(steps, pairs, (made, source) =>
    renamedFrom({ ...made, remotePath: bases.get(made.key)?.remotePath ?? made.path }, source)
  )
}

const renamedFrom = (made: Push | (LocalRemoval & { remotePath: string }), gone: Removal): Operation => ({
  kind: 'rename-remote',
  key: made.key,
  path: made.path,
  remotePath: made.remotePath,
  hash: made.hash,
  from: { key: gone.key, path: gone.path, remotePath: gone.remotePath, hash: gone.hash }
})

/**
 * A file that is gone there, changed here or not, and one that came, with the same id of the server's, or
 * else with the bytes that both had.
 */
function renamedThere(steps: readonly Operation[], { bases, remote }: Sides): Operation[] {
  const came = steps.filter((step): step is Pull => step.kind === 'pull' && step.why === 'new')
  const gone = steps.flatMap((step) => {
    const isGone = step.kind === 'remove-local' || (step.kind === 'push' && step.why === 'deleted-there')
    const base = isGone ? bases.get(step.key) : undefined
    return isGone && base ? [{ step, base }] : []
  })
  const pairs = pairedUp(
    came.map((step) => ({ step, id: remote.get(step.key)?.id, hash: step.hash })),
    gone.map(({ step, base }) => ({ step, id: base.remoteId, hash: base.hash }))
  )
  return replaced(steps, pairs, (pull, { key, path }) => ({
    kind: 'rename-local',
    key: pull.key,
    path: pull.path,
    remotePath: pull.remotePath,
    hash: pull.hash,
    from: { key, path, base: bases.get(key)?.hash ?? pull.hash }
  }))
}

interface Side<T> {
  readonly step: T
  readonly id: string | null | undefined
  readonly hash: string
}

interface Pair<A, B> {
  readonly target: A
  readonly source: B
}

/** By id; else by bytes, where that leaves no choice; else by bytes and name, where that leaves none. */
export function pairedUp<A extends Operation, B extends Operation>(
  came: readonly Side<A>[],
  gone: readonly Side<B>[]
): Map<Operation, Pair<A, B>> {
  const pairs = new Map<Operation, Pair<A, B>>()
  if (came.length === 0 || gone.length === 0) return pairs
  const taken = new Set<Operation>()
  const rules: ((side: Side<Operation>) => string | null)[] = [
    ({ id }) => id ?? null,
    ({ hash }) => hash,
    ({ hash, step }) => `${hash} ${step.key.slice(step.key.lastIndexOf('/'))}`
  ]
  for (const rule of rules) {
    const sources = groups(
      gone.filter(({ step }) => !taken.has(step)),
      rule
    )
    const targets = groups(
      came.filter(({ step }) => !pairs.has(step)),
      rule
    )
    for (const [name, [target, ...twins]] of targets) {
      const [source, ...others] = sources.get(name) ?? []
      if (!target || !source || twins.length > 0 || others.length > 0) continue
      pairs.set(target.step, { target: target.step, source: source.step })
      taken.add(source.step)
    }
  }
  return pairs
}

function groups<T extends Side<Operation>>(
  sides: readonly T[],
  nameOf: (side: T) => string | null
): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const side of sides) {
    const name = nameOf(side)
    if (name === null) continue
    const group = found.get(name)
    if (group) group.push(side)
    else found.set(name, [side])
  }
  return found
}

function replaced<A extends Operation, B extends Operation>(
  steps: readonly Operation[],
  pairs: ReadonlyMap<Operation, Pair<A, B>>,
  rename: (target: A, source: B) => Operation
): Operation[] {
  const sources = new Set<Operation>([...pairs.values()].map(({ source }) => source))
  return steps.flatMap((step): Operation[] => {
    if (sources.has(step)) return []
    const pair = pairs.get(step)
    return pair ? [rename(pair.target, pair.source)] : [step]
  })
}
