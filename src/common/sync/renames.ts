import type { Operation } from './operations'
import type { BaseFile, LocalFile, RemoteFile, SyncKey } from './trees'

type Push = Extract<Operation, { kind: 'push' }>
type Pull = Extract<Operation, { kind: 'pull' }>
type Removal = Extract<Operation, { kind: 'remove-remote' }>

interface Sides {
  readonly local: ReadonlyMap<SyncKey, LocalFile>
  readonly bases: ReadonlyMap<SyncKey, BaseFile>
  readonly remote: ReadonlyMap<SyncKey, RemoteFile>
}

/** Puts together what was renamed here, and what was renamed there (Y7). */
export function pairRenames(steps: readonly Operation[], sides: Sides): Operation[] {
  return renamedThere(renamedHere(steps, sides), sides)
}

/**
 * A file that is to be deleted there and one that is to be made, with the same id, or else with the same bytes as long as there is only one such
 * pair.
 */
function renamedHere(steps: readonly Operation[], { local, bases }: Sides): Operation[] {
  const made = steps.filter((step): step is Push => step.kind === 'push' && step.why === 'new')
  const gone = steps.filter((step): step is Removal => step.kind === 'remove-remote')
  const pairs = pairedUp(
    made.map((step) => ({ step, id: local.get(step.key)?.id, hash: step.hash })),
    gone.map((step) => ({ step, id: bases.get(step.key)?.id, hash: step.hash }))
  )
  return replaced(steps, pairs, (push, { key, path, remotePath, hash }) => ({
    kind: 'rename-remote',
    key: push.key,
    path: push.path,
    hash: push.hash,
    from: { key, path, remotePath, hash }
  }))
}

/** A file that is gone there, changed here or not, and one that came, with the same id of the server's, or else with the bytes that both had. */
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
function pairedUp<A extends Operation, B extends Operation>(
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
