import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small object storage of this machine, in memory: what Galley asks of one, and nothing more. */
export interface ObjectServer {
  readonly endpoint: string
  /** By their names, without the bucket's. */
  readonly objects: Map<string, Buffer>
  /** What was begun in parts and is not finished, by its id. */
  readonly uploads: Map<string, { readonly name: string; readonly parts: Map<number, Buffer> }>
  close(): Promise<void>
}

export const BUCKET = 'galley'

export async function startObjectServer(): Promise<ObjectServer> {
  const objects: ObjectServer['objects'] = new Map()
  const uploads: ObjectServer['uploads'] = new Map()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x')
    const [, bucket, ...rest] = url.pathname.split('/')
    const name = rest.map(decodeURIComponent).join('/')
    const body = await bodyOf(request)
    const upload = url.searchParams.get('uploadId')
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { 'Content-Type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    }
    const tell = (xml: string) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' })
      response.end(`<?xml version="1.0"?>${xml}`)
    }
    if (!/^AWS4-HMAC-SHA256 Credential=known\//.test(request.headers.authorization ?? ''))
      return refuse(403, 'AccessDenied')
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket')
    const sum = request.headers['content-md5']
    if (sum !== undefined && sum !== createHash('md5').update(body).digest('base64'))
      return refuse(400, 'BadDigest')
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    const known = upload === null ? undefined : uploads.get(upload)
    if (upload !== null && !known) return refuse(404, 'NoSuchUpload')
    switch (request.method) {
      case 'PUT':
        if (known) known.parts.set(Number(url.searchParams.get('partNumber')), body)
        else objects.set(name, body)
        response.writeHead(200, { ETag: etag }).end()
        return
      case 'POST': {
        if (upload === null || !known) {
          const id = randomUUID()
          uploads.set(id, { name, parts: new Map() })
          return tell(
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
          )
        }
        const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
          Number(n)
        )
        const parts = wanted.map((n) => known.parts.get(n))
        if (parts.some((part) => part === undefined)) return refuse(400, 'InvalidPart')
        objects.set(name, Buffer.concat(parts.flatMap((part) => part ?? [])))
        uploads.delete(upload)
        return tell('<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>')
      }
      case 'GET':
      case 'HEAD': {
        const found = objects.get(name)
        if (!found)
          return request.method === 'HEAD' ? void response.writeHead(404).end() : refuse(404, 'NoSuchKey')
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
        const [start, end] = from === undefined ? [0, found.length] : [Number(from), Number(to) + 1]
        const part = found.subarray(start, end)
        const range = { 'Content-Range': `bytes ${start}-${start + part.length - 1}/${found.length}` }
        response.writeHead(from === undefined ? 200 : 206, {
          'Content-Length': part.length,
          ...(from !== undefined && range)
        })
        response.end(request.method === 'HEAD' ? undefined : part)
        return
      }
      case 'DELETE':
        if (upload === null) objects.delete(name)
        else uploads.delete(upload)
        response.writeHead(204).end()
        return
      default:
        refuse(405, 'MethodNotAllowed')
    }
  }

  // what breaks off was not sent
  const { endpoint, close } = await listening((request, response) => answer(request, response))
  return { endpoint, objects, uploads, close }
}

/** @throws when it breaks off */
export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** On a free port of this machine, until it is closed with all of its connections. */
export async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
): Promise<{ readonly endpoint: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }
}
