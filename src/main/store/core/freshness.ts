import type { ContentPath } from '../../../common/content/paths'
import { isWithin, ROOT } from '../../../common/content/paths'
import type { FileStat } from '../disk/durable-fs'

/** The system keeps so many events for us at most; long before that, some may have been lost. */
const MOST_EVENTS_A_SECOND = 8_000
const MOST_FOLDERS = 2_000

/** What is known of a folder since its watch began. */
export interface KnownFolder {
  /** Names that must be looked at again, each with the number of the event that said so. */
  readonly dirty: Map<string, number>
  /** The folder as it was when all of it was last looked at; null until then. */
  view: { readonly stat: FileStat; readonly folders: readonly ContentPath[] } | null
}

/**
 * Which folders are as the index tells them, so that a list need not ask the disk for every file. A folder is
 * known by a look at all of it that began after its watch did. Each event of the watch makes a name unknown
 * again, and one that names nothing the whole folder; when there are so many that the system may have dropped
 * some, nothing is known any more.
 */
export interface Freshness {
  /** Starts a look at a folder. Null when no watch works there: then nothing may be remembered. */
  begin(folder: ContentPath): KnownFolder | null
  /** The watch saw something. @param name null when it cannot tell what */
  event(folder: ContentPath, name: string | null): void
  /** Nothing at or below the folder is known any more. */
  forget(folder: ContentPath): void
  /**
   * @param watch puts a watch on the folder if there is none; false when it has none that can be relied on
   */
  rely(watch: (folder: ContentPath) => boolean): void
}

export function createFreshness(): Freshness {
  const folders = new Map<ContentPath, KnownFolder>()
  let watched: (folder: ContentPath) => boolean = () => false
  let number = 0
  let second = { from: 0, events: 0 }

  const forget = (gone: ContentPath) => {
    for (const folder of [...folders.keys()]) if (isWithin(folder, gone)) folders.delete(folder)
  }

  return {
    begin(folder) {
      if (!watched(folder)) {
        folders.delete(folder)
        return null
      }
      const known = folders.get(folder) ?? { dirty: new Map<string, number>(), view: null }
      folders.delete(folder)
      folders.set(folder, known)
      if (folders.size > MOST_FOLDERS)
        for (const oldest of [...folders.keys()].slice(0, MOST_FOLDERS / 10)) folders.delete(oldest)
      return known
    },
    event(folder, name) {
      const now = Date.now()
      if (Math.abs(now - second.from) > 1_000) second = { from: now, events: 0 }
      second.events++
      if (second.events > MOST_EVENTS_A_SECOND) forget(ROOT)
      else if (name === null) folders.delete(folder)
      else folders.get(folder)?.dirty.set(name, ++number)
    },
    forget,
    rely: (watch) => void (watched = watch)
  }
}
