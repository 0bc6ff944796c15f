import { parentOf, ROOT, siteOf, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Person } from '../../../common/person'
import { requireOwnName, requireReadableName } from '../core/folder-names'
import { isTogether } from '../core/live-sessions'
import { isGuid, newGuid, type Guid } from '../layout/names'
import { keepPlan, type KeepPlan } from '../layout/version-rules'
import type { Version, WriteOptions, WriteResult } from '../seam/content'
import { contentOf } from './contents'
import { given, keepContent, withBody, type Hashed } from './keep-contents'
import { emitFile, heldFile, type FileRow } from './files'
import { entryOf, extOf, isVersioned } from '../logs/entries'
import { checkNames, holdPlaces, keyOf, kindAt, makeFolders, parentKeyOf } from './places'
import { inTurn, type Turn, type Workspace } from './turn'
import { hashBytes, json, numberIn, textIn } from './values'
import { keepVersion } from './versions'

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
    return inTurn(workspace, async (turn) => {
      const there = await heldFile(turn, path)
      if (there) return replace(turn, there, content, options, fileId)
      await holdPlaces(turn, [path])
      // somebody may have made it meanwhile
      const now = await heldFile(turn, path)
      return now ? replace(turn, now, content, options, fileId) : create(turn, path, content, options, fileId)
    })
  })
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

/** Gives a file that is held another content. */
export async function replace(
  turn: Turn,
  file: FileRow,
  content: Hashed,
  options: WriteOptions,
  fileId?: string
): Promise<WriteResult> {
  const { by, session, keepAs } = options
  const { path } = file
  options.condition?.(entryOf(file))
  if (fileId !== undefined && fileId.toLowerCase() !== file.id)
    throw new GalleyError('exists', 'The file at this path has another id.', { where: path })
  const { hash } = content
  if (session !== undefined && keepAs === undefined && hash === file.hash)
    return { created: false, entry: entryOf(file) }
  const at = options.at ?? turn.now()
  const plan = isVersioned(path) ? await planFor(turn, file, content, options, at) : null
  let kept: Version | undefined
  if (plan?.keep) kept = await keepVersion(turn, file, options.writers ?? [file.by], at, plan.label)
  if (!plan && file.size > 0 && hash !== file.hash) await keepReplaced(turn, file, by)
  await keepContent(turn, content)
  const after: FileRow = { ...file, hash, size: content.size, at, by, session, since: plan?.since }
  await putContent(turn, after)
  if (session !== undefined) await noteSession(turn, file.id, session, by.email, at)
  if (kept) {
    const label = kept.label === undefined ? {} : { label: kept.label }
    turn.emit({ type: 'version', path, fileId: file.id, ...label })
  }
  emitFile(turn, 'changed', after, by)
  return { created: false, entry: entryOf(after), ...(kept && { kept }) }
}

async function planFor(
  turn: Turn,
  file: FileRow,
  { bytes }: Hashed,
  { by, session, keepAs, collaborative = false }: WriteOptions,
  at: number
): Promise<KeepPlan> {
  const { session: before, since, ...known } = file
  const together =
    session !== undefined &&
    before !== session &&
    isTogether(await openSessions(turn, file.id, at), { session, email: by.email })
  return keepPlan({
    current: {
      ...known,
      mtimeMs: 0,
      ino: 0,
      ...(before !== undefined && { session: before }),
      ...(since !== undefined && { since })
    },
    ext: extOf(file.path),
    bytes: given(bytes ?? undefined),
    oldBytes: () => contentOf(turn, file.hash, file.path),
    session,
    keepAs,
    collaborative,
    at,
    together
  })
}

/** What an upload replaces goes to the trash, and can be had again. */
async function keepReplaced(turn: Turn, file: FileRow, by: Person): Promise<void> {
  const id = newGuid()
  const { path } = file
  await turn.change(
    `insert into trash_items (workspace_id, id, site_key, path, kind, cause, files, deleted_at, deleted_by)
     values ($1, $2, $3, $4, 'file', 'replaced', 1, $5, $6)`,
    [turn.workspace, id, keyOf(siteOf(path)), path, turn.now(), json(by)]
  )
  await turn.change(
    `insert into replaced (workspace_id, trash_id, file_id, hash, size, at, by_whom) values ($1, $2, $3, $4, $5, $6, $7)`,
    [turn.workspace, id, file.id, hashBytes(file.hash), file.size, file.at, json(file.by)]
  )
  turn.emit({ type: 'trash', site: siteOf(path) })
}

async function putContent(turn: Turn, file: FileRow): Promise<void> {
  const { id, hash, size, at, by, session, since } = file
  await turn.change(
    `update entries set hash = $3, size = $4, at = $5, by_whom = $6, session = $7, since = $8, touched_at = $9
     where workspace_id = $1 and id = $2`,
    [
      turn.workspace,
      id,
      hashBytes(hash),
      size,
      at,
      json(by),
      session === undefined ? null : json(session),
      since ?? null,
      turn.now()
    ]
  )
  await noteWritten(turn, file)
}

async function noteWritten(
  turn: Turn,
  { id, at, by, hash, size }: Pick<FileRow, 'id' | 'at' | 'by' | 'hash' | 'size'>
): Promise<void> {
  await turn.change(
    `insert into happenings (workspace_id, file_id, kind, at, by_whom, hash, size) values ($1, $2, 'written', $3, $4, $5, $6)`,
    [turn.workspace, id, at, json(by), hashBytes(hash), size]
  )
}

async function create(
  turn: Turn,
  path: ContentPath,
  content: Hashed,
  options: WriteOptions,
  fileId: string | undefined
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

/** A file that was not there. Its content is kept already, and the caller holds its place. */
export async function putFile(turn: Turn, file: FileRow): Promise<void> {
  const { id, path, hash, size, at, by, session, since } = file
  await turn.change(
    `insert into entries (workspace_id, id, kind, path, key, parent, hash, size, at, by_whom, session, since, touched_at)
     values ($1, $2, 'file', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
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
  await turn.change(
    `insert into happenings (workspace_id, file_id, kind, at, by_whom, path) values ($1, $2, 'created', $3, $4, $5)`,
    [turn.workspace, id, at, json(by), path]
  )
  await noteWritten(turn, file)
}

async function newId(turn: Turn, wanted: string | undefined): Promise<Guid> {
  if (wanted === undefined) return newGuid()
  const id = wanted.toLowerCase()
  if (!isGuid(id)) throw new GalleyError('bad-request', 'The id of a new file must be a GUID.')
  if (await turn.one('select 1 from entries where workspace_id = $1 and id = $2', [turn.workspace, id]))
    throw new GalleyError('exists', 'Another file has this id. Leave the id out to get a new one.')
  return id
}

/** Sessions that have saved a file lately, by their name. */
async function openSessions(turn: Turn, fileId: Guid, at: number) {
  const rows = await turn.all(
    `select session, email, at from editing where workspace_id = $1 and file_id = $2 and at between $3 and $4`,
    [turn.workspace, fileId, at - OPEN_MS, at]
  )
  return new Map(
    rows.map((row) => [
      JSON.parse(textIn(row, 'session')) as string,
      { email: JSON.parse(textIn(row, 'email')) as string, at: numberIn(row, 'at') }
    ])
  )
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

const OPEN_MS = 5 * 60_000
