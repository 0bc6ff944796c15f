import { contentPath, type ContentPath } from '../../../src/common/content/paths'
import { createImportClient, type ImportClient } from '../../../src/common/api/client/importing'
import type { ImportItem, ImportShown, ImportRequest } from '../../../src/common/importing/shapes'
import type { ImportLimits } from '../../../src/main/importing'
import type { SecretKeeper } from '../../../src/main/secrets'
import { openWorkspace, type Workspace } from '../../contract/in-process'

/** So fast that a test need not wait for politeness. */
export const fast: Partial<ImportLimits> = { backoffMs: 5, headMs: 5000, idleMs: 5000, pollMs: 8 }

export interface Desk {
  readonly workspace: Workspace
  readonly imports: ImportClient
  /** Requests of the owner. */
  send(method: string, path: string, body?: string | Uint8Array): Promise<Response>
  text(path: string): Promise<string | null>
  close(): Promise<void>
}

/** A workspace whose imports are asked by their client, as the owner. */
export async function openDesk(
  limits: Partial<ImportLimits> = fast,
  folder?: string,
  secrets: SecretKeeper = noKeychain()
): Promise<Desk> {
  const workspace = await openWorkspace({ importLimits: limits, secrets }, folder)
  const fetchOwn = (url: string, init: RequestInit) =>
    workspace.service.fetch(new Request(`http://127.0.0.1${url}`, init), 'owner')
  return {
    workspace,
    imports: meaningOwnNetwork(createImportClient({ fetch: fetchOwn })),
    send: (method, path, body) =>
      fetchOwn(path, {
        method,
        ...(body === undefined
          ? {}
          : {
              body: typeof body === 'string' ? body : Buffer.from(body),
              headers: { 'Content-Type': 'application/octet-stream' }
            })
      }),
    async text(path) {
      const answer = await fetchOwn(`/source${path}`, { method: 'GET' })
      return answer.status === 200 ? answer.text() : null
    },
    close: () => workspace.close()
  }
}

/** The sites of these tests are on this machine, and the owner has said so. */
const meaningOwnNetwork = (imports: ImportClient): ImportClient => ({
  ...imports,
  start: (place, request) => imports.start(place, { ownNetwork: true, ...request })
})

export const site = contentPath('/acme/web')

/** Waits until no step is under way. */
export async function settled(
  { imports }: Desk,
  name: string,
  place: ContentPath = site
): Promise<ImportShown> {
  for (;;) {
    const job = await imports.read(place, name)
    if (!['listing', 'checking', 'running', 'validating'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** List and dry run. */
export async function checked(
  desk: Desk,
  source: ImportRequest['source'],
  more: Omit<ImportRequest, 'source'> = {}
): Promise<{ job: ImportShown; items: readonly ImportItem[] }> {
  const { name } = await desk.imports.start(site, { source, ...more })
  const listed = await settled(desk, name)
  if (listed.state !== 'listed') return { job: listed, items: [] }
  await desk.imports.act(site, name, 'check')
  return { job: await settled(desk, name), items: await desk.imports.items(site, name) }
}

export async function ran(
  desk: Desk,
  name: string,
  replace = false
): Promise<{ job: ImportShown; items: readonly ImportItem[] }> {
  await desk.imports.act(site, name, 'run', { replace })
  return { job: await settled(desk, name), items: await desk.imports.items(site, name) }
}

export const byPath = (items: readonly ImportItem[], end: string): ImportItem => {
  const found = items.find(({ address }) => new URL(address, 'http://x').pathname.endsWith(end))
  if (!found) throw new Error(`No item ends with ${end}: ${items.map(({ address }) => address).join(' ')}`)
  return found
}

export function noKeychain() {
  const kept = new Map<string, string>()
  return {
    keep: (name: string, secret: string) => {
      kept.set(name, secret)
      return Promise.resolve('this-run' as const)
    },
    read: (name: string) => Promise.resolve(kept.get(name) ?? null),
    where: (name: string) => Promise.resolve(kept.has(name) ? ('this-run' as const) : null),
    forget: (name: string) => {
      kept.delete(name)
      return Promise.resolve()
    }
  }
}
