import { statfs } from 'node:fs/promises'

/**
 * Linux's magic numbers of disks of this machine: ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs, vfat,
 * exfat, ntfs3.
 */
const local = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x4d44,
  0x2011bab0, 0x7366746e
])

/**
 * True when the system tells of every change that any program makes below the folder. A disk that other
 * computers write to as well does not, and a folder on one is looked at in full each time.
 */
export async function notifiesOfChanges(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return !folder.startsWith('\\\\')
  if (process.platform === 'darwin') return !folder.startsWith('/Volumes/')
  if (process.platform !== 'linux') return false
  try {
    return local.has((await statfs(folder)).type)
  } catch {
    return false
  }
}
