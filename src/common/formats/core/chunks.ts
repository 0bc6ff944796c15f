import { commonSequence } from './sequence'
import type { Stop } from './stop'

/** A stretch of three sequences; ends are exclusive. */
export interface Chunk {
  /** All three have it, place by place. */
  readonly same: boolean
  readonly base: readonly [start: number, end: number]
  readonly local: readonly [start: number, end: number]
  readonly remote: readonly [start: number, end: number]
}

type Numbers = readonly number[]

/**
 * Cuts three sequences into stretches that all have and stretches in which somebody changed something, in
 * order.
 */
export function chunksOf(base: Numbers, local: Numbers, remote: Numbers, stop: Stop): Chunk[] {
  const inLocal = commonSequence(base, local, stop)
  const inRemote = commonSequence(base, remote, stop)
  const chunks: Chunk[] = []
  let [b, l, r] = [0, 0, 0]
  const changed = (endB: number, endL: number, endR: number) => {
    if (b < endB || l < endL || r < endR)
      chunks.push({ same: false, base: [b, endB], local: [l, endL], remote: [r, endR] })
  }
  for (let at = 0; at < base.length; at += 1) {
    const toLocal = inLocal[at] ?? -1
    const toRemote = inRemote[at] ?? -1
    if (toLocal < 0 || toRemote < 0) continue
    changed(at, toLocal, toRemote)
    let end = 1
    while (inLocal[at + end] === toLocal + end && inRemote[at + end] === toRemote + end) end += 1
    chunks.push({
      same: true,
      base: [at, at + end],
      local: [toLocal, toLocal + end],
      remote: [toRemote, toRemote + end]
    })
    ;[b, l, r] = [at + end, toLocal + end, toRemote + end]
    at += end - 1
  }
  changed(base.length, local.length, remote.length)
  return chunks
}

/** Who changed a stretch. */
export function changerOf(
  { same, base, local, remote }: Chunk,
  numbers: { readonly base: Numbers; readonly local: Numbers; readonly remote: Numbers }
): 'nobody' | 'local' | 'remote' | 'both-alike' | 'both' {
  if (same) return 'nobody'
  const at = (of: Numbers, [start, end]: readonly [number, number]) => of.slice(start, end).join()
  const [b, l, r] = [at(numbers.base, base), at(numbers.local, local), at(numbers.remote, remote)]
  if (l === r) return 'both-alike'
  if (b === l) return 'remote'
  return b === r ? 'local' : 'both'
}
