import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { basename, sep } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { isWithin, parentOf, ROOT } from '../../../common/content/paths'
import { codeOf } from '../disk/error-codes'
import type { Layout } from '../layout/layout'

/** Tells which content folders other programs (and we) changed. */
export interface Watcher {
  /** Also tell of changes directly in this folder. @returns false when that cannot be */
  add(folder: ContentPath): boolean
  has(folder: ContentPath): boolean
  /** The folder and everything below it is no longer there. */
  drop(folder: ContentPath): void
  close(): void
}

interface WatchListener {
  /** @param name what in the folder; null when the system does not tell */
  changed(folder: ContentPath, name: string | null): void
  /** The folder is no longer watched: it went away, or the watch broke. */
  dropped(folder: ContentPath): void
  failed(folder: ContentPath, error: unknown): void
}

/**
 * One watch a folder where the system has no recursive one (Linux): it tells of every file in it, costs
 * nothing a file, and goes on after a file is replaced. macOS and Windows watch the whole tree at once.
 */
export function createWatcher(layout: Layout, listener: WatchListener): Watcher {
  const watchers = new Map<ContentPath, FSWatcher>()
  const recursive = process.platform === 'darwin' || process.platform === 'win32'
  const followed = new Set<ContentPath>()

  const drop = (gone: ContentPath) => {
    for (const folder of [...followed]) {
      if (!isWithin(folder, gone)) continue
      followed.delete(folder)
      watchers.get(folder)?.close()
      watchers.delete(folder)
      listener.dropped(folder)
    }
  }

  function told(folder: ContentPath, event: string, name: string | null): void {
    if (recursive) {
      const [below, child] = placeOf(name)
      listener.changed(below, child)
      return
    }
    listener.changed(folder, name)
    // a folder that was deleted or renamed: its watch is of no more use, its parent tells of the change
    if (event === 'rename' && name !== null && basename(layout.content(folder)) === name) {
      drop(folder)
      listener.changed(parentOf(folder), null)
    }
  }

  function add(folder: ContentPath): boolean {
    if (recursive && folder !== ROOT && !add(ROOT)) return false
    if (followed.has(folder)) return true
    followed.add(folder)
    if (recursive && folder !== ROOT) return true
    try {
      const watcher = watch(layout.content(folder), { persistent: false, recursive }, (event, name) =>
        told(folder, event, name)
      )
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
      return true
    } catch (error) {
      followed.delete(folder)
      if (codeOf(error) !== 'ENOENT') listener.failed(folder, error)
      return false
    }
  }

  return { add, drop, has: (folder) => followed.has(folder), close: () => drop(ROOT) }
}

/** Folder and name of what a recursive watch tells, relative to its root. */
function placeOf(name: string | null): [ContentPath, string | null] {
  if (name === null) return [ROOT, null]
  const parts = name.normalize('NFC').split(sep)
  const child = parts.pop() ?? null
  return [`/${parts.join('/')}` as ContentPath, child]
}
