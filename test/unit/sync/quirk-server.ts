import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server with the habits of the public product (map, M): everything in small letters, lists without ETag, in pages, and without hidden
 * names; versions need a label; configs know no precondition; it asks for patience now and then.
 */
export async function openQuirkServer() {
  const files = new Map<string, { bytes: Buffer; at: number; count: number }>()
  const configs = new Map<string, string>()
  /** Who changed what: notes of changes, without a content to read. */
  const notes: { readonly path: string; readonly timestamp: number; readonly users: object[] }[] = []
  const labels: string[] = []
  let count = 0
  let requests = 0
  const etag = (path: string) => `W/"${files.get(path)?.count ?? 0}"`
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
      const body = Buffer.concat(chunks)
      requests += 1
      const send = (status: number, headers: Record<string, string> = {}, content: Buffer | string = '') => {
        response.writeHead(status, headers)
        response.end(request.method === 'HEAD' ? undefined : content)
      }
      if (request.headers.authorization !== 'Bearer secret') return send(401)
      if (requests % 17 === 0) return send(429, { 'Retry-After': '0' })
      const [, route = '', ...rest] = decodeURIComponent((request.url ?? '').toLowerCase()).split('/')
      const path = `/${rest.join('/')}`
      if (route === 'list') return list(path, request.headers['da-continuation-token'], send)
      if (route === 'config') {
        if (request.method === 'POST') {
          configs.set(path, fieldOf(body, request.headers['content-type'] ?? '').toString())
          return send(201, {}, configs.get(path))
        }
        const text = configs.get(path)
        return text === undefined ? send(404, {}, '{"error":"not found"}') : send(200, {}, text)
      }
      if (route === 'versionlist')
        return send(200, {}, JSON.stringify(notes.filter((note) => note.path === path)))
      if (route === 'versionsource') {
        const { label } = JSON.parse(body.toString() || '{}')
        if (!label) return send(400)
        labels.push(`${label} ${path}`)
        return send(201)
      }
      const file = files.get(path)
      if (request.method === 'GET' || request.method === 'HEAD') {
        if (!file) return send(404)
        if (request.headers['if-none-match'] === etag(path)) return send(304)
        return send(200, { ETag: etag(path), 'Last-Modified': new Date(file.at).toUTCString() }, file.bytes)
      }
      if (request.method === 'DELETE') {
        files.delete(path)
        return send(204)
      }
      if (request.headers['if-none-match'] === '*' && file) return send(412)
      const match = request.headers['if-match']
      if (match !== undefined && file && match !== etag(path)) return send(412)
      put(path, fieldOf(body, request.headers['content-type'] ?? ''))
      return send(file ? 200 : 201, {}, '{}')
    })().catch((error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    })
  })

  function put(path: string, bytes: Buffer | string, email = 'ines@example.com'): void {
    count += 1
    notes.unshift({ path, timestamp: Date.now() + count, users: [{ email }] })
    files.set(path, { bytes: Buffer.from(bytes), at: Date.now() - 86_400_000, count })
  }

  function list(
    folder: string,
    token: string | string[] | undefined,
    send: (status: number, headers: Record<string, string>, content: string) => void
  ): void {
    const items = new Map<string, object>()
    for (const [path, { at }] of files) {
      if (!path.startsWith(`${folder}/`)) continue
      const name = path.slice(folder.length + 1).split('/')[0] ?? ''
      if (name.startsWith('.')) continue
      const whole = `${folder}/${name}`
      const dot = name.lastIndexOf('.')
      const isFile = whole === path
      items.set(
        name,
        isFile
          ? { path: whole, name: name.slice(0, dot), ext: name.slice(dot + 1), lastModified: at }
          : { path: whole, name }
      )
    }
    const start = Number(token ?? 0)
    const page = [...items.values()].slice(start, start + 2)
    const more: Record<string, string> =
      start + 2 < items.size ? { 'da-continuation-token': String(start + 2) } : {}
    send(200, { 'Content-Type': 'application/json', ...more }, JSON.stringify(page))
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    configs,
    labels,
    put,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

/** The content of the only field of a form. */
function fieldOf(body: Buffer, type: string): Buffer {
  const boundary = /boundary=(.+)$/.exec(type)?.[1]
  if (boundary === undefined) return body
  const start = body.indexOf('\r\n\r\n') + 4
  return body.subarray(start, body.lastIndexOf(`\r\n--${boundary}`))
}
