import { join } from 'node:path'
import { ROOT } from '../../../common/content/paths'
import type { Core } from '../core/core'
import { filesIn, foldersIn } from '../disk/durable-read'
import type { Guid } from '../layout/names'
import { isGuid, isHash } from '../layout/names'
import { wholeLines } from './capture'
import { entriesOfHistory, placeOf, type Taken } from './files'
import { entryOfBytes, entryOfFile } from './pieces'
import { isSnapshotFile, isSnapshotKind } from './places'
import type { SnapshotEntry } from '../seam/folder'

/** Histories that neither the content nor the trash knows of: a file that comes back goes on with its own. */
export async function* entriesOfUnbound(core: Core, taken: Taken): AsyncGenerator<SnapshotEntry, void> {
  const { fs, layout } = core
  const unknown: Guid[] = []
  for (const folder of await foldersIn(fs, layout.logs))
    for (const name of await filesIn(fs, join(layout.logs, folder))) {
      const id = name.replace(/\.log$/, '')
      if (isGuid(id) && !taken.logs.has(id) && !isKnown(core, id)) unknown.push(id)
    }
  // some may be of files that are being made: they came after the backup began
  if (unknown.length > 0) await core.locks.run([ROOT], () => Promise.resolve())
  for (const id of unknown.filter((one) => !isKnown(core, one))) {
    const log = await wholeLines(core, layout.log(id))
    if (log && log.length > 0) yield* entriesOfHistory(taken, id, log)
  }
}

const isKnown = ({ index, trash }: Core, id: Guid): boolean =>
  index.memory.byId(id) !== undefined || trash.holds(id)

/**
 * Settings, what is published, what a sync knows, jobs, drafts, and what was set aside; each is whole at any
 * moment.
 */
export async function* entriesOfRecords(core: Core, taken: Taken): AsyncGenerator<SnapshotEntry, void> {
  const { fs, layout } = core
  for (const kind of await foldersIn(fs, layout.service)) {
    const isWanted = ['documents', 'published', 'sync', 'damaged'].includes(kind) || isSnapshotKind(kind)
    if (isWanted) yield* entriesBelow(core, taken, join(layout.service, kind))
  }
  for (const file of [layout.workspaceFile, layout.workspaceCopy])
    yield* entryOfFile(fs, file, placeOf(core, file))
}

async function* entriesBelow(core: Core, taken: Taken, folder: string): AsyncGenerator<SnapshotEntry, void> {
  for (const { name, kind } of (await core.fs.readdir(folder)) ?? []) {
    const file = join(folder, name)
    const path = placeOf(core, file)
    if (kind === 'folder') yield* entriesBelow(core, taken, file)
    else if (kind !== 'file' || !isSnapshotFile(path)) {
      if (path.startsWith('.galley/damaged/'))
        taken.leftOut.push({
          path,
          message: 'It was set aside, and a backup cannot hold what it is or is called.'
        })
    } else if (name.endsWith('.log') && !path.startsWith('.galley/damaged/')) {
      const log = await wholeLines(core, file)
      if (log) yield entryOfBytes(path, log)
    } else yield* entryOfFile(core.fs, file, path)
  }
}

/** The contents of versions and of what is published: what was named before is there, and none ever goes. */
export async function* entriesOfContents({ fs, layout }: Core): AsyncGenerator<SnapshotEntry, void> {
  for (const folder of await foldersIn(fs, layout.blobs))
    for (const name of (await filesIn(fs, join(layout.blobs, folder))).filter(isHash))
      yield* entryOfFile(fs, layout.blob(name), `.galley/blobs/${folder}/${name}`, { hash: name })
}
