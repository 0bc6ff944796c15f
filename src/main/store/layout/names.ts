import { randomUUID } from 'node:crypto'
import type { Hash } from 'node:crypto'

/*
 * What names on disk are made of. Whatever comes from a record, an address or a folder is text until it is
 * parsed here; the layout takes nothing else, so that no text is ever spliced into a path.
 */

/** The id of a file, a version, something in the trash or an operation under way; lower case. */
export type Guid = string & { readonly __brand: 'Guid' }

/** sha256 of a content, lower-case hex. */
export type ContentHash = string & { readonly __brand: 'ContentHash' }

/**
 * What Galley calls kinds of records, their keys, settings and pairs. Lower case, so that two names are two
 * files on every disk.
 */
export type RecordName = string & { readonly __brand: 'RecordName' }

/** The name of something directly in a folder, whoever gave it. */
export type EntryName = string & { readonly __brand: 'EntryName' }

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/
const RECORD_NAME = /^[a-z0-9][a-z0-9._-]{0,127}$/
// eslint-disable-next-line no-control-regex -- what ends a name in a path is exactly what is refused
const NO_ENTRY = /^\.{0,2}$|[/\\\u0000]/

export const isGuid = (value: unknown): value is Guid => typeof value === 'string' && GUID.test(value)
export const isHash = (value: unknown): value is ContentHash => typeof value === 'string' && HASH.test(value)
export const isRecordName = (text: string): text is RecordName => RECORD_NAME.test(text)
export const isEntryName = (text: string): text is EntryName => !NO_ENTRY.test(text)

/** An id that nothing has yet. */
export function newGuid(): Guid {
  const id = randomUUID()
  if (isGuid(id)) return id
  throw new Error('the system made an id that is none')
}

/** The folder, of 256, in which what belongs to an id lies. */
export const shardOf = (id: Guid): string => id.slice(0, 2)

/**
 * An id that nothing has yet, in the same folders as another one: what is made together is then made to last
 * with one sync of each folder, and not with one for each file.
 */
export function newGuidBeside(other: Guid): Guid {
  const shard = shardOf(other)
  const id = shard + randomUUID().slice(shard.length)
  if (isGuid(id)) return id
  throw new Error('the system made an id that is none')
}

/** What a running sha256 has come to. */
export function digestOf(hash: Hash): ContentHash {
  const text = hash.digest('hex')
  if (isHash(text)) return text
  throw new Error('the hash is no sha256')
}
