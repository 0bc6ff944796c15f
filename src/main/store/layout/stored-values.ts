import { z } from 'zod'
import { isVia, via, type Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { isContentPath, ROOT } from '../../../common/content/paths'
import type { ContentHash, Guid } from './names'
import { isGuid, isHash } from './names'

/*
 * What may stand in a record. A workspace may come from a stranger: every value of every record is held
 * against these before anything is done with it. Whatever a Galley has ever written passes.
 */

/** The latest moment that a date can tell, Unix milliseconds; the earliest is as long ago. */
const LAST_MOMENT = 8_640_000_000_000_000

export const isText = (value: unknown): value is string => typeof value === 'string'
/** What a record is before its values are looked at. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Bytes, or how many of something. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
/** Unix milliseconds, perhaps with fractions. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= LAST_MOMENT
/** Of a file on a disk; some systems count beyond what a number tells exactly. */
export const isInode = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY
/** When a file was last written, as its disk tells it. */
export const isFileTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** Printable ASCII, no dot segments: no need to look closer, and an index has 100,000 of them. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[ -.0-[\]-~]+)+$/
const PLAIN_LENGTH = 255

/** A content path below the root, exactly as Galley writes it (N5). */
export function isStoredPath(value: unknown): value is ContentPath {
  if (typeof value !== 'string' || value === ROOT) return false
  return (value.length <= PLAIN_LENGTH && PLAIN_PATH.test(value)) || isContentPath(value)
}

/** As `isStoredPath`, or the root, where all content was deleted at once. */
export const isStoredPlace = (value: unknown): value is ContentPath => value === ROOT || isStoredPath(value)

export const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' &&
  value !== null &&
  'email' in value &&
  isText(value.email) &&
  (!('name' in value) || value.name === undefined || isText(value.name)) &&
  (!('via' in value) || value.via === undefined || isVia(value.via))

export type Fields = Readonly<Record<string, unknown>>

/** The same for records that are read with schemas. */
export const stored = {
  guid: z.custom<Guid>(isGuid),
  hash: z.custom<ContentHash>(isHash),
  path: z.custom<ContentPath>(isStoredPath),
  place: z.custom<ContentPath>(isStoredPlace),
  count: z.custom<number>(isCount),
  moment: z.custom<number>(isMoment),
  inode: z.custom<number>(isInode),
  fileTime: z.custom<number>(isFileTime),
  person: z
    .object({ email: z.string(), name: z.string().optional(), via: via.optional() })
    .transform(({ email, name, via }): Person => ({
      email,
      ...(name !== undefined && { name }),
      ...(via !== undefined && { via })
    }))
} as const
