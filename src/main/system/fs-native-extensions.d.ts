declare module 'fs-native-extensions' {
  /**
   * An exclusive lock on an open file, released by the system when its holder ends; false when another holds
   * it.
   */
  export function tryLock(fd: number): boolean
  export function unlock(fd: number): void
}
