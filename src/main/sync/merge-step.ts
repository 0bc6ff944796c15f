import type { Theirs } from '../../common/sync'
import { contentOf } from './content'
import { fetchAgain, labels, memoryOf, type Fetched, type PassFacts, type Step } from './facts'
import type { Decision } from './memory'
import { mergedAs } from './merging'
import type { Content } from './sides'
import type { AppliedChange, SyncWorld } from './world'

/** Both have changed it: merges it, or keeps what a person must decide (Y9). */
export async function merge(
  step: Step<'merge'>,
  world: SyncWorld,
  facts: PassFacts
): Promise<AppliedChange | null> {
  const theirs = await fetchAgain(step.key, step.remotePath, step.remote, world, facts)
  const mine = await world.local.read(step.path)
  if (!theirs || !mine || mine.hash !== step.local) return null
  const [ours, other] = [mine.content.bytes, theirs.content.bytes]
  const isHeld = ours !== null && other !== null
  const base = step.base === null || !isHeld ? null : await world.contents.get(step.base)
  // both sides, their base and the result are safe before anything is overwritten (Y9)
  await world.contents.putContent(mine.content)
  await world.contents.putContent(theirs.content)
  const { isConfig = false } = world.options
  const ext = mergedAs(step.path, isConfig)
  const merged = isHeld
    ? await world.merge({ ext, base, local: ours, remote: other }, { isConfig, signal: world.signal })
    : null
  const result = merged ? await world.contents.put(merged.bytes) : mine.hash
  const { path, remotePath } = step
  const known = memoryOf(world, step.key)
  // what is too large to be looked into is one question as a whole
  if (!merged || merged.open > 0) {
    const conflict = {
      path,
      remotePath,
      base: base === null ? null : step.base,
      ...(base === null && step.base !== null && { lostBase: step.base }),
      local: step.local,
      remote: step.remote,
      etag: theirs.etag,
      result,
      count: merged?.open ?? 1,
      ...(merged?.beyond !== undefined && { beyond: merged.beyond }),
      at: world.now(),
      theirs: await whoWrote(theirs, remotePath, world)
    }
    await world.memory.put(step.key, { ...known, intent: undefined, conflict })
    return { path, did: 'conflict', theirs: conflict.theirs }
  }
  await takeMerge(
    step.key,
    { path, remotePath, local: step.local, remote: step.remote, etag: theirs.etag },
    { content: contentOf(merged.bytes, result), id: mine.id },
    world
  )
  return { path, did: 'merged', theirs: theirs.theirs }
}

/** Who has to decide wants to know whom to ask: where the answer does not tell, the history may. */
async function whoWrote({ theirs }: Fetched, path: string, { remote }: SyncWorld): Promise<Theirs> {
  if (theirs.by !== undefined) return theirs
  const by = await remote.lastInHistory(path).catch(() => null)
  return by === null ? theirs : { ...theirs, by }
}

/**
 * Puts a merged content in place: from then on the remote state is the base, and what the merge added is a
 * change to be pushed, after a labelled version was made there (Y9). False when the local file has changed
 * meanwhile.
 */
export async function takeMerge(
  key: string,
  file: {
    readonly path: string
    readonly remotePath: string
    readonly local: string
    readonly remote: string
    readonly etag: string | null
    /** Where the server has another state by now. */
    readonly there?: string | undefined
  },
  merged: { readonly content: Content; readonly id: string },
  world: Pick<SyncWorld, 'local' | 'memory'>,
  decision?: Decision
): Promise<boolean> {
  const { path, remotePath, local, etag } = file
  const remote = file.there ?? file.remote
  const known = world.memory.files.get(key) ?? {}
  const intent = { kind: 'merge', path, remotePath, result: merged.content.hash, remote, etag } as const
  await world.memory.put(key, { ...known, intent, ...(decision && { decision }) })
  let { id } = merged
  if (merged.content.hash !== local) {
    const written = await world.local.write(path, merged.content, { expect: local, keepAs: labels.merge })
    if (!written) {
      await world.memory.put(key, { ...known, intent: undefined })
      return false
    }
    id = written.id
  }
  const agreed = { path, remotePath, hash: remote, id, etag, lastModified: null, label: labels.merge }
  await world.memory.put(key, { agreed, ...(decision && { decision }) })
  return true
}
