import { appendFile } from 'node:fs/promises'
import type { DurableFs } from '../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../src/main/store/disk/node-fs'

/** The disk without its waiting: only to fill a workspace that is measured later. */
export const unsyncedFs: DurableFs = {
  ...nodeFs,
  open: async (path, mode) => ({ ...(await nodeFs.open(path, mode)), sync: done, datasync: done }),
  writeAllSynced: async (files) => {
    await nodeFs.writeAll(files)
    return (await nodeFs.lstatAll(files.map(({ path }) => path))).filter((stat) => stat !== null)
  },
  renameAll: async (moves) => {
    for (const { from, to } of moves) await nodeFs.rename(from, to)
    return moves.map(() => true)
  },
  appendAllSynced: async (appends) => {
    for (const { path, data } of appends) await appendFile(path, data)
    return appends.map(() => true)
  },
  syncFolder: done
}

async function done(): Promise<void> {}
