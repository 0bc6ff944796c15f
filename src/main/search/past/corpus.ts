import { segmentsOf, siteOf, type ContentPath } from '../../../common/content/paths'
import { formatOfPath } from '../../../common/formats/files'
import type { SearchPast } from '../../../common/search/filters'
import type { Known } from '../../http/asked'
import type { Corpus, HitContent } from '../corpus'
import { fileOfState } from '../engine/gone-states'
import type { Candidate, Details } from '../engine/types'
import { readable } from '../readable'
import { nextBytes, versionBytes } from './follow'
import { pastAt } from './place'

/**
 * What went from files, or lies in the trash, for a caller (FI7): judged by where the file is, or was last
 * (P6); of the trash only what the caller sees in it (S5).
 */
export async function pastCorpus(asked: Known, scope: ContentPath, past: SearchPast): Promise<Corpus> {
  if (past === 'history')
    return {
      was: 'went',
      readable: (found, most) => readable(asked, atTheirFiles(found), most),
      contentOf: (details) => wentContent(asked, details)
    }
  const at = segmentsOf(scope).length > 2 ? siteOf(scope) : scope
  const seen = new Set((await asked.content.trash(at)).map(({ id }) => id))
  const isSeen = ([, path]: Candidate) => {
    const { past: one } = pastAt(path)
    return one.was === 'trash' && seen.has(one.item)
  }
  return {
    was: 'trash',
    readable: (found, most) => readable(asked, atTheirFiles(found.filter(isSeen)), most),
    contentOf: (details) => trashContent(asked, details)
  }
}

const atTheirFiles = (found: readonly Candidate[]): Candidate[] =>
  found.map(([id, path]) => [id, pastAt(path).path])

async function wentContent(asked: Known, details: Details): Promise<HitContent | null> {
  const { path, past } = pastAt(details.path)
  if (past.was !== 'went') return null
  const file = fileOfState(details.file)
  const found = await asked.content.readVersion(segmentsOf(path)[0] ?? '', file, past.version)
  // it moved since the index was asked: what was judged is another place
  if (!found || found.lastPath !== path) return null
  const next = await nextBytes(asked.content, path, file, past.next).catch(() => undefined)
  if (next === undefined) return null
  const isDeleted = found.currentPath === null
  const isLast = past.next === null || past.next === 'now' || isDeleted
  const now = isLast ? null : ((await nextBytes(asked.content, path, file, 'now')) ?? null)
  const was = { kind: 'history', version: past.version, stands: false, isDeleted } as const
  return { path, bytes: found.bytes, went: { next, now }, hit: { path, id: file, was } }
}

async function trashContent(asked: Known, details: Details): Promise<HitContent | null> {
  const { path, past } = pastAt(details.path)
  if (past.was !== 'trash') return null
  const file = fileOfState(details.file)
  const hit = { path, id: file, was: { kind: 'trash', item: past.item } } as const
  if (past.version === null || formatOfPath(path) === 'media') return { path, bytes: new Uint8Array(), hit }
  const bytes = await versionBytes(asked.content, path, file, past.version)
  return bytes && { path, bytes, hit }
}
