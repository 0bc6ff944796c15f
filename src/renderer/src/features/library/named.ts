import { contentPathFromUrl, splitName, nameOf, type ContentPath } from '../../../../common/content/paths'
import { parseJson } from '../../../../common/json'
import { readSheets, type Row } from '../../../../common/publishing/sheets'

/** A page that a library names. */
export interface Named {
  readonly title: string
  readonly path: ContentPath
}

/** What a sheet of a library names. */
export interface LibraryNames {
  /** Pages whose blocks are samples. */
  readonly blocks: readonly Named[]
  /** Pages that others begin as. */
  readonly templates: readonly Named[]
  /** Other sheets that name more, and of what kind. */
  readonly lists: readonly { readonly kind: NamedKind; readonly path: ContentPath }[]
  /** Addresses that lead to nothing in the site. */
  readonly elsewhere: readonly string[]
}

export type NamedKind = 'blocks' | 'templates'

/** Where a sheet stands decides what a row of it is, that names a page. */
interface Standing {
  readonly site: ContentPath
  /** Only the sheet of this name counts; all of them unless told. */
  readonly sheet?: string
  /** What a row without a better word names; null: nothing. */
  readonly kind: NamedKind | null
}

/**
 * What a sheet file names (VE18): rows `name` (or `title`, `key`) and `path` (or `value`). A row `Blocks` or
 * `Templates` that leads to a JSON file means the rows there. Rows of plug-ins, icons and placeholders are
 * none of these.
 * @returns null for what is no sheet
 * @throws GalleyError for what is no JSON, or too complex
 */
export function namedIn(text: string, { site, sheet, kind }: Standing): LibraryNames | null {
  const file = readSheets(parseJson(text))
  if (!file) return null
  const found = { blocks: [], templates: [], lists: [], elsewhere: [] } as {
    blocks: Named[]
    templates: Named[]
    lists: { kind: NamedKind; path: ContentPath }[]
    elsewhere: string[]
  }
  for (const { name, rows } of file.sheets) {
    if (sheet !== undefined && name !== sheet) continue
    const here = kindOf(name) ?? (isPlain(name) ? kind : null)
    for (const row of rows) {
      const title = cell(row, ['name', 'title', 'key'])
      const address = cell(row, ['path', 'value'])
      if (title === '' || address === '') continue
      const isList = /\.json$/i.test(address)
      const of = isList ? (kindOf(title) ?? here) : here
      if (of === null) continue
      const path = pathMeant(address, site)
      if (path === null) found.elsewhere.push(address)
      else if (isList) found.lists.push({ kind: of, path })
      else found[of].push({ title, path })
    }
  }
  return found
}

const kindOf = (word: string): NamedKind | null =>
  /^(helix-)?blocks?$/i.test(word.trim()) ? 'blocks' : /^templates?$/i.test(word.trim()) ? 'templates' : null

/** Names of sheets that say nothing of what is in them. */
const isPlain = (name: string): boolean => /^(data|library|items|default|sheet1|shared-default)$/i.test(name)

function cell(row: Row, names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return ''
}

/**
 * An address from the site's root, with or without the site before it, or a whole one of any server that has
 * the site; null for what leads elsewhere.
 */
export function pathMeant(address: string, site: ContentPath): ContentPath | null {
  try {
    const isWhole = /^https?:\/\//i.test(address)
    const written = isWhole ? new URL(address).pathname : address.replace(/[?#].*$/s, '')
    const rooted = `/${written.replace(/^\/+(source\/)?/, '')}`
    const inSite = rooted.startsWith(`${site}/`)
    if (isWhole && !inSite) return null
    const path = contentPathFromUrl(inSite ? rooted : site + rooted)
    return splitName(nameOf(path)).ext === '' ? contentPathFromUrl(`${path}.html`) : path
  } catch {
    return null
  }
}
