import type { ContentPath } from '../../common/content/paths'
import { urlOf } from '../../common/api/url'
import { GalleyError } from '../../common/errors'
import { filesFor, resourcePlace, siteFolder } from '../../common/publishing/addresses'
import { locationOf } from '../../common/publishing/location'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import type { Reading } from './reader'
import { sendRendition, wantsHtml } from './reader'
import type { SmallLetters } from './small-letters'
import type { Rendition, Renditions } from './renditions'
import { deliveredTag } from './delivered'

interface DeliveryParts {
  readonly store: Store
  readonly renditions: Renditions
  readonly workers: Workers
  readonly smallLetters: SmallLetters
}

/**
 * `GET /delivery/{environment}/{org}/{site}/{path}` (F5): the data of one structured document as JSON, typed
 * by the schema that it was published with. `?envelope=true` puts the metadata beside it; a browser gets an
 * overview page, unless it asks for `….json`.
 */
export async function deliver(
  { store, renditions, workers, smallLetters }: DeliveryParts,
  reading: Reading
): Promise<Response> {
  const { address, request, url, headers } = reading
  const [path, asJson] = documentAt(address.site, address.rest)
  await reading.requireOpen([path])
  const state = await store.published.get(address.environment, path)
  const moved = state
    ? null
    : ((await store.published.movedTo(address.environment, path)) ??
      (await smallLetters(address.environment, path)))
  // that something went where this reader may not go is not told
  if (moved && (await reading.opens(moved))) {
    const there = urlOf('deliver', { environment: address.environment, ...resourcePlace(moved) })
    const location = `${there}${asJson ? '.json' : ''}${url.search}`
    return new Response(null, { status: 301, headers: { ...headers, Location: locationOf(location) } })
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
    renditions.get(key) ??
    (await renditions.make(key, () => render({ store, workers }, state, variant, url.pathname)))
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
  { store, workers }: Pick<DeliveryParts, 'store' | 'workers'>,
  state: PublishedState,
  variant: Variant,
  address: string
): Promise<Rendition> {
  const { hash, companion, path, environment, at, by, size } = state
  const work = { tenant: siteFolder(path), bytes: size + (companion === undefined ? 0 : SCHEMA_BYTES) }
  const body = await workers.run('data', work, async () => ({
    document: await store.published.read(hash, path),
    schema: companion === undefined ? null : await store.published.read(companion, path),
    path,
    as:
      variant === 'overview'
        ? {
            variant,
            environment,
            address: `${address.replace(/\.html$/, '').replace(/\/$/, '/index')}.json`,
            facts: `Published ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC by ${by.name ?? by.email}.`
          }
        : variant === 'data'
          ? { variant }
          : { variant }
  }))
  const tag = deliveredTag(state)
  return variant === 'overview'
    ? { body, etag: `"${tag}.overview.${environment}.${at}${RENDERING}"`, type: 'text/html; charset=utf-8' }
    : { body, etag: `"${tag}.${variant}${RENDERING}"`, type: JSON_TYPE }
}

/** What a schema is taken to cost: how large it is, no state tells. */
const SCHEMA_BYTES = 16 * 1024

/** Part of every ETag: a newer Galley may render the same content in another way. */
const RENDERING = 1

const pageHeaders = {
  'Content-Security-Policy':
    "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'"
}
