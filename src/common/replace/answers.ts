import { z } from 'zod'
import type { ReadOnly } from '../read-only'
import { searchNote } from '../search/answer'

const at = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), line: z.int(), column: z.int() }),
  z.object({ kind: z.literal('field'), pointer: z.string() })
])

const told = {
  at,
  /** The words around. */
  text: z.string(),
  /** What of them was found, in UTF-16 units: from, and behind. */
  mark: z.tuple([z.int(), z.int()])
}

const place = z.object({
  /** Its number in the file, from 0: `except` leaves it as it is. */
  n: z.int(),
  ...told,
  /** What it says afterwards; a long one is cut. */
  by: z.string()
})

const cannot = z.object({
  path: z.string(),
  at: at.exactOptional(),
  text: z.string().exactOptional(),
  mark: told.mark.exactOptional(),
  why: z.enum([
    /** It goes over markup, or is not written as it is read. */
    'parted',
    /** What comes of it would not be read as it is meant. */
    'unsafe',
    /** The caller may only read the file. */
    'forbidden',
    /** Nothing is kept of what such a file was: it is not replaced in many at once. */
    'unversioned',
    /** The file is not UTF-8, or too large or nested to be read. */
    'unreadable',
    /** A pattern takes too long there. */
    'slow'
  ])
})

const breaks = z.object({
  path: z.string(),
  /** A value of the document. */
  pointer: z.string(),
  /** What its schema says of it. */
  message: z.string()
})

/** `POST /replace/{scope}` */
export const replaceRequest = z.strictObject({
  /** One word, "phrase" or /pattern/, and whatever narrows the files. */
  q: z.string().min(1).max(1000),
  with: z
    .string()
    .max(10_000)
    .refine(
      (text) => !/[\ud800-\udfff]|(?![\t\n])\p{Cc}/u.test(text),
      'Signs that nobody sees, and halves of signs, are none.'
    ),
  case: z.boolean().default(false),
  word: z.boolean().default(false),
  /** Also in addresses of links and pictures. */
  addresses: z.boolean().default(false),
  /** Writes nothing. */
  dry: z.boolean().default(false),
  /** Of a dry run: `next` of the part before. */
  after: z.int().min(0).default(0),
  /** These alone, as a dry run told them; one that was changed since is left. */
  files: z
    .strictObject({
      path: z.string().min(1),
      etag: z.string().min(1).max(200),
      /** Places that stay, by their numbers. */
      except: z.int().min(0).array().max(10_000).default([])
    })
    .array()
    .min(1)
    .max(10_000)
    .exactOptional()
})

export const replaceAnswer = z.object({
  /** By which `POST /app/changes/{id}/undo` takes all of it back; null when nothing was written. */
  change: z.string().nullable(),
  /** How many are, or would be, changed. */
  files: z.int(),
  places: z.int(),
  /** Of a dry run: what would be written. */
  found: z
    .object({
      path: z.string(),
      etag: z.string(),
      places: place.array(),
      /** Further places, which are not told, and replaced all the same. */
      more: z.int()
    })
    .array(),
  cannot: cannot.array(),
  /** Values that would be, or are, other than the schemas of their documents want them, and were not before. */
  breaks: breaks.array(),
  /** Files that were changed meanwhile, or are gone: they stay as they are. */
  left: z.string().array(),
  notes: searchNote.array(),
  /** How many files were looked through, and of how many; a dry run goes on with `next` as `after`. */
  looked: z.int(),
  of: z.int(),
  next: z.int().exactOptional()
})

export type ReplacePlace = z.infer<typeof place>
export type Cannot = z.infer<typeof cannot>
export type Breaks = z.infer<typeof breaks>
export type ReplaceAnswer = ReadOnly<z.infer<typeof replaceAnswer>>
export type ReplaceRequest = z.infer<typeof replaceRequest>
