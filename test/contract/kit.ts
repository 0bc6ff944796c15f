import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ErrorBody, ListItem, TrashItem, VersionRecord } from '../../src/common/api/types'
import type { Reply, RequestParts, Transport } from './transport'

/** Opens a transport before the cases of a suite and closes it after them. */
export function useTransport(open: () => Promise<Transport>): () => Kit {
  let transport: Transport | undefined
  beforeAll(async () => {
    transport = await open()
  })
  afterAll(() => transport?.close())
  return () => {
    if (!transport) throw new Error('the transport is not open')
    return kitOf(transport)
  }
}

export type Kit = ReturnType<typeof kitOf>

/** Short words for the cases. Every test works in a site of its own, because transports may share a workspace. */
function kitOf(transport: Transport) {
  const send = (method: string, path: string, parts?: RequestParts) => transport.request(method, path, parts)
  return {
    email: transport.email,
    cannotAsk: (path: string) => transport.cannotAsk?.(path) ?? false,
    send,
    freshSite: () => `/org-${randomUUID().slice(0, 8)}/site`,
    async put(path: string, content: string, headers: Record<string, string> = {}) {
      const reply = await send('PUT', `/source${path}`, {
        headers: { 'Content-Type': 'text/html', ...headers },
        body: bytes(content)
      })
      expect(reply.status, text(reply)).toBeLessThan(300)
      return reply
    },
    get: (path: string, headers: Record<string, string> = {}) => send('GET', `/source${path}`, { headers }),
    async list(folder: string): Promise<ListItem[]> {
      return json<ListItem[]>(await send('GET', `/list${folder}`))
    },
    async versions(path: string): Promise<VersionRecord[]> {
      return json<VersionRecord[]>(await send('GET', `/versionlist${path}`))
    },
    async trash(site: string): Promise<TrashItem[]> {
      return json<TrashItem[]>(await send('GET', `/trash${site}`))
    },
    label: (path: string, label?: string) =>
      send('POST', `/versionsource${path}`, label === undefined ? {} : jsonParts({ label }))
  }
}

export const bytes = (content: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(content))

export const text = (reply: Reply): string => new TextDecoder().decode(reply.body)

/** The body of a successful answer. */
export function json<T>(reply: Reply): T {
  expect(reply.status, text(reply)).toBeLessThan(300)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  return JSON.parse(text(reply)) as T
}

export const jsonParts = (value: unknown): RequestParts => ({
  headers: { 'Content-Type': 'application/json' },
  body: bytes(JSON.stringify(value))
})

/** Checks a refusal: its status, and a body `{error, reason}` that fits. */
export function expectRefusal(reply: Reply, status: number, reason: string): ErrorBody {
  expect({ status: reply.status, body: text(reply) }).toMatchObject({ status })
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  const body = JSON.parse(text(reply)) as ErrorBody
  expect(body.reason).toBe(reason)
  expect(body.error.length).toBeGreaterThan(8)
  return body
}

export interface FormPart {
  readonly name: string
  readonly value: string | Uint8Array
  readonly filename?: string
  readonly type?: string
  /** Further lines of the part's head. */
  readonly extra?: string
}

/** A `multipart/form-data` body built by hand, as bytes. */
export function form(parts: readonly FormPart[], boundary = 'galley-test-boundary'): Required<RequestParts> {
  const pieces = parts.flatMap(({ name, value, filename, type, extra }) => {
    const disposition = `form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
    const head = [
      `Content-Disposition: ${disposition}`,
      ...(type ? [`Content-Type: ${type}`] : []),
      ...(extra ? [extra] : [])
    ]
    return [
      Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n')
    ]
  })
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(body)
  }
}

export const dataForm = (value: string | Uint8Array) =>
  form([{ name: 'data', value, filename: 'f', type: 'text/html' }])

export const page = (content: string) =>
  `<body><header></header><main><div>${content}</div></main><footer></footer></body>`

export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
