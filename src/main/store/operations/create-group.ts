import { dirname, join } from 'node:path'
import { parentOf, type ContentPath } from '../../../common/content/paths'
import type { Core } from '../core/core'
import { requireReadableName } from '../core/folder-names'
import { allDone } from '../disk/durable-write'
import { tempName } from '../layout/layout'
import type { IndexRecord } from '../layout/content-index'
import { newGuid, newGuidBeside, type Guid } from '../layout/names'
import { currentEvent, isVersioned } from '../logs/entries'
import { openGroups, SMALL, type Groups } from './groups'
import {
  createAlone,
  makeContentFolder,
  newId,
  recordOf,
  removeEmptyFolders,
  notifyFolders,
  type Create
} from './create'
import { undoAll } from './replace'

/**
 * The first save of a file, with the folders that it needs; see `createAlone`. Null when something appeared
 * at the path meanwhile.
 */
export function createContent(core: Core, change: Create): Promise<IndexRecord | null> {
  if (!isSmall(change)) return createAlone(core, change)
  let groups = groupsOf.get(core)
  if (!groups) {
    groups = openGroups<SmallCreate, IndexRecord | null>({
      sizeOf: ({ content }) => content.size,
      alone: (one) => createAlone(core, one),
      together: (all) => createTogether(core, all)
    })
    groupsOf.set(core, groups)
  }
  return groups.add(change)
}

const groupsOf = new WeakMap<Core, Groups<SmallCreate, IndexRecord | null>>()

/** A first save whose bytes are in memory. */
type SmallCreate = Create & { readonly content: { readonly kind: 'bytes' } }

const isSmall = (change: Create): change is SmallCreate =>
  change.content.kind === 'bytes' && change.content.bytes.length <= SMALL

interface Made {
  readonly change: SmallCreate
  readonly id: Guid
  readonly temp: string
  readonly target: string
}

/**
 * In the order of a first save by itself, each step for all of them: bytes and shadows durable · the logs of
 * the new ids · the names · the bindings. A crash leaves each file whole or not at all. The caller holds the
 * locks of all paths.
 * @returns in their order, null for one where something appeared at the path meanwhile
 */
async function createTogether(
  core: Core,
  changes: readonly SmallCreate[]
): Promise<readonly (IndexRecord | null)[]> {
  for (const { path } of changes) requireReadableName(path)
  await core.names.checkAll(changes.map(({ path }) => path))
  const undo: (() => Promise<unknown>)[] = []
  try {
    const all = await prepared(core, changes)
    const folders = await foldersFor(core, changes, undo)
    const versioned = all.filter(({ change }) => isVersioned(change.path))
    undo.push(() => allDone(all.map(({ temp }) => core.fs.unlink(temp))))
    undo.push(() => allDone(versioned.map(({ id, change }) => core.backing.drop(id, change.content.hash))))
    const stats = await core.backing.keepAll(
      versioned.map(({ id, change: { content } }) => ({ id, hash: content.hash, bytes: content.bytes })),
      all.map(({ temp, change }) => ({ path: temp, data: change.content.bytes, temporary: true }))
    )
    const records = all.map(({ id, change }, index) => {
      const stat = stats[index]
      if (!stat) throw new Error('a file was written without a trace')
      return recordOf(change, id, stat)
    })
    undo.push(() => allDone(all.map(({ id }) => core.logs.remove(id))))
    await core.logs.createAll(
      records.map((record) => {
        const { id, path, by, at } = record
        return { id, events: [{ event: 'created', id, path, by, at }, currentEvent(record)] }
      })
    )
    undo.push(() => removeOwn(core, all, records))
    const named = await core.fs.renameAll(
      all.map(({ temp, target }) => ({ from: temp, to: target, over: null }))
    )
    for (const [index, one] of all.entries()) if (!named[index]) await takeBack(core, one)
    const made = records.filter((_record, index) => named[index])
    await core.index.bind(made)
    for (const { path } of made) core.names.added(path)
    for (const { folder, by } of folders) notifyFolders(core, folder, by)
    return records.map((record, index) => (named[index] ? record : null))
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

async function prepared(core: Core, changes: readonly SmallCreate[]): Promise<readonly Made[]> {
  const all: Made[] = []
  const ids = new Set<string>()
  const first = newGuid()
  for (const change of changes) {
    const id = change.fileId === undefined ? newGuidBeside(first) : await newId(core, change.fileId)
    if (ids.has(id)) throw new Error('two new files have one id')
    ids.add(id)
    const target = core.layout.content(change.path)
    all.push({ change, id, target, temp: join(dirname(target), tempName(newGuid())) })
  }
  return all
}

/**
 * Makes the folders that are missing.
 * @returns those that are new, with whoever was the first to need them
 */
async function foldersFor(
  core: Core,
  changes: readonly SmallCreate[],
  undo: (() => Promise<unknown>)[]
): Promise<readonly { readonly folder: readonly string[]; readonly by: Create['by'] }[]> {
  const seen = new Set<ContentPath>()
  const made = []
  for (const { path, by } of changes) {
    const parent = parentOf(path)
    if (seen.has(parent)) continue
    seen.add(parent)
    const folder = await makeContentFolder(core, parent)
    undo.push(() => removeEmptyFolders(core, folder))
    made.push({ folder, by })
  }
  return made
}

/** Those that have come to their paths already, and not what another program has put there. */
async function removeOwn(core: Core, all: readonly Made[], records: readonly IndexRecord[]): Promise<void> {
  const own = new Set(records.map(({ ino }) => ino))
  const there = await core.fs.lstatAll(all.map(({ target }) => target))
  await allDone(
    all.map(async ({ target }, index) => {
      const stat = there[index]
      if (stat && own.has(stat.ino)) await core.fs.unlink(target)
    })
  )
}

/** Something lies at its path: nothing of it stays. */
async function takeBack(core: Core, { id, temp, change }: Made): Promise<void> {
  await undoAll([
    () => core.fs.unlink(temp),
    () => (isVersioned(change.path) ? core.backing.drop(id, change.content.hash) : Promise.resolve()),
    () => core.logs.remove(id)
  ])
}
