import type { Person, Via } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import type { ContentIndex, IndexRecord } from '../layout/content-index'
import { isGuid, isHash } from '../layout/names'
import { isCount, isFileTime, isInode, isMoment, isStoredPath, isStoredPlace } from '../layout/stored-values'

/** One change of the index as a short JSON array: 100,000 of them are read at start. */
export type IndexLine = readonly unknown[]

export const INDEX_HEADER: IndexLine = ['galley-index', 1]

export function bindLine(record: IndexRecord): IndexLine {
  const { path, id, hash, size, mtimeMs, ino, at, by, session, since } = record
  const line = [
    'f',
    path,
    id,
    hash,
    size,
    mtimeMs,
    ino,
    at,
    by.email,
    by.name ?? null,
    session ?? null,
    since ?? null,
    by.via?.token ?? null,
    by.via?.program ?? null
  ]
  while (line[line.length - 1] === null) line.pop()
  return line
}

export const unbindLine = (path: ContentPath): IndexLine => ['d', path]
export const moveLine = (from: ContentPath, to: ContentPath): IndexLine => ['m', from, to]

/** Applies lines in order. @returns how many were not understood */
export function applyLines(index: ContentIndex, lines: readonly unknown[]): number {
  const people = new Map<string, Person>()
  let unknown = 0
  for (const line of lines) if (!applyLine(index, line, people)) unknown++
  return unknown
}

/** True for the first line of an index that this Galley can read. */
export function isHeader(line: unknown): boolean {
  return Array.isArray(line) && line[0] === INDEX_HEADER[0] && line[1] === INDEX_HEADER[1]
}

function applyLine(index: ContentIndex, line: unknown, people: Map<string, Person>): boolean {
  if (!Array.isArray(line)) return false
  const [kind, path, other] = line as unknown[]
  if (kind === 'd' && isStoredPlace(path)) {
    index.removeWithin(path)
    return true
  }
  if (!isStoredPath(path)) return false
  if (kind === 'm' && isStoredPath(other)) {
    index.move(path, other)
    return true
  }
  const record = kind === 'f' ? recordOf(line, path, people) : null
  if (record) index.set(record)
  return record !== null
}

function recordOf(line: unknown[], path: ContentPath, people: Map<string, Person>): IndexRecord | null {
  const [, , id, hash, size, mtimeMs, ino, at, email, name, session, since, token, program] = line
  if (!isGuid(id) || !isHash(hash) || typeof email !== 'string') return null
  if (!isCount(size) || !isFileTime(mtimeMs) || !isInode(ino) || !isMoment(at)) return null
  const by = shared(people, email, textOf(name), viaOf(textOf(token), textOf(program)))
  return {
    path,
    id,
    hash,
    size,
    mtimeMs,
    ino,
    at,
    by,
    ...(typeof session === 'string' && { session }),
    ...(isMoment(since) && { since })
  }
}

/** One object a person, however many files they wrote. */
function shared(
  people: Map<string, Person>,
  email: string,
  name: string | undefined,
  via: Via | undefined
): Person {
  const key = via ? JSON.stringify([email, name, via.token, via.program]) : `${email}\n${name ?? ''}`
  const known = people.get(key)
  if (known) return known
  const person: Person = { email, ...(name !== undefined && { name }), ...(via && { via }) }
  people.set(key, person)
  return person
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function viaOf(token: string | undefined, program: string | undefined): Via | undefined {
  if (token === undefined && program === undefined) return undefined
  return { ...(token !== undefined && { token }), ...(program !== undefined && { program }) }
}
