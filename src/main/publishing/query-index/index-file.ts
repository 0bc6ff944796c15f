import { createHash } from 'node:crypto'
import { GalleyError } from '../../../common/errors'
import type { IndexDefinition } from '../../../common/query-index'
import type { ContentPath } from '../../../common/content/paths'
import { isProtected } from '../../../common/publishing/protection'
import { webPathOf } from '../../../common/publishing/addresses'
import { renditionOf } from '../reader'
import type { Rendition } from '../renditions'
import { sheetQueryOf } from '../sheet-query'
import type { Cell } from '../../workers/work/index-page'
import type { MadeIndex } from './site-index'

/** A row of an index as readers get it. */
type IndexRow = { readonly path: string } & Readonly<Record<string, Cell>>

/** A row, and the published file that it is of. */
export interface FileRow {
  readonly file: ContentPath
  readonly row: IndexRow
}

/** The rows of an index, by path. @returns the same list until a row changes */
export function rowsOf(made: MadeIndex, index: IndexDefinition): readonly FileRow[] {
  const known = rowLists.get(made) ?? new Map<string, readonly FileRow[]>()
  rowLists.set(made, known)
  const found = known.get(index.name)
  if (found) return found
  const rows = [...made.entries.values()]
    .flatMap(({ file, rows }) => {
      const cells = rows[index.name]
      return cells ? [{ file, row: { path: webPathOf(file), ...cells } }] : []
    })
    .sort(({ row: { path: a } }, { row: { path: b } }) => (a < b ? -1 : a > b ? 1 : 0))
  known.set(index.name, rows)
  return rows
}

/**
 * The rows that anybody gets: a protected page has none, so that an index tells of no page that its reader
 * may not open.
 * @param closed what is protected in the site
 * @returns the same list for the same rows and entries
 */
export function openRows(rows: readonly FileRow[], closed: readonly ContentPath[]): readonly FileRow[] {
  if (closed.length === 0) return rows
  const key = closed.join('\n')
  const known = openLists.get(rows)
  if (known?.key === key) return known.rows
  const open = rows.filter(({ file }) => !isProtected(closed, file))
  openLists.set(rows, { key, rows: open })
  return open
}

/**
 * `{total, offset, limit, data, ":type": "sheet"}`, as the request's `?limit`, `?offset` and `?sheet` ask.
 * @throws GalleyError not-found, bad-request
 */
export function indexFile(
  rows: readonly FileRow[],
  index: IndexDefinition,
  params: URLSearchParams
): Rendition {
  const { names, limit, offset } = sheetQueryOf(params)
  if (names.some((name) => name !== index.name))
    throw new GalleyError('not-found', 'This file has no such sheet.', { where: names.join(', ') })
  const data = rows.slice(offset, limit === null ? undefined : offset + limit).map(({ row }) => row)
  const whole = offset === 0 && data.length === rows.length
  const known = whole ? wholeFiles.get(rows) : undefined
  if (known) return known
  const text = JSON.stringify({ total: rows.length, offset, limit: data.length, data, ':type': 'sheet' })
  const file = renditionOf(text, `"${createHash('sha256').update(text).digest('hex')}"`, 'application/json')
  if (whole) wholeFiles.set(rows, file)
  return file
}

const rowLists = new WeakMap<MadeIndex, Map<string, readonly FileRow[]>>()
/** Configs change seldom: only the entries of now are remembered. */
const openLists = new WeakMap<
  readonly FileRow[],
  { readonly key: string; readonly rows: readonly FileRow[] }
>()
const wholeFiles = new WeakMap<readonly FileRow[], Rendition>()
