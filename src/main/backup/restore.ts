import { dirname, join, resolve } from 'node:path'
import { GalleyError, sentence } from '../../common/errors'
import { confinedFs } from '../store/disk/confined-fs'
import { examine, type Finding } from '../store/doctor'
import type { DurableFs } from '../store/disk/durable-fs'
import { closing } from '../store/disk/durable-fs'
import { nodeFs } from '../store/disk/node-fs'
import { layoutOf } from '../store/layout/layout'
import { sideBySide } from '../../common/side-by-side'
import type { Progress } from './back-up'
import type { AboutBackup } from './about'
import { openArchive, type Archive } from './read-archive'
import { requirePlace } from './place'
import { diskFailure, requireRoom } from './target-disk'
import { beginRestoring } from './unfinished'
import { checkedPieces, faultsIn } from './verify'

interface RestoreOptions {
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
  readonly fs?: DurableFs
}

export interface Restored {
  /** The workspace, with links resolved. */
  readonly location: string
  readonly about: AboutBackup
  /** What the doctor found; empty when all is well. */
  readonly findings: readonly Finding[]
}

/**
 * Makes a workspace of a backup (BK4): checks all of it first, then writes it beside its place, synced, has
 * the doctor look at it, and gives it its place by one rename. Whatever happens before, there is no workspace
 * there.
 * @param folder that is not there, or is empty
 * @throws GalleyError exists, damaged, bad-path, disk-full, cancelled, io-failed
 */
export async function restoreBackup(
  file: string,
  folder: string,
  { onProgress, signal, fs = nodeFs }: RestoreOptions = {}
): Promise<Restored> {
  const place = await requirePlace(fs, folder)
  const archive = await openArchive(resolve(file))
  try {
    const total = archive.files.reduce((sum, { size }) => sum + size, 0)
    await requireRoom(dirname(place), total)
    const [fault, ...more] = await faultsIn(archive, {
      signal,
      onProgress: (done) => onProgress?.({ phase: 'checking', done, total })
    })
    if (fault) {
      const faults = more.length > 0 ? `${fault.message} So are ${more.length} more.` : fault.message
      throw new GalleyError(
        'damaged',
        sentence`${{ faults }} Nothing was restored. Take another backup; what is intact in this one can be taken out with any program for zips.`,
        { where: fault.path }
      )
    }
    const restoring = await beginRestoring(fs, dirname(place)).catch((error: unknown) => {
      throw diskFailure(error, dirname(place), 0)
    })
    const temp = restoring.folder
    try {
      await unpack(fs, archive, temp, (done) => onProgress?.({ phase: 'writing', done, total }), signal)
      const { findings } = await examine(temp, { fs })
      signal?.throwIfAborted()
      await restoring.finish()
      if (await fs.lstat(place)) await fs.rmdir(place)
      await fs.rename(temp, place)
      await fs.syncFolder(dirname(place)).catch(async (error: unknown) => {
        await fs.rename(place, temp)
        throw error
      })
      return { location: place, about: archive.about, findings }
    } catch (error) {
      await restoring.drop()
      throw diskFailure(error, dirname(place), 0)
    }
  } finally {
    archive.close()
  }
}

/** Disks write several files in the time of one. */
const AT_ONCE = 8

async function unpack(
  disk: DurableFs,
  archive: Archive,
  root: string,
  notify: (bytes: number) => void,
  signal?: AbortSignal
): Promise<void> {
  // the same gate as before every workspace: no path leads out of it
  const fs = confinedFs(disk, layoutOf(root))
  const at = (path: string) => join(root, ...path.split('/'))
  const made = new Set([root])
  const makeFolder = async (folder: string): Promise<void> => {
    if (made.has(folder)) return
    await makeFolder(dirname(folder))
    await fs.mkdir(folder)
    made.add(folder)
  }
  for (const path of archive.folders) await makeFolder(at(path))
  for (const { path } of archive.files) await makeFolder(dirname(at(path)))
  let done = 0
  await sideBySide(archive.files, AT_ONCE, async (file) => {
    const handle = await fs.open(at(file.path), 'create')
    await closing(handle, async () => {
      for await (const piece of checkedPieces(file)) {
        signal?.throwIfAborted()
        await handle.write(piece)
        notify((done += piece.length))
      }
      await handle.sync()
    })
  })
  await sideBySide([...made].slice(1), AT_ONCE, (folder) => fs.syncFolder(folder))
  await disk.syncFolder(root)
}
