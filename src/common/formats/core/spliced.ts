/**
 * A copy of the list with some items taken out at a place and others put in. (`toSpliced` is not in every
 * runtime yet.)
 */
export function spliced<T>(items: readonly T[], at: number, gone: number, ...come: readonly T[]): T[] {
  return [...items.slice(0, at), ...come, ...items.slice(at + gone)]
}
