import { sizeOf } from '../../../common/content/size'
import { GalleyError, sentence } from '../../../common/errors'
import type { Store } from '../seam/store'
import type { Database } from './database'
import { numberIn } from './values'

/** What a workspace may come to (TM16). */
export interface Quota {
  /** Of all contents: what is there, versions and what is in the trash. */
  readonly bytes: number
  /** How many files, those in the trash too; null: as many as anybody likes. */
  readonly files: number | null
}

interface Used {
  readonly bytes: number
  readonly files: number
}

/** For so long a count is believed, with what this process has written since. */
const BELIEVED_MS = 60_000
/** And when it says that there is no room: somebody may have deleted something. */
const FULL_MS = 2_000

/** A store that takes no more than it may: other processes' writes are counted within a minute. */
export function withinQuota<S extends Store>(
  store: S,
  place: { readonly database: Pick<Database, 'one'>; readonly id: string },
  quota: Quota
): S {
  const { count, wrote } = openCount(place)

  /** @throws disk-full when so much more is too much */
  async function requireRoom(bytes: number, files: number): Promise<void> {
    const fits = (used: Used) =>
      used.bytes + bytes <= quota.bytes && (quota.files === null || used.files + files <= quota.files)
    if (fits(await count(BELIEVED_MS))) return
    const used = await count(FULL_MS)
    if (!fits(used)) throw full(quota, used.bytes + bytes > quota.bytes)
  }

  /** A body as it comes, until it is too much. */
  async function* within(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let bytes = 0
    for await (const piece of body) {
      bytes += piece.length
      await requireRoom(bytes, 0)
      yield piece
    }
  }

  const growing = async <T>(work: () => Promise<T>): Promise<T> => {
    await requireRoom(1, 0)
    try {
      return await work()
    } finally {
      wrote(null)
    }
  }

  return {
    ...store,
    async write(path, body, options) {
      const isNew = quota.files !== null && (await store.stat(path)) === null
      await requireRoom(body instanceof Uint8Array ? body.length : 1, isNew ? 1 : 0)
      const result = await store.write(path, body instanceof Uint8Array ? body : within(body), options)
      wrote({ bytes: result.entry.size, files: result.created ? 1 : 0 })
      return result
    },
    async copy(from, to, options) {
      await requireRoom(0, 1)
      return growing(() => store.copy(from, to, options))
    },
    change: (change) =>
      change.edits.length > 0 ? growing(() => store.change(change)) : store.change(change),
    async room() {
      const used = await count(BELIEVED_MS)
      return {
        free: Math.max(0, quota.bytes - used.bytes),
        total: quota.bytes,
        files: quota.files === null ? null : Math.max(0, quota.files - used.files),
        ...(quota.files !== null && { mostFiles: quota.files })
      }
    }
  }
}

/** What is used, by a count now and then and what was written here since. */
function openCount({ database, id }: Parameters<typeof withinQuota>[1]) {
  let counted: { readonly at: number; readonly used: Promise<Used> } | null = null
  let since: Used = { bytes: 0, files: 0 }

  async function look(): Promise<Used> {
    const row = await database.one(
      `select (select coalesce(sum(size), 0)::bigint from blobs where workspace_id = $1) bytes,
         (select count(*) from entries where workspace_id = $1 and kind = 'file') files`,
      [id]
    )
    return row ? { bytes: numberIn(row, 'bytes'), files: numberIn(row, 'files') } : { bytes: 0, files: 0 }
  }

  return {
    async count(believedMs: number): Promise<Used> {
      if (!counted || performance.now() - counted.at > believedMs) {
        since = { bytes: 0, files: 0 }
        const mine = { at: performance.now(), used: look() }
        counted = mine
        // a database that is away is asked again
        mine.used.catch(() => counted === mine && (counted = null))
      }
      const { bytes, files } = await counted.used
      return { bytes: bytes + since.bytes, files: files + since.files }
    },
    /** @param what null: nobody knows how much */
    wrote(what: Used | null): void {
      if (what) since = { bytes: since.bytes + what.bytes, files: since.files + what.files }
      else counted = null
    }
  }
}

function full({ bytes, files }: Quota, isOfBytes: boolean): GalleyError {
  return isOfBytes || files === null
    ? new GalleyError(
        'disk-full',
        sentence`This workspace may hold ${{ most: sizeOf(bytes) }}, and this is more. Nothing was changed. Delete what nobody needs, also from the trash, or ask whoever runs the server for more.`
      )
    : new GalleyError(
        'disk-full',
        sentence`This workspace may hold ${{ most: files }} files, and this is more. Nothing was changed. Delete what nobody needs, also from the trash, or ask whoever runs the server for more.`
      )
}
