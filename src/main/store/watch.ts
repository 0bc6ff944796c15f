import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { sep } from 'node:path'
import type { ContentPath } from '../../common/content/paths'
import { parentOf, ROOT } from '../../common/content/paths'
import type { Layout } from './layout'

/** Tells which content folders other programs (and we) changed. */
export interface Watcher {
  /** Also tell of changes directly in this folder. */
  add(folder: ContentPath): void
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

  const drop = (folder: ContentPath) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function add(folder: ContentPath): void {
    if (watchers.has(folder) || (recursive && folder !== ROOT)) return
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
      failed(folder, error)
    }
  }

  return {
    add,
    close() {
      for (const folder of [...watchers.keys()]) drop(folder)
    }
  }
}

/** The folder of a name that a recursive watch tells, relative to its root. */
function folderOfName(name: string | null): ContentPath {
  if (name === null) return ROOT
  const parts = name.normalize('NFC').split(sep).slice(0, -1)
  return `/${parts.join('/')}` as ContentPath
}
