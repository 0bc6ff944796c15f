import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contentPath } from '../../src/common/content/paths'
import { jobFiles } from '../../src/main/importing/job-files'
import { openSettings } from '../../src/main/settings'
import { openStore } from '../../src/main/store'
import { openSyncSettings } from '../../src/main/sync/settings'
import { makeToken } from '../contract/over-http'

export const foreignSite = '/acme/site'
export const foreignPage = `${foreignSite}/hello.html`

/** A server on this machine that writes down whoever asks it for anything. */
export interface WatchedServer {
  readonly origin: string
  /** `GET /path` */
  readonly asked: string[]
  close(): Promise<void>
}

export async function watchedServer(): Promise<WatchedServer> {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    answer.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
  }
}

/**
 * A workspace as somebody sends it: with a page, a sync, one that signs in, an import in its middle, an identity provider and a token, all of
 * them of one host.
 * @returns the text of the token
 */
export async function foreignWorkspace(folder: string, host: string): Promise<string> {
  const store = await openStore({ folder, watch: false })
  const by = { email: 'sender@example.com' }
  await store.write(contentPath(foreignPage), new TextEncoder().encode('<p>Hello</p>'), { by })
  await store.write(contentPath('/acme/other/there.html'), new TextEncoder().encode('<p>There</p>'), { by })
  const sync = await openSyncSettings(store)
  const signIn = { issuer: `${host}/provider`, clientId: 'galley', scope: null, audience: null }
  const pair = { serviceFolder: 'galley', lowerCase: false, firstSync: 'local' as const, paused: false }
  await sync.update(() => ({
    remotes: [
      { id: 'r-1', name: 'Team \u202Eserver', base: host, signIn: null },
      { id: 'r-2', name: 'With a sign-in', base: host, signIn }
    ],
    pairs: [
      { ...pair, id: 'p-1', remoteId: 'r-1', local: foreignSite, remote: foreignSite },
      { ...pair, id: 'p-2', remoteId: 'r-2', local: '/acme/other', remote: '/acme/other' }
    ]
  }))
  const settings = await openSettings(store)
  await settings.update((now) => ({ ...now, identityProvider: { issuer: host, audience: 'galley' } }))
  const files = jobFiles(store)
  await files.putItems(
    'import-1',
    [{ number: 0, address: `${host}/taken`, path: null, kind: 'document', chosen: true }],
    [0]
  )
  await files.putJob({
    name: 'import-1',
    site: foreignSite,
    target: foreignSite,
    source: { kind: 'list', sites: [host], from: 'pasted' },
    caller: { kind: 'owner', people: [{ ...by, groups: [] }] },
    state: 'checking',
    createTime: new Date(0).toISOString(),
    replace: false,
    ownNetwork: true,
    withMedia: true,
    hosts: [],
    refused: [],
    repeated: 0,
    items: 1,
    progress: { done: 0, total: 1 },
    counts: { kinds: {}, verdicts: {}, outcomes: {}, compared: 0, differing: 0 },
    asked: []
  })
  await store.close()
  return makeToken(folder, { email: 'friend@example.com', groups: ['editors'] })
}
