import { emptyFileForm } from '../../../common/api/bodies'
import { failureOf, unreachable } from '../../../common/api/client-errors'
import { routes } from '../../../common/api/routes'
import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'

export interface SendOptions {
  readonly signal: AbortSignal
  /** Told how many bytes have gone out so far. */
  readonly onProgress: (bytes: number) => void
}

/**
 * Writes a file of the desktop to a path (S1), and tells how far it is: what `fetch` cannot. In a browser the file goes from
 * the disk to the wire; the app's own scheme takes whole buffers only.
 * @returns whether the file is new there
 * @throws GalleyError the service's own reasons, `unreachable`, `cancelled`
 */
export async function sendFile(
  path: ContentPath,
  file: File,
  options: SendOptions
): Promise<{ created: boolean }> {
  const { signal } = options
  const streams = location.protocol.startsWith('http')
  const empty = file.size === 0 ? emptyFileForm() : null
  const body = empty ? empty.body : streams ? file : await bytesOf(file)
  if (signal.aborted) throw unreachable(null, signal)
  const answer = await send(path, body, empty?.type ?? 'application/octet-stream', options)
  if (!answer.ok) throw await failureOf(answer)
  return { created: answer.status === 201 }
}

function send(
  path: ContentPath,
  body: File | ArrayBuffer,
  type: string,
  { signal, onProgress }: SendOptions
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const failed = () => reject(unreachable(null, signal))
    request.open('PUT', routes.source(path))
    request.setRequestHeader('Content-Type', type)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', failed)
    request.addEventListener('abort', failed)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    request.send(body)
  })
}

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return status === 204 ? new Response(null, { status }) : new Response(responseText, { status })
}

/** The file may have been moved or changed since it was chosen. */
async function bytesOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch (cause) {
    throw new GalleyError('io-failed', 'The file could not be read. Was it moved or changed meanwhile?', {
      cause
    })
  }
}
