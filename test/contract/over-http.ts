import { startServer } from '../../src/main/server'
import type { RunningServer, ServerOptions } from '../../src/main/server'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { openRecords } from '../../src/main/store'
import type { ServiceOptions } from '../../src/main/service'
import type { TokenRecord } from '../../src/main/callers/tokens/token-record'
import { hashOfToken, newTokenText } from '../../src/main/callers/tokens/token-text'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import type { Transport } from './transport'
import { replyOf } from './transport'

export interface HttpWorkspace extends Workspace {
  readonly server: RunningServer
  /** The one-time links told so far. */
  readonly links: readonly string[]
}

/** A service behind a real listener on a free port. */
export async function openHttp(
  options: Partial<ServerOptions> = {},
  service: Partial<ServiceOptions> = {},
  location?: string
): Promise<HttpWorkspace> {
  const workspace = await openWorkspace(service, location)
  const links: string[] = []
  const server = await startServer({
    service: workspace.service,
    port: 0,
    records: workspace.store.records,
    onLink: (link) => links.push(link),
    ...options
  })
  return {
    ...workspace,
    server,
    links,
    async close() {
      await server.close()
      await workspace.close()
    }
  }
}

/** Makes a token in a workspace. @returns its text */
export async function makeToken(location: string, changes: Partial<TokenRecord> = {}): Promise<string> {
  const kind = changes.kind ?? 'access'
  const text = newTokenText(kind)
  const record = {
    id: text
      .slice(-64)
      .replace(/[^0-9a-f]/g, '')
      .padEnd(12, '0')
      .slice(0, 12),
    kind,
    hash: hashOfToken(text),
    email: 'maria@example.com',
    groups: [],
    createdAt: Date.now()
  }
  await tokensIn(openRecords(location)).put({ ...record, ...changes })
  return text
}

/** Requests with a bearer token over real sockets. */
export async function overHttp(): Promise<Transport> {
  // the sites that cases import from are on this machine, too
  const { location, server, close } = await openHttp({}, { importHosts: ['127.0.0.1'] })
  const authorization = `Bearer ${await makeToken(location)}`
  return {
    email: 'maria@example.com',
    close,
    request: async (method, path, { headers, body } = {}) =>
      replyOf(
        await fetch(server.origin + path, {
          method,
          headers: { ...headers, Authorization: authorization },
          ...(body === undefined ? {} : { body })
        })
      )
  }
}
