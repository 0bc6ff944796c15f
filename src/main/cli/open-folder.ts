import { createClient, type Client } from '../../common/api/client'
import { GalleyError } from '../../common/errors'
import { commandTrust, openWorkspace, trustByCommand, trustOf } from '../trust'
import type { Terminal } from './command'
import { requireWorkspace } from './workspace'

/** What addresses begin with that never leave this process. */
export const NOWHERE = 'http://galley.invalid'

/** A workspace that a command has open itself, and asks as its owner. */
interface OpenFolder {
  ask(request: Request): Promise<Response>
  /** The same, typed. */
  readonly api: Client
  close(): Promise<void>
}

interface FolderParts {
  readonly appVersion: string
  readonly workerProgram: string | null
  /** Where this computer keeps what its search indices are called; default: an index is in memory. */
  readonly searchSeals?: string
}

/**
 * Opens a workspace for one command: nothing goes on by itself meanwhile.
 * @param inUse the sentence where another process has it open; default: to close that first
 * @throws GalleyError not-a-workspace, in-use
 */
export async function openFolder(
  data: string,
  { notify }: Pick<Terminal, 'notify'>,
  { appVersion, workerProgram, searchSeals }: FolderParts,
  inUse = `another Galley has ${data} open. Close it first`
): Promise<OpenFolder> {
  await requireWorkspace(data)
  const { store, isTrusted } = await openWorkspace(data, { trust: commandTrust(notify), notify }).catch(
    (error: unknown) => {
      const isHeld = error instanceof GalleyError && error.reason === 'in-use'
      throw isHeld ? new GalleyError('in-use', inUse, { where: data }) : error
    }
  )
  // after what may be wrong with the folder
  const { createService } = await import('../service')
  const trust = trustOf(isTrusted ? 'held' : 'restricted', { howTo: trustByCommand(data) })
  const service = createService({
    store,
    appVersion,
    trust,
    syncs: false,
    ...(workerProgram !== null && { workerProgram }),
    ...(searchSeals !== undefined && { searchSeals })
  })
  const ask = (request: Request) => service.fetch(request, 'owner')
  return {
    ask,
    api: createClient({ base: NOWHERE, fetch: (url, init) => ask(new Request(url, init)) }),
    async close() {
      await service.close()
      await store.close()
    }
  }
}
