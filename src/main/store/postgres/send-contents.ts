import { GalleyError, sentence } from '../../../common/errors'
import { contentsIn, nameOfRecord } from '../archive/named'
import type { Archive, ArchiveRecord } from '../seam/archive'
import type { Sql } from './database'
import { keepContent, withBody } from './keep-contents'
import type { Sending } from './send-objects'
import { hashBytes, hashIn } from './values'

/** So many bytes of contents go at a time. */
const GROUP_BYTES = 8 * 1024 * 1024
/** Of those that are sent to the object storage, so many at a time. */
const LARGE_AT_ONCE = 4

interface Named {
  readonly hash: string
  readonly of: ArchiveRecord
}

interface Waiting {
  readonly hash: string
  readonly bytes: Uint8Array
}

/** Records in their order, so many at a time; fewer where they have long histories. */
export async function* groupsOf(archive: Archive, most: number): AsyncGenerator<ArchiveRecord[], void> {
  let group: ArchiveRecord[] = []
  let weight = 0
  for await (const record of archive.records()) {
    group.push(record)
    weight += record.kind === 'file' ? record.versions.length + record.written.length : 0
    if (group.length < most && weight < MOST_EVENTS) continue
    yield group
    group = []
    weight = 0
  }
  if (group.length > 0) yield group
}

const MOST_EVENTS = 20_000

/**
 * Every content that an archive names and that is not there yet.
 * @param most at a time
 * @param onProgress told how many are there; may throw, to break it off
 */
export async function sendContents(
  sending: Sending,
  archive: Archive,
  most: number,
  onProgress: (done: number) => void
): Promise<void> {
  const { database, id, objects } = sending
  const sql = { ...database, workspace: id }
  const seen = new Set<string>()
  let large: Named[] = []
  let waiting: Waiting[] = []
  let size = 0
  for await (const group of groupsOf(archive, most)) {
    const named = group.flatMap((of) => contentsIn(of).map(({ hash, size }) => ({ hash, size, of })))
    const anew = named.filter(({ hash }) => !seen.has(hash) && seen.add(hash))
    const there = await thoseThere(sql, anew, most)
    for (const { hash, size: told, of } of anew) {
      if (there.has(hash)) continue
      if (objects && (told ?? (await archive.size(hash, of)) ?? 0) > objects.inlineBytes) {
        large.push({ hash, of })
        if (large.length < LARGE_AT_ONCE) continue
        await sendLarge(sending, archive, large)
        large = []
        onProgress(seen.size)
        continue
      }
      const bytes = await archive.content(hash, of)
      if (!bytes) throw missing(of)
      waiting.push({ hash, bytes })
      size += bytes.length
      if (waiting.length < most && size < GROUP_BYTES) continue
      await send(sql, waiting)
      waiting = []
      size = 0
      onProgress(seen.size)
    }
    onProgress(seen.size)
  }
  await sendLarge(sending, archive, large)
  if (waiting.length > 0) await send(sql, waiting)
}

async function sendLarge(sending: Sending, archive: Archive, large: readonly Named[]): Promise<void> {
  const { database, id: workspace } = sending
  await Promise.all(
    large.map(async ({ hash, of }) => {
      const body = await archive.stream(hash, of)
      if (!body) throw missing(of)
      await withBody(sending, body, false, async (content) => {
        if (content.hash !== hash) throw missing(of)
        await database.transaction((sql) => keepContent({ ...sql, workspace }, content))
      })
    })
  )
}

type Into = Sql & { readonly workspace: string }

async function send({ change, workspace }: Into, contents: readonly Waiting[]): Promise<void> {
  await change(
    `insert into blobs (workspace_id, hash, size, bytes)
     select $1, hash, length(bytes), bytes from unnest($2::bytea[], $3::bytea[]) given (hash, bytes)
     on conflict (workspace_id, hash) do nothing`,
    [workspace, contents.map(({ hash }) => hashBytes(hash)), contents.map(({ bytes }) => Buffer.from(bytes))]
  )
}

async function thoseThere(
  { all, workspace }: Into,
  named: readonly { readonly hash: string }[],
  most: number
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < named.length; at += most) {
    const rows = await all('select hash from blobs where workspace_id = $1 and hash = any($2)', [
      workspace,
      named.slice(at, at + most).map(({ hash }) => hashBytes(hash))
    ])
    for (const row of rows) found.add(hashIn(row, 'hash'))
  }
  return found
}

const missing = (of: ArchiveRecord) =>
  new GalleyError(
    'damaged',
    sentence`A content of ${{ name: nameOfRecord(of) }} is missing, or was changed just now. Run “galley doctor” on the folder, then this again.`,
    { where: nameOfRecord(of) }
  )
