import { realpath } from 'node:fs/promises'
import { workspaceIdIn } from '../store'
import { identityOf } from './identity'
import { reportNotKept, type MachineTrust } from './machine-trust'

/**
 * Trusts the workspaces that an app without this question had opened: at the update their person is asked
 * nothing (T1). What is not there now is asked about when it is there again.
 */
export async function trustRecent(
  recent: readonly string[],
  trust: MachineTrust,
  notify: (line: string) => void
): Promise<void> {
  for (const folder of recent) {
    const identity = await knownAt(folder)
    if (identity) await trust.add(identity).catch((error: unknown) => reportNotKept(error, notify))
  }
}

async function knownAt(folder: string) {
  try {
    const location = await realpath(folder)
    const id = await workspaceIdIn(location)
    return id === null ? null : await identityOf({ id, location })
  } catch {
    // its disk is missing, or it is no workspace any more
    return null
  }
}
