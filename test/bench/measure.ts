/** Of one series of timings, in milliseconds. */
export interface Summary {
  readonly runs: number
  readonly median: number
  readonly p95: number
  readonly p99: number
  readonly most: number
  /** One after another: 1000 ÷ mean. */
  readonly perSecond: number
}

type Work = () => Promise<unknown>

/**
 * Times two kinds of work in turns, so that both meet the same machine: the same caches, the same neighbours, the same disk.
 * @param warmUp rounds that are not counted
 */
export async function interleaved(
  runs: number,
  work: { readonly galley: Work; readonly baseline: Work },
  warmUp = Math.ceil(runs / 10)
): Promise<{ galley: Summary; baseline: Summary }> {
  const galley: number[] = []
  const baseline: number[] = []
  for (let round = -warmUp; round < runs; round += 1) {
    // whoever goes second may find a warmer cache, so the order alternates
    const order = round % 2 === 0 ? (['galley', 'baseline'] as const) : (['baseline', 'galley'] as const)
    for (const which of order) {
      const took = await timed(work[which])
      if (round >= 0) (which === 'galley' ? galley : baseline).push(took)
    }
  }
  return { galley: summaryOf(galley), baseline: summaryOf(baseline) }
}

/** Milliseconds until the work is done. */
export async function timed(work: Work): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function summaryOf(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b)
  const mean = sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length
  return {
    runs: sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    most: quantile(sorted, 1),
    perSecond: 1000 / mean
  }
}

/** The nearest rank in a sorted series. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}
