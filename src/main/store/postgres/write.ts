import { parentOf, ROOT, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Person } from '../../../common/person'
import { requireOwnName, requireReadableName } from '../core/folder-names'
import { isGuid, newGuid, type Guid } from '../layout/names'
import type { WriteOptions, WriteResult } from '../seam/content'
import { keepContent, withBody } from './keep-contents'
import { emitFile, foundFile, heldFile, type FileRow } from './files'
import { entryOf, isVersioned } from '../logs/entries'
import { checkNames, holdPlaces, keyOf, kindAt, makeFolders, parentKeyOf } from './places'
import { OPEN_MS, planSave, putSave, replace, type Intended } from './save'
import { inTurn, type Turn, type Workspace } from './turn'
import { hashBytes, json } from './values'

/** So often a save is tried without holding the file while it is decided. */
const UNHELD = 2

/** Saves a file, or makes it. */
export async function writeFile(
  workspace: Workspace,
  path: ContentPath,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions
): Promise<WriteResult> {
  if (path === ROOT) throw new GalleyError('is-folder', 'This is a folder, not a file.')
  requireOwnName(path)
  return withBody(workspace, body, isVersioned(path), async (content) => {
    const fileId = typeof options.fileId === 'function' ? options.fileId() : options.fileId
    // before the transaction, and not within it: what is waited for wants a connection of its own
    await options.after
    return save(workspace, path, { content, options, fileId })
  })
}

async function save(workspace: Workspace, path: ContentPath, intended: Intended): Promise<WriteResult> {
  for (let tries = 0; tries < UNHELD; tries++) {
    const done = await saveUnheld(workspace, path, intended)
    if (done === 'none') return inTurn(workspace, (turn) => make(turn, path, intended))
    if (done !== 'changed') return done
  }
  return inTurn(workspace, async (turn) => {
    const there = await heldFile(turn, path)
    return there ? replace(turn, there, intended) : make(turn, path, intended)
  })
}

/**
 * Decides by what is there now, and saves if it still is then.
 * @returns `changed` when somebody was quicker, `none` where there is no file
 */
async function saveUnheld(
  workspace: Workspace,
  path: ContentPath,
  intended: Intended
): Promise<WriteResult | 'none' | 'changed'> {
  const { database, id, now, onEvents, objects } = workspace
  const reading = { ...database, workspace: id, objects, now }
  const there = await foundFile(reading, path)
  if (!there) return 'none'
  const { file, seen } = there
  const { result, change } = await planSave(reading, file, intended)
  if (!change) return result
  const { events } = change
  const xid = await putSave(database.alone, change, { workspace: id, now: now(), seen, events })
  if (xid === null) return 'changed'
  await onEvents(xid)
  return result
}

/** Makes a file, or saves it where somebody has made it meanwhile. */
async function make(turn: Turn, path: ContentPath, intended: Intended): Promise<WriteResult> {
  await holdPlaces(turn, [path])
  const there = await heldFile(turn, path)
  return there ? replace(turn, there, intended) : create(turn, path, intended)
}

/** Makes a folder and its parents; false when it was there. */
export function makeFolder(workspace: Workspace, path: ContentPath, by: Person): Promise<boolean> {
  return inTurn(workspace, async (turn) => {
    if (path === ROOT) return false
    await holdPlaces(turn, [path])
    const kind = await kindAt(turn, path)
    if (kind === 'folder') return false
    if (kind === 'file') throw new GalleyError('is-file', 'A file has this name.', { where: path })
    requireReadableName(path)
    await checkNames(turn, path)
    await makeFolders(turn, path, by)
    return true
  })
}

async function create(
  turn: Turn,
  path: ContentPath,
  { content, options, fileId }: Intended
): Promise<WriteResult> {
  options.condition?.(null)
  requireReadableName(path)
  await checkNames(turn, path)
  const id = await newId(turn, fileId)
  const { by, session } = options
  const at = options.at ?? turn.now()
  await makeFolders(turn, parentOf(path), by)
  await keepContent(turn, content)
  const file: FileRow = {
    id,
    path,
    hash: content.hash,
    size: content.size,
    at,
    by,
    session,
    since: session === undefined ? undefined : at,
    lastVersionAt: 0
  }
  await putFile(turn, file)
  if (session !== undefined) await noteSession(turn, id, session, by.email, at)
  emitFile(turn, 'created', file, by)
  return { created: true, entry: entryOf(file) }
}

/** A file that was not there, with what its history begins with. Its content is kept already, and the caller holds its place. */
export async function putFile(turn: Turn, file: FileRow): Promise<void> {
  const { id, path, hash, size, at, by, session, since } = file
  await turn.change(
    `with made as (
       insert into entries (workspace_id, id, kind, path, key, parent, hash, size, at, by_whom, session, since, touched_at)
       values ($1, $2, 'file', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning workspace_id, id, path, hash, size, at, by_whom)
     insert into happenings (workspace_id, file_id, kind, at, by_whom, path, hash, size)
     select workspace_id, id, begun.kind, at, by_whom, case when begun.kind = 'created' then path end,
       case when begun.kind = 'written' then hash end, case when begun.kind = 'written' then size end
     from made, unnest(array['created', 'written']) with ordinality begun (kind, n) order by begun.n`,
    [
      turn.workspace,
      id,
      path,
      keyOf(path),
      parentKeyOf(path),
      hashBytes(hash),
      size,
      at,
      json(by),
      session === undefined ? null : json(session),
      since ?? null,
      turn.now()
    ]
  )
}

async function newId(turn: Turn, wanted: string | undefined): Promise<Guid> {
  if (wanted === undefined) return newGuid()
  const id = wanted.toLowerCase()
  if (!isGuid(id)) throw new GalleyError('bad-request', 'The id of a new file must be a GUID.')
  if (await turn.one('select 1 from entries where workspace_id = $1 and id = $2', [turn.workspace, id]))
    throw new GalleyError('exists', 'Another file has this id. Leave the id out to get a new one.')
  return id
}

async function noteSession(
  turn: Turn,
  fileId: Guid,
  session: string,
  email: string,
  at: number
): Promise<void> {
  await turn.change(`delete from editing where workspace_id = $1 and file_id = $2 and (at < $3 or at > $4)`, [
    turn.workspace,
    fileId,
    at - OPEN_MS,
    at
  ])
  await turn.change(
    `insert into editing (workspace_id, file_id, session, email, at) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, file_id, session) do update set email = excluded.email, at = excluded.at`,
    [turn.workspace, fileId, json(session), json(email), at]
  )
}
