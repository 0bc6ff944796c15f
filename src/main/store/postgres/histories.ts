import {
  isInClientTrash,
  isWithin,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../common/content/paths'
import {
  placesOf,
  type Content,
  type FileHistory,
  type Kept,
  type Place,
  type Placed,
  type Trashed
} from '../../../common/moment/file-history'
import type { Guid } from '../layout/names'
import type { ClientTrashed } from '../seam/content'
import type { Row } from './database'
import { FILE, fileOf, type FileRow } from './files'
import { keyOf, within } from './places'
import type { Workspace } from './turn'
import { booleanIn, guidIn, hashIn, maybe, numberIn, pathIn, personIn, textIn } from './values'
import { versionOf } from './versions'

/** So many files are asked for at a time. */
const GROUP = 500

/** Every file that is at or below a path, or was there once; see `Store.histories`. */
export async function historiesAt(
  { database, id }: Workspace,
  path: ContentPath,
  since: number,
  isWhole: (id: string, trashed: Trashed | null) => boolean = () => false
): Promise<FileHistory[]> {
  const org = `/${segmentsOf(path)[0] ?? ''}` as ContentPath
  const rows = await database.all(
    `select ${FILE.split(', ')
      .map((column) => `e.${column}`)
      .join(', ')}, e.here, e.touched_at, t.id trash_id, t.path trash_path, t.deleted_at, t.deleted_by
     from entries e
     left join trash_items own on own.workspace_id = e.workspace_id and own.id = e.trash_id
     left join trash_items t on t.workspace_id = e.workspace_id and t.id = coalesce(
       (select w.id from trash_items w where w.workspace_id = e.workspace_id and w.id = own.with_id), own.id)
     where e.workspace_id = $1 and e.kind = 'file' and ${within('e.key', 2)}`,
    [id, keyOf(org)]
  )
  const wanted = rows.map(knownOf).filter(({ file, trashed, touchedAt }) => {
    const here = isWithin(file.path, path)
    return touchedAt >= since || here || isWhole(file.id, trashed)
  })
  const histories: FileHistory[] = []
  for (let at = 0; at < wanted.length; at += GROUP) {
    const group = wanted.slice(at, at + GROUP)
    const parts = await partsOf({ database, id }, group)
    for (const one of group) {
      const history = historyOf(one, parts)
      if (placesOf(history).some((place) => isWithin(place, path))) histories.push(history)
    }
  }
  return histories
}

interface Known {
  readonly file: FileRow
  readonly isHere: boolean
  readonly touchedAt: number
  readonly trashed: Trashed | null
}

function knownOf(row: Row): Known {
  const file = fileOf(row)
  const isHere = booleanIn(row, 'here')
  const item = maybe(row, 'trash_id', guidIn)
  return {
    file,
    isHere,
    touchedAt: numberIn(row, 'touched_at'),
    trashed:
      item === undefined
        ? null
        : {
            id: item,
            item: pathIn(row, 'trash_path'),
            path: file.path,
            content: contentOf(file),
            at: numberIn(row, 'deleted_at'),
            by: personIn(row, 'deleted_by')
          }
  }
}

const contentOf = ({ hash, size, at, by }: FileRow): Content => ({ hash, size, at, by })

interface Parts {
  readonly created: ReadonlyMap<Guid, Placed>
  readonly places: ReadonlyMap<Guid, readonly Place[]>
  readonly written: ReadonlyMap<Guid, readonly Content[]>
  readonly kept: ReadonlyMap<Guid, readonly Kept[]>
}

async function partsOf(
  { database, id }: Pick<Workspace, 'database' | 'id'>,
  group: readonly Known[]
): Promise<Parts> {
  const ids = group.map(({ file }) => file.id)
  const [happened, versions, replaced] = await Promise.all([
    database.all(
      `select file_id, kind, at, by_whom, path, deleted_at, hash, size from happenings
       where workspace_id = $1 and file_id = any($2) order by file_id, n`,
      [id, ids]
    ),
    database.all(
      `select id, file_id, at, users, path, label, hash, size, written_at, written_by from versions
       where workspace_id = $1 and file_id = any($2)`,
      [id, ids]
    ),
    database.all(
      `select r.file_id, t.id, r.hash, r.size, t.deleted_at, t.path, r.by_whom from replaced r
       join trash_items t on t.workspace_id = r.workspace_id and t.id = r.trash_id
       where r.workspace_id = $1 and r.file_id = any($2)`,
      [id, ids]
    )
  ])
  const created = new Map<Guid, Placed>()
  const places = new Map<Guid, Place[]>()
  const written = new Map<Guid, Content[]>()
  const kept = new Map<Guid, Kept[]>()
  for (const row of happened) {
    const file = guidIn(row, 'file_id')
    const kind = textIn(row, 'kind')
    if (kind === 'created') created.set(file, placedIn(row))
    else if (kind === 'placed')
      add(places, file, { ...placedIn(row), deletedAt: maybe(row, 'deleted_at', numberIn) })
    else
      add(written, file, {
        hash: hashIn(row, 'hash'),
        size: numberIn(row, 'size'),
        at: numberIn(row, 'at'),
        by: personIn(row, 'by_whom')
      })
  }
  for (const row of versions) {
    const { id: version, fileId, hash, size, timestamp: at, path, users: by, label } = versionOf(row)
    add(kept, fileId, { kind: 'version', id: version, hash, size, at, path, by, label })
  }
  for (const row of replaced)
    add(kept, guidIn(row, 'file_id'), {
      kind: 'replaced',
      id: guidIn(row, 'id'),
      hash: hashIn(row, 'hash'),
      size: numberIn(row, 'size'),
      at: numberIn(row, 'deleted_at'),
      path: pathIn(row, 'path'),
      by: [personIn(row, 'by_whom')]
    })
  for (const all of kept.values()) all.sort((a, b) => a.at - b.at)
  return { created, places, written, kept }
}

export const placedIn = (row: Row): Placed => ({
  path: pathIn(row, 'path'),
  at: numberIn(row, 'at'),
  by: maybe(row, 'by_whom', personIn)
})

function add<T>(map: Map<Guid, T[]>, id: Guid, one: T): void {
  const all = map.get(id)
  if (all) all.push(one)
  else map.set(id, [one])
}

function historyOf({ file, isHere, trashed }: Known, { created, places, written, kept }: Parts): FileHistory {
  const { id, path } = file
  return {
    id,
    current: isHere ? { path, content: contentOf(file) } : null,
    trashed,
    created: created.get(id) ?? null,
    places: places.get(id) ?? [],
    written: written.get(id) ?? [],
    kept: kept.get(id) ?? []
  }
}

/** What clients deleted by moving it into the dot folder `.trash` of a site (S4). */
export async function clientTrashOf(
  workspace: Workspace,
  scope: ContentPath,
  only?: string
): Promise<ClientTrashed[]> {
  const { database, id } = workspace
  const site = segmentsOf(scope).length > 2 ? siteOf(scope) : scope
  const rows = await database.all(
    `select ${FILE} from entries where workspace_id = $1 and here and kind = 'file' and ${within('key', 2)}
       and key like '%/.trash/%'`,
    [id, keyOf(site)]
  )
  const files = rows
    .map(fileOf)
    .filter((file) => isInClientTrash(file.path) && (only === undefined || file.id === only))
  const known = files.map((file): Known => ({ file, isHere: true, touchedAt: 0, trashed: null }))
  const { created, places } = await partsOf(workspace, known)
  return files.map((file) => {
    let before = file.path.replace('/.trash/', '/') as ContentPath
    let deleted = { at: file.at, by: file.by }
    const first = created.get(file.id)
    for (const { path, at, by } of [...(first ? [first] : []), ...(places.get(file.id) ?? [])])
      if (!isInClientTrash(path)) before = path
      else deleted = { at, by: by ?? file.by }
    const item = { id: file.id, path: before, kind: 'file', files: 1, cause: 'deleted' } as const
    return { item: { ...item, deletedAt: deleted.at, deletedBy: deleted.by }, path: file.path }
  })
}
