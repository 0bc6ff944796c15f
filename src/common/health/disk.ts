/** How well a disk is off: `low` is said calmly, `very-low` more clearly. */
export type DiskLevel = 'enough' | 'low' | 'very-low'

const MB = 1_000_000
const LOW = 1000 * MB
const LOW_SHARE = 0.02
const VERY_LOW = 200 * MB
/** As many files it should take at least; a save needs three. */
const FEW_FILES = 2_000

/** W12: judged by what is left for this person. */
export function diskLevel({
  free,
  total,
  files
}: {
  readonly free: number
  readonly total: number
  readonly files: number | null
}): DiskLevel {
  const low = Math.min(LOW, total * LOW_SHARE)
  if (free < Math.min(VERY_LOW, low)) return 'very-low'
  return free < low || hasFewFiles(files) ? 'low' : 'enough'
}

/** A disk can be full of files and have room for bytes. */
export const hasFewFiles = (files: number | null): boolean => files !== null && files < FEW_FILES
