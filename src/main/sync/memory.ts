import { z } from 'zod'

/** What both sides had when they last agreed on a file, and how to ask the server for news of it. */
export interface AgreedFile {
  readonly path: string
  readonly remotePath: string
  readonly hash: string
  /** Of the local file. */
  readonly id: string
  readonly etag: string | null
  readonly lastModified: number | null
  /** What to call the version that is to be made on the server before it is next written there. */
  readonly label?: string | undefined
}

/** What is about to be done, so that after a crash its outcome can be told. */
export type Intent =
  | {
      readonly kind: 'push'
      readonly path: string
      readonly remotePath: string
      readonly hash: string
      readonly id: string
    }
  | {
      readonly kind: 'merge'
      readonly path: string
      readonly remotePath: string
      /** What the local file becomes. */
      readonly result: string
      readonly remote: string
      readonly etag: string | null
    }

/** Both sides of a file that could not be merged, and what they come from: hashes of contents. */
export interface KeptConflict {
  readonly path: string
  readonly remotePath: string
  readonly base: string | null
  readonly local: string
  readonly remote: string
  readonly etag: string | null
  /** The merge as far as it goes, with the local side where both changed. */
  readonly result: string
  readonly count: number
  /** Unix milliseconds. */
  readonly at: number
}

export interface FileMemory {
  readonly agreed?: AgreedFile | undefined
  readonly intent?: Intent | undefined
  readonly conflict?: KeptConflict | undefined
}

/** What is known of each file of a pair, by its key. */
export interface SyncMemory {
  readonly files: ReadonlyMap<string, FileMemory>
  /** Resolves when it is durable. An empty record forgets the file. */
  put(key: string, memory: FileMemory): Promise<void>
}

const text = z.string()
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const etag = z.string().nullable()

export const fileMemory = z.object({
  agreed: z
    .object({
      path: text,
      remotePath: text,
      hash,
      id: text,
      etag,
      lastModified: z.number().nullable(),
      label: text.optional()
    })
    .optional(),
  intent: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('push'), path: text, remotePath: text, hash, id: text }),
      z.object({ kind: z.literal('merge'), path: text, remotePath: text, result: hash, remote: hash, etag })
    ])
    .optional(),
  conflict: z
    .object({
      path: text,
      remotePath: text,
      base: hash.nullable(),
      local: hash,
      remote: hash,
      etag,
      result: hash,
      count: z.number(),
      at: z.number()
    })
    .optional()
})

/** @throws when it is no such record */
export const parseFileMemory = (value: unknown): FileMemory => fileMemory.parse(value)

/** The contents that a record needs, so that the doctor misses them. */
export function contentsOf({ conflict }: FileMemory): string[] {
  if (!conflict) return []
  const { base, local, remote, result } = conflict
  return [...new Set([...(base === null ? [] : [base]), local, remote, result])]
}

export const isEmptyMemory = ({ agreed, intent, conflict }: FileMemory): boolean =>
  !agreed && !intent && !conflict
