import { tryLock } from 'fs-native-extensions'

/**
 * What systems say of a disk that knows no locks: some ways to a network, some programs that stand for a
 * disk.
 */
const NO_LOCKS: ReadonlySet<unknown> = new Set(['ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/**
 * An exclusive lock on an open file, until it is closed or its process ends.
 * @returns false when another has it; null when its disk knows no locks, so that nobody can tell
 */
export function tryFileLock(fd: number): boolean | null {
  try {
    return tryLock(fd)
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_LOCKS.has(error.code)) return null
    throw error
  }
}
