import { decodeUtf8, encodeUtf8 } from 'lib0/string'
import { z } from 'zod'

/** A cell as it is stored: rows and columns counted from 0; row -1 holds the names. */
const cell = z.object({ row: z.number().int().min(-1), column: z.number().int().min(0) })

/** Behind so many letters of a run of a long text. */
const letter = z.object({ run: z.string(), at: z.number().int().min(0) })

/**
 * Where somebody is in a document of data: a field by its JSON Pointer, with what is chosen in a long text, or
 * cells from one to another.
 */
const place = z.union([
  z.object({ field: z.string(), chosen: z.tuple([letter, letter]).readonly().optional() }),
  z.object({ sheet: z.string(), from: cell, to: cell })
])

export type DataPlace = z.infer<typeof place>

export const bytesOfData = (at: DataPlace): Uint8Array => encodeUtf8(JSON.stringify(at))

/** Null for what is none: other windows say it, of whatever version and view. */
export function dataPlaceIn(bytes: Uint8Array): DataPlace | null {
  try {
    return place.parse(JSON.parse(decodeUtf8(bytes)))
  } catch {
    return null
  }
}
