import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { filesFor, publishingRoutes } from '../../../common/publishing/addresses'
import { overviewPage } from '../../../common/publishing/overview'
import { readSchema } from '../../../common/schema'
import { parseDocument, readSchemaDocument, toDelivered, type Delivered } from '../../../common/structured'
import type { PublishedState } from '../../store/published-types'
import type { Store } from '../../store/types'
import type { Reading } from './reader'
import { renditionOf, sendRendition, wantsHtml } from './reader'
import type { Rendition, Renditions } from './renditions'
import { deliveredTag } from './resource'

/**
 * `GET /delivery/{environment}/{org}/{site}/{path}` (F5): the data of one structured document as JSON, typed by the schema that it
 * was published with. `?envelope=true` puts the metadata beside it; a browser gets an overview page, unless it asks for `….json`.
 */
export async function deliver(store: Store, renditions: Renditions, reading: Reading): Promise<Response> {
  const { address, request, url, headers } = reading
  const [path, asJson] = documentAt(address.site, address.rest)
  await reading.requireOpen([path])
  const state = await store.published.get(address.environment, path)
  const moved = state ? null : await store.published.movedTo(address.environment, path)
  if (moved) {
    await reading.requireOpen([moved])
    const location = `${publishingRoutes.delivery(address.environment, moved)}${asJson ? '.json' : ''}${url.search}`
    return new Response(null, { status: 301, headers: { ...headers, Location: location } })
  }
  if (!state) {
    throw new GalleyError('not-found', 'No structured document is published here.', { where: path })
  }
  if (state.kind !== 'structured') {
    throw new GalleyError(
      'not-found',
      'What is published here is no structured document. Pages are served under /sites.',
      { where: path }
    )
  }
  const variant =
    url.searchParams.get('envelope') === 'true'
      ? 'envelope'
      : !asJson && wantsHtml(request.headers)
        ? 'overview'
        : 'data'
  const key = `${deliveredTag(state)}.${variant}${variant === 'overview' ? `.${state.environment}.${state.at}` : ''}`
  const rendition =
    renditions.get(key) ?? renditions.put(key, await render(store, state, variant, url.pathname))
  return sendRendition(reading, rendition, variant === 'overview' ? pageHeaders : {})
}

type Variant = 'data' | 'envelope' | 'overview'

const JSON_TYPE = 'application/json'

/** The document's file, and whether the address insists on JSON. */
function documentAt(site: string, rest: string): readonly [ContentPath, boolean] {
  const json = /\.json$/i.test(rest)
  const [path] = filesFor(
    site,
    json
      ? `${rest.slice(0, -'.json'.length)}.html`
      : rest.endsWith('.html')
        ? rest
        : `${rest}${rest === '' || rest.endsWith('/') ? '' : '.html'}`
  )
  return [path, json]
}

async function render(
  store: Store,
  state: PublishedState,
  variant: Variant,
  address: string
): Promise<Rendition> {
  const { metadata, data } = await delivered(store, state)
  const etag = (name: string) => `"${deliveredTag(state)}.${name}${RENDERING}"`
  if (variant === 'data') return renditionOf(JSON.stringify(data, null, 2), etag('data'), JSON_TYPE)
  if (variant === 'envelope') {
    return renditionOf(JSON.stringify({ metadata, data }, null, 2), etag('envelope'), JSON_TYPE)
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const page = overviewPage({
    title: text(metadata['title']) || state.path,
    schemaName: text(metadata['schemaName']),
    environment: state.environment,
    address: `${address.replace(/\.html$/, '').replace(/\/$/, '/index')}.json`,
    data,
    facts: `Published ${new Date(state.at).toISOString().slice(0, 16).replace('T', ' ')} UTC by ${state.by.name ?? state.by.email}.`
  })
  return renditionOf(page, etag(`overview.${state.environment}.${state.at}`), 'text/html; charset=utf-8')
}

async function delivered(
  { published }: Store,
  { hash, companion, path }: PublishedState
): Promise<Delivered> {
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const reading = parseDocument(decode(await published.read(hash, path)))
  if (!('document' in reading))
    throw new GalleyError('internal', 'A published document cannot be read any more.', { where: path })
  const source =
    companion === undefined ? null : readSchemaDocument(decode(await published.read(companion, path)))
  return toDelivered(reading.document, source === null ? null : readSchema(source).schema)
}

/** Part of every ETag: a newer Galley may render the same content in another way. */
const RENDERING = 1

const pageHeaders = {
  'Content-Security-Policy':
    "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'"
}
