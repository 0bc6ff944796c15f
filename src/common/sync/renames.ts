import type { Operation } from './operations'
import type { BaseFile, LocalFile, SyncKey } from './trees'

type Push = Extract<Operation, { kind: 'push' }>
type Removal = Extract<Operation, { kind: 'remove-remote' }>

interface Sides {
  readonly local: ReadonlyMap<SyncKey, LocalFile>
  readonly bases: ReadonlyMap<SyncKey, BaseFile>
}

/**
 * Puts together what was renamed here (Y7): a file that is to be deleted there and one that is to be made, with the same id, or
 * else with the same bytes as long as there is only one such pair.
 */
export function pairRenames(steps: readonly Operation[], { local, bases }: Sides): Operation[] {
  const made = steps.filter((step): step is Push => step.kind === 'push' && step.why === 'new')
  const gone = steps.filter((step): step is Removal => step.kind === 'remove-remote')
  if (made.length === 0 || gone.length === 0) return [...steps]
  const pairs = new Map<Push, Removal>()
  const byId = new Map(gone.map((step) => [bases.get(step.key)?.id ?? '', step]))
  for (const push of made) {
    const id = local.get(push.key)?.id ?? '-'
    const source = byId.get(id)
    if (source) pairs.set(push, source)
    byId.delete(id)
  }
  const taken = new Set(pairs.values())
  const candidates = byHash(gone.filter((step) => !taken.has(step)))
  for (const [hash, twins] of byHash(made.filter((push) => !pairs.has(push)))) {
    const [push] = twins
    const [source, second] = candidates.get(hash) ?? []
    if (push && twins.length === 1 && source && !second) pairs.set(push, source)
  }
  const sources = new Set<Operation>(pairs.values())
  return steps.flatMap((step): Operation[] => {
    if (sources.has(step)) return []
    const source = step.kind === 'push' ? pairs.get(step) : undefined
    if (step.kind !== 'push' || !source) return [step]
    const { key, path, remotePath, hash } = source
    return [
      {
        kind: 'rename-remote',
        key: step.key,
        path: step.path,
        hash: step.hash,
        from: { key, path, remotePath, hash }
      }
    ]
  })
}

function byHash<T extends { readonly hash: string }>(steps: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const step of steps) {
    const group = groups.get(step.hash)
    if (group) group.push(step)
    else groups.set(step.hash, [step])
  }
  return groups
}
