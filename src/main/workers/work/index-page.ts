// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- also for programs that know this file by its imports only
/// <reference path="./helix-shared-indexer.d.ts" />
import { indexResource } from '@adobe/helix-shared-indexer'
import { contains } from '@adobe/helix-shared-indexer/src/contains.js'
import type { IndexDefinition, PropertyDefinition } from '../../../common/query-index'
import type { CustomElement } from '../../../common/publishing/custom-head'
import { renderPage } from '../../../common/publishing/page'
import type { PageMetadata } from '../../../common/publishing/page-metadata'

/** A published page, as the index reads it: nothing of it is decoded or rendered yet. */
export interface SourcePage {
  /** Where readers find it on the site: `/docs/a`. */
  readonly path: string
  /** The author's HTML. */
  readonly html: Uint8Array
  /** Title of a page that names none. */
  readonly name: string
  /** What the site says of all its pages. */
  readonly metadata: PageMetadata
  /** The site's public address. */
  readonly host: string | null
  /** What the site puts into each head. */
  readonly head: readonly CustomElement[]
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export type Cell = string | number | readonly (string | number)[]

/** A row without its path: the values by property. */
type Cells = Readonly<Record<string, Cell>>

/** The rows of one page: one for each index that it belongs to, by the index's name. */
export interface IndexedPage {
  readonly rows: Readonly<Record<string, Cells>>
  readonly warnings: readonly IndexWarning[]
}

/** A property whose value could not be found out: it stays empty. */
interface IndexWarning {
  readonly index: string
  readonly property: string
  readonly message: string
}

/**
 * What the indices take from one page (U3): the page is rendered as readers get it, with addresses from the
 * site's root, and read by the extractor. Slow, and patterns may be slow without end: run it in a worker that
 * can be ended.
 */
export function indexPage(indices: readonly IndexDefinition[], page: SourcePage): IndexedPage {
  const wanted = indices.filter((index) => belongsTo(index, page.path))
  const warnings: IndexWarning[] = []
  const rows: Record<string, Cells> = Object.create(null)
  if (wanted.length === 0) return { rows, warnings }
  const properties = wanted.flatMap((index, number) =>
    index.properties.map((property) => ({
      ...property,
      index: index.name,
      key: `${number}/${property.name}`
    }))
  )
  const found: Record<string, unknown> = {
    ...extracted(properties, page, page.host, (warning) => warnings.push(warning))
  }
  const empty = properties.filter(({ key, many, expression }) => {
    const cell = cellOf(found[key], many)
    return page.host === null && (cell === '' || (many && isEmpty(cell))) && expression.includes('http')
  })
  if (empty.length > 0) {
    const again = extracted(empty, page, `https://${SOME_HOST}`, () => undefined)
    for (const { key, many } of empty)
      if (!JSON.stringify(cellOf(again[key], many)).includes(SOME_HOST)) found[key] = again[key]
  }
  for (const [number, index] of wanted.entries()) {
    const cells: Record<string, Cell> = Object.create(null)
    for (const { name, many } of index.properties) cells[name] = cellOf(found[`${number}/${name}`], many)
    rows[index.name] = cells
  }
  return { rows, warnings }
}

/**
 * Definitions take the path out of whole addresses, which a site without a public host has not: they are
 * tried once more with this one in their place, which no cell may hold.
 */
const SOME_HOST = 'site.invalid'

interface Wanted extends PropertyDefinition {
  readonly index: string
  readonly key: string
}

function extracted(
  wanted: readonly Wanted[],
  page: SourcePage,
  host: string | null,
  warn: (warning: IndexWarning) => void
): Readonly<Record<string, unknown>> {
  const { path, name, metadata, head, headers } = page
  const body = renderPage(new TextDecoder().decode(page.html), { base: '', name, path, metadata, host, head })
  const at = { index: '', property: '' }
  // the extractor reads `select` first of all, so whoever reads it last is who a warning is about
  const properties = wanted.map(({ index, key, name: property, select, first, expression, many }) => ({
    name: key,
    get select() {
      Object.assign(at, { index, property })
      return first ? undefined : select
    },
    ...(first ? { selectFirst: select } : {}),
    [many ? 'values' : 'value']: expression
  }))
  return indexResource(
    path,
    { body, headers: new Headers(headers.map(([header, value]): [string, string] => [header, value])) },
    { properties },
    { warn: (...said: unknown[]) => warn({ ...at, message: sentence(said) }) }
  )
}

/** Whether an index takes a page: patterns as the extractor understands them, and `/x/**` means `/x` too. */
export function belongsTo({ include, exclude }: IndexDefinition, path: string): boolean {
  return contains(
    { ...(include ? { include: [...include] } : {}), ...(exclude ? { exclude: [...exclude] } : {}) },
    path
  )
}

const isEmpty = (cell: Cell): boolean => Array.isArray(cell) && cell.length === 0

/** Only what JSON can hold: elements, functions and what is no number stay empty. */
function cellOf(value: unknown, many: boolean): Cell {
  if (Array.isArray(value)) {
    const cells = value.flatMap((one: unknown) => single(one) ?? [])
    return many ? cells : cells.join('')
  }
  const cell = single(value)
  if (many) return cell === null || cell === '' ? [] : [cell]
  return cell ?? ''
}

function single(value: unknown): string | number | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function sentence(said: readonly unknown[]): string {
  const text = said.map(String).join(' ')
  if (/\breplace(All)? is not a function/.test(text))
    return '“replace” and “replaceAll” take one text, such as path, not what other functions found.'
  if (/\bmap is not a function/.test(text)) return 'This function takes elements, “el”, not a text.'
  return text
    .replace(/^Unable to apply given selector '.*?': /s, '')
    .replace(/^css-selector-parser parse error: /, '')
    .slice(0, 500)
}
