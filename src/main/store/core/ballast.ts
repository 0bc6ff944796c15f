import type { Core } from './core'
import { writeSynced } from '../disk/durable-write'
import { codeOf } from '../disk/error-codes'

const BYTES = 512 * 1024

/**
 * Room that is kept for the day on which the disk is full: deleting, which makes room, needs a little itself.
 */
export async function keepBallast({ fs, layout }: Pick<Core, 'fs' | 'layout'>): Promise<void> {
  try {
    if ((await fs.lstat(layout.ballast))?.size === BYTES) return
    await writeSynced(fs, layout.ballast, new Uint8Array(BYTES), 'replace')
  } catch {
    // half of it would be of little use, and there is no room to spare
    await fs.unlink(layout.ballast).catch(() => undefined)
  }
}

/**
 * Does what makes room, on a full disk too: then the ballast goes, and it is tried once more. The work takes
 * itself back when it fails.
 */
export async function withBallast<T>(core: Core, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!noRoom.has(codeOf(error)) || !(await core.fs.unlink(core.layout.ballast))) throw error
    return work()
  }
}

const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
