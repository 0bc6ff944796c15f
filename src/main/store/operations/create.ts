import { dirname, join } from 'node:path'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { requireReadableName } from '../core/folder-names'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { FileStat } from '../disk/durable-fs'
import { allDone, makeFolders, writeSynced } from '../disk/durable-write'
import { currentEvent, isVersioned } from '../logs/entries'
import { tempName } from '../layout/layout'
import type { Guid } from '../layout/names'
import { isGuid, newGuid } from '../layout/names'
import type { NewContent } from './replace'
import { undoAll } from './replace'

export interface Create {
  readonly path: ContentPath
  readonly content: NewContent
  readonly by: Person
  readonly session: string | undefined
  readonly at: number
  readonly fileId: string | undefined
}

/**
 * The first save of a file, with the folders that it needs. In order: bytes and shadow durable · the log of
 * the new id · the name · the binding of path and id. A crash before the last leaves a file that is found
 * like one that another program made. Null when something appeared at the path meanwhile. The caller holds
 * the path's lock.
 */
export async function createAlone(core: Core, change: Create): Promise<IndexRecord | null> {
  const { path, content, by, at } = change
  requireReadableName(path)
  await core.names.check(path)
  const id = await newId(core, change.fileId)
  const target = core.layout.content(path)
  const temp = content.kind === 'staged' ? content.file : join(dirname(target), tempName(newGuid()))
  const undo: (() => Promise<unknown>)[] = []
  try {
    const made = await makeContentFolder(core, parentOf(path))
    undo.push(() => removeEmptyFolders(core, made))
    if (content.kind === 'bytes') undo.push(() => core.fs.unlink(temp))
    if (isVersioned(path)) undo.push(() => core.backing.drop(id, content.hash))
    const [stat] = await allDone([
      content.kind === 'staged' ? Promise.resolve(content.stat) : writeSynced(core.fs, temp, content.bytes),
      isVersioned(path) && content.kind === 'bytes'
        ? core.backing.keep(id, content.hash, content.bytes)
        : Promise.resolve()
    ])
    const record = recordOf(change, id, stat)
    undo.push(() => core.logs.remove(id))
    await core.logs.create(id, [{ event: 'created', id, path, by, at }, currentEvent(record)])
    if (await core.fs.lstat(target)) {
      await undoAll(undo)
      return null
    }
    await core.fs.rename(temp, target)
    undo.push(() => core.fs.unlink(target))
    await core.fs.syncFolder(dirname(target))
    await core.index.bind([record])
    core.names.added(path)
    notifyFolders(core, made, by)
    return record
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

/** What the index says of a file that is made. @param stat of its bytes on the disk */
export function recordOf(
  { path, content, by, session, at }: Create,
  id: Guid,
  stat: Pick<FileStat, 'mtimeMs' | 'ino'>
): IndexRecord {
  const { mtimeMs, ino } = stat
  const { hash, size } = content
  return { path, id, hash, size, mtimeMs, ino, at, by, ...(session !== undefined && { session, since: at }) }
}

/**
 * Makes a content folder and its parents. Where some are missing, one after the other: no path is locked for
 * folders on the way, and two that are made at once may not differ only by case (N5).
 * @returns the new ones on disk, outermost first
 */
export async function makeContentFolder(core: Core, folder: ContentPath): Promise<string[]> {
  const there = core.layout.content(folder)
  if ((await core.fs.lstat(there))?.kind === 'folder') return []
  const made = (turns.get(core) ?? Promise.resolve()).then(async () => {
    await core.names.check(folder)
    const found = await makeFolders(core.fs, there)
    core.names.added(folder)
    return found
  })
  turns.set(
    core,
    made.catch(() => undefined)
  )
  return made
}

const turns = new WeakMap<Core, Promise<unknown>>()

/** Tells subscribers of folders that are new. */
export function notifyFolders(core: Core, made: readonly string[], by: Person): void {
  for (const folder of made) {
    const path = folder.slice(core.layout.contentFolder.length).replaceAll('\\', '/') as ContentPath
    if (path === '' || core.knownFolders.has(path)) continue
    core.knownFolders.add(path)
    core.names.added(path)
    core.emit({ type: 'folder', change: 'created', path, by })
  }
}

export async function removeEmptyFolders(core: Core, made: readonly string[]): Promise<void> {
  for (const folder of [...made].reverse()) await core.fs.rmdir(folder).catch(() => undefined)
}

export async function newId(core: Core, wanted: string | undefined): Promise<Guid> {
  if (wanted === undefined) return newGuid()
  const id = wanted.toLowerCase()
  if (!isGuid(id)) throw new GalleyError('bad-request', 'The id of a new file must be a GUID.')
  if (core.index.memory.byId(id) || (await core.logs.load(id))) {
    throw new GalleyError('exists', 'Another file has this id. Leave the id out to get a new one.')
  }
  return id
}
