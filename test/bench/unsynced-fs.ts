import type { DurableFs } from '../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../src/main/store/disk/node-fs'

/** The disk without its waiting: only to fill a workspace that is measured later. */
export const unsyncedFs: DurableFs = {
  ...nodeFs,
  open: async (path, mode) => ({ ...(await nodeFs.open(path, mode)), sync: done, datasync: done }),
  syncFolder: done
}

async function done(): Promise<void> {}
