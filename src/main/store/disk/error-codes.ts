/** A link, fifo, device or socket where a file or folder of the workspace should be. */
export const NOT_PLAIN = 'ENOTPLAIN'
/** A file that is larger than Galley ever writes one of its kind. */
export const OVERSIZE = 'EOVERSIZE'
/** A path that is not one of the workspace. */
export const OUTSIDE = 'EOUTSIDE'

/** An error with a code, as the system's own have one. */
export function storeError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code })
}

/** The `code` of a Node error, else ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * True when what lies there can never be read, whatever is tried: as bad as damage, and no failure of the
 * disk.
 */
export const isUnreadable = (error: unknown) => [NOT_PLAIN, OVERSIZE].includes(codeOf(error))

/** There is nothing at the path. */
export const isMissing = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
