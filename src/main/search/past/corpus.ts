import {
  contentPath,
  isInClientTrash,
  ROOT,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../common/content/paths'
import type { SearchPast } from '../../../common/search/filters'
import type { Known } from '../../http/asked'
import { configsFor } from '../../permissions/configs'
import type { Store } from '../../store/types'
import type { Corpus, HitContent } from '../corpus'
import { fileOfState } from '../engine/gone-states'
import type { Candidate, Details } from '../engine/types'
import { configAt, storedPath } from '../marks'
import { readable, shownPath } from '../readable'
import { bytesNow, pastBytes, type PastContents } from './contents'
import { pastAt } from './place'
import { isPastRead } from './states'

/**
 * What went from files, or lies in the trash, for a caller (FI7): judged by where the file is, or was last
 * (P6); of the trash, and of what clients moved to `.trash`, only what the caller sees in it (S5).
 */
export function pastCorpus(store: Store, asked: Known, scope: ContentPath, past: SearchPast): Corpus {
  const at = segmentsOf(scope).length > 2 ? siteOf(scope) : scope
  let trash: Promise<ReadonlySet<string>> | null = null
  const seen = () => (trash ??= asked.content.trash(at).then((items) => new Set(items.map(({ id }) => id))))

  async function shown(found: readonly Candidate[], most: number): Promise<Candidate[]> {
    const theirs: Candidate[] = []
    for (const [id, indexed] of found) {
      const { path, past } = pastAt(indexed)
      if (past.item === null || (await seen()).has(past.item)) theirs.push([id, path])
    }
    return readable(asked, theirs, most)
  }

  return past === 'history'
    ? { was: 'went', readable: shown, contentOf: (details) => wentContent(store, asked, details) }
    : { was: 'trash', readable: shown, contentOf: (details) => trashContent(store, asked, details) }
}

/** What of it the caller may read. */
function contentsFor(store: Store, asked: Known, path: ContentPath): PastContents {
  const config = configAt(path)
  const lies: PastContents['lies'] = async (item) =>
    (await asked.content.clientTrashed(ROOT, item))?.path ?? null
  if (config === null)
    return {
      read: (at) => asked.content.read(at),
      readVersion: (org, file, version) => asked.content.readVersion(org, file, version),
      lies
    }
  const configs = configsFor(store, asked.access)
  const [org = ''] = segmentsOf(contentPath(config))
  return {
    read: () => configs.read(contentPath(config)),
    readVersion: (_, file, version) => configs.readVersion(org, file, version),
    lies
  }
}

async function wentContent(store: Store, asked: Known, details: Details): Promise<HitContent | null> {
  const { path, past } = pastAt(details.path)
  if (past.was !== 'went') return null
  const [file, at] = [fileOfState(details.file), storedPath({ path })]
  const contents = contentsFor(store, asked, path)
  const found = await contents.readVersion(segmentsOf(at)[0] ?? '', file, past.version)
  // it moved since the index was asked: what was judged is another place
  if (!found || !(past.item === null ? found.lastPath === at : isInClientTrash(found.lastPath))) return null
  const state = await pastBytes(contents, details.file, path, past).catch(() => null)
  if (!state) return null
  const there = past.item === null && found.currentPath !== null
  const now = there ? await bytesNow(contents, at, file) : null
  const was = { kind: 'history', version: past.version, stands: false, isDeleted: now === null } as const
  return {
    path: at,
    bytes: state.bytes,
    went: { next: state.next, now: past.next === 'now' ? null : now },
    hit: { path: shownPath(path), id: file, was }
  }
}

async function trashContent(store: Store, asked: Known, details: Details): Promise<HitContent | null> {
  const { path, past } = pastAt(details.path)
  if (past.was !== 'trash') return null
  const hit = {
    path,
    id: fileOfState(details.file),
    was: { kind: 'trash', item: past.item } as const
  }
  if (!isPastRead(path, past, 0)) return { path, bytes: new Uint8Array(), hit }
  const found = await pastBytes(contentsFor(store, asked, path), details.file, path, past).catch(() => null)
  return found && { path, bytes: found.bytes, hit }
}
