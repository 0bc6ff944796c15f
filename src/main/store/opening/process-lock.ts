import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import { GalleyError, sentence } from '../../../common/errors'
import type { DurableFs } from '../disk/durable-fs'
import { writeSynced } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import type { Problems } from '../damaged/problems'

export interface WorkspaceLock {
  /** Of this opening, which its leases name. */
  readonly run: string
  /**
   * Costs nothing.
   * @throws in-use when the lock's file was deleted or replaced: another process may own the workspace by now
   */
  requireOwned(): Promise<void>
  /** The same, and now and then whether the file is still where it belongs. @throws in-use */
  requirePlace(): Promise<void>
  /** Whether that was found so. */
  isLost(): boolean
  free(): Promise<void>
}

/**
 * W7: one process owns a workspace. The system frees the lock when its holder ends, however that comes about.
 * A disk that knows no locks is told of, and keeps nobody out.
 * @throws in-use that names the holder
 */
export async function lockWorkspace(
  fs: DurableFs,
  layout: Layout,
  problems: Problems
): Promise<WorkspaceLock> {
  // a lock that lies elsewhere is none: whoever has that one locked does not hold this workspace
  if ((await fs.lstat(layout.lockFile))?.kind === 'other') await problems.setAside(layout.lockFile, NO_LOCK)
  const handle = await fs.open(layout.lockFile, 'lock')
  try {
    const taken = handle.tryLock()
    if (taken === false) throw await inUse(fs, layout)
    if (taken === null) problems.report(layout.lockFile, NO_LOCKS)
    const run = randomUUID()
    const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), run }
    await writeSynced(fs, layout.lockHolderFile, Buffer.from(JSON.stringify(holder)), 'replace')
    const { ino } = await handle.stat()
    let asking: Promise<void> | null = null
    let lost: GalleyError | null = null
    let ownedAt = performance.now()

    async function ask(): Promise<void> {
      const asked = performance.now()
      const there = await fs.lstat(layout.lockFile).catch(() => undefined)
      if (there?.ino === ino) ownedAt = asked
      if (there === undefined || there?.ino === ino) return
      // a disk that is away is not another owner: whatever was asked of it fails by itself
      if (there === null && (await fs.lstat(layout.service).catch(() => null)) === null) return
      lost = lockLost(layout)
      problems.report(layout.lockFile, lost.message)
    }

    const look = async () => {
      if (!lost) await (asking ??= ask().finally(() => (asking = null)))
      if (lost) throw lost
    }

    return {
      run,
      async requireOwned() {
        if (lost || !handle.hasName()) await look()
      },
      async requirePlace() {
        if (lost || !handle.hasName() || performance.now() - ownedAt > LATELY_MS) await look()
      },
      isLost: () => lost !== null,
      // closing the descriptor frees the lock
      free: () => handle.close()
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The file may also have been moved; its name is asked for so often. */
const LATELY_MS = 100

const lockLost = (layout: Layout) =>
  new GalleyError(
    'in-use',
    'The lock of this workspace was taken away while Galley had it open, and another Galley may have it by now. Nothing more is written from here. Close the workspace, and open it again.',
    { where: layout.lockFile }
  )

const NO_LOCKS =
  'The disk of this workspace knows no locks, so nobody can tell whether another Galley has it open too: what one of two saves may be lost. Open it in one Galley at a time, or keep it on a disk of this computer.'

const NO_LOCK = 'The lock of the workspace was a link or a special file. It was set aside.'

async function inUse(fs: DurableFs, layout: Layout): Promise<GalleyError> {
  const holder = await readHolder(fs, layout)
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : ''
  return new GalleyError(
    'in-use',
    sentence`Another Galley${{ who }} has this workspace open. Close it there, or open another workspace here.`,
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
