import { GalleyError } from '../../common/errors'
import { siteFolder } from '../../common/publishing/addresses'
import { outlinedParts, type OutlinePart } from '../../common/publishing/sheet-outline'
import type { SheetQuery } from '../../common/publishing/sheets'
import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import { workBounds } from '../workers'
import { collect } from '../http/chunks'
import { sendable } from '../http/sendable'
import { sendRendition, sendStream, type Reading } from './reader'
import type { Rendition } from './renditions'
import { deliveredTag } from './delivered'
import { sheetQueryOf } from './sheet-query'
import type { SiteParts } from './sites'

const TYPE = 'application/json'

type Parts = Pick<SiteParts, 'store' | 'renditions' | 'outlines' | 'workers'>

/**
 * A published JSON file: a sheet as readers get it, without what is private; other JSON as it is. Of a large
 * one only the rows that are wanted are read from the disk, and none of them is made a value.
 */
export async function sendSheets(
  parts: Parts,
  reading: Reading,
  state: PublishedState,
  headers: Readonly<Record<string, string>>
): Promise<Response> {
  const query = sheetQueryOf(reading.url.searchParams)
  const tag = deliveredTag(state)
  const key = `${tag}.json${suffixOf(query)}`
  const known = parts.renditions.get(key)
  if (known) return sendRendition(reading, known, headers)
  const etag = `"${tag}.sheet${RENDERING}${encodeURIComponent(suffixOf(query))}"`
  const asItIs = `"${tag}"`
  const outline = state.size <= workBounds.inline ? 'mixed' : await parts.outlines.of(state)
  if (outline === 'mixed') {
    const make = () => rendered(parts, state, query, { etag, asItIs })
    return sendRendition(reading, await parts.renditions.make(key, make), headers)
  }
  if (outline === 'none') {
    const body = () => parts.store.published.openRead(state)
    return sendStream(reading, { body, size: state.size, etag: asItIs, type: TYPE }, headers)
  }
  const pieces = outlinedParts(outline, query)
  if (!pieces) throw noSuchSheet(query)
  const size = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
  const body = () => streamOf(parts.store, state, pieces)
  if (size > workBounds.inline) return sendStream(reading, { body, size, etag, type: TYPE }, headers)
  const make = async () => ({ body: sendable(await collect(chunksOf(body()), size)), etag, type: TYPE })
  return sendRendition(reading, await parts.renditions.make(key, make), headers)
}

async function rendered(
  { store, workers }: Parts,
  { hash, path, size }: PublishedState,
  query: SheetQuery,
  { etag, asItIs }: { readonly etag: string; readonly asItIs: string }
): Promise<Rendition> {
  const read = () => store.published.read(hash, path)
  const how = { tenant: siteFolder(path), bytes: size }
  const body = await workers.run('sheets', how, async () => ({ bytes: await read(), query }))
  if (body === undefined) throw noSuchSheet(query)
  return body === null
    ? { body: sendable(await read()), etag: asItIs, type: TYPE }
    : { body, etag, type: TYPE }
}

const suffixOf = ({ names, offset, limit }: SheetQuery): string =>
  names.length === 0 && offset === 0 && limit === null
    ? ''
    : `.${names.join('+')}.${offset}.${limit ?? 'all'}`

const noSuchSheet = ({ names }: SheetQuery) =>
  new GalleyError('not-found', 'This file has no such sheet.', { where: names.join(', ').slice(0, 200) })

const sizeOf = (piece: OutlinePart): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.end - piece.start

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}

/** One piece after another; of the file only what is being sent is open. */
function streamOf(
  { published }: Store,
  state: PublishedState,
  pieces: readonly OutlinePart[]
): ReadableStream<Uint8Array> {
  const waiting = [...pieces]
  let open: ReadableStreamDefaultReader<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const part = await open?.read()
          if (part && !part.done) return controller.enqueue(part.value)
          open = null
          const next = waiting.shift()
          if (next === undefined) return controller.close()
          if (typeof next === 'string') return controller.enqueue(new TextEncoder().encode(next))
          open = (await published.openRead(state, { start: next.start, end: next.end - 1 })).getReader()
        }
      },
      cancel: () => open?.cancel()
    },
    { highWaterMark: 0 }
  )
}

/** Part of the ETags: a newer Galley may render the same content in another way. */
const RENDERING = 2
