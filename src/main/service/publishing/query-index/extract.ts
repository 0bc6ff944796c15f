// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- also for programs that know this file by its imports only
/// <reference path="./helix-shared-indexer.d.ts" />
import { indexResource } from '@adobe/helix-shared-indexer'
import { contains } from '@adobe/helix-shared-indexer/src/contains.js'
import type { IndexDefinition } from '../../../../common/indexing'
import type { CustomElement } from '../../../../common/publishing/custom-head'
import { renderPage } from '../../../../common/publishing/page'
import type { PageMetadata } from '../../../../common/publishing/page-metadata'

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
export type Cells = Readonly<Record<string, Cell>>

/** The rows of one page: one for each index that it belongs to, by the index's name. */
export interface IndexedPage {
  readonly rows: Readonly<Record<string, Cells>>
  readonly warnings: readonly IndexWarning[]
}

/** A property whose value could not be found out: it stays empty. */
export interface IndexWarning {
  readonly index: string
  readonly property: string
  readonly message: string
}

/**
 * What the indices take from one page (U3): the page is rendered as readers get it, with addresses from the site's root, and read by
 * the extractor. Slow, and patterns may be slow without end: run it in a worker that can be ended.
 */
export function indexPage(indices: readonly IndexDefinition[], page: SourcePage): IndexedPage {
  const wanted = indices.filter((index) => belongsTo(index, page.path))
  const warnings: IndexWarning[] = []
  const rows: Record<string, Cells> = Object.create(null)
  if (wanted.length === 0) return { rows, warnings }
  const body = renderPage(new TextDecoder().decode(page.html), {
    base: '',
    name: page.name,
    path: page.path,
    metadata: page.metadata,
    host: page.host,
    head: page.head
  })
  const at = { index: '', property: '' }
  // the extractor reads `select` first of all, so whoever reads it last is who a warning is about
  const properties = wanted.flatMap((index, number) =>
    index.properties.map(({ name, select, first, expression, many }) => ({
      name: `${number}/${name}`,
      get select() {
        Object.assign(at, { index: index.name, property: name })
        return first ? undefined : select
      },
      ...(first ? { selectFirst: select } : {}),
      [many ? 'values' : 'value']: expression
    }))
  )
  const found = indexResource(
    page.path,
    { body, headers: new Headers(page.headers.map(([name, value]): [string, string] => [name, value])) },
    { properties },
    {
      warn: (...said: unknown[]) => warnings.push({ ...at, message: sentence(said) })
    }
  )
  for (const [number, index] of wanted.entries()) {
    const cells: Record<string, Cell> = Object.create(null)
    for (const { name, many } of index.properties) cells[name] = cellOf(found[`${number}/${name}`], many)
    rows[index.name] = cells
  }
  return { rows, warnings }
}

/** Whether an index takes a page: patterns as the extractor understands them, and `/x/**` means `/x` too. */
export function belongsTo({ include, exclude }: IndexDefinition, path: string): boolean {
  return contains(
    { ...(include ? { include: [...include] } : {}), ...(exclude ? { exclude: [...exclude] } : {}) },
    path
  )
}

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
