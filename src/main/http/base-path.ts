/**
 * The path below which a service is reached (OP5), without a slash at its end; `''` at the root.
 * @param origin what its addresses begin with, where that is known
 */
export function basePathOf(origin: string | undefined): string {
  return origin === undefined ? '' : new URL(origin).pathname.replace(/\/$/, '')
}
