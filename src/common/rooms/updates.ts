import * as Y from 'yjs'
import { fillerIn } from './overlay/seed'

/** Why an update is not taken; `gap`: it builds on what has not come yet. */
export type Refused = 'malformed' | 'foreign' | 'gap'

/**
 * Whether a document may take an update of one person, before anything of it is taken: it is nobody else's
 * letters, and builds on what is there. What waits for something that never comes would wait for ever, and
 * letters under somebody else's number make that one's own be passed over.
 * @param client the number that the person has been given
 */
export function refusalOf(doc: Y.Doc, update: Uint8Array, client: number): Refused | null {
  const read = decoded(update)
  if (!read) return 'malformed'
  const known = Y.getState(doc.store, client)
  // what data is set over is nobody's to change
  const filler = fillerIn(doc)
  let next = known
  const isThere = ({ client: of, clock }: { readonly client: number; readonly clock: number }) =>
    clock < (of === client ? next : Y.getState(doc.store, of))
  for (const struct of read.structs) {
    const { id, length } = struct
    if (id.client !== client) return 'foreign'
    if (struct instanceof Y.Skip || id.clock > next) return 'gap'
    if (struct instanceof Y.Item) {
      if (typeof struct.parent === 'string' && !parts.has(struct.parent)) return 'malformed'
      const places = placesOf(struct)
      if (places.some((place) => place.client === filler)) return 'malformed'
      if (!places.every(isThere)) return 'gap'
    }
    next = Math.max(next, id.clock + length)
  }
  for (const [of, deletes] of read.ds.clients) {
    if (of === filler) return 'malformed'
    for (const { clock, len } of deletes)
      if (len < 1 || !isThere({ client: of, clock: clock + len - 1 })) return 'gap'
  }
  return null
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
