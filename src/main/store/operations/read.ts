import type { ContentPath } from '../../../common/content/paths'
import { parentOf, ROOT } from '../../../common/content/paths'
import { adoptMany, MANY } from '../outside/adopt-many'
import { sha256InTurns } from '../layout/checksum'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { DurableHandle, FileStat } from '../disk/durable-fs'
import { sameStat } from '../disk/durable-fs'
import { codeOf, isUnreadable } from '../disk/error-codes'
import { entryOf } from '../logs/entries'
import { streamOf } from '../disk/handle-stream'
import { isReal, lookAt } from '../outside/adopt'
import { viewFolder } from '../outside/folder-view'
import { adoptOrReport } from '../outside/take-in'
import { sideBySide } from '../../../common/side-by-side'
import { nameOf } from '../../../common/content/paths'
import { isJunkPath } from '../layout/layout'
import type { Entry, FileContent, FileEntry, FileStream } from '../seam/content'

interface Look {
  readonly stat: FileStat
  readonly bytes: Uint8Array
}

/** What is at a path now; a change that another program made is taken in first, so nothing stale is told. */
export async function statPath(core: Core, path: ContentPath): Promise<Entry | null> {
  if (path === ROOT) return { kind: 'folder', path, name: '' }
  if (isJunkPath(path)) return null
  const stat = await lookAt(core, path)
  const record = core.index.memory.get(path)
  if (!stat || stat.kind === 'other') return null
  if (stat.kind === 'folder') return { kind: 'folder', path, name: nameOf(path) }
  if (record && sameStat(stat, record)) return entryOf(record)
  const adopted = await core.locks.run([path], () => adoptOrReport(core, path))
  return adopted && entryOf(adopted)
}

/** S2 without permissions: everything in a folder, sorted by name. */
export async function listFolder(core: Core, folder: ContentPath): Promise<readonly Entry[] | null> {
  if (!(await isReal(core, folder))) return null
  const view = await viewFolder(core, folder)
  if (!view) return null
  // asked for again where nothing has changed: the next page of a list
  const stamp = core.index.memory.stampOf(folder)
  const before = sorted.get(view.folders)
  const isWhole = view.differing.length === 0 && view.missing.length === 0
  if (isWhole && before?.stamp === stamp) return before.entries
  const entries: Entry[] = view.folders.map((path) => ({ kind: 'folder', path, name: nameOf(path) }))
  for (const record of view.same) entries.push(entryOf(record))
  const appeared = view.differing.filter(({ path }) => !core.index.memory.get(path))
  const alone = new Set(view.differing.map(({ path }) => path))
  if (appeared.length >= MANY) {
    const rest = new Set(await adoptMany(core, folder, appeared))
    for (const { path } of appeared) {
      const record = core.index.memory.get(path)
      if (record) entries.push(entryOf(record))
      if (record || !rest.has(path)) alone.delete(path)
    }
  }
  await sideBySide(alone, 8, async (path) => {
    const record = await core.locks.run([path], () => adoptOrReport(core, path))
    if (record) entries.push(entryOf(record))
  })
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  if (isWhole) sorted.set(view.folders, { stamp, entries })
  return entries
}

/** Of a look at a folder what it was told as; it holds while the index says the same of its files. */
const sorted = new WeakMap<readonly ContentPath[], { stamp: number; entries: readonly Entry[] }>()

/** The whole content, checked against its hash (W8): what another program changed is taken in first. */
export async function readWhole(core: Core, path: ContentPath): Promise<FileContent | null> {
  if (path === ROOT || isJunkPath(path)) return null
  for (let attempt = 0; attempt < 100; attempt++) {
    const before = Date.now()
    const known = core.index.memory.get(path)
    const [inside, found] = await Promise.all([
      isReal(core, parentOf(path)),
      known ? core.fs.look(core.layout.content(path), known.size) : null
    ])
    if (!inside) return null
    // a save may have come between: what the index says now is what the bytes are held against
    const record = core.index.memory.get(path)
    const same = found !== null && record !== undefined && sameStat(found.stat, record)
    if (same && (await hasHash(core, record, found, before)))
      return { entry: entryOf(record), bytes: found.bytes }
    // whether it was deleted or renamed is for the look at what changed to say
    if (!found && !(await lookAt(core, path))) return null
    // the outside is as it was and the bytes are not: only reading them again can tell
    if (!(await core.locks.run([path], () => adoptOrReport(core, path, same)))) return null
  }
  return null
}

async function hasHash(
  core: Core,
  { id, hash }: IndexRecord,
  { stat, bytes }: Look,
  before: number
): Promise<boolean> {
  if (core.verified.has(id, hash, stat)) return true
  if ((await sha256InTurns(bytes)) !== hash) return false
  core.verified.add(id, hash, stat, before)
  return true
}

/** For large files and ranges; the stream holds the file open, so a save meanwhile does not tear it (W1). */
export async function openStream(
  core: Core,
  path: ContentPath,
  range?: { start: number; end: number }
): Promise<FileStream | null> {
  if (path === ROOT || isJunkPath(path)) return null
  for (let attempt = 0; attempt < 100; attempt++) {
    const [inside, handle] = await Promise.all([isReal(core, parentOf(path)), openOrNull(core, path)])
    if (!inside) {
      await handle?.close()
      return null
    }
    const entry = handle && (await entryIfKnown(core, path, handle))
    if (handle && entry) {
      const last = entry.size - 1
      return { entry, stream: streamOf(handle, range?.start ?? 0, Math.min(range?.end ?? last, last)) }
    }
    if (!handle && !(await lookAt(core, path))) return null
    if (!(await core.locks.run([path], () => adoptOrReport(core, path)))) return null
  }
  return null
}

/** The entry of an open file that looks as the index knows it; else null, and the file is closed. */
async function entryIfKnown(core: Core, path: ContentPath, handle: DurableHandle): Promise<FileEntry | null> {
  try {
    const stat = await handle.stat()
    const record = core.index.memory.get(path)
    if (record && sameStat(stat, record)) return entryOf(record)
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return null
}

async function openOrNull(core: Core, path: ContentPath): Promise<DurableHandle | null> {
  const stat = await core.fs.lstat(core.layout.content(path))
  if (stat?.kind !== 'file') return null
  try {
    return await core.fs.open(core.layout.content(path), 'read')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || isUnreadable(error)) return null
    throw error
  }
}
