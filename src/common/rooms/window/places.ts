import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

/** Where somebody is in a document: the two ends of what they have chosen, as places that go along with it. */
interface Ends {
  readonly anchor: Y.RelativePosition
  readonly head: Y.RelativePosition
}

export const bytesOf = ({ anchor, head }: Ends): Uint8Array =>
  encoding.encode((encoder) => {
    for (const end of [anchor, head]) encoding.writeVarUint8Array(encoder, Y.encodeRelativePosition(end))
  })

/** Null for what is none: other windows say it, of whatever version. */
export function endsIn(bytes: Uint8Array): Ends | null {
  try {
    const decoder = decoding.createDecoder(bytes)
    const next = () => Y.decodeRelativePosition(decoding.readVarUint8Array(decoder))
    return { anchor: next(), head: next() }
  } catch {
    return null
  }
}
