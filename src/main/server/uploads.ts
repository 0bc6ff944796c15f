import type { IncomingMessage } from 'node:http'
import { GalleyError } from '../../common/errors'

/** A body of more than so many bytes is an upload, and so is one that does not say how long it is. */
const UPLOAD_BYTES = 128 * 1024

export function isUpload({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > UPLOAD_BYTES
}

interface Uploads {
  /**
   * Begins one of somebody's, known by one or several names.
   * @returns what ends it, once; or what to say where there is no place for it
   */
  begin(names: readonly string[]): (() => void) | GalleyError
}

/** How many large bodies may be on their way at once (A12): of one caller, and of all. */
export function openUploads({ ofOne, inAll }: { readonly ofOne: number; readonly inAll: number }): Uploads {
  const underWay = new Map<string, number>()
  let all = 0

  function count(name: string, by: 1 | -1): void {
    const now = (underWay.get(name) ?? 0) + by
    if (now > 0) underWay.set(name, now)
    else underWay.delete(name)
  }

  return {
    begin(names) {
      if (names.some((name) => (underWay.get(name) ?? 0) >= ofOne))
        return new GalleyError(
          'too-many',
          'These are too many uploads at once. Let one end, then send the next.'
        )
      if (all >= inAll)
        return new GalleyError('busy', 'Many large files are on their way just now. Try again in a moment.')
      all += 1
      for (const name of names) count(name, 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        all -= 1
        for (const name of names) count(name, -1)
      }
    }
  }
}
