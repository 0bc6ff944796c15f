import { GalleyError } from '../../common/errors'
import { sha256 } from './checksum'
import type { Core } from './core'
import { openSyncLog } from './sync-log'
import type { SyncArea, SyncLog } from './types'

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** What the sync keeps in a workspace: a log a pair below `.galley/sync/`, and contents among the blobs (V6, W5). */
export function createSyncArea(core: Core): SyncArea {
  const logs = new Map<string, Promise<SyncLog>>()
  return {
    log(name) {
      if (!NAME.test(name)) throw new GalleyError('internal', `“${name}” is no name of a pair.`)
      const known = logs.get(name)
      if (known) return known
      const opening = openSyncLog(core.fs, core.layout.syncLog(name), core.problems)
      logs.set(name, opening)
      opening.catch(() => logs.delete(name))
      return opening
    },
    async forget(name) {
      logs.delete(name)
      const file = core.layout.syncLog(name)
      if (await core.fs.lstat(file)) await core.fs.unlink(file)
    },
    async keep(bytes) {
      const hash = sha256(bytes)
      await core.backing.store(hash, bytes)
      return hash
    },
    async content(hash) {
      const file = core.layout.blob(hash)
      if (!(await core.fs.lstat(file))) return null
      const bytes = await core.fs.readFile(file)
      return sha256(bytes) === hash ? bytes : null
    }
  }
}
