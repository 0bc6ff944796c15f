import { createHash } from 'node:crypto'
import { GalleyError } from '../../../../common/errors'
import type { IndexDefinition } from '../../../../common/indexing'
import { webPathOf } from '../../../../common/publishing/addresses'
import { renditionOf } from '../reader'
import type { Rendition } from '../renditions'
import { sheetQueryOf } from '../sheet-query'
import type { Cell } from './extract'
import type { MadeIndex } from './site-index'

/** A row of an index as readers get it. */
export type IndexRow = Readonly<Record<string, Cell>>

/** The rows of an index, by path. @returns the same list until a row changes */
export function rowsOf(made: MadeIndex, index: IndexDefinition): readonly IndexRow[] {
  const known = rowLists.get(made) ?? new Map<string, readonly IndexRow[]>()
  rowLists.set(made, known)
  const found = known.get(index.name)
  if (found) return found
  const rows = [...made.entries.values()]
    .flatMap(({ file, rows }) => {
      const cells = rows[index.name]
      return cells ? [{ path: webPathOf(file), ...cells }] : []
    })
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  known.set(index.name, rows)
  return rows
}

/** `{total, offset, limit, data, ":type": "sheet"}`, as the request's `?limit`, `?offset` and `?sheet` ask. @throws GalleyError not-found, bad-request */
export function indexFile(made: MadeIndex, index: IndexDefinition, params: URLSearchParams): Rendition {
  const { names, limit, offset } = sheetQueryOf(params)
  if (names.some((name) => name !== index.name))
    throw new GalleyError('not-found', 'This file has no such sheet.', { where: names.join(', ') })
  const rows = rowsOf(made, index)
  const data = rows.slice(offset, limit === null ? undefined : offset + limit)
  const whole = offset === 0 && data.length === rows.length
  const known = whole ? wholeFiles.get(rows) : undefined
  if (known) return known
  const text = JSON.stringify({ total: rows.length, offset, limit: data.length, data, ':type': 'sheet' })
  const file = renditionOf(text, `"${createHash('sha256').update(text).digest('hex')}"`, 'application/json')
  if (whole) wholeFiles.set(rows, file)
  return file
}

const rowLists = new WeakMap<MadeIndex, Map<string, readonly IndexRow[]>>()
const wholeFiles = new WeakMap<readonly IndexRow[], Rendition>()
