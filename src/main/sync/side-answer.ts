import { splitName } from '../../common/content/paths'
import { contentHeaders } from '../http/file-answers'
import { parseRange } from '../http/ranges'
import type { KeptContent } from '../store/types'

export type ConflictSide = 'base' | 'local' | 'remote'

/** One side of a conflict, where it lies on the disk. */
export interface KeptSide extends KeptContent {
  /** Of the file, below the pair's root. */
  readonly path: string
}

/**
 * A side of a conflict, or a range of it, from the disk to the window in pieces: it may be a film (Y17). It
 * runs nothing in this origin.
 */
export function sideAnswer({ path, size, stream }: KeptSide, request: Request): Response {
  const { ext } = splitName(path.slice(path.lastIndexOf('/') + 1))
  const headers = {
    ...contentHeaders(ext),
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
    'Content-Length': String(size)
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const range = parseRange(request.headers.get('Range'), size)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  if (range === null) return new Response(bodyOf(stream()), { headers })
  const { start, end } = range
  return new Response(bodyOf(stream(range)), {
    status: 206,
    headers: {
      ...headers,
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': String(end - start + 1)
    }
  })
}

/** Nothing is read before it is asked for, and the file is closed when nobody reads on. */
function bodyOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await pieces.return?.()
      }
    },
    { highWaterMark: 0 }
  )
}
