import { GalleyError, sentence } from '../../../common/errors'
import { sha256InTurns } from '../layout/checksum'
import type { ContentHash } from '../layout/names'
import { isWanted } from './contents'
import type { Sql } from './database'
import { letGo, sendBytes, sendStream, type Sending } from './send-objects'
import type { Turn } from './turn'
import { hashBytes } from './values'

/** What one content may come to in the database itself. Bytes. */
export const MOST_BYTES = 16 * 1024 * 1024

/** A content with its name, as a transaction takes it. */
export interface Hashed {
  readonly hash: ContentHash
  /** Bytes. */
  readonly size: number
  /** Null for one that was not held in the memory: it is no document. */
  readonly bytes: Uint8Array | null
  /** The object that it lies in; null for one that goes into the database, or is there already. */
  readonly object: string | null
}

/**
 * Runs an operation with contents that it names. Those that are too large for the database are objects before it begins, so that no
 * transaction waits for them; when it fails they are given up again.
 * @throws too-large · busy
 */
export async function withContents<T>(
  sending: Sending,
  bodies: readonly Uint8Array[],
  work: (contents: readonly Hashed[]) => Promise<T>
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await naming(sending, async (objects) => {
        const contents: Hashed[] = []
        for (let at = 0; at < bodies.length; at += AT_ONCE) {
          const group = bodies.slice(at, at + AT_ONCE)
          contents.push(...(await Promise.all(group.map((bytes) => hashed(sending, bytes, objects)))))
        }
        return work(contents)
      })
    } catch (error) {
      if (tries === TRIES || !isGivenUp(error)) throw error
    }
  }
}

const TRIES = 3
const AT_ONCE = 8

/** The same with one that comes. @param isHeld of a document, whose bytes decide what is kept of it */
export async function withBody<T>(
  sending: Sending,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  isHeld: boolean,
  work: (content: Hashed) => Promise<T>
): Promise<T> {
  if (!(body instanceof Uint8Array) && !isHeld && sending.objects)
    try {
      return await naming(sending, async (objects) => work(await sendStream(sending, body, objects)))
    } catch (error) {
      if (!isGivenUp(error)) throw error
      throw new GalleyError('busy', 'This was sent for so long that it was given up. Send it again.')
    }
  return withContents(sending, [await collected(sending, body)], ([content]) => work(given(content)))
}

/** @throws internal where there is none */
export function given<T>(content: T | undefined): T {
  if (content !== undefined) return content
  throw new GalleyError('internal', 'A content was not made.')
}

/** @param work adds the name of each object before it sends it */
async function naming<T>(sending: Sending, work: (objects: string[]) => Promise<T>): Promise<T> {
  const objects: string[] = []
  try {
    return await work(objects)
  } catch (error) {
    await letGo(sending, objects)
    throw error
  }
}

async function hashed(sending: Sending, bytes: Uint8Array, objects: string[]): Promise<Hashed> {
  if (!sending.objects && bytes.length > MOST_BYTES) throw tooLarge()
  const content = { hash: await sha256InTurns(bytes), size: bytes.length, bytes, object: null }
  return sendBytes(sending, content, objects)
}

/** Reads a body to its end. @throws too-large */
async function collected(
  { objects }: Sending,
  body: Uint8Array | AsyncIterable<Uint8Array>
): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return Buffer.from(body)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (!objects && size > MOST_BYTES) throw tooLarge()
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

const tooLarge = () =>
  new GalleyError(
    'too-large',
    sentence`A file of more than ${{ megabytes: MOST_BYTES / 1024 / 1024 }} MB cannot be kept here.`
  )

/**
 * Makes a content durable with the transaction; one that is there already is not kept twice (V6): the older of
 * two objects goes.
 * @throws what `withContents` and `withBody` understand, when its object was given up meanwhile
 */
export async function keepContent(
  { one, workspace }: Sql & Pick<Turn, 'workspace'>,
  { hash, size, bytes, object }: Hashed
): Promise<void> {
  const values = [workspace, hashBytes(hash), object === null ? bytes : null, object, size]
  await one('select keep_content($1, $2, $3, $4, $5)', values)
}

/** `keep_content` says so: it was sent for longer than a day. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof GalleyError &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  error.cause.code === 'GA001'

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
