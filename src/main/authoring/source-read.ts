import { hasVersions } from '../../common/formats/files'
import type { ContentPath } from '../../common/content/paths'
import { contentPath, segmentsOf } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { FileEntry } from '../store/types'
import type { Access } from '../permissions/access'
import type { Content } from '../permissions/content'
import { rangeApplies, judge, requireConditions } from '../http/conditions'
import type { Known } from '../http/asked'
import { errorAnswer } from '../http/errors'
import { contentHeaders, fileHeaders, validatorsOf } from '../http/file-answers'
import type { ByteRange } from '../http/ranges'
import { parseRange } from '../http/ranges'
import { extensionOf, hasExtension, pathAfterPrefix } from '../http/request-path'
import { sendableOnce } from '../http/sendable'

/** GET and HEAD of a file, with conditions and one byte range (S1, S3). */
export async function readSource(asked: Known): Promise<Response> {
  const { access, content, url } = asked
  const path = await readPath(content, access, pathAfterPrefix(url))
  const { method, headers } = asked.request
  if (method !== 'HEAD' && hasVersions(extensionOf(path))) {
    const found = await content.read(path)
    if (!found) return missing(content, path, method, headers)
    return answer(found.entry, method, headers, async (range) =>
      sendableOnce(range ? found.bytes.subarray(range.start, range.end + 1) : found.bytes)
    )
  }
  for (let tried = 1; ; tried += 1) {
    const entry = await content.stat(path)
    if (entry?.kind !== 'file') return missing(content, path, method, headers)
    try {
      return await answer(entry, method, headers, (range) => streamOf(content, entry, range))
    } catch (error) {
      if (!(error instanceof Replaced) || tried === TRIES) throw error
    }
  }
}

/** A file that is saved all the time is read so often until its content is the one that the headers speak of. */
const TRIES = 10

class Replaced extends GalleyError {
  constructor(where: ContentPath) {
    super('io-failed', 'The file was replaced while it was read. Read it again.', { where })
  }
}

/**
 * A path without extension means the page of that name, as the addresses of readers do; a file that is called
 * so goes before.
 */
async function readPath(content: Content, access: Access, asked: ContentPath): Promise<ContentPath> {
  if (hasExtension(asked) || segmentsOf(asked).length < 3) return asked
  if ((await content.stat(asked))?.kind === 'file') return asked
  const page = contentPath(`${asked}.html`)
  const isThere = (await access.at(page)).may('read', page) && (await content.stat(page))?.kind === 'file'
  return isThere ? page : asked
}

type Open = (range: ByteRange | null) => Promise<BodyInit>

async function answer(entry: FileEntry, method: string, headers: Headers, open: Open): Promise<Response> {
  const current = { etag: '', lastModified: 0, ...validatorsOf(entry) }
  const verdict = judge(method, headers, current)
  if (verdict === 'failed') requireConditions(method, headers, current)
  if (verdict === 'not-modified') return new Response(null, { status: 304, headers: fileHeaders(entry) })

  const all = {
    ...fileHeaders(entry),
    ...contentHeaders(extensionOf(entry.path)),
    'Accept-Ranges': 'bytes',
    'Content-Length': String(entry.size)
  }
  if (method === 'HEAD') return new Response(null, { headers: all })
  const range = rangeApplies(headers, current) ? parseRange(headers.get('Range'), entry.size) : null
  if (range === 'unsatisfiable') return unsatisfiable(entry.size)
  if (range === null) return new Response(await open(null), { headers: all })
  return new Response(await open(range), {
    status: 206,
    headers: {
      ...all,
      'Content-Range': `bytes ${range.start}-${range.end}/${entry.size}`,
      'Content-Length': String(range.end - range.start + 1)
    }
  })
}

/**
 * The content that the headers speak of, never another one.
 * @throws Replaced when it was replaced in between
 */
async function streamOf(content: Content, entry: FileEntry, range: ByteRange | null): Promise<BodyInit> {
  const opened = await content.openRead(entry.path, range ?? undefined)
  if (opened?.entry.hash === entry.hash) return opened.stream
  await opened?.stream.cancel()
  throw new Replaced(entry.path)
}

/** Conditions come before existence is told (RFC 9110, 13.2.1). */
async function missing(
  content: Content,
  path: ContentPath,
  method: string,
  headers: Headers
): Promise<Response> {
  requireConditions(method, headers, null)
  const entry = await content.stat(path)
  const message =
    entry?.kind === 'folder'
      ? 'This is a folder. Its content is listed under /list.'
      : 'There is no such file.'
  throw new GalleyError('not-found', message, { where: path })
}

function unsatisfiable(size: number): Response {
  const error = new GalleyError(
    'bad-request',
    sentence`The file has ${{ size }} bytes; the range asks for others.`,
    { where: 'Range' }
  )
  return errorAnswer(error, { 'Content-Range': `bytes */${size}` }, 416)
}
