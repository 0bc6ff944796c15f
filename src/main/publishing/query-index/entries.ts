import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import { nameOf, splitName } from '../../../common/content/paths'
import type { Definition } from '../../../common/query-index'
import { webPathOf } from '../../../common/publishing/addresses'
import { metadataFor } from '../../../common/publishing/page-metadata'
import type { PublishedState } from '../../store/types'
import type { Store } from '../../store/types'
import { httpDateOf } from '../../http/conditions'
import { deliveredTag } from '../delivered'
import type { SiteRules } from '../site-sheets'
import type { IndexedPage, SourcePage } from '../../workers/work/index-page'

/** What the indices took from one published page, and from which state of it. */
export type IndexEntry = z.infer<typeof indexEntry>

const cell = z.union([z.string(), z.number(), z.union([z.string(), z.number()]).array()])

export const indexEntry = z.object({
  /** The published file. */
  file: z.custom<ContentPath>((value) => typeof value === 'string' && value.startsWith('/')),
  /** Everything that the rows depend on: the same basis gives the same rows. */
  basis: z.string(),
  rows: z.record(z.string(), z.record(z.string(), cell)),
  warnings: z.object({ index: z.string(), property: z.string(), message: z.string() }).array()
})

/** Only documents have rows: data and media have none. */
export const isIndexed = ({ kind }: PublishedState): boolean => kind === 'page' || kind === 'structured'

export function basisOf(definitionTag: string, metadataTag: string, state: PublishedState): string {
  return `${definitionTag}.${deliveredTag(state)}${metadataTag}.${state.at}.${READING}`
}

/** A newer Galley may read the same page in another way. */
const READING = 2

export function tagOfDefinition(definition: Definition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 16)
}

/** A page with what the site says of it, ready for the extractor. @throws GalleyError damaged */
export async function sourcePage(
  { published }: Store,
  state: PublishedState,
  { pages }: SiteRules
): Promise<SourcePage> {
  const path = webPathOf(state.path)
  return {
    path,
    html: await published.read(state.hash, state.path),
    name: splitName(nameOf(state.path)).name,
    metadata: metadataFor(pages.metadata, path),
    host: pages.host,
    head: pages.head,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['last-modified', httpDateOf(state.at)]
    ]
  }
}

export const entryFrom = (file: ContentPath, basis: string, { rows, warnings }: IndexedPage): IndexEntry => ({
  file,
  basis,
  rows: mapValues(rows, (cells) =>
    mapValues(cells, (value) => (typeof value === 'object' ? [...value] : value))
  ),
  // a page may warn of every element; the first few tell enough
  warnings: warnings.slice(0, 20).map((one) => ({ ...one }))
})

function mapValues<T, R>(from: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value)]))
}
