import { isUtf8 } from 'node:buffer'
import { hasVersions } from '../../common/content/media-types'
import { splitName } from '../../common/content/paths'
import { mergeFiles } from '../../common/merge'
import type { Operation } from '../../common/sync'
import { decisionFor, type AgreedFile, type Decision, type FileMemory } from './memory'
import { contentOf } from './content'
import type { Observed } from './observe'
import type { Content } from './sides'
import { hashThere, removeThere, sendThere, type Expected } from './send'
import type { Deed, SyncWorld } from './world'

type Step<K extends Operation['kind']> = Extract<Operation, { kind: K }>

/** What was read in this pass already, by hash. */
export interface Fetched {
  readonly content: Content
  readonly hash: string
  readonly etag: string | null
}

/** What one pass has learned beside the world. */
export interface PassFacts {
  readonly observed: Observed
  readonly fetched: Map<string, Fetched>
}

/** Labels of the versions that a sync makes. */
export const labels = {
  merge: 'Before merge',
  deletion: 'Deleted by sync',
  chosen: 'Before first sync'
} as const

/**
 * Does what an operation says, having looked again whether it still may (Y4 … Y9).
 * @returns what was done; null when the file had changed meanwhile, or nothing was to be done: the next pass plans again
 */
export async function carryOut(step: Operation, world: SyncWorld, facts: PassFacts): Promise<Deed | null> {
  switch (step.kind) {
    case 'look':
    case 'confirm':
      return null
    case 'pull':
      return pull(step, world, facts)
    case 'push':
      return push(step, world, facts)
    case 'merge':
      return merge(step, world, facts)
    case 'adopt':
      return adopt(step, world, facts)
    case 'forget':
      await world.memory.put(step.key, {})
      return null
    case 'remove-local': {
      if (!(await world.local.remove(step.path, step.hash))) return null
      await world.memory.put(step.key, {})
      return { path: step.path, did: 'deleted-here' }
    }
    case 'remove-remote':
      return (await removeRemote(step, world)) ? { path: step.path, did: 'deleted-there' } : null
    case 'rename-remote':
      return renameRemote(step, world, facts)
    case 'rename-local':
      return renameLocal(step, world, facts)
  }
}

const memoryOf = (world: SyncWorld, key: string): FileMemory => world.memory.files.get(key) ?? {}

async function pull(step: Step<'pull'>, world: SyncWorld, facts: PassFacts): Promise<Deed | null> {
  const found = await fetchAgain(step.key, step.remotePath, step.hash, world, facts)
  if (!found) return null
  let written
  try {
    await keepForMerges(step.path, found.content, world)
    written = await world.local.write(step.path, found.content, {
      expect: step.local,
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
    facts
  )
  return { path: step.path, did: step.why === 'deleted-here' ? 'kept-here' : 'pulled' }
}

/** What both have is the base of the next merge. Types with versions keep it themselves when it is replaced; other texts must be kept (Y9). */
async function keepForMerges(path: string, { bytes }: Content, { contents }: SyncWorld): Promise<void> {
  if (!bytes) return
  if (hasVersions(splitName(path).ext) || bytes.length > MOST_TEXT || !isUtf8(bytes) || bytes.includes(0))
    return
  await contents.put(bytes)
}

const MOST_TEXT = 4 * 1024 * 1024

async function push(step: Step<'push'>, world: SyncWorld, facts: PassFacts): Promise<Deed | null> {
  const mine = await world.local.read(step.path)
  if (!mine || mine.hash !== step.hash) return null
  const { agreed } = memoryOf(world, step.key)
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
  const written = await writeThere(step.key, { ...step, id: mine.id }, mine.content, expect, world, facts)
  if (!written) return null
  if (step.why === 'deleted-there' || (written.created && step.remote !== null))
    return { path: step.path, did: 'kept-there' }
  return { path: step.path, did: 'pushed' }
}

/** What the remote file must be; null when it is not. Where the server tells no ETag it is read and compared. */
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

/** Journal, write, agree. After a time-out the file is read: if the bytes are ours, it was written (Y5). */
async function writeThere(
  key: string,
  file: { readonly path: string; readonly remotePath: string; readonly hash: string; readonly id: string },
  content: Content,
  expect: Expected,
  world: SyncWorld,
  facts: PassFacts
): Promise<{ readonly created: boolean } | null> {
  const { path, remotePath, hash, id } = file
  // what is large is no base of a merge, and lies here as the file itself
  if (content.bytes) await world.contents.put(content.bytes)
  await world.memory.put(key, {
    ...memoryOf(world, key),
    intent: { kind: 'push', path, remotePath, hash, id }
  })
  const written = await sendThere(file, content, expect, world)
  if (written.kind === 'refused') {
    await world.memory.put(key, { ...memoryOf(world, key), intent: undefined })
    return null
  }
  await agree(key, { path, remotePath, hash, id }, written.etag, world, facts, { isOurs: true })
  return written
}

async function merge(step: Step<'merge'>, world: SyncWorld, facts: PassFacts): Promise<Deed | null> {
  const theirs = await fetchAgain(step.key, step.remotePath, step.remote, world, facts)
  const mine = await world.local.read(step.path)
  if (!theirs || !mine || mine.hash !== step.local) return null
  const [ours, other] = [mine.content.bytes, theirs.content.bytes]
  const isHeld = ours !== null && other !== null
  const base = step.base === null || !isHeld ? null : await world.contents.get(step.base)
  const name = splitName(step.path.slice(step.path.lastIndexOf('/') + 1))
  const ext = world.options.isConfig ? 'json' : name.ext
  const merged = isHeld
    ? mergeFiles(
        { ext, base, local: ours, remote: other },
        {
          ...(world.schemaOf && { schemaOf: world.schemaOf }),
          ...(world.options.isConfig && { isConfig: true })
        }
      )
    : null
  // both sides, their base and the result are safe before anything is overwritten (Y9)
  await world.contents.putContent(mine.content)
  await world.contents.putContent(theirs.content)
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
      at: world.now()
    }
    await world.memory.put(step.key, { ...known, intent: undefined, conflict })
    return { path, did: 'conflict' }
  }
  await takeMerge(
    step.key,
    { path, remotePath, local: step.local, remote: step.remote, etag: theirs.etag },
    { content: contentOf(merged.bytes, result), id: mine.id },
    world
  )
  return { path, did: 'merged' }
}

/**
 * Puts a merged content in place: from then on the remote state is the base, and what the merge added is a change to be pushed, after
 * a labelled version was made there (Y9). False when the local file has changed meanwhile.
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

async function adopt(step: Step<'adopt'>, world: SyncWorld, facts: PassFacts): Promise<null> {
  const mine = await world.local.read(step.path)
  if (!mine || mine.hash !== step.hash) return null
  await keepForMerges(step.path, mine.content, world)
  const etag = facts.fetched.get(step.key)?.etag ?? facts.observed.items.get(step.key)?.etag ?? null
  await agree(
    step.key,
    { path: step.path, remotePath: step.remotePath, hash: step.hash, id: mine.id },
    etag,
    world,
    facts
  )
  return null
}

/** Guarded (Y6): it is what was agreed on, a version of it is made, it still is, it is deleted, it is gone. */
async function removeRemote(
  file: { readonly key: string; readonly path: string; readonly remotePath: string; readonly hash: string },
  world: SyncWorld
): Promise<boolean> {
  const { key, path, remotePath, hash } = file
  const agreed = memoryOf(world, key).agreed
  // somebody may have made it again since the look at this side
  if (await world.local.read(path)) return false
  const etag = await unchangedThere(remotePath, hash, agreed?.etag ?? null, world)
  if (etag === undefined) return false
  if (etag !== GONE) {
    await world.remote.label(remotePath, labels.deletion)
    const again = await unchangedThere(remotePath, hash, etag, world)
    if (again === undefined) return false
    if (again !== GONE && (await removeThere(remotePath, again, world)) === 'refused') return false
    if ((await world.remote.head(remotePath)).kind !== 'gone') return false
  }
  await world.memory.put(key, {})
  return true
}

const GONE = Symbol('gone')

/** The ETag of a remote file that still has the agreed bytes; `undefined` when it has others. */
async function unchangedThere(
  remotePath: string,
  hash: string,
  etag: string | null,
  { remote }: SyncWorld
): Promise<string | null | typeof GONE | undefined> {
  const head = await remote.head(remotePath)
  if (head.kind === 'gone') return GONE
  if (etag !== null && head.etag === etag) return etag
  const there = await remote.read(remotePath, null)
  if (there.kind !== 'file') return there.kind === 'gone' ? GONE : undefined
  return (await hashThere(there)) === hash ? there.etag : undefined
}

async function renameRemote(
  step: Step<'rename-remote'>,
  world: SyncWorld,
  facts: PassFacts
): Promise<Deed | null> {
  const mine = await world.local.read(step.path)
  if (!mine || mine.hash !== step.hash) return null
  const remotePath = world.options.lowerCase ? step.path.toLowerCase() : step.path
  const file = { path: step.path, remotePath, hash: step.hash, id: mine.id }
  if (!(await writeThere(step.key, file, mine.content, 'absent', world, facts))) return null
  const there = await world.remote.read(remotePath, null)
  if (there.kind !== 'file' || (await hashThere(there)) !== step.hash) return null
  await removeRemote(step.from, world)
  return { path: step.path, did: 'renamed-there' }
}

/** Moves it here. What it has become, there or here, is found by the next pass: what both had is still the base. */
async function renameLocal(
  step: Step<'rename-local'>,
  world: SyncWorld,
  { observed }: PassFacts
): Promise<Deed | null> {
  const { key, path, remotePath, from } = step
  const known = memoryOf(world, from.key)
  if (!known.agreed || (await world.local.read(path))) return null
  const moved = await world.local.move(from.path, path)
  if (!moved) return null
  const item = observed.items.get(key)
  const isSame = step.hash === from.base
  await world.memory.put(key, {
    agreed: {
      path,
      remotePath,
      hash: from.base,
      id: moved.id,
      etag: isSame ? (item?.etag ?? null) : null,
      lastModified: isSame ? (item?.lastModified ?? null) : null,
      ...(item?.id != null && { remoteId: item.id })
    }
  })
  await world.memory.put(from.key, {})
  return { path, did: 'renamed-here' }
}

/** The remote bytes of that hash, of this pass or read again; null when they are others by now. */
async function fetchAgain(
  key: string,
  remotePath: string,
  hash: string,
  { remote }: SyncWorld,
  { fetched }: PassFacts
): Promise<Fetched | null> {
  const known = fetched.get(key)
  if (known?.hash === hash) return known
  const there = await remote.read(remotePath, null)
  if (there.kind !== 'file') return null
  if (there.content.hash === hash) return { content: there.content, hash, etag: there.etag }
  await there.content.drop()
  return null
}

/** From now on both have this. Ends what was intended, and a conflict about it. */
async function agree(
  key: string,
  file: Pick<AgreedFile, 'path' | 'remotePath' | 'hash' | 'id'>,
  etag: string | null,
  world: SyncWorld,
  { observed }: PassFacts,
  { isOurs = false } = {}
): Promise<void> {
  const { path, remotePath, hash, id } = file
  // what we have written ourselves has another time than the list told
  const item = observed.items.get(key)
  const lastModified = isOurs ? null : (item?.lastModified ?? null)
  await world.memory.put(key, {
    agreed: {
      path,
      remotePath,
      hash,
      id,
      etag,
      lastModified,
      ...(item?.id != null && { remoteId: item.id })
    },
    ...decisionFor(memoryOf(world, key), hash)
  })
}
