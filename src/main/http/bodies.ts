import { hasVersions } from '../../common/formats/files'
import { GalleyError, sentence } from '../../common/errors'
import { chunksOf, collect } from './chunks'
import { openUpload } from './multipart'

/** HTML and JSON are held in memory up to this; everything else is streamed and may have any size. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024

const FORM_BYTES = 64 * 1024

/** What a source write brings (S1). */
interface SourceBody {
  /**
   * The caller's id for a new file, known when the content has been read: a form may tell it behind.
   * @throws GalleyError bad-request
   */
  readonly guid: () => string | undefined
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
}

/**
 * Reads the body of a source write, hands it to `use`, and lets go of what was not read. Types with versions
 * are held in memory, all others streamed.
 * @throws GalleyError bad-request without the field `data` and without a body; too-large
 */
export async function withSourceBody<T>(
  request: Request,
  ext: string,
  use: (body: SourceBody) => Promise<T>
): Promise<T> {
  refusePartial(request.headers)
  const contentType = request.headers.get('Content-Type')?.trim() ?? ''
  if (/^multipart\//i.test(contentType)) return withForm(request, contentType, ext, use)
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    throw new GalleyError(
      'bad-request',
      'Send the content as multipart/form-data in the field “data”, or as the raw body with its own Content-Type.',
      { where: 'Content-Type' }
    )
  }
  return withRaw(request, contentType, ext, use)
}

/** Refuses a body where none belongs. @throws GalleyError bad-request */
export async function requireNoBody(request: Request, message: string): Promise<void> {
  const raw = await chunksOf(request)
  await raw.discard()
  if (!raw.empty) throw new GalleyError('bad-request', message, { where: 'body' })
}

async function withForm<T>(
  request: Request,
  contentType: string,
  ext: string,
  use: (body: SourceBody) => Promise<T>
): Promise<T> {
  if (hasVersions(ext)) refuseAnnouncedSize(request, MAX_TEXT_BYTES + FORM_BYTES)
  const upload = await openUpload(request.body, contentType)
  if (!upload) {
    throw new GalleyError('bad-request', 'The form has no field “data” with the content of the file.', {
      where: 'data'
    })
  }
  try {
    const content = hasVersions(ext) ? await collect(upload.data, MAX_TEXT_BYTES) : upload.data
    return await use({ guid: () => guidOf(upload.guid()), content })
  } finally {
    await upload.discard()
  }
}

async function withRaw<T>(
  request: Request,
  contentType: string,
  ext: string,
  use: (body: SourceBody) => Promise<T>
): Promise<T> {
  if (hasVersions(ext)) refuseAnnouncedSize(request, MAX_TEXT_BYTES)
  const raw = await chunksOf(request)
  try {
    // an empty file is meant only when both its type and its length are said
    if (raw.empty && (contentType === '' || !request.headers.has('Content-Length'))) throw noContent()
    const content = hasVersions(ext) || raw.empty ? await collect(raw.chunks, MAX_TEXT_BYTES) : raw.chunks
    return await use({ guid: () => undefined, content })
  } finally {
    await raw.discard()
  }
}

/** What would be stored is not what was meant: a coded body, or a piece of one (RFC 9110, 14.5). */
function refusePartial(headers: Headers): void {
  const coding = headers.get('Content-Encoding')
  if (coding !== null && coding.toLowerCase() !== 'identity') {
    throw new GalleyError('bad-request', 'Send the content as it is, without Content-Encoding.', {
      where: 'Content-Encoding'
    })
  }
  if (headers.has('Content-Range')) {
    throw new GalleyError('bad-request', 'Send the whole content, without Content-Range.', {
      where: 'Content-Range'
    })
  }
}

function noContent(): GalleyError {
  return new GalleyError(
    'bad-request',
    'There is no content. Send the form field “data”, or a raw body with its Content-Type.',
    { where: 'body' }
  )
}

function refuseAnnouncedSize(request: Request, most: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) <= most) return
  throw new GalleyError(
    'too-large',
    sentence`HTML and JSON files may have up to ${{ most: MAX_TEXT_BYTES / 1024 / 1024 }} MB.`
  )
}

function guidOf(text: string | undefined): string | undefined {
  const guid = text?.toLowerCase()
  if (guid === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(guid)) return guid
  throw new GalleyError('bad-request', 'The field “guid” is not a GUID.', { where: 'guid' })
}
