import { clashKey, nameOf, parentOf, ROOT, segmentsOf, type ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'
import { nameClash, parentIsFile, requireOwnName } from '../core/folder-names'
import { newGuid } from '../layout/names'
import { pathIn, textIn } from './values'
import type { Sql } from './database'
import type { Turn } from './turn'

/** The form under which a path is one of its kind: two with one key may not both exist (N5). */
export const keyOf = (path: ContentPath): string =>
  path === ROOT ? '/' : `/${segmentsOf(path).map(clashKey).join('/')}`

export const parentKeyOf = (path: ContentPath): string => keyOf(parentOf(path))

/** A condition for what is at a key or below it. @param given the number of the value with the key */
export const within = (column: string, given: number): string =>
  `($${given} = '/' or ${column} = $${given} or (${column} >= $${given} || '/' and ${column} < $${given} || '0'))`

/** Every folder on the way to a path, outermost first, without the root. */
function ancestorsOf(path: ContentPath): ContentPath[] {
  const all: ContentPath[] = []
  for (let at = parentOf(path); at !== ROOT; at = parentOf(at)) all.unshift(at)
  return all
}

/** Until the transaction ends nobody makes, moves or deletes at these places, nor moves what they lie in. */
export async function holdPlaces(
  { one, workspace }: Turn,
  own: readonly ContentPath[],
  shared: readonly ContentPath[] = own.flatMap(ancestorsOf)
): Promise<void> {
  await one('select lock_places($1, $2, $3)', [workspace, shared.map(keyOf), own.map(keyOf)])
}

export type Kind = 'file' | 'folder' | 'none'

export async function kindAt(
  { one, workspace }: Sql & Pick<Turn, 'workspace'>,
  path: ContentPath
): Promise<Kind> {
  if (path === ROOT) return 'folder'
  const row = await one(
    `select kind from entries where workspace_id = $1 and here and key = $2 and path = $3`,
    [workspace, keyOf(path), path]
  )
  return row ? (textIn(row, 'kind') === 'file' ? 'file' : 'folder') : 'none'
}

/**
 * N5, of every name on the way.
 * @param except a path that is about to leave
 * @throws bad-path · name-clash · is-file
 */
export async function checkNames(turn: Turn, path: ContentPath, except?: ContentPath): Promise<void> {
  requireOwnName(path)
  const places = [...ancestorsOf(path), path]
  const there = await namesAt(turn, places)
  for (const place of places) {
    const name = there.get(keyOf(place))
    if (!name) return
    if (name.path !== except) requireSame(name, place)
    if (place !== path) requireFolder(name, place)
  }
}

interface NameThere {
  readonly path: ContentPath
  readonly isFile: boolean
}

/** What is there under the keys of these places. */
async function namesAt(turn: Turn, places: readonly ContentPath[]): Promise<Map<string, NameThere>> {
  const rows = await turn.all(
    `select key, path, kind from entries where workspace_id = $1 and here and key = any($2)`,
    [turn.workspace, places.map(keyOf)]
  )
  return new Map(
    rows.map((row) => [
      textIn(row, 'key'),
      { path: pathIn(row, 'path'), isFile: textIn(row, 'kind') === 'file' }
    ])
  )
}

function requireSame({ path }: NameThere, place: ContentPath): void {
  if (path !== place) throw nameClash(nameOf(path), nameOf(place), place)
}

function requireFolder({ isFile }: NameThere, place: ContentPath): void {
  if (isFile) throw parentIsFile(nameOf(place), place)
}

/**
 * Makes a folder and those that it needs, and tells of them. The caller holds the places, and shares those on the way: somebody
 * else may have made one of these since the names were checked.
 * @returns those that are new, outermost first
 * @throws name-clash · is-file
 */
export async function makeFolders(turn: Turn, folder: ContentPath, by: Person): Promise<ContentPath[]> {
  if (folder === ROOT) return []
  const places = [...ancestorsOf(folder), folder]
  const there = await namesAt(turn, places)
  const made = places.filter((place) => {
    const name = there.get(keyOf(place))
    if (!name) return true
    requireSame(name, place)
    requireFolder(name, place)
    return false
  })
  await putFolders(turn, made)
  for (const path of made) turn.emit({ type: 'folder', change: 'created', path, by })
  return made
}

async function putFolders(turn: Turn, folders: readonly ContentPath[]): Promise<void> {
  if (folders.length === 0) return
  await turn.change(
    `insert into entries (workspace_id, id, kind, path, key, parent, touched_at)
     select $1, id, 'folder', path, key, parent, $6
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) given (id, path, key, parent)`,
    [
      turn.workspace,
      folders.map(() => newGuid()),
      folders,
      folders.map(keyOf),
      folders.map(parentKeyOf),
      turn.now()
    ]
  )
}
