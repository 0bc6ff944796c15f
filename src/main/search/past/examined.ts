import { createHash } from 'node:crypto'
import type { Made } from '../../store/types'
import { fileOfState } from '../engine/gone-states'
import type { FileMark, FileToRead } from '../engine/types'
import { storedPath } from '../marks'
import { pastAt } from './place'
import { bothHash, isPastRead } from './states'

/** What the index of what was read for an entry, from what lies there; null where that is another by now. */
export async function pastReading(
  made: Pick<Made, 'read' | 'readVersion'>,
  mark: FileMark
): Promise<FileToRead | null> {
  const { path, past } = pastAt(mark.path)
  if (!isPastRead(path, past, mark.size)) return { ...mark, bytes: null }
  const file = fileOfState(mark.file)
  const held = past.was === 'went' ? past : past.content
  // what lies in `.trash` is not told by its id here
  if (held === null || held === 'lies') return null
  const bytes = await made.readVersion(file, held.version)
  if (!bytes) return null
  if (past.was === 'trash' || past.next === null)
    return contentHash(bytes) === mark.hash ? { ...mark, bytes, next: null } : null
  if (past.next === 'now' && past.item !== null) return null
  const next =
    past.next === 'now'
      ? await made.read(storedPath({ path }))
      : await made.readVersion(file, past.next.version)
  if (!next || bothHash(contentHash(bytes), contentHash(next)) !== mark.hash) return null
  return { ...mark, bytes, next }
}

/** sha256, lower-case hex. */
export const contentHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
