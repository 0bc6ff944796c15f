import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import type { ContentPath } from '../../common/content/paths'
import type { Core } from './core'
import type { IndexRecord } from './content-index'
import { currentEvent, fileEvent, isVersioned } from './entries'
import { eachOf } from './limit'
import { readSettled } from './outside'

/** Fewer are taken in one by one. */
export const MANY = 32
const AT_ONCE = 24

/**
 * Files that another program put into a folder by the hundred get ids and histories together: each is read at once, so that a
 * list can tell of it, and what makes that last is written behind, with one sync a folder of the store instead of five a
 * file: their bytes lie in the content, so what the disk loses of the store's copies is missed by nobody. Until then everything that changes the folder waits. A crash before leaves files that nobody has seen yet.
 * @returns resolves when the files are known; to those that need a closer look one by one
 */
export function adoptMany(
  core: Core,
  folder: ContentPath,
  paths: readonly ContentPath[]
): Promise<ContentPath[]> {
  return new Promise((resolve, reject) => {
    const work = core.locks.run([folder], async () => {
      const known: IndexRecord[] = []
      const rest: ContentPath[] = []
      await eachOf(paths, AT_ONCE, async (path) => {
        if (core.index.memory.get(path)) return
        const record = await firstLook(core, path)
        if (record) known.push(record)
        else rest.push(path)
      })
      for (const record of known) core.index.memory.set(record)
      resolve(rest)
      await makeLast(core, known)
    })
    work.catch((error: unknown) => {
      core.problems.report(folder, 'New files of another program could not be taken in yet.', error)
      reject(error instanceof Error ? error : new Error(String(error)))
    })
  })
}

/** Null for what is not plainly a new file under a name that may be. */
async function firstLook(core: Core, path: ContentPath): Promise<IndexRecord | null> {
  try {
    const stat = await core.fs.lstat(core.layout.content(path))
    if (stat?.kind !== 'file' || core.index.memory.byInode(stat.ino)) return null
    await core.names.check(path)
    const { hash, size, stat: seen } = await readSettled(core, path)
    const at = Math.min(seen.mtimeMs, core.now())
    const { mtimeMs, ino } = seen
    return { path, id: randomUUID(), hash, size, mtimeMs, ino, at, by: core.outsidePerson() }
  } catch {
    return null
  }
}

async function makeLast(core: Core, records: readonly IndexRecord[]): Promise<void> {
  const kept: IndexRecord[] = []
  const folders = new Set<string>()
  try {
    await eachOf(records, AT_ONCE, async (record) => {
      const { id, path, by, at } = record
      if (isVersioned(path)) {
        const found = await readSettled(core, path)
        // changed again meanwhile: it is new to the next look
        if (found.hash !== record.hash || !found.bytes) return core.index.memory.remove(path)
        await core.backing.keepLoosely(id, found.hash, found.bytes)
        folders.add(dirname(core.layout.shadow(id, found.hash)))
      }
      await core.logs.createLoosely(id, [
        { event: 'created', id, path, by, at },
        { ...currentEvent(record), loose: true }
      ])
      folders.add(dirname(core.layout.log(id)))
      kept.push(record)
    })
    await eachOf(folders, AT_ONCE, (folder) => core.fs.syncFolder(folder))
    await core.index.bind(kept)
  } catch (error) {
    for (const { path } of records) core.index.memory.remove(path)
    throw error
  }
  for (const record of kept) {
    core.names.added(record.path)
    core.emit(fileEvent('created', record, record.by, 'outside'))
  }
}
