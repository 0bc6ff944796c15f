import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { uiHeaders } from '../../common/api/security'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm'
}

/** Answers a request for a file of the user interface, or null when the address names none. */
export type StaticFiles = (request: Request) => Promise<Response | null>

/**
 * The built user interface in `folder`. `/` is its `index.html`; names in `assets/` carry a hash and never
 * change.
 */
export function staticFiles(folder: string): StaticFiles {
  const root = resolve(folder)
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const file = fileFor(root, new URL(request.url).pathname)
    const facts = file === null ? null : await stat(file).catch(() => null)
    if (file === null || !facts?.isFile()) return null
    const headers = new Headers({
      ...uiHeaders,
      'Content-Type': types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'Content-Length': String(facts.size),
      'Cache-Control': file.startsWith(join(root, 'assets') + sep)
        ? 'max-age=31536000, immutable'
        : 'no-cache'
    })
    return new Response(request.method === 'HEAD' ? null : webStream(file), { headers })
  }
}

function fileFor(root: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  const file = resolve(root, `.${decoded === '/' ? '/index.html' : decoded}`)
  return file.startsWith(root + sep) ? file : null
}

/** The file's bytes as a web stream, made by hand: Node's and the DOM's stream types do not match. */
function webStream(file: string): ReadableStream<Uint8Array> {
  const chunks = Readable.prototype[Symbol.asyncIterator].call(createReadStream(file))
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(new Uint8Array(next.value))
    },
    async cancel() {
      await chunks.return?.()
    }
  })
}
