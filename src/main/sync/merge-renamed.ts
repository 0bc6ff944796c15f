import { contentOf } from './content'
import { fetchAgain, labels, memoryOf, type PassFacts, type Step } from './facts'
import { mergedAs } from './merging'
import { pull } from './pull'
import type { Content } from './sides'
import type { AppliedChange, SyncWorld } from './world'

/**
 * Takes what was changed there into the file that has another name here; its rename is what the next pass
 * sends (Y7). What cannot be merged comes back at its old place, so that both are there.
 */
export async function mergeRenamed(
  step: Step<'merge-renamed'>,
  world: SyncWorld,
  facts: PassFacts
): Promise<AppliedChange | null> {
  const { from, path } = step
  const theirs = await fetchAgain(from.key, from.remotePath, step.remote, world, facts)
  const mine = await world.local.read(path)
  if (!theirs || !mine || mine.hash !== step.local) return null
  const content = await together(step, mine.content, theirs.content, world)
  if (!content) {
    const { key, path: old, remotePath } = from
    return pull(
      { kind: 'pull', key, path: old, remotePath, hash: step.remote, local: null, why: 'deleted-here' },
      world,
      facts
    )
  }
  await world.contents.putContent(theirs.content)
  const known = memoryOf(world, from.key)
  if (!known.agreed) return null
  if (!(await world.local.write(path, content, { expect: step.local, keepAs: labels.merge }))) return null
  // a crash before this merges once more, with the same outcome
  await world.memory.put(from.key, {
    ...known,
    agreed: { ...known.agreed, hash: step.remote, etag: theirs.etag, lastModified: null }
  })
  await theirs.content.drop()
  return { path, did: 'merged-renamed', theirs: theirs.theirs }
}

/** Null when a person would have to decide. */
async function together(
  { path, from }: Step<'merge-renamed'>,
  mine: Content,
  theirs: Content,
  world: SyncWorld
): Promise<Content | null> {
  if (mine.hash === from.base) return theirs
  const base = await world.contents.get(from.base)
  if (!mine.bytes || !theirs.bytes || !base) return null
  const ext = mergedAs(path, false)
  const merged = await world.merge(
    { ext, base, local: mine.bytes, remote: theirs.bytes },
    { isConfig: false, signal: world.signal }
  )
  if (merged.open > 0) return null
  return contentOf(merged.bytes, await world.contents.put(merged.bytes))
}
