import { randomUUID } from 'node:crypto'
import { urlOf } from '../../common/api/url'
import type { UploadAnswer } from '../../common/bridge'
import { contentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { APP_ORIGIN } from './request-gate'

/**
 * Takes in files of any size: a window hands them over slice by slice, and each goes on to the service before
 * the next comes.
 */
export interface Uploads {
  /** @param onlyNew refused where a file is @returns the id for the other calls */
  start(window: UploadWindow, path: string, size: number, onlyNew: boolean): string
  /**
   * Resolves when there is room for the next one: to null, or to the service's answer when it does not want
   * more.
   */
  slice(window: UploadWindow, id: string, bytes: Uint8Array): Promise<UploadAnswer | null>
  /** Resolves to the service's answer, after everything is durable. */
  end(window: UploadWindow, id: string): Promise<UploadAnswer>
  /** Nothing of it is kept. */
  cancel(window: UploadWindow, id: string): Promise<void>
}

/** What of a window an upload needs: its page, and when that page is gone. */
interface UploadWindow {
  readonly webContents: UploadPage
}

interface UploadPage {
  on(event: 'render-process-gone', listener: () => void): unknown
  on(event: 'did-navigate', listener: () => void): unknown
  once(event: 'destroyed', listener: () => void): unknown
}

interface Upload {
  readonly owner: UploadPage
  readonly size: number
  taken: number
  readonly writer: WritableStreamDefaultWriter<Uint8Array>
  readonly answer: Promise<UploadAnswer>
}

/** A window sends a few at a time; each one that is open holds a request. */
const MOST_OPEN = 64
const TOO_MANY = `At most ${MOST_OPEN} uploads of a window run at once. Wait for one to end.`

/** @param fetch the open workspace's service, which judges the write like every other one (S1) */
export function createUploads(fetch: (request: Request) => Promise<Response>): Uploads {
  const open = new Map<string, Upload>()
  const followed = new WeakSet<UploadPage>()

  async function drop(id: string): Promise<void> {
    const upload = open.get(id)
    if (!upload) return
    open.delete(id)
    await upload.writer.abort(new GalleyError('cancelled', 'The upload was stopped.')).catch(() => {})
    await upload.answer.catch(() => {})
  }

  /** A page that ends or is loaded again has given up its uploads. */
  function follow(owner: UploadPage): void {
    if (followed.has(owner)) return
    followed.add(owner)
    const forget = () => {
      for (const [id, upload] of open) if (upload.owner === owner) void drop(id)
    }
    owner.on('render-process-gone', forget)
    owner.on('did-navigate', forget)
    owner.once('destroyed', forget)
  }

  function of(window: UploadWindow, id: string): Upload {
    const upload = open.get(id)
    if (upload && upload.owner === window.webContents) return upload
    throw new GalleyError('not-found', 'This upload is over.')
  }

  return {
    start(window, path, size, onlyNew) {
      const own = [...open.values()].filter(({ owner }) => owner === window.webContents)
      if (own.length >= MOST_OPEN) throw new GalleyError('bad-request', TOO_MANY)
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const request = putRequest(path, size, readable, onlyNew)
      const id = randomUUID()
      const answer = fetch(request).then(async (given) => ({
        status: given.status,
        body: await given.text()
      }))
      answer.catch(() => {}) // told to whoever asks for it
      open.set(id, { owner: window.webContents, size, taken: 0, writer: writable.getWriter(), answer })
      follow(window.webContents)
      return id
    },
    async slice(window, id, bytes) {
      const upload = of(window, id)
      upload.taken += bytes.length
      const early = await Promise.race([
        upload.writer.write(bytes).then(
          () => null,
          () => upload.answer
        ),
        upload.answer
      ])
      if (early) open.delete(id)
      return early
    },
    async end(window, id) {
      const upload = of(window, id)
      if (upload.taken !== upload.size) {
        await drop(id)
        throw new GalleyError('io-failed', 'The file changed while it was read. Nothing was stored.')
      }
      try {
        // a service that answered early has closed its end already
        await upload.writer.close().catch(() => {})
        return await upload.answer
      } finally {
        open.delete(id)
      }
    },
    cancel: async (window, id) => {
      if (open.get(id)?.owner === window.webContents) await drop(id)
    }
  }
}

function putRequest(path: string, size: number, body: ReadableStream<Uint8Array>, onlyNew: boolean): Request {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      ...(onlyNew && { 'If-None-Match': '*' })
    },
    body,
    duplex: 'half'
  }
  return new Request(APP_ORIGIN + urlOf('putFile', { at: contentPath(path) }), init)
}
