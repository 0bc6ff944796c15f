import type { ContentPath } from '../../common/content/paths'
import { contentPath, isWithin, nameOf, splitName } from '../../common/content/paths'
import { kindOfPath, type ItemKind } from '../../common/importing/kinds'
import type { Finding, ImportItem } from '../../common/importing/shapes'
import { resourcePathOf } from '../../common/publishing/addresses'
import type { Environment } from '../../common/publishing/environments'
import type { PublishedState } from '../store/published-types'
import type { Store } from '../store/types'
import type { ImportSource, Look } from './source'
import { WebFailure } from './web-failure'

export interface PublishedPlace {
  readonly environment: Environment
  readonly site: ContentPath
  /** The site, or a folder in it. */
  readonly target: ContentPath
  readonly paths: readonly string[] | undefined
  readonly mayRead: (path: ContentPath) => Promise<boolean>
}

/** What is published of a site of this workspace: the very bytes that were published, also when their source is gone. */
export function publishedSource(store: Store, place: PublishedPlace): ImportSource {
  const { environment, site, target } = place

  async function states(): Promise<PublishedState[]> {
    const all = await store.published.list(environment, site)
    const wanted = all.filter(({ path }) =>
      (place.paths ?? ['/*']).some((pattern) => matches(path, site, pattern))
    )
    const readable = await Promise.all(wanted.map(({ path }) => place.mayRead(path)))
    return wanted.filter((_, index) => readable[index])
  }

  /** The state that an item means; null when it was unpublished since. */
  async function stateOf({ address }: ImportItem): Promise<PublishedState | null> {
    const path = pathIn(address)
    return (await place.mayRead(path)) ? store.published.get(environment, path) : null
  }

  return {
    async list() {
      const entries = (await states()).map(({ path }) => ({ address: addressFor(path), kind: kindOf(path) }))
      return { entries, refused: [], repeated: 0 }
    },
    async look(item): Promise<Look> {
      const state = await stateOf(item)
      if (!state) return { kind: 'no', why: 'missing', detail: 'This is not published any more.' }
      const { hash, size } = state
      return {
        kind: 'bytes',
        path: targetFor(state.path),
        itemKind: kindOf(state.path),
        size,
        hash,
        hashNow: null
      }
    },
    async take(item, _signal, keep) {
      const state = await stateOf(item)
      if (!state) throw new WebFailure('missing', 'This is not published any more.')
      const { hash } = state
      const path = targetFor(state.path)
      const isText = state.kind !== 'media'
      const body = isText
        ? await store.published.read(hash, state.path)
        : piecesOf(await store.published.openRead(state))
      return keep(
        body instanceof Uint8Array ? { path, body, hash: () => hash } : { path, body, hash: () => hash }
      )
    },
    async compare(item, stored): Promise<Finding[]> {
      const state = await stateOf(item)
      if (!state) return [{ what: 'source', detail: 'This is not published any more.' }]
      if (state.hash === stored.hash) return []
      return [{ what: 'bytes', detail: 'The file is not the one that is published.' }]
    },
    close: () => undefined
  }

  function targetFor(path: ContentPath): ContentPath {
    return contentPath(target + path.slice(site.length))
  }
  function addressFor(path: ContentPath): string {
    return `${environment}:${resourcePathOf(path)}`
  }
  function pathIn(address: string): ContentPath {
    return contentPath(site + address.slice(address.indexOf(':') + 1))
  }
}

function kindOf(path: ContentPath): ItemKind {
  return splitName(nameOf(path)).ext.toLowerCase() === 'html' ? 'document' : kindOfPath(resourcePathOf(path))
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
