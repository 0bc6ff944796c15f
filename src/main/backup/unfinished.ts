import { join } from 'node:path'
import type { DurableFs, DurableHandle } from '../store/disk/durable-fs'
import { newGuid } from '../store/layout/names'

/** Behind the name of a backup that is being written. */
export const UNFINISHED = '.unfinished'

/** Removes what a crash left of backups in a folder; one that is being written is locked, and left alone. */
export async function sweepUnfinished(fs: DurableFs, folder: string): Promise<void> {
  for (const { name, kind } of (await fs.readdir(folder)) ?? []) {
    if (kind !== 'file' || !/^Galley .+\.zip\.unfinished$/.test(name)) continue
    const file = join(folder, name)
    const handle = await fs.open(file, 'lock').catch(() => null)
    if (!handle) continue
    // where no lock can tell, it may be another one's
    const isLeft = handle.tryLock() === true
    await handle.close()
    if (isLeft) await fs.unlink(file).catch(() => undefined)
  }
}

const RESTORING = /^\.galley-restore-[0-9a-f-]{36}$/
const LOCK = 'restoring'

/** A folder in which a workspace is being restored. */
interface Restoring {
  readonly folder: string
  /** It is whole: nothing in it is of the restoring any more. */
  finish(): Promise<void>
  /** Takes it away. */
  drop(): Promise<void>
}

/**
 * A new folder beside the place of a workspace, locked while its process lives; what crashes left there goes.
 */
export async function beginRestoring(fs: DurableFs, parent: string): Promise<Restoring> {
  for (const { name, kind } of (await fs.readdir(parent)) ?? [])
    if (kind === 'folder' && RESTORING.test(name)) await sweepRestoring(fs, join(parent, name))
  const folder = join(parent, `.galley-restore-${newGuid()}`)
  let lock: DurableHandle | undefined
  const unlock = async () => {
    const open = lock
    lock = undefined
    await open?.close()
  }
  await fs.mkdir(folder)
  const drop = async () => {
    await unlock().catch(() => undefined)
    await fs.removeTree(folder).catch(() => undefined)
  }
  try {
    lock = await fs.open(join(folder, LOCK), 'lock')
    lock.tryLock()
  } catch (error) {
    await drop()
    throw error
  }
  return {
    folder,
    async finish() {
      await unlock()
      await fs.unlink(join(folder, LOCK))
    },
    drop
  }
}

async function sweepRestoring(fs: DurableFs, folder: string): Promise<void> {
  if ((await fs.lstat(join(folder, LOCK)))?.kind !== 'file') return
  const handle = await fs.open(join(folder, LOCK), 'lock').catch(() => null)
  if (!handle) return
  const isLeft = handle.tryLock() === true
  await handle.close()
  if (isLeft) await fs.removeTree(folder).catch(() => undefined)
}
