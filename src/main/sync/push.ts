import { agree, fetchAgain, labels, memoryOf, type PassFacts, type Step } from './facts'
import type { AgreedFile } from './memory'
import { giveUpFor, keepAltered, keepDoubtful } from './altered'
import { hashThere, sendThere, type Expected } from './send'
import type { Content } from './sides'
import type { AppliedChange, SyncWorld } from './world'

/** Brings there what is here, guarded by what was there before (Y5, Y9). */
export async function push(
  step: Step<'push'>,
  world: SyncWorld,
  facts: PassFacts
): Promise<AppliedChange | null> {
  const mine = await world.local.read(step.path)
  if (!mine || mine.hash !== step.hash) return null
  const { agreed } = memoryOf(world, step.key)
  giveUpFor(step, agreed, world)
  const expect = await expectation(step, agreed, world, facts)
  if (expect === null) return null
  if (step.why === 'chosen' && step.remote !== null) {
    // what is overwritten there by choice is kept here as well: not every type has versions (Y9)
    const theirs = await fetchAgain(step.key, step.remotePath, step.remote, world, facts)
    if (!theirs) return null
    await world.contents.putContent(theirs.content)
  }
  const label = step.why === 'chosen' ? labels.chosen : agreed?.label
  if (label !== undefined && expect !== 'absent') await world.remote.label(step.remotePath, label)
  const written = await writeThere(step.key, { ...step, ...mine }, mine.content, expect, world, facts)
  if (!written) return null
  if (written === 'conflict') return { path: step.path, did: 'conflict' }
  if (step.why === 'deleted-there' || (written.created && step.remote !== null))
    return { path: step.path, did: 'kept-there' }
  return { path: step.path, did: 'pushed' }
}

/**
 * What the remote file must be; null when it is not. Where the server tells no ETag it is read and compared.
 */
async function expectation(
  step: Step<'push'>,
  agreed: AgreedFile | undefined,
  world: SyncWorld,
  facts: PassFacts
): Promise<Expected | null> {
  if (step.remote === null) return 'absent'
  const hash = step.remote
  if (agreed && agreed.etag !== null && agreed.hash === hash) return { etag: agreed.etag, hash }
  const fetched = facts.fetched.get(step.key)
  if (fetched && fetched.etag !== null && fetched.hash === hash) return { etag: fetched.etag, hash }
  const there = await world.remote.read(step.remotePath, null)
  if (there.kind !== 'file' || (await hashThere(there)) !== hash) return null
  return { etag: there.etag, hash }
}

/**
 * Journal, write, agree.
 * @returns null when it is not what was expected; conflict when a person must say what is there
 * @throws GalleyError io-failed when the server comes to have other bytes (Y5)
 */
export async function writeThere(
  key: string,
  file: {
    readonly path: string
    readonly remotePath: string
    readonly hash: string
    readonly id: string
    readonly staysKept?: boolean
  },
  content: Content,
  expect: Expected,
  world: SyncWorld,
  facts: PassFacts
): Promise<{ readonly created: boolean } | 'conflict' | null> {
  const { path, remotePath, hash, id } = file
  // what is large is no base of a merge, and lies here as the file itself
  if (content.bytes && file.staysKept !== true) await world.contents.put(content.bytes)
  await world.memory.put(key, {
    ...memoryOf(world, key),
    intent: { kind: 'push', path, remotePath, hash, id }
  })
  const wasAltered = memoryOf(world, key).agreed?.altered?.sent === hash
  const sent = await sendThere(file, content, { expect, wasAltered }, world)
  if (sent.kind === 'altered') return keepAltered(key, file, sent.there, world)
  if (sent.kind === 'doubtful') {
    await keepDoubtful(
      key,
      { ...file, base: expect === 'absent' ? null : expect.hash },
      content,
      sent.there,
      world
    )
    return 'conflict'
  }
  if (sent.kind === 'refused') {
    await world.memory.put(key, { ...memoryOf(world, key), intent: undefined })
    return null
  }
  await agree(key, { path, remotePath, hash, id }, sent.etag, world, facts, { isOurs: true })
  return sent
}
