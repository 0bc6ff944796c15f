import * as Y from 'yjs'

/** Whether all that was written in a document is in what has this state vector. */
export function covers(vector: Uint8Array, doc: Y.Doc): boolean {
  const there = Y.decodeStateVector(vector)
  for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc)))
    if ((there.get(client) ?? 0) < clock) return false
  return true
}
