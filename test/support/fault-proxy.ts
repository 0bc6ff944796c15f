import { request as ask, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, listening, type ObjectServer } from './object-server'

/** What happens to one request between a node and its object storage. */
export type Fault =
  | 'none'
  /** Answered with these, and not handed on. */
  | '500'
  | '503'
  /** Handed on, and answered with a failure. */
  | 'late 500'
  | 'slow'
  /** Half of what is sent comes, or half of what is answered. */
  | 'half'
  | 'doubled'
  /** Handed on, and the connection ends before the answer. */
  | 'closed'
  /** An object that was taken with 200 is gone. */
  | 'lost'

export const faults: readonly Fault[] = [
  '500',
  '503',
  'late 500',
  'slow',
  'half',
  'doubled',
  'closed',
  'lost'
]

/** Stands before an object server, and does to each request what it is told. */
export async function startFaultProxy(
  server: ObjectServer,
  faultOf: (request: IncomingMessage) => Fault
): Promise<{ readonly endpoint: string; close(): Promise<void> }> {
  const target = new URL(server.endpoint)

  const handOn = ({ method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<{
      readonly status: number
      readonly headers: IncomingMessage['headers']
      readonly body: Buffer
    }>((resolve, reject) => {
      const outgoing = ask(
        {
          host: target.hostname,
          port: target.port,
          method,
          path: url,
          headers: { ...headers, connection: 'close' }
        },
        (answer) => {
          bodyOf(answer).then(
            (got) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: got }),
            reject
          )
        }
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  return listening(async (request, response) => {
    const fault = faultOf(request)
    const body = await bodyOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (fault === '500' || fault === '503' || (fault === 'half' && !isRead)) {
      if (fault === 'half') response.destroy()
      else response.writeHead(Number(fault)).end()
      return
    }
    if (fault === 'slow') await pause(50)
    if (fault === 'doubled') await handOn(request, body)
    const answer = await handOn(request, body)
    if (fault === 'late 500') return void response.writeHead(500).end()
    if (fault === 'closed') return void response.destroy()
    if (fault === 'lost' && request.method === 'PUT' && answer.status === 200)
      server.objects.delete(
        decodeURIComponent((request.url ?? '').split('?')[0]?.split('/').slice(2).join('/') ?? '')
      )
    response.writeHead(answer.status, answer.headers)
    if (fault === 'half' && answer.body.length > 1) {
      response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy())
      return
    }
    response.end(answer.body)
  })
}
