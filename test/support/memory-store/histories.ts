import { isWithin, segmentsOf, type ContentPath } from '../../../src/common/content/paths'
import { placesOf, type FileHistory, type Kept, type Trashed } from '../../../src/common/moment/file-history'
import type { MemoryFile, State } from './state'

const contentOf = ({ hash, bytes, at, by }: Pick<MemoryFile, 'hash' | 'bytes' | 'at' | 'by'>) => ({
  hash,
  size: bytes.length,
  at,
  by
})

/** Every history in the organization that has to do with a path. */
export function historiesAt(state: State, path: ContentPath): FileHistory[] {
  const org = `/${segmentsOf(path)[0] ?? ''}` as ContentPath
  return [...state.files.values()]
    .filter((file) => isWithin(file.path, org))
    .map((file) => historyOf(state, file))
    .filter((one) => placesOf(one).some((place) => isWithin(place, path)))
}

function historyOf(state: State, file: MemoryFile): FileHistory {
  const { id, created, places, written } = file
  const kept: Kept[] = file.versions.map(({ id: version, hash, size, timestamp, path, users, label }) => ({
    kind: 'version',
    id: version,
    hash,
    size,
    at: timestamp,
    path,
    by: users,
    label
  }))
  for (const item of state.trash.values())
    if (item.was?.id === id) {
      const { hash, bytes, by } = item.was
      const { id: trash, path, deletedAt: at } = item
      kept.push({ kind: 'replaced', id: trash, hash, size: bytes.length, at, path, by: [by] })
    }
  return {
    id,
    current: file.isHere ? { path: file.path, content: contentOf(file) } : null,
    trashed: file.isHere ? null : trashedOf(state, file),
    created,
    places,
    written,
    kept: kept.sort((a, b) => a.at - b.at)
  }
}

function trashedOf(state: State, file: MemoryFile): Trashed | null {
  const item = [...state.trash.values()].reverse().find(({ files }) => files.includes(file))
  if (!item) return null
  const { id, path, deletedAt: at, deletedBy: by } = (item.with && state.trash.get(item.with)) ?? item
  return { id, item: path, path: file.path, content: contentOf(file), at, by }
}
