import { GalleyError } from '../../common/errors'
import type { WorkspaceIdentity } from './identity'
import { isSameWorkspace } from './identity'
import type { TrustedWorkspace, TrustFile } from './trust-file'

/** Which workspaces the person of this computer trusts. Kept here, never in a workspace (T1). */
export interface MachineTrust {
  has(workspace: WorkspaceIdentity): Promise<boolean>
  /** @throws GalleyError io-failed */
  add(workspace: WorkspaceIdentity): Promise<void>
  /** @returns whether something at this path was trusted @throws GalleyError io-failed */
  removeAt(path: string): Promise<boolean>
  /** Newest first. */
  list(): Promise<readonly TrustedWorkspace[]>
}

/**
 * The app and the commands write each to a file of their own and believe both: it is the same person who said
 * so.
 * @param own is written to
 * @param other is read, and what is not trusted any more is taken out of it
 */
export function machineTrust(own: TrustFile, other: TrustFile | null): MachineTrust {
  const files = other === null ? [own] : [own, other]
  const all = async () => (await Promise.all(files.map((file) => file.list()))).flat()
  return {
    has: async (workspace) => (await all()).some((one) => isSameWorkspace(one, workspace)),
    add: (workspace) => own.add(workspace, Date.now()),
    async removeAt(path) {
      const removed = await Promise.all(files.map((file) => removeIn(file, path)))
      return removed.some(Boolean)
    },
    async list() {
      const found = (await all()).sort((a, b) => b.at - a.at)
      return found.filter((one, at) => found.findIndex((other) => isSameWorkspace(one, other)) === at)
    }
  }
}

/** Nothing is written where nothing was. */
async function removeIn(file: TrustFile, path: string): Promise<boolean> {
  const known = (await file.list()).some((one) => one.path === path)
  return known && file.removeAt(path)
}

/** What can be written down nowhere counts for this run all the same. */
export function reportNotKept(error: unknown, notify: (line: string) => void): void {
  if (!(error instanceof GalleyError)) throw error
  notify(`${error.message} Until then this workspace is asked about at each start.`)
}
