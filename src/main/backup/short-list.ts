import type { ZipFile } from 'yazl'

declare module 'yazl' {
  interface ZipFile {
    /**
     * What has been added, in order; what is written is told from it, and at the end the table of contents.
     */
    entries: unknown[]
  }
}

/** Looked through three times with each file. */
const MOST = 500

/** Keeps the list of a zip that is being written short. */
interface ShortList {
  /**
   * To be called when the entry that was added last has been read to its end: all before it went out before
   * it was begun.
   */
  putAway(): void
  /** Before the table of contents is written. */
  putBack(): void
}

/**
 * The library looks for what to write next from the beginning of its list, each time: with 100,000 files that
 * is most of the time that a backup takes. What is written lies elsewhere until the end.
 */
export function shortList(zip: Pick<ZipFile, 'entries'>): ShortList {
  const written: unknown[] = []
  return {
    putAway() {
      // the last one's bytes may still be on their way
      if (zip.entries.length > MOST) for (const entry of zip.entries.splice(0, MOST)) written.push(entry)
    },
    putBack: () => void (zip.entries = [...written, ...zip.entries])
  }
}
