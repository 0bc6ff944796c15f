import { bulkRules, metadataFor, saidIn, type BulkRules } from './page-metadata'
import type { Row } from './sheets'

/**
 * What a site's `headers` sheet says (U9): rows with a `URL` pattern, and either columns that are named as
 * headers, or `key` and `value`.
 */
export function headerRules(rows: readonly Row[]): BulkRules {
  return bulkRules(rows.map(pairAsColumn))
}

/** The headers of an answer, of those that a site may set. */
export function headersFor(rules: BulkRules, webPath: string): [name: string, value: string][] {
  if (rules.rules.length === 0) return []
  const found = metadataFor(rules, webPath)
  return [...found.keys()].flatMap((name): [string, string][] =>
    settable.has(name) ? [[name, printable(saidIn(found, name))]] : []
  )
}

/** The names of a `headers` sheet that no answer gets. */
export function headersLeftOut(rows: readonly Row[]): readonly string[] {
  const named = headerRules(rows).rules.flatMap(({ cells }) => cells.map(([name]) => name))
  return [...new Set(named)].filter((name) => !settable.has(name))
}

/** The names of those that a site may set. */
export const headersOfSites = (): readonly string[] => [...settable]

/** What guards the service, says whose content it is or how it is sent stays with Galley. */
const settable: ReadonlySet<string> = new Set([
  'content-language',
  'link',
  'permissions-policy',
  'referrer-policy',
  'surrogate-control',
  'surrogate-key',
  'tdm-policy',
  'tdm-reservation',
  'x-robots-tag',
  'x-ua-compatible'
])

/** A header carries printable ASCII; escapes that are there stay. */
const printable = (value: string): string =>
  value.replace(loneSurrogate, '\ufffd').replace(/[^\x20-\x7e]+/g, encodeURIComponent)

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function pairAsColumn(row: Row): Row {
  const cell = (column: string) =>
    Object.entries(row).find(([name]) => name.trim().toLowerCase() === column)?.[1]
  const [key, value, url] = [cell('key'), cell('value'), cell('url')]
  return typeof key === 'string' && value !== undefined ? { url, [key]: value } : row
}
