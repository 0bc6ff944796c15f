import { isBeyondBounds } from '../../common/bounds'
import { GalleyError, sentence } from '../../common/errors'
import { parseJson } from '../../common/json'
import { chunksOf, collect } from './chunks'

const MAX_BYTES = 64 * 1024

/**
 * A small JSON body, or undefined when there is none.
 * @param most bytes
 * @throws GalleyError bad-request, too-large
 */
export async function readSmallJson(request: Request, most = MAX_BYTES): Promise<unknown> {
  const bytes = await readSmallBody(request, most)
  if (bytes.length === 0) return undefined
  try {
    return jsonIn(bytes)
  } catch (cause) {
    if (isBeyondBounds(cause)) throw cause
    throw new GalleyError('bad-request', 'The body is not valid JSON.', { where: 'body', cause })
  }
}

/**
 * JSON of a body, within the bounds of JSON.
 * @throws GalleyError too-complex, and whatever is thrown for what is not JSON
 */
function jsonIn(bytes: Uint8Array): unknown {
  return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'The body')
}

/**
 * A small form of text fields, `multipart/form-data` or urlencoded.
 * @throws GalleyError bad-request, too-large
 */
export async function readSmallForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const type = request.headers.get('Content-Type') ?? ''
  const bytes = await readSmallBody(request)
  if (bytes.length === 0) return new Map()
  try {
    // already in memory and small, so the platform's own parser may have it
    const form = await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } }).formData()
    const fields = [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : []
    )
    const found = new Map<string, string>()
    for (const [name, value] of fields) {
      if (found.has(name)) throw fieldTwice(name)
      found.set(name, value)
    }
    return found
  } catch (cause) {
    if (cause instanceof GalleyError) throw cause
    throw new GalleyError('bad-request', 'The body is not a form. Send multipart/form-data.', {
      where: 'body',
      cause
    })
  }
}

const fieldTwice = (name: string) =>
  new GalleyError(
    'bad-request',
    sentence`The form has two fields “${{ name: name.slice(0, 100) }}”. Send one.`,
    { where: name.slice(0, 100) }
  )

async function readSmallBody(request: Request, most = MAX_BYTES): Promise<Uint8Array> {
  const body = await chunksOf(request)
  try {
    return await collect(body.chunks, most)
  } finally {
    await body.discard()
  }
}
