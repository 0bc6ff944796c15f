import { GalleyError } from '../../../common/errors'
import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'
import { isHash, isGuid, type ContentHash, type Guid } from '../layout/names'
import { isPerson, isStoredPlace } from '../layout/stored-values'
import type { Row } from './database'

/*
 * What a line of an answer holds, each value held against what it has to be: a database that others can write
 * to is no more to be believed than a folder.
 */

const damaged = (column: string) =>
  new GalleyError('damaged', 'The database holds something that no Galley has written.', { where: column })

export function textIn(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw damaged(column)
}

export function numberIn(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'number') return value
  throw damaged(column)
}

export function booleanIn(row: Row, column: string): boolean {
  const value = row[column]
  if (typeof value === 'boolean') return value
  throw damaged(column)
}

export function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (value instanceof Uint8Array) return value
  throw damaged(column)
}

export function hashIn(row: Row, column: string): ContentHash {
  const text = Buffer.from(bytesIn(row, column)).toString('hex')
  if (isHash(text)) return text
  throw damaged(column)
}

export function guidIn(row: Row, column: string): Guid {
  const value = row[column]
  if (isGuid(value)) return value
  throw damaged(column)
}

export function pathIn(row: Row, column: string): ContentPath {
  const value = row[column]
  if (isStoredPlace(value)) return value
  throw damaged(column)
}

export function personIn(row: Row, column: string): Person {
  const value = jsonIn(row, column)
  if (isPerson(value)) return value
  throw damaged(column)
}

export function jsonIn(row: Row, column: string): unknown {
  try {
    return JSON.parse(textIn(row, column)) as unknown
  } catch {
    throw damaged(column)
  }
}

/** Undefined where there is none. */
export function maybe<T>(row: Row, column: string, read: (row: Row, column: string) => T): T | undefined {
  return row[column] === null || row[column] === undefined ? undefined : read(row, column)
}

/** A text as JSON: a column refuses NUL and half a character, which a label or a name may hold. */
export const json = (value: unknown): string => JSON.stringify(value)

export const hashBytes = (hash: string): Buffer => Buffer.from(hash, 'hex')
