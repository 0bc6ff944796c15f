import type { ContentPath } from '../../common/content/paths'
import { filesFor } from '../../common/publishing/addresses'
import type { PublishAnswer } from '../../common/publishing/answers'
import type { Environment } from '../../common/publishing/environments'
import type { PublishingParts } from './parts'
import type { Asked } from '../http/asked'
import type { Store } from '../store/types'
import { otherSpelling } from './other-spelling'
import type { PublishAddress } from './publish-address'
import { notPublished, publish, unpublish } from './publication'
import type { Publisher } from './rights'
import { statusOf } from './status'
import { doneAnswer, jsonAnswer } from '../http/answers'

/** One request to `/publish/{preview|live|status}/{org}/{site}/{ref}/{path}` (U1). */
export interface PublishRequest extends Asked {
  readonly address: PublishAddress
  readonly publisher: Publisher
  readonly origin: string
}

/** `GET /publish/status/…` for one path. */
export async function statusAnswer({ store }: PublishingParts, asked: PublishRequest): Promise<Response> {
  const { publisher, address, origin } = asked
  const path = await existing(store, asked, 'read', async (candidate) => {
    if ((await store.stat(candidate))?.kind === 'file') return true
    const [preview, live] = [
      await store.published.get('preview', candidate),
      await store.published.get('live', candidate)
    ]
    return preview !== null || live !== null
  })
  const status = await statusOf(store, publisher, path, { origin, ref: address.ref })
  return answer(status, asked.request)
}

/** Publishes a file as it is now. */
export async function publishOne(
  context: PublishingParts,
  asked: PublishRequest,
  environment: Environment
): Promise<Response> {
  await asked.request.body?.cancel()
  const { store } = context
  const path = await existing(
    store,
    asked,
    'write',
    async (candidate) => (await store.stat(candidate))?.kind === 'file'
  )
  const { media } = await publish(context, asked.publisher, environment, path)
  const { preview, live, ...rest } = await statusOf(store, asked.publisher, path, {
    origin: asked.origin,
    ref: asked.address.ref
  })
  const body: PublishAnswer = {
    webPath: rest.webPath,
    resourcePath: rest.resourcePath,
    preview,
    ...(environment === 'live' ? { live } : {}),
    media: [...media],
    links: rest.links
  }
  return answer(body, asked.request)
}

/** What is published of a path in one environment. */
export async function readPublication(
  { store }: PublishingParts,
  asked: PublishRequest,
  environment: Environment
): Promise<Response> {
  const there = async (candidate: ContentPath) => (await store.published.get(environment, candidate)) !== null
  const path = await existing(store, asked, 'read', there)
  if (!(await there(path))) throw notPublished(environment, path)
  const status = await statusOf(store, asked.publisher, path, {
    origin: asked.origin,
    ref: asked.address.ref
  })
  const { webPath, resourcePath, links } = status
  return answer(
    { webPath, resourcePath, [environment]: status[environment], media: [], links },
    asked.request
  )
}

/** Takes a path out of one environment. */
export async function unpublishOne(
  context: PublishingParts,
  asked: PublishRequest,
  environment: Environment
): Promise<Response> {
  await asked.request.body?.cancel()
  const { store } = context
  const path = await existing(
    store,
    asked,
    'write',
    async (candidate) => (await store.published.get(environment, candidate)) !== null
  )
  await unpublish(context, asked.publisher, environment, path)
  return doneAnswer()
}

/**
 * The first of the files that the address may mean which is there, else the one that is spelled so but for
 * capital letters, else the one that it most likely means.
 */
export async function existing(
  store: Store,
  { publisher, address }: PublishRequest,
  action: 'read' | 'write',
  isThere: (path: ContentPath) => Promise<boolean>
): Promise<ContentPath> {
  const files = filesFor(address.site, address.rest)
  const [first] = files
  const counts = async (path: ContentPath) => (await publisher.may(action, path)) && (await isThere(path))
  for (const file of files) if (await counts(file)) return file
  const other = await otherSpelling(store, 'source and published', files, counts)
  if (other) return other
  await publisher.require(action, first)
  return first
}

export function answer(body: unknown, { method }: { readonly method: string }, status = 200): Response {
  const answered = jsonAnswer(body, status)
  return method === 'HEAD' ? new Response(null, answered) : answered
}
