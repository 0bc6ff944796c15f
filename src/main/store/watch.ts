import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { sep } from 'node:path'
import type { ContentPath } from '../../common/content/paths'
import { isWithin, parentOf, ROOT } from '../../common/content/paths'
import { codeOf } from './durable-fs'
import type { Layout } from './layout'

/** Tells which content folders other programs (and we) changed. */
export interface Watcher {
  /** Also tell of changes directly in this folder. */
  add(folder: ContentPath): void
  has(folder: ContentPath): boolean
  /** The folder and everything below it is no longer there. */
  drop(folder: ContentPath): void
  close(): void
}

/**
 * One watch a folder where the system has no recursive one (Linux): it tells of every file in it, costs nothing a file, and
 * goes on after a file is replaced. macOS and Windows watch the whole tree at once.
 */
export function createWatcher(
  layout: Layout,
  changed: (folder: ContentPath) => void,
  failed: (folder: ContentPath, error: unknown) => void
): Watcher {
  const watchers = new Map<ContentPath, FSWatcher>()
  const recursive = process.platform === 'darwin' || process.platform === 'win32'

  const followed = new Set<ContentPath>()

  const drop = (gone: ContentPath) => {
    for (const folder of followed) {
      if (!isWithin(folder, gone)) continue
      followed.delete(folder)
      watchers.get(folder)?.close()
      watchers.delete(folder)
    }
  }

  function add(folder: ContentPath): void {
    if (followed.has(folder)) return
    followed.add(folder)
    if (recursive && folder !== ROOT) return
    try {
      const watcher = watch(layout.content(folder), { persistent: false, recursive }, (event, name) => {
        changed(recursive ? folderOfName(name) : folder)
        // a folder that was deleted or renamed: its watch is of no more use, its parent tells of the change
        if (
          !recursive &&
          event === 'rename' &&
          name !== null &&
          layout.content(folder).endsWith(`${sep}${name}`)
        ) {
          drop(folder)
          changed(parentOf(folder))
        }
      })
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
    } catch (error) {
      followed.delete(folder)
      if (codeOf(error) !== 'ENOENT') failed(folder, error)
    }
  }

  return { add, drop, has: (folder) => followed.has(folder), close: () => drop(ROOT) }
}

/** The folder of a name that a recursive watch tells, relative to its root. */
function folderOfName(name: string | null): ContentPath {
  if (name === null) return ROOT
  const parts = name.normalize('NFC').split(sep).slice(0, -1)
  return `/${parts.join('/')}` as ContentPath
}
