import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/**
 * Carries messages between standard input and output and a service, until the input ends. What the service
 * does not answer is answered here, so that nobody waits for ever.
 */
export async function bridge(
  service: URL,
  ask: (url: string | URL, init?: RequestInit) => Promise<Response>,
  token?: string
): Promise<void> {
  const here = new StdioServerTransport()
  const there = new StreamableHTTPClientTransport(service, {
    fetch: ask,
    ...(token !== undefined && { requestInit: { headers: { Authorization: `Bearer ${token}` } } })
  })
  const under = new Set<Promise<void>>()
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  // one after the other: what the first message agrees upon holds for the second
  let before = Promise.resolve()
  here.onmessage = (message) => {
    const work = before.then(() => carry(message))
    under.add(work)
    if (isIntroduction(message)) before = work
    void work.finally(() => under.delete(work))
  }
  there.onmessage = (message) => {
    const version = agreedVersion(message)
    if (version !== null) there.setProtocolVersion(version)
    void here.send(message)
  }

  async function carry(message: JSONRPCMessage): Promise<void> {
    try {
      await there.send(message)
    } catch (error) {
      if ('method' in message && 'id' in message)
        await here.send({
          jsonrpc: '2.0',
          id: message.id,
          error: { code: UNANSWERED, message: sentenceFor(error) }
        })
    }
  }

  await there.start()
  await here.start()
  await ended
  await Promise.allSettled([...under])
  await Promise.allSettled([there.close(), here.close()])
}

const UNANSWERED = -32_000

const isIntroduction = (message: JSONRPCMessage) => 'method' in message && message.method === 'initialize'

function agreedVersion(message: JSONRPCMessage): string | null {
  if (!('result' in message)) return null
  const { protocolVersion } = message.result
  return typeof protocolVersion === 'string' ? protocolVersion : null
}

function sentenceFor(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 401 || (error instanceof Error && error.name === 'UnauthorizedError'))
    return 'The service does not know this token (any more). Make a new one, and give it in GALLEY_TOKEN.'
  if (typeof code === 'number') return `The service refused this message (${code}).`
  return 'Galley’s service does not answer. Check that it runs at the address that --server names.'
}
