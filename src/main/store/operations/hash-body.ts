import { createHash } from 'node:crypto'
import type { ContentPath } from '../../../common/content/paths'
import { sha256InTurns } from '../layout/checksum'
import type { Core } from '../core/core'
import { closing } from '../disk/durable-fs'
import { isVersioned } from '../logs/entries'
import type { NewContent } from './replace'
import { digestOf, newGuid } from '../layout/names'

/**
 * The body of a write, before any lock is taken: a slow upload keeps nobody waiting. Files without versions
 * are streamed to `.galley/staging`, in whatever size; the others are documents and fit in memory.
 */
export async function takeBody(
  core: Core,
  path: ContentPath,
  body: Uint8Array | AsyncIterable<Uint8Array>
): Promise<NewContent> {
  if (body instanceof Uint8Array) return inMemory(body)
  if (isVersioned(path)) {
    const parts: Uint8Array[] = []
    for await (const part of body) parts.push(part)
    return inMemory(Buffer.concat(parts))
  }
  return stage(core, body)
}

type Staged = Extract<NewContent, { kind: 'staged' }>

/** Forgets a staged body that was not used. */
export async function dropBody(core: Core, content: NewContent): Promise<void> {
  if (content.kind === 'staged') await core.fs.unlink(content.file).catch(() => undefined)
}

const inMemory = async (bytes: Uint8Array): Promise<NewContent> => ({
  kind: 'bytes',
  bytes,
  hash: await sha256InTurns(bytes),
  size: bytes.length
})

/** Puts a body of whatever size into `.galley/staging`, durably. */
export async function stage(core: Core, body: AsyncIterable<Uint8Array>): Promise<Staged> {
  const file = core.layout.staged(newGuid())
  const hash = createHash('sha256')
  const handle = await core.fs.open(file, 'create')
  try {
    const stat = await closing(handle, async () => {
      for await (const part of body) {
        hash.update(part)
        await handle.write(part)
      }
      await handle.sync()
      return handle.stat()
    })
    return { kind: 'staged', file, stat, hash: digestOf(hash), size: stat.size }
  } catch (error) {
    await core.fs.unlink(file).catch(() => undefined)
    throw error
  }
}
