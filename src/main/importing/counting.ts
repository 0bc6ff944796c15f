import type { ImportItem } from '../../common/importing/shapes'
import type { ImportJob } from './job'
import { originOf } from './sources/web/answers'

/** What became of the items of an import, which is asked far more often than it changes much. */
export interface Counts {
  counts(): ImportJob['counts']
  /** Hosts that media leads to and that nobody has named yet. */
  asked(): ImportJob['asked']
  /** One of the items is another one now; undefined when there was none before. */
  changed(before: ImportItem | undefined, after: ImportItem): void
}

export function openCounts(items: readonly ImportItem[]): Counts {
  const [kinds, verdicts, outcomes, hosts] = [new Tally(), new Tally(), new Tally(), new Tally()]
  let [compared, differing] = [0, 0]

  function add({ kind, check, result, findings, chosen }: ImportItem, by: 1 | -1): void {
    kinds.add(kind, by)
    if (!chosen) return
    if (check) verdicts.add(check.verdict, by)
    if (result) outcomes.add(result.outcome, by)
    if (findings) compared += by
    if (findings && findings.length > 0) differing += by
    const origin = check?.why === 'host' && check.redirect !== undefined ? originOf(check.redirect) : ''
    if (origin !== '') hosts.add(origin, by)
  }
  for (const item of items) add(item, 1)

  return {
    counts: () => ({
      kinds: kinds.all(),
      verdicts: verdicts.all(),
      outcomes: outcomes.all(),
      compared,
      differing
    }),
    asked: () =>
      Object.entries(hosts.all())
        .map(([origin, count]) => ({ origin, items: count }))
        .sort((a, b) => b.items - a.items),
    changed(before, after) {
      if (before) add(before, -1)
      add(after, 1)
    }
  }
}

class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string, by: number): void {
    const count = (this.#counts.get(name) ?? 0) + by
    if (count === 0) this.#counts.delete(name)
    else this.#counts.set(name, count)
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}
