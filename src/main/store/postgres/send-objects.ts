import { createHash } from 'node:crypto'
import { GalleyError } from '../../../common/errors'
import { PART_BYTES, type ObjectStorage } from '../objects/storage'
import { digestOf, newGuid } from '../layout/names'
import type { Hashed } from './keep-contents'
import type { Workspace } from './turn'

/** A workspace that contents are sent for. */
export type Sending = Pick<Workspace, 'id' | 'database' | 'objects'>

/**
 * Sends a content that is too large for the database; any other comes back as it is.
 * @param name of its object, where that is written down already
 * @throws busy
 */
export async function sendBytes(
  sending: Sending,
  content: Hashed,
  objects: string[],
  name?: string
): Promise<Hashed> {
  const { objects: place } = sending
  const { bytes, size } = content
  if (!place || !bytes || size <= place.inlineBytes) return content
  const object = name ?? (await announced(sending, objects))
  await place.storage.put(object, bytes)
  await requireThere(place.storage, object, size)
  return { ...content, object }
}

/** Sends what comes, in parts where it is large, so that no more than two of them are held. @throws busy */
export async function sendStream(
  sending: Sending,
  body: AsyncIterable<Uint8Array>,
  objects: string[]
): Promise<Hashed> {
  const { objects: place } = sending
  const hash = createHash('sha256')
  let came = 0
  let announcing: Promise<string> | undefined
  const parts = inParts(body, (piece) => {
    hash.update(piece)
    came += piece.length
    // it is written down while the rest comes
    if (place && came > place.inlineBytes) announcing ??= begun(announced(sending, objects))
  })
  const first = (await parts.next()).value ?? Buffer.alloc(0)
  if (first.length < PART_BYTES || !place) {
    const content = { hash: digestOf(hash), size: first.length, bytes: first, object: null }
    return sendBytes(sending, content, objects, await announcing)
  }
  const object = (await announcing) ?? (await announced(sending, objects))
  const size = await sendParts(sending, place.storage, object, first, parts)
  await requireThere(place.storage, object, size)
  return { hash: digestOf(hash), size, bytes: null, object }
}

async function sendParts(
  { database }: Sending,
  storage: ObjectStorage,
  object: string,
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>
): Promise<number> {
  const upload = await storage.begin(object)
  await database.change('update uploads set multipart = $2 where object_key = $1', [object, upload.id])
  let size = first.length
  // one part is on its way while the next one comes
  let sent = begun(upload.put(first))
  try {
    for await (const part of rest) {
      await sent
      size += part.length
      sent = begun(upload.put(part))
    }
  } finally {
    await sent
  }
  await upload.finish()
  return size
}

/** Its failure is told to whoever waits for it, later. */
function begun<T>(sent: Promise<T>): Promise<T> {
  sent.catch(() => undefined)
  return sent
}

/** All of one size, but for the last. */
async function* inParts(
  body: AsyncIterable<Uint8Array>,
  seen: (piece: Uint8Array) => void
): AsyncGenerator<Buffer, void> {
  let filled: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    seen(piece)
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + PART_BYTES - size)
      // whoever sends may use its memory again
      filled.push(Buffer.from(taken))
      size += taken.length
      at += taken.length
      if (size < PART_BYTES) continue
      yield Buffer.concat(filled)
      filled = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(filled)
}

/** The name of a new object. It is known before anything of the object is there, so that none is ever forgotten. */
async function announced({ database, id }: Sending, objects: string[]): Promise<string> {
  const object = `${id}/${newGuid()}`
  objects.push(object)
  await database.change('insert into uploads (object_key, workspace_id) values ($1, $2)', [object, id])
  return object
}

/** An object that was taken and lost at once is no content. @throws busy */
async function requireThere(storage: ObjectStorage, object: string, size: number): Promise<void> {
  if ((await storage.size(object)) !== size)
    throw new GalleyError('busy', 'The object storage did not keep what it was sent. Try again in a moment.')
}

/**
 * Gives up those of these objects that nothing names: they go an hour later. Who cannot be asked just now is asked by
 * whoever sweeps, a day later.
 */
export async function letGo({ database, id }: Sending, objects: readonly string[]): Promise<void> {
  if (objects.length === 0) return
  await database
    .transaction(async ({ change }) => {
      // waits for a transaction whose end nobody has told yet
      await change(
        `with gone as (delete from uploads where object_key = any($1) returning object_key, multipart)
         insert into doomed_objects (object_key, workspace_id, multipart) select object_key, $2, multipart from gone`,
        [objects, id]
      )
      await change(
        `insert into doomed_objects (object_key, workspace_id)
         select o, $2 from unnest($1::text[]) o where not exists (select from blobs where object_key = o)
         on conflict (object_key) do nothing`,
        [objects, id]
      )
    })
    .catch(() => undefined)
}
