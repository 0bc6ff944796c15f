import { dirname } from 'node:path'
import { GalleyError, sentence } from '../../../common/errors'
import { sha256InTurns } from '../layout/checksum'
import type { Core } from '../core/core'
import { readIfPlain } from '../disk/durable-read'
import { makeFolders } from '../disk/durable-write'
import { dropBody, stage } from '../operations/hash-body'
import type { RecordName } from '../layout/names'
import { isHash, isRecordName } from '../layout/names'
import { openSyncLog } from './sync-log'
import type { SyncArea, SyncLog } from '../seam/sync'

/** What a pair may be called. @throws GalleyError internal */
function pairName(name: string): RecordName {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) && isRecordName(name)) return name
  throw new GalleyError('internal', sentence`“${{ name }}” is no name of a pair.`)
}

const CHUNK = 256 * 1024

async function* piecesOf(
  { fs }: Core,
  file: string,
  { start, end }: { readonly start: number; readonly end: number } = { start: 0, end: Infinity }
): AsyncIterable<Uint8Array> {
  const handle = await fs.open(file, 'read')
  try {
    for (let position = start; position <= end;) {
      const buffer = new Uint8Array(Math.min(CHUNK, end - position + 1))
      const length = await handle.read(buffer, position)
      if (length === 0) return
      position += length
      yield buffer.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

/**
 * What the sync keeps in a workspace: a log a pair below `.galley/sync/`, and contents among the blobs (V6,
 * W5).
 */
export function createSyncArea(core: Core): SyncArea {
  const logs = new Map<string, Promise<SyncLog>>()
  return {
    log(name) {
      const known = logs.get(name)
      if (known) return known
      const opening = openSyncLog(core.fs, core.layout.syncLog(pairName(name)), core.problems)
      logs.set(name, opening)
      opening.catch(() => logs.delete(name))
      return opening
    },
    async forget(name) {
      logs.delete(name)
      const file = core.layout.syncLog(pairName(name))
      if (await core.fs.lstat(file)) await core.fs.unlink(file)
    },
    async keep(bytes) {
      const hash = await sha256InTurns(bytes)
      await core.backing.store(hash, bytes)
      return hash
    },
    async keepStream(body) {
      const staged = await stage(core, body)
      const blob = core.layout.blob(staged.hash)
      try {
        await makeFolders(core.fs, dirname(blob))
        await core.fs.rename(staged.file, blob)
      } catch (error) {
        await dropBody(core, staged)
        throw error
      }
      await core.fs.syncFolder(dirname(blob))
      return staged.hash
    },
    async spool(body) {
      const staged = await stage(core, body)
      const { hash, size, file } = staged
      return {
        hash,
        size,
        bytes: null,
        stream: () => piecesOf(core, file),
        drop: () => dropBody(core, staged)
      }
    },
    async content(hash) {
      if (!isHash(hash)) return null
      const file = core.layout.blob(hash)
      if (!(await core.fs.lstat(file))) return null
      const bytes = await readIfPlain(core.fs, file)
      return bytes && (await sha256InTurns(bytes)) === hash ? bytes : null
    },
    async openContent(hash) {
      if (!isHash(hash)) return null
      const file = core.layout.blob(hash)
      const stat = await core.fs.lstat(file)
      return stat?.kind !== 'file'
        ? null
        : { size: stat.size, stream: (range) => piecesOf(core, file, range) }
    }
  }
}
