import { emptyFileForm } from '../../../common/api/client/bodies'
import { failureOf, unreachable } from '../../../common/api/client/errors'
import { urlOf } from '../../../common/api/url'
import type { ContentPath } from '../../../common/content/paths'
import { UPLOAD_SLICE, type GalleyBridge, type UploadAnswer } from '../../../common/bridge'
import { GalleyError } from '../../../common/errors'
import { served } from './base-path'
import { pageKeyHeader } from './page-key'
import { patiently } from './patient'

interface SendOptions {
  readonly signal: AbortSignal
  /** Told how many bytes have gone out so far. */
  readonly onProgress: (bytes: number) => void
  /** Refused with `precondition-failed` where a file is. */
  readonly onlyNew?: true
}

/**
 * Writes a file of the desktop to a path (S1), and tells how far it is: what `fetch` cannot. In a browser the
 * file goes from the disk to the wire; the app's own scheme takes whole buffers only, so there a large one
 * goes slice by slice.
 * @returns whether the file is new there
 * @throws GalleyError the service's own reasons, `unreachable`, `cancelled`
 */
export async function sendFile(
  path: ContentPath,
  file: File,
  options: SendOptions,
  bridge: GalleyBridge | null = window.galley ?? null
): Promise<{ created: boolean }> {
  const { signal } = options
  if (bridge && file.size > UPLOAD_SLICE) return sendSlices(bridge, path, file, options)
  const streams = location.protocol.startsWith('http')
  const empty = file.size === 0 ? emptyFileForm() : null
  const body = empty ? empty.body : streams ? file : await bytesOf(file)
  if (signal.aborted) throw unreachable(null, signal)
  const type = empty?.type ?? 'application/octet-stream'
  const answer = await patiently(() => send(path, body, type, options), { signal })
  if (!answer.ok) throw await failureOf(answer)
  return { created: answer.status === 201 }
}

/**
 * @throws GalleyError as the service says, `cancelled`, `io-failed` when the file cannot be read to its end
 */
async function sendSlices(
  bridge: GalleyBridge,
  path: ContentPath,
  file: File,
  { signal, onProgress, onlyNew }: SendOptions
): Promise<{ created: boolean }> {
  const id = await bridge.call('uploadStart', path, file.size, onlyNew === true)
  let answer: UploadAnswer | null = null
  try {
    for (let at = 0; at < file.size && !answer; at += UPLOAD_SLICE) {
      const bytes = new Uint8Array(await bytesOf(file.slice(at, at + UPLOAD_SLICE)))
      if (signal.aborted) throw unreachable(null, signal)
      answer = await bridge.call('uploadSlice', id, bytes)
      onProgress(at + bytes.length)
    }
    if (signal.aborted) throw unreachable(null, signal)
    answer ??= await bridge.call('uploadEnd', id)
  } catch (cause) {
    await bridge.call('uploadCancel', id)
    if (cause instanceof GalleyError) throw cause
    throw new GalleyError('io-failed', 'The upload broke off. Nothing of it was stored; try again.', {
      cause
    })
  }
  const { status, body } = answer
  const given = new Response(status === 204 ? null : body, { status })
  if (!given.ok) throw await failureOf(given)
  return { created: status === 201 }
}

function send(
  path: ContentPath,
  body: File | ArrayBuffer,
  type: string,
  { signal, onProgress, onlyNew }: SendOptions
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const failed = () => reject(unreachable(null, signal))
    request.open('PUT', served(urlOf('putFile', { at: path })))
    request.setRequestHeader('Content-Type', type)
    if (onlyNew) request.setRequestHeader('If-None-Match', '*')
    for (const [name, value] of Object.entries(pageKeyHeader() ?? {})) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', failed)
    request.addEventListener('abort', failed)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    request.send(body)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const wait = request.getResponseHeader('Retry-After')
  const headers: Record<string, string> = wait === null ? {} : { 'Retry-After': wait }
  return status === 204 ? new Response(null, { status }) : new Response(responseText, { status, headers })
}

/** The file may have been moved or changed since it was chosen. */
async function bytesOf(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch (cause) {
    throw new GalleyError('io-failed', 'The file could not be read. Was it moved or changed meanwhile?', {
      cause
    })
  }
}
