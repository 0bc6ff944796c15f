import { statfs } from 'node:fs/promises'
import { GalleyError, sentence } from '../../common/errors'
import { codeOf } from '../store/disk/error-codes'
import { translated } from '../store/disk/os-errors'

const MB = 1024 * 1024
/** What a file may have on a disk in the format FAT32. */
const FAT_BYTES = 4 * 1024 * MB - 1
/** Disks in that format report it so, on Linux. */
const FAT = 0x4d44
/** Left for everything else that this computer does. */
const SPARED = 64 * MB

/**
 * A failure of the disk that a backup or a restored workspace goes to, as a sentence.
 * @param written bytes of one file
 */
export function diskFailure(error: unknown, folder: string, written: number): GalleyError {
  if (error instanceof GalleyError) return error
  const code = codeOf(error)
  const options = { where: folder, cause: error }
  if (code === 'EFBIG' || (written > FAT_BYTES - 16 * MB && written <= FAT_BYTES && code !== 'ENOSPC'))
    return new GalleyError('disk-full', tooLarge(folder), options)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new GalleyError(
      'disk-full',
      sentence`There is not enough space in ${{ folder }}. Nothing was kept there; free some space, or choose another disk.`,
      options
    )
  if (['ENOENT', 'ENODEV', 'ENXIO', 'EIO', 'ESTALE'].includes(code))
    return new GalleyError(
      'io-failed',
      sentence`The disk of ${{ folder }} has gone, or failed (${{ code }}). Nothing that was begun there counts. Connect it and try again.`,
      options
    )
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new GalleyError(
      'no-access',
      sentence`Nothing can be written in ${{ folder }}. Choose a folder that is yours, on a disk that can be written to.`,
      options
    )
  return translated(error, folder)
}

/** Before anything is written. @param least bytes that will surely be needed @throws GalleyError disk-full */
export async function requireRoom(folder: string, least: number): Promise<void> {
  let disk
  try {
    disk = await statfs(folder)
  } catch {
    // where it cannot be told, the disk itself says when it is full
    return
  }
  if (disk.type === FAT && least > FAT_BYTES)
    throw new GalleyError('disk-full', tooLarge(folder), { where: folder })
  const room = disk.bavail * disk.bsize - SPARED
  if (least <= room) return
  throw new GalleyError(
    'disk-full',
    sentence`${{ 'needed, number': Math.ceil(least / MB) }} MB are needed in ${{ folder }}, and ${{ 'free, number': Math.max(0, Math.floor(room / MB)) }} MB are free. Free some space, or choose another disk.`,
    { where: folder }
  )
}

const tooLarge = (folder: string) =>
  sentence`The backup is larger than 4 GB, and the disk of ${{ folder }} holds no file of that size (its format is FAT32). Choose a disk in another format, such as exFAT, NTFS, APFS or ext4.`
