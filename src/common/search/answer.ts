import { z } from 'zod'
import type { ReadOnly } from '../read-only'
import { searchKinds } from './filters'
import { noteKinds } from './notes'

const at = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), line: z.number(), column: z.number() }),
  z.object({
    kind: z.literal('block'),
    line: z.number(),
    column: z.number(),
    heading: z.string().exactOptional(),
    block: z.string().exactOptional()
  }),
  z.object({ kind: z.literal('field'), pointer: z.string() }),
  z.object({ kind: z.literal('cell'), sheet: z.string(), row: z.number(), name: z.string() })
])

/** The words around what was found. */
const place = z.object({
  at,
  text: z.string(),
  /** Of the text, in UTF-16 units: from, and behind. */
  marks: z.tuple([z.number(), z.number()]).array()
})

const hit = z.object({
  path: z.string(),
  id: z.string(),
  kind: z.enum(searchKinds),
  /** What it calls itself; `''` when it does not. */
  title: z.string(),
  /** Unix milliseconds. */
  changedAt: z.number(),
  by: z.object({ email: z.string(), name: z.string().exactOptional() }),
  /** Of what was (FI7): who and when are those who took it. Absent for what is there. */
  was: z
    .discriminatedUnion('kind', [
      /**
       * Words that went: the version that had them, whether they stand again, and whether the file itself is in
       * the trash.
       */
      z.object({
        kind: z.literal('history'),
        version: z.string(),
        stands: z.boolean(),
        isDeleted: z.boolean()
      }),
      /** Something in the trash, by its id there; it may be a folder that the file was in. */
      z.object({ kind: z.literal('trash'), item: z.string() })
    ])
    .exactOptional(),
  places: place.array(),
  /** Further places, which are not told. */
  more: z.number()
})

/** What of a question was not taken as it was typed. */
export const searchNote = z.object({
  kind: z.enum(noteKinds),
  /** Of what was typed, in UTF-16 units. */
  start: z.number(),
  end: z.number(),
  meant: z.string().exactOptional(),
  /** What is wrong with a pattern. */
  why: z.string().exactOptional()
})

/** What `GET /search` answers. */
export const searchAnswer = z.object({
  notes: searchNote.array(),
  hits: hit.array(),
  /** Of hits that the caller may read. */
  total: z.number(),
  totalIs: z.enum(['exact', 'at-least']),
  /** Where the next page goes on: `after`. */
  next: z.string().exactOptional(),
  /** The question that may be meant, when there is no hit. */
  meant: z.string().exactOptional(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('complete') }),
    /** Not all is read yet: more may be found in a moment. The numbers are the owner's. */
    z.object({
      kind: z.literal('reading'),
      read: z.number().exactOptional(),
      of: z.number().exactOptional()
    }),
    /** Files are looked through one by one; `next` goes on. */
    z.object({ kind: z.literal('looking'), looked: z.number(), of: z.number() })
  ])
})

export type SearchAnswer = ReadOnly<z.infer<typeof searchAnswer>>
export type SearchHit = SearchAnswer['hits'][number]
export type SearchFound = SearchHit['places'][number]

/** What names a hit among others: of one file several states may be found. */
export const hitKey = ({ id, was }: SearchHit): string =>
  was?.kind === 'history' ? `${id} ${was.version}` : id
