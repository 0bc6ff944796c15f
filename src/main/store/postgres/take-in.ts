import { GalleyError, sentence } from '../../../common/errors'
import { firstDifference } from '../archive/compare'
import { contentsIn, nameOfRecord } from '../archive/named'
import type { Archive } from '../seam/archive'
import { archiveIn } from './archive'
import type { Objects } from './contents'
import { MOST_BYTES } from './keep-contents'
import { beginTakingIn } from './closed'
import type { Database } from './database'
import { objectsOf } from './examine-objects'
import type { TeamFinding } from './findings'
import { keyOf } from './places'
import { groupsOf, sendContents } from './send-contents'
import { clearRecords, countTrash, putRecords } from './put-records'

const GROUP = 500
/** The first half of the number of a lock; the second is made of the workspace's name. */
const LOCK = 7_420_119

export interface TakeInOptions {
  readonly onProgress?: (progress: TakeInProgress) => void
  /** Between two groups: what is there stays, and is gone on with by the next one. */
  readonly signal?: AbortSignal
  /** Where large contents lie; default: in the database, like all others. */
  readonly objects?: Objects | null
  /** So many records and contents go at a time. */
  readonly group?: number
}

interface TakeInProgress {
  readonly phase: 'looking' | 'contents' | 'records' | 'comparing'
  readonly done: number
  readonly total: number
}

/** What an archive holds. */
export interface Survey {
  readonly records: number
  readonly contents: number
  /** Of the contents. */
  readonly bytes: number
}

/**
 * Makes the workspace of this name of an archive: contents first, then records, and then both are held against each
 * other. Until they are equal nobody serves it. Broken off anywhere it is gone on with by the next call.
 * @throws too-large, with all that is, and exists before anything is written · in-use · cancelled · damaged
 */
export async function takeIn(
  database: Database,
  name: string,
  archive: Archive,
  { onProgress = () => undefined, signal, objects = null, group: most = GROUP }: TakeInOptions = {}
): Promise<Survey> {
  const go = () => {
    if (signal?.aborted)
      throw new GalleyError(
        'cancelled',
        'Broken off. The workspace stays closed until this is run again to its end.'
      )
  }
  const survey = await look(archive, objects, onProgress, go)
  return alone(database, name, async () => {
    await beginTakingIn(database, name, archive.id)
    await sendContents({ id: archive.id, database, objects }, archive, most, (done) => {
      go()
      onProgress({ phase: 'contents', done, total: survey.contents })
    })
    await database.long('change', (own) => clearRecords({ ...own, workspace: archive.id }))
    let done = 0
    for await (const group of groupsOf(archive, most)) {
      go()
      await database.long('change', (own) => putRecords({ ...own, workspace: archive.id }, group))
      onProgress({ phase: 'records', done: (done += group.length), total: survey.records })
    }
    await database.long('change', (own) => countTrash({ ...own, workspace: archive.id }))
    go()
    onProgress({ phase: 'comparing', done: 0, total: survey.records })
    await requireEqual(database, archive, objects)
    await database.change('update workspaces set taking_in = false where id = $1', [archive.id])
    return survey
  })
}

/** One at a time for each name. */
export async function alone<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  const client = await database.connection()
  try {
    const { rows } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_lock(${LOCK}, hashtext($1)) got`,
      [name]
    )
    if (rows[0]?.got !== true)
      throw new GalleyError('in-use', sentence`Another process is just taking a folder in as “${{ name }}”.`)
    try {
      return await work()
    } finally {
      // whoever is next need not wait until the database sees that the connection has ended
      await client.query(`select pg_advisory_unlock(${LOCK}, hashtext($1))`, [name]).catch(() => undefined)
    }
  } finally {
    client.release(true)
  }
}

async function look(
  archive: Archive,
  objects: Objects | null,
  onProgress: (progress: TakeInProgress) => void,
  go: () => void
): Promise<Survey> {
  const hashes = new Set<string>()
  const keys = new Map<string, string>()
  const tooLarge: string[] = []
  let [records, bytes] = [0, 0]
  for await (const record of archive.records()) {
    if (records++ % GROUP === 0) {
      go()
      onProgress({ phase: 'looking', done: records, total: records })
    }
    for (const { hash, size: told } of contentsIn(record)) {
      if (hashes.has(hash)) continue
      hashes.add(hash)
      const size = told ?? (await archive.size(hash, record)) ?? 0
      bytes += size
      if (!objects && size > MOST_BYTES) tooLarge.push(nameOfRecord(record))
    }
    if ((record.kind === 'file' || record.kind === 'folder') && record.trash === undefined) {
      const key = keyOf(record.path)
      const other = keys.get(key)
      if (other !== undefined)
        throw new GalleyError(
          'name-clash',
          sentence`${{ one: other }} and ${{ other: record.path }} are the same name in a database. Rename one of them. Nothing was taken in.`,
          { where: record.path }
        )
      keys.set(key, record.path)
    }
  }
  if (tooLarge.length > 0)
    throw new GalleyError(
      'too-large',
      sentence`These hold more than ${{ megabytes: MOST_BYTES / 1024 / 1024 }} MB, now or in a version, and cannot be kept in a database: ${{ files: tooLarge.join(', ') }}. Nothing was taken in.`
    )
  return { records, contents: hashes.size, bytes }
}

/** Both sides are read once more. */
async function requireEqual(database: Database, archive: Archive, objects: Objects | null): Promise<void> {
  await database.long('one-moment', async (sql) => {
    const damaged = await sql.one(
      'select 1 from blobs where workspace_id = $1 and bytes is not null and sha256(bytes) <> hash limit 1',
      [archive.id]
    )
    const lost: TeamFinding[] = []
    if (objects) await objectsOf({ ...database, workspace: archive.id, objects }, lost)
    const difference = damaged
      ? 'a content'
      : lost[0]
        ? lost[0].where
        : await firstDifference(archive, archiveIn({ ...sql, workspace: archive.id, objects }))
    if (difference !== null)
      throw new GalleyError(
        'damaged',
        sentence`What the database holds is not what the folder holds: ${{ difference }}. The workspace stays closed. Change nothing in the folder and run this again.`
      )
  })
}
