/** How well a disk is off: `low` is said calmly, `very-low` more clearly. */
export type DiskLevel = 'enough' | 'low' | 'very-low'

const MB = 1_000_000
const LOW = 1000 * MB
const LOW_SHARE = 0.02
const VERY_LOW = 200 * MB
/** As many files it should take at least; a save needs three. */
const FEW_FILES = 2_000

interface Room {
  readonly free: number
  readonly total: number
  /** How many it still takes; null where there is no bound. */
  readonly files: number | null
  /** How many it may have in all, where somebody has said that. */
  readonly mostFiles?: number
}

/** W12: judged by what is left for this person. */
export function diskLevel({ free, total, ...of }: Room): DiskLevel {
  const low = Math.min(LOW, total * LOW_SHARE)
  if (free < Math.min(VERY_LOW, low)) return 'very-low'
  return free < low || hasFewFiles(of) ? 'low' : 'enough'
}

/** A disk can be full of files and have room for bytes. */
export const hasFewFiles = ({ files, mostFiles }: Pick<Room, 'files' | 'mostFiles'>): boolean =>
  files !== null && files < Math.min(FEW_FILES, (mostFiles ?? Infinity) * LOW_SHARE)
