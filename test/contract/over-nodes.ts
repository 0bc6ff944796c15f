import { randomUUID } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { hashOfToken, newTokenText } from '../../src/main/callers/tokens/token-text'
import { parseOutside, startServer, type ServerOptions } from '../../src/main/server'
import { createService } from '../../src/main/service'
import { openTeamDatabase } from '../../src/main/store'
import { leadInTurn, nodeService, openLeader } from '../../src/main/team'
import { PATIENT_MS } from '../support/team-database'
import { until } from '../support/workspace'
import { replyOf, type Transport } from './transport'

/**
 * Requests with a bearer token over real sockets to three nodes of a workspace in PostgreSQL, each request to
 * the next one.
 */
export async function overNodes(url: string): Promise<Transport> {
  const workspace = randomUUID()
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  for (let count = 0; count < 3; count++) nodes.push(await startNode(url, workspace))
  await until(() => nodes.some(({ leads }) => leads()), 30_000)
  const token = await tokenAt(nodes)
  let turn = 0
  return {
    email: EMAIL,
    async close() {
      for (const node of nodes) await node.close()
    },
    request: async (method, path, { headers, body } = {}) =>
      replyOf(
        await fetch((nodes[turn++ % nodes.length]?.origin ?? '') + path, {
          method,
          headers: { ...headers, Authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { body })
        })
      )
  }
}

const EMAIL = 'maria@example.com'

async function tokenAt([first]: readonly Awaited<ReturnType<typeof startNode>>[]): Promise<string> {
  const token = newTokenText('access')
  const hash = hashOfToken(token)
  const record = { id: hash.slice(0, 12), kind: 'access' as const, hash, email: EMAIL, groups: [] }
  if (first) await tokensIn(first.store.records).put({ ...record, createdAt: Date.now() })
  return token
}

/**
 * Three nodes behind one origin, each request to the next one, and the link that its owner gets.
 * @param basePath what people reach them below
 */
export async function behindOneOrigin(url: string, basePath = '') {
  const workspace = randomUUID()
  const links: string[] = []
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  let turn = 0
  const balancer = createServer((incoming, outgoing) => {
    const to = new URL(incoming.url ?? '/', nodes[turn++ % nodes.length]?.origin)
    const { method = 'GET', headers } = incoming
    const asked = request(to, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}${basePath}`
  const outside = parseOutside(origin)
  const start = async () => {
    const node = await startNode(url, workspace, { outside, onLink: (link) => links.push(link) })
    nodes.push(node)
    return node
  }
  const first = await start()
  for (let more = 0; more < 2; more++) await start()
  await until(() => nodes.some(({ leads }) => leads()), 30_000)
  return {
    server: { origin },
    links,
    token: () => tokenAt(nodes),
    /** What one of them sees. */
    store: first.store,
    async close() {
      for (const node of nodes) await node.close()
      await new Promise((resolve) => balancer.close(resolve))
    }
  }
}

/** Two nodes that nobody told what they are called outside: the one that leads, and another one, with the link that each gave. */
export async function withoutOrigin(url: string) {
  const workspace = randomUUID()
  const start = async () => {
    const links: string[] = []
    return { ...(await startNode(url, workspace, { onLink: (link) => links.push(link) })), links }
  }
  const nodes = [await start(), await start()]
  await until(() => nodes.some(({ leads }) => leads()), 30_000)
  const [leading, other] = nodes.sort((a, b) => Number(b.leads()) - Number(a.leads()))
  if (!leading || !other) throw new Error('there are no nodes')
  return {
    leading,
    other,
    async close() {
      for (const node of nodes) await node.close()
    }
  }
}

async function startNode(
  url: string,
  workspace: string,
  more: Pick<ServerOptions, 'outside' | 'onLink'> = {}
) {
  const database = await openTeamDatabase(url, 10, null, PATIENT_MS)
  const { store, lead, leaderAddress, secret } = await database.open(workspace)
  const leader = openLeader({ addressNow: leaderAddress, secret })
  const service = nodeService(
    (followed) => createService({ store, appVersion: '0.0.0', importHosts: ['127.0.0.1'], leader: followed }),
    leader
  )
  const peers = { secret, save: service.save }
  const server = await startServer({ service, port: 0, records: store.records, peers, ...more })
  let leads = false
  const endLead = leadInTurn({
    lead: (stop) => lead(server.origin, stop),
    service,
    leader,
    notify: (line) => (leads = line === 'this node leads')
  })
  return {
    origin: server.origin,
    store,
    secret,
    leads: () => leads,
    async close() {
      await server.close()
      await endLead()
      await store.close()
      await database.close()
    }
  }
}
