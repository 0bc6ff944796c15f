import { basename, join, sep } from 'node:path'
import { GalleyError, sentence } from '../../common/errors'
import type { DurableFs, DurableHandle } from '../store/disk/durable-fs'
import { nodeFs } from '../store/disk/node-fs'
import type { LeftOut, WorkspaceFolder } from '../store/types'
import { openArchive, type Archive } from './read-archive'
import { diskFailure } from './target-disk'
import { faultsIn } from './verify'
import { sweepUnfinished, UNFINISHED } from './unfinished'
import { writeArchive } from './write-archive'

/** How far a backup or a restore is. */
export interface Progress {
  readonly phase: 'writing' | 'checking'
  /** Bytes of the files. */
  readonly done: number
  readonly total: number
}

export interface BackupOptions {
  /** The version of Galley. */
  readonly galley: string
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
  readonly fs?: DurableFs
}

export interface Backup {
  /** Where it is. */
  readonly file: string
  readonly files: number
  /** Of the files, not of the archive. */
  readonly bytes: number
  readonly takenAt: number
  readonly leftOut: readonly LeftOut[]
}

/**
 * Writes a backup of a workspace into a folder (BK1, BK2): under a name that says that it is unfinished,
 * synced, read back and held against its checksums, and only then under its own. Whatever happens before,
 * nothing lies there that looks like a backup.
 * @param folder that is there, and not in the workspace
 * @throws GalleyError bad-path, not-found, disk-full, damaged, cancelled, io-failed
 */
export async function backUp(
  workspace: Pick<WorkspaceFolder, 'location' | 'snapshot'>,
  folder: string,
  { galley, onProgress, signal, fs = nodeFs }: BackupOptions
): Promise<Backup> {
  const { location } = workspace
  const target = await requireTarget(fs, folder, location)
  await sweepUnfinished(fs, target)
  const snapshot = await workspace.snapshot()
  const name = await freeName(fs, target, nameOf(location, snapshot.takenAt))
  const temp = join(target, `${name}${UNFINISHED}`)
  let total = snapshot.expected
  const archive = writeArchive(snapshot, {
    galley,
    ...(signal && { signal }),
    onProgress: (_, done) => onProgress?.({ phase: 'writing', done, total: (total = Math.max(total, done)) })
  })
  let handle: DurableHandle | undefined
  try {
    handle = await fs.open(temp, 'create')
    handle.tryLock()
    let written = 0
    for await (const piece of archive.stream) {
      await handle.write(piece).catch((error: unknown) => {
        throw diskFailure(error, target, written)
      })
      written += piece.length
    }
    await handle.sync()
    const { files, bytes, leftOut } = archive.summary()
    await check(temp, {
      ...(signal && { signal }),
      onProgress: (done) => onProgress?.({ phase: 'checking', done, total: bytes })
    })
    // Windows renames no open file
    await handle.close()
    handle = undefined
    const file = join(target, name)
    await fs.rename(temp, file)
    await fs.syncFolder(target).catch(async (error: unknown) => {
      await fs.rename(file, temp)
      throw error
    })
    return { file, files, bytes, takenAt: snapshot.takenAt, leftOut }
  } catch (error) {
    await handle?.close().catch(() => undefined)
    await fs.unlink(temp).catch(() => undefined)
    throw diskFailure(error, target, 0)
  }
}

/** What was written is read back, from its first byte to its last. */
async function check(
  file: string,
  following: { readonly signal?: AbortSignal; readonly onProgress: (bytes: number) => void }
): Promise<void> {
  let archive: Archive | undefined
  try {
    archive = await openArchive(file)
    const [fault] = await faultsIn(archive, following)
    if (!fault) return
    throw new GalleyError(
      'damaged',
      sentence`What was read back is not what was written: ${{ fault: fault.message }} The disk may be failing. No backup was made; try another disk.`,
      { where: fault.path }
    )
  } finally {
    archive?.close()
  }
}

async function requireTarget(fs: DurableFs, folder: string, location: string): Promise<string> {
  const real = await fs.realpath(folder).catch(() => null)
  if (real === null || (await fs.lstat(real))?.kind !== 'folder')
    throw new GalleyError('not-found', sentence`There is no folder ${{ folder }}. Is its disk connected?`, {
      where: folder
    })
  if (real === location || real.startsWith(location + sep))
    throw new GalleyError(
      'bad-path',
      'A backup does not lie in the workspace that it is of: it would be lost with it. Choose a folder elsewhere, best on another disk.',
      { where: folder }
    )
  return real
}

/** As people look for it: whose, and of when. */
function nameOf(location: string, takenAt: number): string {
  const at = new Date(takenAt)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const workspace =
    basename(location)
      .replace(/[<>:"/\\|?*\p{C}]/gu, ' ')
      .trim()
      .slice(0, 80) || 'workspace'
  return `Galley ${workspace} ${day} ${two(at.getHours())}-${two(at.getMinutes())}`
}

async function freeName(fs: DurableFs, folder: string, name: string): Promise<string> {
  for (let count = 1; ; count++) {
    const candidate = `${name}${count === 1 ? '' : ` (${count})`}.zip`
    const taken = await Promise.all(
      [candidate, candidate + UNFINISHED].map((one) => fs.lstat(join(folder, one)))
    )
    if (taken.every((stat) => stat === null)) return candidate
  }
}
