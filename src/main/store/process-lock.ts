import { hostname } from 'node:os'
import { z } from 'zod'
import { GalleyError } from '../../common/errors'
import type { DurableFs } from './durable-fs'
import { writeSynced } from './durable-write'
import type { Layout } from './layout'
import type { Problems } from './problems'

/**
 * W7: one process owns a workspace. The system frees the lock when its holder ends, however that comes about.
 * @returns how to free it
 * @throws in-use that names the holder
 */
export async function lockWorkspace(
  fs: DurableFs,
  layout: Layout,
  problems: Problems
): Promise<() => Promise<void>> {
  // a lock that lies elsewhere is none: whoever has that one locked does not hold this workspace
  if ((await fs.lstat(layout.lockFile))?.kind === 'other') await problems.setAside(layout.lockFile, NO_LOCK)
  const handle = await fs.open(layout.lockFile, 'lock')
  try {
    if (!handle.tryLock()) throw await inUse(fs, layout)
    const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
    await writeSynced(fs, layout.lockHolderFile, Buffer.from(JSON.stringify(holder)), 'replace')
  } catch (error) {
    await handle.close()
    throw error
  }
  // closing the descriptor frees the lock
  return () => handle.close()
}

const NO_LOCK = 'The lock of the workspace was a link or a special file. It was set aside.'

async function inUse(fs: DurableFs, layout: Layout): Promise<GalleyError> {
  const holder = await readHolder(fs, layout)
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : ''
  return new GalleyError(
    'in-use',
    `Another Galley${who} has this workspace open. Close it there, or open another workspace here.`,
    { where: layout.root }
  )
}

async function readHolder(fs: DurableFs, layout: Layout) {
  try {
    const text = Buffer.from(await fs.readFile(layout.lockHolderFile)).toString('utf8')
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const schema = z.object({ pid: z.number(), host: z.string() })
