import { GalleyError, sentence } from '../../../common/errors'
import { sha256InTurns } from '../layout/checksum'
import { isHash, type ContentHash } from '../layout/names'
import type { Sql } from './database'
import type { Turn } from './turn'
import { bytesIn, hashBytes, numberIn } from './values'

/** What one content may come to in the database itself. Bytes. */
export const MOST_BYTES = 16 * 1024 * 1024
const PIECE = 1024 * 1024

type Of = Pick<Turn, 'workspace'>

/** A content with its name. */
export interface Hashed {
  readonly bytes: Uint8Array
  readonly hash: ContentHash
}

export async function hashed(bytes: Uint8Array): Promise<Hashed> {
  return { bytes, hash: await sha256InTurns(bytes) }
}

/** Reads a body to its end. @throws too-large */
export async function collected(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Hashed> {
  if (body instanceof Uint8Array) return hashed(bounded(Buffer.from(body)))
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MOST_BYTES) throw tooLarge()
    parts.push(Buffer.from(part))
  }
  return hashed(Buffer.concat(parts))
}

function bounded(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MOST_BYTES) throw tooLarge()
  return bytes
}

const tooLarge = () =>
  new GalleyError(
    'too-large',
    sentence`A file of more than ${{ megabytes: MOST_BYTES / 1024 / 1024 }} MB cannot be kept here.`
  )

/** Makes a content durable with the transaction; one that is there already is not written again (V6). */
export async function keepContent({ change, workspace }: Turn, { bytes, hash }: Hashed): Promise<void> {
  await change(
    `insert into blobs (workspace_id, hash, size, bytes) values ($1, $2, $3, $4)
     on conflict (workspace_id, hash) do nothing`,
    [workspace, hashBytes(hash), bytes.length, bytes]
  )
}

/**
 * The same, for somebody who will name it later, with another transaction: it stays for a day at least, however long nothing
 * named it before.
 */
export async function keepForLater(turn: Turn, content: Hashed): Promise<void> {
  for (;;) {
    await keepContent(turn, content)
    if (await isWanted(turn, content.hash)) return
  }
}

/** Says of a content that is there that somebody is about to name it. @returns false where there is none any more */
export async function isWanted({ one, change, workspace }: Sql & Of, hash: ContentHash): Promise<boolean> {
  const values = [workspace, hashBytes(hash)]
  const row = await one(
    'select unnamed_since is not null unnamed from blobs where workspace_id = $1 and hash = $2 for no key update',
    values
  )
  if (row?.['unnamed'] === true)
    await change('update blobs set unnamed_since = null where workspace_id = $1 and hash = $2', values)
  return row !== null
}

/** Null where there is none. @throws damaged when it is not what its name says (W8) */
export async function contentOf(
  { one, workspace }: Sql & Of,
  hash: string,
  where?: string
): Promise<Uint8Array | null> {
  if (!isHash(hash)) return null
  const row = await one('select bytes from blobs where workspace_id = $1 and hash = $2', [
    workspace,
    hashBytes(hash)
  ])
  if (!row) return null
  const bytes = bytesIn(row, 'bytes')
  if ((await sha256InTurns(bytes)) !== hash)
    throw new GalleyError('damaged', 'The stored content is damaged.', where === undefined ? {} : { where })
  return bytes
}

/** Bytes of a content; null where there is none. */
export async function sizeOf({ one, workspace }: Sql & Of, hash: string): Promise<number | null> {
  if (!isHash(hash)) return null
  const row = await one('select size from blobs where workspace_id = $1 and hash = $2', [
    workspace,
    hashBytes(hash)
  ])
  return row && numberIn(row, 'size')
}

/** A content in pieces, each asked for when it is wanted. @param range positions of its first and last byte */
export async function* piecesOf(
  { one, workspace }: Sql & Of,
  hash: string,
  { start, end }: { readonly start: number; readonly end: number }
): AsyncGenerator<Uint8Array, void> {
  for (let at = start; at <= end;) {
    const row = await one(
      'select substring(bytes from $3 for $4) piece from blobs where workspace_id = $1 and hash = $2',
      [workspace, hashBytes(hash), at + 1, Math.min(PIECE, end - at + 1)]
    )
    const piece = row && bytesIn(row, 'piece')
    if (!piece || piece.length === 0) return
    yield piece
    at += piece.length
  }
}

export function streamFrom(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    }
  })
}
