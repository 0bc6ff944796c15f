import { basename, dirname, join, resolve } from 'node:path'
import { GalleyError, sentence } from '../../common/errors'
import type { DurableFs } from '../store/disk/durable-fs'

/** Where the workspace will be: a folder that is missing or empty, in one that is there. */
export async function requirePlace(fs: DurableFs, folder: string): Promise<string> {
  const wanted = resolve(folder)
  const parent = await fs.realpath(dirname(wanted)).catch(() => null)
  if (parent === null || dirname(wanted) === wanted)
    throw new GalleyError(
      'not-found',
      sentence`There is no folder ${{ folder: dirname(wanted) }} to make a workspace in.`,
      { where: folder }
    )
  const place = join(parent, basename(wanted))
  const there = await fs.lstat(place)
  if (there && (there.kind !== 'folder' || ((await fs.readdir(place)) ?? []).length > 0))
    throw new GalleyError(
      'exists',
      sentence`${{ place }} holds something already, and no workspace is made over that. Give the name of a new folder.`,
      { where: folder }
    )
  return place
}
