import { readRoomLog } from '../logs/room-entries'
import type { StoreDiagnosis } from '../seam/diagnosis'
import { requireStored } from './stored-rows'
import { NAMING, named } from './collect'
import type { Objects } from './contents'
import type { Database, Row, Sql } from './database'
import { outdatedFiles } from './words-forms'
import { objectsOf, unnamedObjects } from './examine-objects'
import { namesOf, type TeamFinding } from './findings'
import { booleanIn, bytesIn, hashIn, numberIn, textIn } from './values'

/** What an examination of a workspace in a database found. */
export interface TeamDiagnosis {
  readonly files: number
  readonly versions: number
  readonly contents: number
  /** Of the contents. */
  readonly bytes: number
  /** Contents that nothing names: harmless, and taken away a day after that was first seen. */
  readonly unnamed: { readonly contents: number; readonly bytes: number }
  /** Objects that are being sent, or were given up less than a day ago; and those that nothing names and that go an hour later. */
  readonly objects: { readonly sending: number; readonly doomed: number }
  readonly findings: readonly TeamFinding[]
  /** Files of which the words or links that are kept are not those of their content: they are read again by themselves. */
  readonly outdated: readonly string[]
}

const GROUP = 500
/** So much is read in one question, which is far below what the server gives one. */
const GROUP_BYTES = 16 * 1024 * 1024

/** Waited for before each bit of work; rejects to end it. */
type Pause = () => Promise<void>

interface Counted {
  contents: number
  bytes: number
  unnamed: { contents: number; bytes: number }
}

/**
 * Reads everything back; changes nothing. Contents are looked at one after the other, all that names them as it is at one
 * moment, so that no transaction lasts as long as the contents take.
 * @param pause waited for before each bit of work; rejects to end it
 */
export async function examineWorkspace(
  database: Database,
  workspace: string,
  objects: Objects | null = null,
  pause: Pause = () => Promise.resolve()
): Promise<TeamDiagnosis> {
  const findings: TeamFinding[] = []
  const reading = { ...database, workspace }
  const counted = await contentsOf(reading, pause, findings)
  if (objects) await objectsOf({ ...reading, objects }, findings, pause)
  return database.long('one-moment', async (sql) => {
    const own = { ...sql, workspace }
    const { sending, doomed } = await unnamedObjects(own)
    await missingContents(own, findings)
    await places(own, findings)
    const stored = await requireStored(
      own,
      (where, message) => void findings.push({ where, message, lost: false })
    )
    await rooms(own, findings)
    const outdated = await outdatedFiles(own)
    return { ...counted, ...stored, objects: { sending, doomed }, findings, outdated }
  })
}

/** The same as every store tells it. */
export async function examined(...what: Parameters<typeof examineWorkspace>): Promise<StoreDiagnosis> {
  const { files, contents, findings } = await examineWorkspace(...what)
  return { files, contents, findings: findings.map((one) => ({ ...one, repair: null })) }
}

type Reading = Sql & { readonly workspace: string }

/** Each content is what its name says. */
async function contentsOf(sql: Reading, pause: Pause, findings: TeamFinding[]): Promise<Counted> {
  const counted: Counted = { contents: 0, bytes: 0, unnamed: { contents: 0, bytes: 0 } }
  for (let after: Uint8Array = Buffer.alloc(0); ;) {
    await pause()
    const rows: readonly Row[] = await sql.all(
      `select hash, size, object_key is null here, ${named('b')} named
       from blobs b where workspace_id = $1 and hash > $2 order by hash limit ${GROUP}`,
      [sql.workspace, after]
    )
    const last = rows[rows.length - 1]
    if (!last) return counted
    after = Buffer.from(bytesIn(last, 'hash'))
    for (const row of rows) {
      const size = numberIn(row, 'size')
      counted.contents++
      counted.bytes += size
      if (booleanIn(row, 'named')) continue
      counted.unnamed.contents++
      counted.unnamed.bytes += size
    }
    for (const hashes of inBounds(rows.filter((row) => booleanIn(row, 'here')))) {
      await pause()
      const damaged = await sql.all(
        `select hash from blobs where workspace_id = $1 and hash = any($2) and object_key is null
           and (sha256(bytes) <> hash or length(bytes) <> size) order by hash`,
        [sql.workspace, hashes]
      )
      for (const row of damaged)
        findings.push({
          where: await namesOf(sql, hashIn(row, 'hash')),
          message:
            'The content is damaged: the database does not hold what was stored. It cannot be opened; a backup from before may have it.',
          lost: true
        })
    }
  }
}

/** Hashes of contents that the database reads in one question. */
function* inBounds(rows: readonly Row[]): Generator<readonly Uint8Array[], void> {
  let [hashes, bytes]: [Uint8Array[], number] = [[], 0]
  for (const row of rows) {
    const size = numberIn(row, 'size')
    if (hashes.length > 0 && bytes + size > GROUP_BYTES) {
      yield hashes
      ;[hashes, bytes] = [[], 0]
    }
    hashes.push(Buffer.from(bytesIn(row, 'hash')))
    bytes += size
  }
  if (hashes.length > 0) yield hashes
}

/** A database that was put together of parts may lack what its own rules ask for. */
async function missingContents({ all, workspace }: Reading, findings: TeamFinding[]): Promise<void> {
  for (const [table, column, what] of NAMING) {
    const rows = await all(
      `select ${what} told from ${table} t
       where t.workspace_id = $1 and t.${column} is not null
         and not exists (select from blobs b where b.workspace_id = $1 and b.hash = t.${column})
       order by 1`,
      [workspace]
    )
    for (const row of rows)
      findings.push({
        where: textIn(row, 'told'),
        message:
          'The content is missing. It stays in its list but cannot be opened; a backup from before may have it.',
        lost: true
      })
  }
}

/** Whatever is there lies in a folder that is there. */
async function places({ all, workspace }: Reading, findings: TeamFinding[]): Promise<void> {
  const rows = await all(
    `select path from entries e where workspace_id = $1 and here and parent <> '/'
       and not exists (select from entries p where p.workspace_id = $1 and p.here and p.kind = 'folder' and p.key = e.parent)
     order by path`,
    [workspace]
  )
  for (const row of rows)
    findings.push({
      where: textIn(row, 'path'),
      message: 'The folder that this lies in is missing: no list shows it.',
      lost: false
    })
}

async function rooms({ all, workspace }: Reading, findings: TeamFinding[]): Promise<void> {
  const logs = await all(
    `select l.file_id, coalesce(e.path, l.file_id::text) told from room_logs l
     left join entries e on e.workspace_id = l.workspace_id and e.id = l.file_id where l.workspace_id = $1 order by 1`,
    [workspace]
  )
  for (const log of logs) {
    const lines = await all(
      'select line from room_lines where workspace_id = $1 and file_id = $2 order by n',
      [workspace, textIn(log, 'file_id')]
    )
    const bytes = Buffer.concat(lines.map((row) => bytesIn(row, 'line')))
    const { isDamaged, wholeBytes } = readRoomLog(bytes)
    if (isDamaged || wholeBytes < bytes.length)
      findings.push({
        where: textIn(log, 'told'),
        message: 'What is written together here is damaged. The document is whole as it was saved last.',
        lost: true
      })
  }
}
