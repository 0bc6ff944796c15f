import type { ServiceEventBody } from '../../../common/api/events'
import { siteOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { isTogether } from '../core/live-sessions'
import { newGuid, type Guid } from '../layout/names'
import { keepPlan, type KeepPlan } from '../layout/version-rules'
import { entryOf, extOf, isVersioned } from '../logs/entries'
import type { Version, WriteOptions, WriteResult } from '../seam/content'
import { contentOf } from './contents'
import type { Row, Sql } from './database'
import { fileChange, type FileRow } from './files'
import { given, type Hashed } from './keep-contents'
import { keyOf } from './places'
import type { Turn } from './turn'
import { hashBytes, json, numberIn, textIn } from './values'
import { versionOfContent } from './versions'

/** What somebody wants a file to contain. */
export interface Intended {
  readonly content: Hashed
  readonly options: WriteOptions
  /** The id that the file must have, or gets. */
  readonly fileId?: string | undefined
}

/** A save that is decided, by what the file contains now. */
interface PlannedSave {
  readonly result: WriteResult
  /** Null where there is nothing to do. */
  readonly change: SavedChange | null
}

interface SavedChange {
  readonly content: Hashed
  readonly after: FileRow
  readonly kept: Version | undefined
  /** What an upload replaces is this item in the trash, and can be had again. */
  readonly replacedAs: Guid | null
  readonly events: readonly ServiceEventBody[]
}

type Reading = Sql & Pick<Turn, 'workspace' | 'objects' | 'now'>

/** Gives a file that is held another content. */
export async function replace(turn: Turn, file: FileRow, intended: Intended): Promise<WriteResult> {
  const { result, change } = await planSave(turn, file, intended)
  if (!change) return result
  const { workspace, now, one, emit } = turn
  // its events go with those of the whole turn
  if ((await putSave(one, change, { workspace, now: now(), seen: null, events: [] })) === null)
    throw new GalleyError('internal', 'A file that was held has changed.', { where: file.path })
  for (const event of change.events) emit(event)
  return result
}

/**
 * What a save does to a file, and what is kept of what it contained.
 * @throws what the condition throws · exists
 */
export async function planSave(
  reading: Reading,
  file: FileRow,
  { content, options, fileId }: Intended
): Promise<PlannedSave> {
  const { by, session, keepAs } = options
  const { path, id } = file
  options.condition?.(entryOf(file))
  if (fileId !== undefined && fileId.toLowerCase() !== id)
    throw new GalleyError('exists', 'The file at this path has another id.', { where: path })
  const { hash } = content
  if (session !== undefined && keepAs === undefined && hash === file.hash)
    return { result: { created: false, entry: entryOf(file) }, change: null }
  const at = options.at ?? reading.now()
  const plan = isVersioned(path) ? await planFor(reading, file, content, options, at) : null
  const kept = plan?.keep ? versionOfContent(file, options.writers ?? [file.by], at, plan.label) : undefined
  const replacedAs = !plan && file.size > 0 && hash !== file.hash ? newGuid() : null
  const after: FileRow = { ...file, hash, size: content.size, at, by, session, since: plan?.since }
  const label = kept?.label === undefined ? {} : { label: kept.label }
  const events: ServiceEventBody[] = [
    ...(replacedAs ? [{ type: 'trash' as const, site: siteOf(path) }] : []),
    ...(kept ? [{ type: 'version' as const, path, fileId: id, ...label }] : []),
    fileChange('changed', after, by)
  ]
  return {
    result: { created: false, entry: entryOf(after), ...(kept && { kept }) },
    change: { content, after, kept, replacedAs, events }
  }
}

async function planFor(
  reading: Reading,
  file: FileRow,
  { bytes }: Hashed,
  { by, session, keepAs, collaborative = false }: WriteOptions,
  at: number
): Promise<KeepPlan> {
  const { session: before, since, ...known } = file
  const together =
    session !== undefined &&
    before !== session &&
    isTogether(await openSessions(reading, file.id, at), { session, email: by.email })
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
    oldBytes: () => contentOf(reading, file.hash, file.path),
    session,
    keepAs,
    collaborative,
    at,
    together
  })
}

interface Put {
  readonly workspace: string
  /** Unix milliseconds. */
  readonly now: number
  /** The state of the row that the save was decided by; null: the row is held since. */
  readonly seen: string | null
  readonly events: readonly ServiceEventBody[]
}

/**
 * Content, version, row, history and events, as one statement.
 * @returns the number of its transaction; null when the file is not any more as it was seen
 */
export async function putSave(
  ask: (text: string, values: readonly unknown[]) => Promise<Row | null>,
  { content, after, kept, replacedAs }: SavedChange,
  { workspace, now, seen, events }: Put
): Promise<string | null> {
  const { id, path, hash, size, at, by, session, since } = after
  const row = await ask(SAVE, [
    workspace,
    id,
    seen,
    hashBytes(hash),
    content.object === null ? content.bytes : null,
    content.object,
    size,
    at,
    json(by),
    session === undefined ? null : json(session),
    since ?? null,
    json(by.email),
    at - OPEN_MS,
    now,
    kept?.id ?? null,
    kept?.timestamp ?? null,
    kept ? json(kept.users) : null,
    kept?.label === undefined ? null : json(kept.label),
    replacedAs,
    keyOf(siteOf(path)),
    events.map((event) => JSON.stringify(event))
  ])
  return row?.['xid'] === null || !row ? null : textIn(row, 'xid')
}

const SAVE = `select save_file(${Array.from({ length: 21 }, (_, at) => `$${at + 1}`).join(', ')}) xid`

/** Sessions that have saved a file lately, by their name. */
async function openSessions({ all, workspace }: Reading, fileId: Guid, at: number) {
  const rows = await all(
    `select session, email, at from editing where workspace_id = $1 and file_id = $2 and at between $3 and $4`,
    [workspace, fileId, at - OPEN_MS, at]
  )
  return new Map(
    rows.map((row) => [
      JSON.parse(textIn(row, 'session')) as string,
      { email: JSON.parse(textIn(row, 'email')) as string, at: numberIn(row, 'at') }
    ])
  )
}

/** How long after its last save an editing session counts as open. */
export const OPEN_MS = 5 * 60_000
