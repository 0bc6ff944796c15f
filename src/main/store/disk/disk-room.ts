import { statfs } from 'node:fs/promises'
import type { StatsFs } from 'node:fs'
import type { DiskRoom } from '../seam/folder'

/** The room on the disk of a folder; null where that cannot be told, or what is told cannot be so. */
export async function diskRoom(folder: string): Promise<DiskRoom | null> {
  try {
    return roomFrom(await statfs(folder))
  } catch {
    return null
  }
}

/**
 * Disks of other machines, and some that are made of others, tell of no blocks at all, or of more free ones
 * than there are.
 */
export function roomFrom({
  blocks,
  bavail,
  bsize,
  files,
  ffree
}: Pick<StatsFs, 'blocks' | 'bavail' | 'bsize' | 'files' | 'ffree'>): DiskRoom | null {
  const [free, total] = [bavail * bsize, blocks * bsize]
  if (!Number.isFinite(free) || !Number.isFinite(total) || total <= 0 || free < 0 || free > total) return null
  const bounded = files > 0 && ffree >= 0 && ffree <= files
  return { free, total, files: bounded ? ffree : null }
}
