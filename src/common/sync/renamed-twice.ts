import type { Operation } from './operations'
import { pairedUp, type Sides } from './renames'

type Push = Extract<Operation, { kind: 'push' }>
type Pull = Extract<Operation, { kind: 'pull' }>
type Gone = Extract<Operation, { kind: 'forget' | 'remove-local' | 'push' }>

/**
 * Files that were renamed here while the other side did something else with them (Y7). Renamed on both: the
 * server's name counts, and the file moves. Deleted by one: it is kept, under its new name. Changed there:
 * the change goes into the renamed file first.
 */
export function renamedTwice(steps: readonly Operation[], { local, bases, remote }: Sides): Operation[] {
  const made = new Map<string, Push>()
  for (const step of steps) {
    const id = step.kind === 'push' && step.why === 'new' ? local.get(step.key)?.id : undefined
    if (step.kind === 'push' && id !== undefined) made.set(id, step)
  }
  const came = new Map(cameFrom(steps, { bases, remote }))
  const instead = new Map<Operation, Operation | null>()
  for (const step of steps) {
    const base = bases.get(step.key)
    const own = base && made.get(base.id)
    if (!base) continue
    if (step.kind === 'pull' && step.why === 'deleted-here' && own) {
      made.delete(base.id)
      instead.set(own, null)
      instead.set(step, {
        kind: 'merge-renamed',
        key: own.key,
        path: own.path,
        local: own.hash,
        remote: step.hash,
        from: { key: step.key, path: step.path, remotePath: step.remotePath, base: base.hash }
      })
    }
    if (step.kind !== 'forget') continue
    const theirs = came.get(step)
    made.delete(base.id)
    if (own && theirs) {
      instead.set(own, null)
      instead.set(step, null)
      const { key, path, remotePath, hash } = theirs
      instead.set(theirs, {
        kind: 'rename-local',
        key,
        path,
        remotePath,
        hash,
        from: { key: step.key, path: own.path, base: base.hash },
        isTwice: true
      })
    } else if (own) instead.set(own, { ...own, why: 'deleted-there' })
    else if (theirs) instead.set(theirs, { ...theirs, why: 'deleted-here' })
  }
  return steps.flatMap((step) => {
    const other = instead.get(step)
    return other === undefined ? [step] : other === null ? [] : [other]
  })
}

/** What came there in place of what is gone on both sides. */
function cameFrom(
  steps: readonly Operation[],
  { bases, remote }: Pick<Sides, 'bases' | 'remote'>
): (readonly [Gone, Pull])[] {
  const came = steps.filter((step): step is Pull => step.kind === 'pull' && step.why === 'new')
  const gone = steps.filter(
    (step): step is Gone =>
      step.kind === 'forget' ||
      step.kind === 'remove-local' ||
      (step.kind === 'push' && step.why === 'deleted-there')
  )
  const pairs = pairedUp(
    came.map((step) => ({ step, id: remote.get(step.key)?.id, hash: step.hash })),
    gone.flatMap((step) => {
      const base = bases.get(step.key)
      return base ? [{ step, id: base.remoteId, hash: base.hash }] : []
    })
  )
  return [...pairs.values()].map(({ target, source }) => [source, target] as const)
}
