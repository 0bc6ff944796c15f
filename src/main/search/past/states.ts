import { createHash } from 'node:crypto'
import type { Content, FileHistory, Kept } from '../../../common/moment/file-history'
import { beforeClientTrash } from '../../../common/moment/client-trash'
import { contentPath, isInClientTrash, type ContentPath } from '../../../common/content/paths'
import { formatOfPath } from '../../../common/formats/files'
import type { Person } from '../../../common/person'
import { configPathOf } from '../../configs/config-file'
import { deletedConfig } from '../../configs/deleted-config'
import { stateName } from '../engine/gone-states'
import type { FileMark, Labelled } from '../engine/types'
import { indexedConfig, isSearched, storedPath } from '../marks'
import { pastPath, type Past } from './place'

/** A larger state is not read. */
const MOST_BYTES = 16 * 1024 * 1024

/** Whether the content of an entry is read; others are found by their names alone. */
export const isPastRead = (path: ContentPath, past: Past, size: number): boolean =>
  size <= MOST_BYTES &&
  formatOfPath(storedPath({ path })) !== 'media' &&
  (past.was === 'went' || past.content !== null)

/** The hash of a state that went: of its content and of what came after it. */
export const bothHash = (went: string, next: string): string =>
  createHash('sha256').update(`${went} ${next}`).digest('hex')

/** Of one file so many states are kept, the newest. */
const MOST_STATES = 500

/** What the index of what was is to know of a file: each state that another one took the place of, and the trash. */
export function statesOf(history: FileHistory): FileMark[] {
  const known = knownOf(history)
  if (!known || !isSearched(storedPath(known))) return []
  const versions = history.kept.filter(({ kind }) => kind === 'version').slice(-MOST_STATES)
  const went = versions.flatMap((version, at) =>
    wentMark(history, known, { ...version, label: labelOf(versions, at) }, versions[at + 1] ?? null)
  )
  if (!known.trash) return went
  const { item, at, by } = known.trash
  const last = versions.at(-1)
  const content =
    history.current !== null ? 'lies' : last?.hash === known.last.hash ? { version: last.id } : null
  return [
    ...went,
    markOf(history.id, known, { was: 'trash', item, content }, known.last.hash, known.last.size, { at, by })
  ]
}

/** Of a state, by all versions in a row that hold it, in small letters: what is saved over one keeps it once more. */
function labelOf(versions: readonly Kept[], at: number): string | undefined {
  const labels: string[] = []
  const hash = versions[at]?.hash
  for (let before = at; before >= 0 && versions[before]?.hash === hash; before -= 1)
    labels.push(versions[before]?.label?.toLowerCase() ?? '')
  return labels.join('\n').trim() || undefined
}

/** What its versions are called, for who asks for what is there. */
export function labelsOf(history: FileHistory): Labelled {
  const known = knownOf(history)
  const isThere = known !== null && known.trash === null && isSearched(storedPath(known))
  const labels = history.kept.flatMap(({ label }) => label?.toLowerCase() ?? [])
  return { file: history.id, path: isThere ? known.path : null, labels }
}

interface Known {
  /** As the index of what is there has it; of what was deleted, where it was. */
  readonly path: ContentPath
  readonly isConfig: boolean
  /** What it holds, or held when it was deleted. */
  readonly last: Content
  readonly trash: { readonly item: string; readonly at: number; readonly by: Person } | null
  /** A client moved it to `.trash`, where it lies as it is. */
  readonly lies: boolean
}

/** Null for what is known by nothing but replaced contents. */
function knownOf({ id, current, trashed, created, places }: FileHistory): Known | null {
  if (trashed) {
    const { id: item, at, by, path, content } = trashed
    return { path, isConfig: false, last: content, trash: { item, at, by }, lies: false }
  }
  if (!current) return null
  const { path, content } = current
  const here = { path, isConfig: false, last: content, trash: null, lies: false }
  const config = configPathOf(path)
  if (config) return { ...here, path: contentPath(indexedConfig(config)), isConfig: true }
  if (!isInClientTrash(path)) return here
  const before = beforeClientTrash(path, [...(created ? [created] : []), ...places])
  const { at, by = content.by } = before.deleted ?? content
  return { ...here, path: before.path, trash: { item: id, at, by }, lies: true }
}

/** None for a state of which nothing went. */
function wentMark(history: FileHistory, known: Known, version: Kept, after: Kept | null): FileMark[] {
  const { current, id } = history
  const { last, trash, lies } = known
  const item = lies && trash ? trash.item : null
  const next = after ?? last
  const mark = (
    next: Extract<Past, { was: 'went' }>['next'],
    hash: string,
    took: Pick<Content, 'at' | 'by'>
  ) => ({
    ...markOf(id, known, { was: 'went', version: version.id, next, item }, hash, version.size, took),
    label: version.label
  })
  // a file in the trash has its last state as a version
  if (after === null && trash && version.hash === last.hash) return [mark(null, version.hash, trash)]
  if ((after === null && !current) || next.hash === version.hash || version.hash === deletedConfig.hash)
    return []
  const took = after ? takenBy(history, version, after) : last
  // a config that is deleted is another content, that says so
  if (next.hash === deletedConfig.hash) return [mark(null, version.hash, took)]
  return [mark(after ? { version: after.id } : 'now', bothHash(version.hash, next.hash), took)]
}

/** Who wrote the state that took the place of another, and when. */
function takenBy({ written }: FileHistory, version: Kept, after: Kept): Pick<Content, 'at' | 'by'> {
  const found = [...written].reverse().find(({ hash, at }) => hash === after.hash && at <= after.at)
  if (found) return found
  return { at: version.at, by: after.by[0] ?? { email: '' } }
}

function markOf(
  file: string,
  { path, isConfig }: Known,
  past: Past,
  hash: string,
  size: number,
  { at, by }: { readonly at: number; readonly by: Person }
): FileMark {
  return {
    file: stateName(file, past.was === 'trash' ? 'trash' : past.version),
    path: pastPath(path, past),
    isConfig,
    was: past.was,
    hash,
    size,
    changedAt: at,
    changedBy: by.name === undefined ? by.email : `${by.email}\n${by.name}`,
    preview: null,
    live: null
  }
}
