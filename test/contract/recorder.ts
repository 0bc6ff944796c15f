import { operations } from '../../src/common/api/operations'
import type { Operation } from '../../src/common/api/operations/operation'
import type { Reply, Transport } from './transport'

/** What was answered where: the raw material for holding the OpenAPI document against the service. */
export interface Recorder {
  readonly seen: ReadonlyMap<string, ReadonlyMap<number, readonly Reply[]>>
  /** Methods and addresses that no operation speaks of. */
  readonly strangers: readonly string[]
  note(method: string, address: string, reply: Reply): void
  /** A transport whose answers are noted. */
  recording(open: () => Promise<Transport>): () => Promise<Transport>
}

const KEPT = 20

export function createRecorder(): Recorder {
  const seen = new Map<string, Map<number, Reply[]>>()
  const strangers: string[] = []

  function note(method: string, address: string, reply: Reply): void {
    const operation = operationAt(method, new URL(`http://x${address}`).pathname)
    if (!operation) {
      const isHead = method === 'HEAD' && operationAt('GET', new URL(`http://x${address}`).pathname)
      if (reply.status < 400 && !isHead) strangers.push(`${method} ${address} ${reply.status}`)
      return
    }
    const statuses = seen.get(operation.id) ?? new Map<number, Reply[]>()
    seen.set(operation.id, statuses)
    const replies = statuses.get(reply.status) ?? []
    statuses.set(reply.status, replies)
    if (replies.length < KEPT) replies.push(reply)
  }

  return {
    seen,
    strangers,
    note,
    recording: (open) => async () => {
      const transport = await open()
      return {
        ...transport,
        async request(method, path, parts) {
          const reply = await transport.request(method, path, parts)
          note(method, path, reply)
          return reply
        }
      }
    }
  }
}

/** The operation that a request is; longer addresses are looked at first, because `{path}` takes everything. */
export function operationAt(method: string, pathname: string): Operation | undefined {
  return byLength.find((one) => one.method === method && patternOf(one.address).test(pathname))
}

const weight = (address: string) => address.replace(/\{(path|scope)\}/g, '').length

const byLength = [...operations].sort((a, b) => weight(b.address) - weight(a.address))

function patternOf(address: string): RegExp {
  const guid = '[0-9a-fA-F-]{36}'
  const source = address
    .replace(/[.*]/g, '\\$&')
    .replace(/\{environment\}/, '(preview|live)')
    .replace(/\/\{scope\}/, '(/.*)?')
    .replace(/\{(file_id|version_id)\}/g, guid)
    // a site has problems, a file in it has links
    .replace(/^\/links\/\{org\}\/\{site\}\/\{path\}/, '/links/[^/]+/[^/]+/.+')
    // the trash of an organization and of all of them, folders of any depth, and /source/{org} alone
    .replace(/^\/trash\/\{org\}\/\{repo\}/, '/trash(/[^/]+){0,2}/?')
    .replace(/\/\{org\}\/\{repo\}\/\{path\}$/, '(/.*)?')
    // the index of a site has an address of its own
    .replace(/^(\/publish\/index\/.*)\/\{path\}$/, '$1/.+')
    // a site's own address, and its first page
    .replace(/\/\{path\}$/, '(/.*)?')
    .replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${source}$`)
}
