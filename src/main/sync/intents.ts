import { isBelowAny, syncKey, type LocalFile } from '../../common/sync'
import { labels } from './facts'
import { decisionFor, type FileMemory } from './memory'
import { failureOf, type Observed } from './observe'
import { hashThere } from './send'
import type { SyncWorld } from './world'

/**
 * What a crash interrupted: a file that was being pushed, and is there with our bytes, was pushed; a merge
 * that is in place was taken (Y5). Whatever else happened shows in the plan.
 */
export async function adoptIntents(
  world: SyncWorld,
  files: readonly LocalFile[],
  { items, unknown }: Observed
): Promise<void> {
  if (world.options.dryRun) return
  const local = new Map(files.map((file) => [syncKey(file.path), file]))
  for (const [key, known] of [...world.memory.files]) {
    const { intent } = known
    if (!intent) continue
    try {
      if (isBelowAny(key, unknown.map(syncKey))) continue
      await world.memory.put(key, await adopted(known, intent, local.get(key), items.has(key), world))
    } catch (error) {
      // asked again in the next pass
      failureOf(error, intent.path)
    }
  }
}

async function adopted(
  known: FileMemory,
  intent: NonNullable<FileMemory['intent']>,
  local: LocalFile | undefined,
  isListed: boolean,
  { remote }: SyncWorld
): Promise<FileMemory> {
  const { path, remotePath } = intent
  const done = { ...known, intent: undefined }
  if (intent.kind === 'merge') {
    if (local?.hash !== intent.result) return done
    const { etag } = intent
    return {
      ...decisionFor(known, intent.result),
      agreed: {
        path,
        remotePath,
        hash: intent.remote,
        id: local.id,
        etag,
        lastModified: null,
        label: labels.merge
      }
    }
  }
  if (!isListed) return done
  const there = await remote.read(remotePath, null)
  if (there.kind !== 'file' || (await hashThere(there)) !== intent.hash) return done
  return {
    ...decisionFor(known, intent.hash),
    agreed: { path, remotePath, hash: intent.hash, id: intent.id, etag: there.etag, lastModified: null }
  }
}
