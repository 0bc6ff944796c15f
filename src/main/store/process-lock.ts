import { hostname } from 'node:os'
import { z } from 'zod'
import { GalleyError } from '../../common/errors'
import type { DurableFs } from './durable-fs'
import { writeSynced } from './durable-write'
import type { Layout } from './layout'

/**
 * W7: one process owns a workspace. The system frees the lock when its holder ends, however that comes about.
 * @returns how to free it
 * @throws in-use that names the holder
 */
export async function lockWorkspace(fs: DurableFs, layout: Layout): Promise<() => Promise<void>> {
  const handle = await fs.open(layout.lockFile, 'append')
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
