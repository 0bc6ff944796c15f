import { z } from 'zod'
import { theirs, type Theirs } from '../../common/sync/shapes'

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
  /** The server's own id of the file, where its lists tell one. */
  readonly remoteId?: string | undefined
  /**
   * What was sent in place of `hash`, which the server came to have instead, and in how many runs that
   * happened: nobody has agreed on `hash`, it is only what the next write replaces (Y5).
   */
  readonly altered?: { readonly sent: string; readonly runs: number } | undefined
  /** Of a page: whether its source, of this hash, names its asset folder (Y37). */
  readonly assets?: { readonly of: string; readonly named: boolean } | undefined
}

/** What is about to be done, so that after a crash its outcome can be told. */
type Intent =
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
  /** What both had, where its bytes are not to be had any more. */
  readonly lostBase?: string | undefined
  readonly local: string
  readonly remote: string
  readonly etag: string | null
  /** The merge as far as it goes, with the local side where both changed. */
  readonly result: string
  readonly count: number
  /** A sentence, where the file was not taken apart since it is beyond a bound (MG7). */
  readonly beyond?: string | undefined
  /** Unix milliseconds. */
  readonly at: number
  /** Who wrote the remote side. */
  readonly theirs?: Theirs | undefined
  /**
   * What the server has, where that is not `remote` any more: the decision that was taken back had been sent
   * (Y15). Until somebody changes it, the conflict is about what was there before.
   */
  readonly there?: string | undefined
}

/** The last decision about a file, and all that was before it, so that it can be taken back (Y15). */
export interface Decision {
  readonly conflict: KeptConflict
  /** What both sides had agreed on before. */
  readonly before?: AgreedFile | undefined
  /** What the file became. */
  readonly result: string
  /** The file that keeps the other side, and its hash. */
  readonly beside?: { readonly path: string; readonly hash: string } | undefined
  /** Unix milliseconds. */
  readonly at: number
}

export interface FileMemory {
  readonly agreed?: AgreedFile | undefined
  readonly intent?: Intent | undefined
  readonly conflict?: KeptConflict | undefined
  readonly decision?: Decision | undefined
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

const agreed = z.object({
  path: text,
  remotePath: text,
  hash,
  id: text,
  etag,
  lastModified: z.number().nullable(),
  label: text.optional(),
  remoteId: text.optional(),
  altered: z.object({ sent: hash, runs: z.number() }).optional(),
  assets: z.object({ of: hash, named: z.boolean() }).optional()
})

const conflict = z.object({
  path: text,
  remotePath: text,
  base: hash.nullable(),
  lostBase: hash.optional(),
  local: hash,
  remote: hash,
  etag,
  result: hash,
  count: z.number(),
  beyond: text.optional(),
  at: z.number(),
  theirs: theirs.optional(),
  there: hash.optional()
})

const fileMemory = z.object({
  agreed: agreed.optional(),
  intent: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('push'), path: text, remotePath: text, hash, id: text }),
      z.object({ kind: z.literal('merge'), path: text, remotePath: text, result: hash, remote: hash, etag })
    ])
    .optional(),
  conflict: conflict.optional(),
  decision: z
    .object({
      conflict,
      before: agreed.optional(),
      result: hash,
      beside: z.object({ path: text, hash }).optional(),
      at: z.number()
    })
    .optional()
})

/** @throws when it is no such record */
export const parseFileMemory = (value: unknown): FileMemory => fileMemory.parse(value)

/** The contents that a record needs, so that the doctor misses them. */
export function contentsOf({ conflict, decision }: FileMemory): string[] {
  const states = [conflict, decision?.conflict].flatMap((one) =>
    one ? [one.base, one.local, one.remote, one.result] : []
  )
  return [...new Set(states)].filter((one) => one !== null)
}

export const isEmptyMemory = ({ agreed, intent, conflict, decision }: FileMemory): boolean =>
  !agreed && !intent && !conflict && !decision

/** The states that a conflict is about, for the planner. */
export const statesOf = ({ base, lostBase, local, remote, there }: KeptConflict) => ({
  base: base ?? lostBase ?? null,
  local,
  remote: there ?? remote
})

/** A decision counts as long as the file is what it made of it. */
export const decisionFor = ({ decision }: FileMemory, nowHash: string): Pick<FileMemory, 'decision'> =>
  decision?.result === nowHash ? { decision } : {}
