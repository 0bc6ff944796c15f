import { formatOfPath } from '../../../../common/formats/files'
import type { ContentPath } from '../../../../common/content/paths'
import { contentPath, isWithin, segmentsOf } from '../../../../common/content/paths'
import { kindOfPath, type ItemKind } from '../../../../common/importing/kinds'
import type { Finding, ImportItem } from '../../../../common/importing/shapes'
import { resourcePathOf } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import type { PublishedState } from '../../../store/types'
import { publishedSchemas, type PublishedContents } from './published-schemas'
import { handOver, openFetchLine } from '../../fetch-line'
import type { ImportLimits } from '../../limits'
import { notThere, type ImportSource, type Look, type StoredFile } from '../../source'
import { WebFailure } from '../../web-failure'

interface PublishedPlace {
  readonly environment: Environment
  readonly site: ContentPath
  /** The site, or a folder in it. */
  readonly target: ContentPath
  readonly paths: readonly string[] | undefined
  /** The service folder's name, without its dot (N4). */
  readonly serviceFolder: () => Promise<string>
  readonly mayRead: (path: ContentPath) => Promise<boolean>
  readonly limits: Pick<ImportLimits, 'atOnce'>
}

/**
 * What is published of a site of this workspace: the very bytes that were published, also when their source
 * is gone; and the schemas of its structured documents.
 */
export function publishedSource(kept: PublishedContents, place: PublishedPlace): ImportSource {
  const { store } = kept
  const { environment, site, target } = place
  const line = openFetchLine(place.limits.atOnce)
  let reading: Promise<ReadonlyMap<ContentPath, string>> | null = null

  async function states(): Promise<PublishedState[]> {
    const all = await store.published.list(environment, site)
    const patterns = place.paths ?? ['/*']
    const wanted = all.filter(({ path }) => patterns.some((pattern) => matches(path, site, pattern)))
    const readable = await Promise.all(wanted.map(({ path }) => place.mayRead(path)))
    return wanted.filter((_, index) => readable[index])
  }

  /** In a folder they would be no schemas. */
  async function readSchemas(): Promise<ReadonlyMap<ContentPath, string>> {
    if (segmentsOf(target).length > 2) return new Map()
    return publishedSchemas(kept, await states(), await place.serviceFolder())
  }
  const schemas = () => (reading ??= readSchemas())

  /** What an item means; null when it was unpublished since. */
  async function contentOf({ address }: ImportItem): Promise<Content | null> {
    const path = contentPath(site + address.slice(address.indexOf(':') + 1))
    if (!(await place.mayRead(path))) return null
    const state = await store.published.get(environment, path)
    if (state) {
      const open = () => (state.kind === 'media' ? store.published.openRead(state) : null)
      return { path, hash: state.hash, size: state.size, open }
    }
    const hash = (await schemas()).get(path)
    return hash === undefined ? null : { path, hash, size: null, open: () => null }
  }

  return {
    async list() {
      const published = (await states()).map(({ path }) => path)
      const paths = [...published, ...(await schemas()).keys()]
      return {
        entries: paths.map((path) => ({ address: addressFor(path), kind: kindOf(path) })),
        refused: [],
        repeated: 0
      }
    },
    look: (item, _signal, judge) => line.take(async () => judge(await lookAt(item))),
    take: (item, _signal, keep) =>
      line.take(async (came) => {
        const content = await contentOf(item)
        if (!content) throw new WebFailure('missing', 'This is not published any more.')
        const { hash } = content
        const path = targetFor(content.path)
        const stream = content.open()
        const body = stream ? piecesOf(await stream) : await store.published.read(hash, content.path)
        return handOver({ path, body, hash: () => hash }, came, keep)
      }),
    compare: (item, stored) => line.take(() => findingsOf(item, stored)),
    close: () => undefined
  }

  async function lookAt(item: ImportItem): Promise<Look> {
    const content = await contentOf(item)
    if (!content) return { kind: 'no', why: 'missing', detail: 'This is not published any more.' }
    const { path, hash, size } = content
    return { kind: 'bytes', path: targetFor(path), itemKind: kindOf(path), size, hash, hashNow: null }
  }

  async function findingsOf(item: ImportItem, stored: StoredFile): Promise<readonly Finding[]> {
    const hash = await stored.hash()
    if (hash === null) return notThere
    const content = await contentOf(item)
    if (!content) return [{ what: 'source', detail: 'This is not published any more.' }]
    if (content.hash === hash) return []
    return [{ what: 'bytes', detail: 'The file is not the one that is published.' }]
  }

  function targetFor(path: ContentPath): ContentPath {
    return contentPath(target + path.slice(site.length))
  }
  function addressFor(path: ContentPath): string {
    return `${environment}:${resourcePathOf(path)}`
  }
}

interface Content {
  readonly path: ContentPath
  readonly hash: string
  /** Null where nobody noted it. */
  readonly size: number | null
  /** Its pieces, for what is not held in memory as a whole. */
  readonly open: () => Promise<ReadableStream<Uint8Array>> | null
}

function kindOf(path: ContentPath): ItemKind {
  return formatOfPath(path) === 'page' ? 'document' : kindOfPath(resourcePathOf(path))
}

function matches(path: ContentPath, site: ContentPath, pattern: string): boolean {
  const below = `${site}${pattern.replace(/\/\*+$/, '')}`.normalize('NFC')
  if (pattern.endsWith('*')) return below === site || isWithin(path, below as ContentPath)
  return (
    path === below || path === `${below}.html` || (pattern.endsWith('/') && path === `${below}index.html`)
  )
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
