import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { z } from 'zod'
import { present } from '../present'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const room = z.number().int().min(0).max(65_535)
const count = z.number().int().min(0)
const person = z.object({ email: z.string(), name: z.string().exactOptional() })
const kind = z.enum(['page', 'data', 'form', 'text'])
/** Where in a document, in the words of windows: a cursor, a selection, a field. */
const place = bytes.nullable()
/** How it is looked at: a word of windows. */
const view = z.string().max(40)

/** Somebody who is in a document, and where. */
const here = present.extend({
  /** The number that they write by. */
  client: count,
  at: place,
  view: view.exactOptional()
})

/** What a window says on its line: `room` is a number that the window gives. */
const toService = z.discriminatedUnion('say', [
  z.object({
    say: z.literal('join'),
    room,
    path: z.string(),
    /** The editing session of the window (V3), as `X-Galley-Session` says it. */
    session: z.string().regex(/^[\x21-\x7e]{1,100}$/),
    /** What it has of the document, after a while away. */
    back: z
      .object({
        epoch: z.string(),
        client: count,
        key: z.string(),
        vector: bytes,
        /** Of what the file held last, as far as the window knows. */
        hash: z.string().exactOptional()
      })
      .nullable(),
    /** The version of each kind that it reads; earlier windows do not say so. */
    models: z.object({ page: count, data: count, form: count, text: count }).exactOptional(),
    /** It stands for all who write at another service, and asks for as many numbers as it may need. */
    many: z.literal(true).exactOptional()
  }),
  z.object({ say: z.literal('update'), room, number: count, bytes }),
  /** What is written is to be in the file now; answered by `saved` or `unsaved`. */
  z.object({ say: z.literal('save'), room }),
  /** Where the window is in the document; a place of more than 2 KB is none. */
  z.object({
    say: z.literal('here'),
    room,
    at: place,
    view: view.exactOptional(),
    isIdle: z.boolean().exactOptional()
  }),
  z.object({ say: z.literal('leave'), room })
])

/** What the service says. */
const toWindow = z.discriminatedUnion('say', [
  /** The first: the name of the line. */
  z.object({ say: z.literal('line'), name: z.string() }),
  /** `state`: what the window lacks, or all of the document where it has none of this epoch. */
  z.object({
    say: z.literal('joined'),
    room,
    path: z.string(),
    kind,
    epoch: z.string(),
    client: count,
    key: z.string(),
    hash: z.string(),
    mayWrite: z.boolean(),
    state: bytes,
    /** What the service has, so that the window can send what it lacks. */
    vector: bytes,
    /** Who wrote the file elsewhere since it held what the window knew. */
    outside: z.object({ by: person, isProgram: z.boolean() }).exactOptional()
  }),
  z.object({ say: z.literal('refused'), room, reason: z.string(), message: z.string() }),
  /** An update of the window is in the log. */
  z.object({ say: z.literal('taken'), room, number: count }),
  /** Nothing of it was taken. */
  z.object({ say: z.literal('rejected'), room, number: count, reason: z.string(), message: z.string() }),
  z.object({ say: z.literal('update'), room, bytes }),
  /** `upTo`: of this window's updates, those with a smaller number that were taken are in the file. */
  z.object({ say: z.literal('saved'), room, hash: z.string(), vector: bytes, upTo: count }),
  z.object({ say: z.literal('unsaved'), room, reason: z.string(), message: z.string() }),
  /** Somebody wrote the file elsewhere. `bytes`: what that changes, as an update; null where it is nothing. */
  z.object({ say: z.literal('outside'), room, by: person, isProgram: z.boolean(), bytes: bytes.nullable() }),
  /** All the others who are in it now, by what the service knows of them. */
  z.object({ say: z.literal('here'), room, people: z.array(here) }),
  z.object({ say: z.literal('anew'), room }),
  z.object({ say: z.literal('moved'), room, path: z.string() }),
  z.object({ say: z.literal('deleted'), room }),
  z.object({ say: z.literal('back'), room }),
  z.object({ say: z.literal('rights'), room, mayWrite: z.boolean() }),
  z.object({ say: z.literal('bye'), room, message: z.string() }),
  /** Nothing, so that whoever stands between sees that the line is there. */
  z.object({ say: z.literal('beat') })
])

/** Bytes of one frame of a window at most. */
export const MOST_FRAME = 4 * 1024 * 1024
/** Of the service: a document with all that was ever written in it may be so large. */
const MOST_TO_WINDOW = 256 * 1024 * 1024

/** What frames may say, and how long one may be, by who says it. */
export const frames = {
  toService: { shape: toService, most: MOST_FRAME },
  toWindow: { shape: toWindow, most: MOST_TO_WINDOW }
} as const

export type ToService = z.infer<typeof toService>
export type ToWindow = z.infer<typeof toWindow>
export type Here = Readonly<z.infer<typeof here>>

/** A frame: its length, and what it says; several may follow each other. */
export function frameOf(said: ToService | ToWindow): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeAny(encoder, said)
  const length = encoding.length(encoder)
  const head = encoding.encode((one) => encoding.writeVarUint(one, length))
  // a document of megabytes is put together once
  const frame = new Uint8Array(head.length + length)
  frame.set(head)
  let at = head.length
  for (const piece of [...encoder.bufs, encoder.cbuf.subarray(0, encoder.cpos)]) {
    frame.set(piece, at)
    at += piece.length
  }
  return frame
}

/** Frames in what comes piece by piece. */
export class FrameReader<T> {
  /** What has come and was not read, in its pieces. */
  private pieces: Uint8Array[] = []
  private length = 0
  /** How much there must be until something can be read of it. */
  private needed = 1

  /** @param kind what a frame may say, and how long it may be */
  constructor(private readonly kind: { readonly shape: z.ZodType<T>; readonly most: number }) {}

  /** The frames that are whole by now. @throws Error for what is none, or too long */
  read(piece: Uint8Array): T[] {
    this.pieces.push(piece)
    this.length += piece.length
    // a long frame comes in many pieces: they are put together once
    if (this.length < this.needed) return []
    const all = joined(this.pieces, this.length)
    const { shape, most } = this.kind
    const found: T[] = []
    let at = 0
    for (;;) {
      const next = frameAt(all, at, most)
      this.needed = next.end - at
      if (next.body === null) break
      found.push(shape.parse(decoding.readAny(decoding.createDecoder(next.body))))
      at = next.end
    }
    this.pieces = at < all.length ? [all.slice(at)] : []
    this.length = all.length - at
    return found
  }

  /** Whether a frame has begun and not ended. */
  get isBetween(): boolean {
    return this.length > 0
  }
}

/** The frame that begins at a place; while it is not whole, without a body, and `end` is where it may be. */
function frameAt(
  all: Uint8Array,
  at: number,
  most: number
): { readonly body: Uint8Array | null; readonly end: number } {
  let length = 0
  for (let [place, factor] = [at, 1]; ; place += 1, factor *= 128) {
    const byte = all[place]
    if (byte === undefined) return { body: null, end: place + 1 }
    length += (byte & 127) * factor
    if (length > most) throw new Error('This is no frame, or one that is too long.')
    if (byte >= 128) continue
    const end = place + 1 + length
    return { body: end > all.length ? null : all.slice(place + 1, end), end }
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces
  if (first && pieces.length === 1) return first
  const all = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
