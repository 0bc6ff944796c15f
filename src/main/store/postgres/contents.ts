import { createHash } from 'node:crypto'
import { GalleyError } from '../../../common/errors'
import { objectPieces } from '../objects/pieces'
import type { ObjectStorage } from '../objects/storage'
import { sha256InTurns } from '../layout/checksum'
import { digestOf, isHash, type ContentHash } from '../layout/names'
import type { Row, Sql } from './database'
import { bytesIn, hashBytes, maybe, numberIn, textIn } from './values'

const PIECE = 1024 * 1024

/** Where contents of more than so many bytes lie; those of up to so many are in the database itself. */
export interface Objects {
  readonly storage: ObjectStorage
  readonly inlineBytes: number
}

/** Questions about the contents of one workspace. @param objects null: nobody has named an object storage */
type Reading = Sql & { readonly workspace: string; readonly objects: Objects | null }

/** Null where there is none. @throws damaged when it is not what its name says (W8) */
export async function contentOf(sql: Reading, hash: string, where?: string): Promise<Uint8Array | null> {
  const found = await placeOf(sql, hash, 'bytes')
  if (!found) return null
  const { row, object, size } = found
  if (object === null) {
    const bytes = bytesIn(row, 'bytes')
    if ((await sha256InTurns(bytes)) !== hash) throw damaged(where)
    return bytes
  }
  const parts: Uint8Array[] = []
  for await (const part of wholeObject(requireObjects(sql).storage, object, size, hash, where))
    parts.push(part)
  return Buffer.concat(parts)
}

/** Bytes of a content; null where there is none. */
export async function sizeOf(
  { one, workspace }: Omit<Reading, 'objects'>,
  hash: string
): Promise<number | null> {
  if (!isHash(hash)) return null
  const row = await one('select size from blobs where workspace_id = $1 and hash = $2', [
    workspace,
    hashBytes(hash)
  ])
  return row && numberIn(row, 'size')
}

/**
 * A content in pieces, each asked for when it is wanted. One that lies in the object storage and is read whole is held against its name.
 * @param range positions of its first and last byte
 */
export async function* piecesOf(
  sql: Reading,
  hash: string,
  { start, end }: { readonly start: number; readonly end: number }
): AsyncGenerator<Uint8Array, void> {
  const found = start <= end ? await placeOf(sql, hash, 'null bytes') : null
  if (!found) return
  const { object, size } = found
  if (object === null) yield* piecesIn(sql, hash, start, end)
  else if (start === 0 && end === size - 1)
    yield* wholeObject(requireObjects(sql).storage, object, size, hash)
  else yield* objectPieces(requireObjects(sql).storage, object, start, end)
}

async function placeOf({ one, workspace }: Reading, hash: string, bytes: string) {
  if (!isHash(hash)) return null
  const row: Row | null = await one(
    `select ${bytes}, object_key, size from blobs where workspace_id = $1 and hash = $2`,
    [workspace, hashBytes(hash)]
  )
  return row && { row, object: maybe(row, 'object_key', textIn) ?? null, size: numberIn(row, 'size') }
}

async function* piecesIn(
  { one, workspace }: Reading,
  hash: string,
  start: number,
  end: number
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

/** All of an object; it fails at its end when it was not what its name says. @throws damaged · busy */
export async function* wholeObject(
  storage: Pick<ObjectStorage, 'read'>,
  object: string,
  size: number,
  hash: string,
  where?: string
): AsyncGenerator<Uint8Array, void> {
  const sum = createHash('sha256')
  for await (const piece of objectPieces(storage, object, 0, size - 1)) {
    sum.update(piece)
    yield piece
  }
  if (digestOf(sum) !== hash) throw damaged(where)
}

function requireObjects({ objects }: Pick<Reading, 'objects'>): Objects {
  if (objects) return objects
  throw new GalleyError(
    'internal',
    'This content lies in an object storage, and this node was told of none: set GALLEY_TEAM_S3_ENDPOINT.'
  )
}

const damaged = (where: string | undefined) =>
  new GalleyError('damaged', 'The stored content is damaged.', where === undefined ? {} : { where })

/** Says of a content that is there that somebody is about to name it. @returns false where there is none any more */
export async function isWanted(
  { one, change, workspace }: Omit<Reading, 'objects'>,
  hash: ContentHash
): Promise<boolean> {
  const values = [workspace, hashBytes(hash)]
  const row = await one(
    'select unnamed_since is not null unnamed from blobs where workspace_id = $1 and hash = $2 for no key update',
    values
  )
  if (row?.['unnamed'] === true)
    await change('update blobs set unnamed_since = null where workspace_id = $1 and hash = $2', values)
  return row !== null
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
