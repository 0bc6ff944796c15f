import { isUtf8 } from 'node:buffer'
import { theirWriter } from '../../common/sync/their-writer'
import { staysKept } from './content'
import { agree, fetchAgain, labels, type PassFacts, type Step } from './facts'
import type { Content } from './sides'
import type { AppliedChange, SyncWorld } from './world'

/** Brings here what the server has (Y4). */
export async function pull(
  step: Step<'pull'>,
  world: SyncWorld,
  facts: PassFacts
): Promise<AppliedChange | null> {
  const found = await fetchAgain(step.key, step.remotePath, step.hash, world, facts)
  if (!found) return null
  const writer = theirWriter(found.theirs)
  let written
  try {
    // what is brought here was written in no session
    await keepForMerges(found.content, staysKept(step.path, found.content.size, undefined), world)
    written = await world.local.write(step.path, found.content, {
      expect: step.local,
      ...(writer && { by: writer }),
      ...(step.why === 'chosen' && { keepAs: labels.chosen })
    })
  } finally {
    await found.content.drop()
  }
  if (!written) return null
  await agree(
    step.key,
    { path: step.path, remotePath: step.remotePath, hash: step.hash, id: written.id },
    found.etag,
    world,
    facts,
    { bytes: found.content.bytes }
  )
  return { path: step.path, did: step.why === 'deleted-here' ? 'kept-here' : 'pulled', theirs: found.theirs }
}

/** Both have the same: from now on that is their base. */
export async function adopt(step: Step<'adopt'>, world: SyncWorld, facts: PassFacts): Promise<null> {
  const mine = await world.local.read(step.path)
  if (!mine || mine.hash !== step.hash) return null
  await keepForMerges(mine.content, mine.staysKept, world)
  const etag = facts.fetched.get(step.key)?.etag ?? facts.observed.items.get(step.key)?.etag ?? null
  await agree(
    step.key,
    { path: step.path, remotePath: step.remotePath, hash: step.hash, id: mine.id },
    etag,
    world,
    facts,
    { bytes: mine.content.bytes }
  )
  return null
}

/**
 * What both have is the base of the next merge. Types with versions keep it themselves when it is replaced;
 * other texts must be kept (Y9).
 */
async function keepForMerges({ bytes }: Content, staysKept: boolean, { contents }: SyncWorld): Promise<void> {
  if (!bytes || staysKept || bytes.length > MOST_TEXT || !isUtf8(bytes) || bytes.includes(0)) return
  await contents.put(bytes)
}

const MOST_TEXT = 4 * 1024 * 1024
