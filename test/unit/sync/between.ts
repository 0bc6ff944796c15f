import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request on its way to the real server. */
export interface Passing {
  readonly method: string
  /** Decoded, without the question. */
  readonly path: string
}

/** What the real server has answered. */
export interface Passed {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** What stands between a machine and its server may do anything. */
export interface Mischief {
  /** Answers itself, and lets nothing through, when it returns true. */
  before?: (passing: Passing, response: ServerResponse) => boolean
  /** What is passed on in place of a body. */
  onward?: (passing: Passing, body: Buffer) => Buffer
  /** Changes the answer on its way back. */
  after?: (passing: Passing, answer: Passed) => void
}

/** A gateway before a server, with whatever mischief is set at the time. */
export async function openBetween(origin: string) {
  const { hostname, port, host } = new URL(origin)
  const state: { mischief: Mischief; readonly asked: string[] } = { mischief: {}, asked: [] }
  const server = createServer((incoming, response) => {
    void pass(incoming, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(Buffer.from(part as Uint8Array))
    const method = incoming.method ?? 'GET'
    const passing = { method, path: decodeURIComponent((incoming.url ?? '').split('?')[0] ?? '') }
    state.asked.push(`${method} ${passing.path}`)
    if (state.mischief.before?.(passing, response)) return
    const whole = Buffer.concat(parts)
    const body = state.mischief.onward?.(passing, whole) ?? whole
    const answer = await new Promise<Passed>((resolve, reject) => {
      const onward = send(
        { hostname, port, method, path: incoming.url, headers: headersFor(incoming, host, body) },
        (back) => {
          const pieces: Buffer[] = []
          back.on('data', (part: Buffer) => pieces.push(part))
          back.on('end', () =>
            resolve({ status: back.statusCode ?? 500, headers: back.headers, body: Buffer.concat(pieces) })
          )
          back.on('error', reject)
        }
      )
      onward.on('error', reject)
      onward.end(body)
    })
    state.mischief.after?.(passing, answer)
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([, value]) => value !== undefined)
    )
    delete headers['transfer-encoding']
    response.writeHead(answer.status, headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** `METHOD /path` of each request. */
    asked: state.asked,
    meddle(mischief: Mischief) {
      state.mischief = mischief
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

function headersFor({ headers }: IncomingMessage, host: string, body: Buffer) {
  const onward = { ...headers, host }
  if (onward['content-length'] !== undefined) onward['content-length'] = String(body.length)
  return onward
}

const LOGIN =
  '<!doctype html><html><head><title>Sign in</title></head><body><main><p>Welcome to Hotel Wi-Fi</p></main></body></html>'

/** The page of a network that wants somebody to sign in first: 200, whatever was asked. */
export function answerWithLogin(response: ServerResponse): true {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': LOGIN.length })
  response.end(LOGIN)
  return true
}
