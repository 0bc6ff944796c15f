import { GalleyError, sentence } from '../../common/errors'
import { openStore } from '../store'
import { firstDifference } from '../store/archive/compare'
import { writeFolder } from '../store/archive/write-folder'
import type { DurableFs } from '../store/disk/durable-fs'
import { nodeFs } from '../store/disk/node-fs'
import { examine } from '../store/doctor'
import type { Archive } from '../store/types'
import { dirname } from 'node:path'
import { requirePlace } from './place'
import { diskFailure } from './target-disk'
import { beginRestoring } from './unfinished'

interface ExportOptions {
  readonly onProgress?: (done: number) => void
  /** Nothing stays when it comes. */
  readonly signal?: AbortSignal
  readonly fs?: DurableFs
}

/**
 * Makes a folder's workspace of an archive: writes it beside its place, holds it against the archive, has the doctor
 * look at it, and gives it its place by one rename. Whatever happens before, there is no workspace there.
 * @param folder that is not there, or is empty
 * @returns the workspace, with links resolved
 * @throws GalleyError exists, damaged, disk-full, cancelled, io-failed
 */
export async function folderOfArchive(
  archive: Archive,
  folder: string,
  { onProgress, signal, fs = nodeFs }: ExportOptions = {}
): Promise<string> {
  const place = await requirePlace(fs, folder)
  const making = await beginRestoring(fs, dirname(place)).catch((error: unknown) => {
    throw diskFailure(error, dirname(place), 0)
  })
  const temp = making.folder
  try {
    await writeFolder(fs, temp, archive, {
      onProgress: (done) => {
        stopped(signal)
        onProgress?.(done)
      }
    })
    await requireSame(fs, temp, archive)
    stopped(signal)
    await making.finish()
    if (await fs.lstat(place)) await fs.rmdir(place)
    await fs.rename(temp, place)
    await fs.syncFolder(dirname(place)).catch(async (error: unknown) => {
      await fs.rename(place, temp)
      throw error
    })
    return place
  } catch (error) {
    await making.drop()
    throw diskFailure(error, dirname(place), 0)
  }
}

function stopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new GalleyError('cancelled', 'Broken off. Nothing was kept.')
}

/** Read again as the store will read it, and as the doctor does. */
async function requireSame(fs: DurableFs, temp: string, archive: Archive): Promise<void> {
  const store = await openStore({ folder: temp, watch: false, fs })
  const difference = await firstDifference(archive, store.folder.archive()).finally(() => store.close())
  const [finding] = difference === null ? (await examine(temp, { fs })).findings : []
  if (difference !== null || finding)
    throw new GalleyError(
      'damaged',
      sentence`What was written is not what the workspace holds: ${{ difference: difference ?? finding?.message ?? '' }}. Nothing was kept.`
    )
}
