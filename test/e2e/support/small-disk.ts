import { execFile } from 'node:child_process'
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * `memory`: 2 MB of memory, soon full. `roomy`: 64 MB, for the profile of an app as well. `failing`: an ext4 file system that can be made
 * to give up, as a bad disk does.
 */
export type DiskKind = 'memory' | 'roomy' | 'failing'

/** A disk of a test's own. */
export interface SmallDisk {
  readonly folder: string
  /** Takes the space but for so many bytes; `free` gives it back. */
  fill(leave: number): Promise<void>
  free(): Promise<void>
  /** What the kernel does after an error of the disk: from now on it is read-only, also for files that are open. */
  fail(): Promise<void>
  /** Mounts it anew after it failed. */
  repair(): Promise<void>
  remove(): Promise<void>
}

/** Mounts a disk below `place`, an empty folder. Needs root. */
export async function smallDisk(kind: DiskKind, place: string): Promise<SmallDisk> {
  const folder = join(place, 'mounted')
  const filler = join(folder, 'filler')
  await mkdir(folder)
  const size = { memory: 'size=2m', roomy: 'size=64m', failing: null }[kind]
  if (size !== null) await run('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder])
  else await mountImage(join(place, 'image'), folder)
  return {
    folder,
    async fill(leave) {
      const block = Buffer.alloc(kind === 'roomy' ? 1024 * 1024 : 4096, 'x')
      try {
        for (;;) await writeFile(filler, block, { flag: 'a' })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
      await truncate(filler, Math.max(0, (await stat(filler)).size - leave))
    },
    free: () => rm(filler, { force: true }),
    async fail() {
      await run('mount', ['-o', 'remount,abort', folder])
    },
    async repair() {
      await run('umount', [folder])
      await run('mount', ['-o', 'loop', join(place, 'image'), folder])
    },
    async remove() {
      await run('umount', [folder])
    }
  }
}

async function mountImage(image: string, folder: string): Promise<void> {
  await writeFile(image, '')
  await truncate(image, 32 * 1024 * 1024)
  await run('mkfs.ext4', ['-q', image])
  await run('mount', ['-o', 'loop', image, folder])
}
