import type { PublishedState } from '../store/types'
import type { Store } from '../store/types'
import { GalleyError, sentence } from '../../common/errors'
import { judge, rangeApplies, httpDateOf } from '../http/conditions'
import { errorAnswer } from '../http/errors'
import { contentHeaders } from '../http/file-answers'
import { parseRange } from '../http/ranges'
import { extensionOf } from '../http/request-path'
import type { Reading } from './reader'
import { deliveredEtag } from './delivered'

/** A published file of any other kind, as it is; whole or one range of it. */
export async function sendMedia(
  { published }: Store,
  reading: Reading,
  state: PublishedState
): Promise<Response> {
  const { request } = reading
  const current = { etag: deliveredEtag(state), lastModified: state.at }
  const validators = { ...reading.headers, ETag: current.etag, 'Last-Modified': httpDateOf(state.at) }
  if (judge(request.method, request.headers, current) === 'not-modified') {
    return new Response(null, { status: 304, headers: validators })
  }
  const headers = {
    ...contentHeaders(extensionOf(state.path)),
    ...validators,
    'Accept-Ranges': 'bytes'
  }
  const length = (bytes: number) => ({ 'Content-Length': String(bytes) })
  if (request.method === 'HEAD') return new Response(null, { headers: { ...headers, ...length(state.size) } })
  const range = rangeApplies(request.headers, current)
    ? parseRange(request.headers.get('Range'), state.size)
    : null
  if (range === 'unsatisfiable') {
    const error = new GalleyError(
      'bad-request',
      sentence`The file has ${{ size: state.size }} bytes; the range asks for others.`,
      { where: 'Range' }
    )
    return errorAnswer(error, { ...validators, 'Content-Range': `bytes */${state.size}` }, 416)
  }
  if (range === null) {
    return new Response(await published.openRead(state), { headers: { ...headers, ...length(state.size) } })
  }
  return new Response(await published.openRead(state, range), {
    status: 206,
    headers: {
      ...headers,
      ...length(range.end - range.start + 1),
      'Content-Range': `bytes ${range.start}-${range.end}/${state.size}`
    }
  })
}
