import * as Y from 'yjs'
import { fillerIn } from './overlay/seed'

/** Why an update is not taken; `gap`: it builds on what has not come yet. */
export type Refused = 'malformed' | 'foreign' | 'gap'

/**
 * Whether a document may take an update, before anything of it is taken: it is nobody else's letters, and builds
 * on what is there. What waits for something that never comes would wait for ever, and letters under somebody
 * else's number make that one's own be passed over.
 * @param isOwn whether whoever sends it may write by a number
 */
export function refusalOf(
  doc: Y.Doc,
  update: Uint8Array,
  isOwn: (client: number) => boolean
): Refused | null {
  const read = decoded(update)
  if (!read) return 'malformed'
  // what data is set over is nobody's to change
  const filler = fillerIn(doc)
  const writers = new Map<number, Y.AbstractStruct[]>()
  for (const struct of read.structs) {
    const { client } = struct.id
    if (!isOwn(client)) return 'foreign'
    if (struct instanceof Y.Skip) return 'gap'
    if (struct instanceof Y.Item) {
      if (typeof struct.parent === 'string' && !parts.has(struct.parent)) return 'malformed'
      if (placesOf(struct).some((place) => place.client === filler)) return 'malformed'
    }
    const known = writers.get(client)
    if (known) known.push(struct)
    else writers.set(client, [struct])
  }
  const next = taken(doc, writers)
  if (!next) return 'gap'
  for (const [of, deletes] of read.ds.clients) {
    if (of === filler) return 'malformed'
    for (const { clock, len } of deletes)
      if (len < 1 || clock + len > (next.get(of) ?? Y.getState(doc.store, of))) return 'gap'
  }
  return null
}

/**
 * How far each writer has written when all of this is taken, one entry after the other; null where one builds on
 * what is not there.
 */
function taken(
  doc: Y.Doc,
  writers: ReadonlyMap<number, readonly Y.AbstractStruct[]>
): ReadonlyMap<number, number> | null {
  const next = new Map<number, number>()
  const isThere = ({ client, clock }: { readonly client: number; readonly clock: number }) =>
    clock < (next.get(client) ?? Y.getState(doc.store, client))
  const left = [...writers].map(([client, structs]) => ({ client, structs, at: 0 }))
  for (let isMore = true; isMore;) {
    isMore = false
    for (const one of left)
      for (let struct = one.structs[one.at]; struct; struct = one.structs[one.at]) {
        const known = next.get(one.client) ?? Y.getState(doc.store, one.client)
        const { id, length } = struct
        if (id.clock > known) return null
        if (struct instanceof Y.Item && !placesOf(struct).every(isThere)) break
        next.set(one.client, Math.max(known, id.clock + length))
        one.at += 1
        isMore = true
      }
  }
  return left.every(({ structs, at }) => at === structs.length) ? next : null
}

/** What a document that is shared consists of. */
const parts: ReadonlySet<unknown> = new Set(['page', 'set', 'head', 'undone', 'source', 'overlay', 'form'])

/** What an entry stands beside, and in. */
function placesOf({ origin, rightOrigin, parent }: Y.Item) {
  return [origin, rightOrigin, parent].flatMap((place) => (place instanceof Y.ID ? [place] : []))
}

function decoded(update: Uint8Array) {
  try {
    return Y.decodeUpdate(update)
  } catch {
    return null
  }
}
