import type { ImportItem } from '../../common/importing/shapes'
import type { ImportJob } from './job'
import { originOf } from './sources/web/answers'

/** What became of the items so far. */
export function countsOf(items: readonly ImportItem[]): ImportJob['counts'] {
  const kinds: ImportJob['counts']['kinds'] = {}
  const verdicts: Record<string, number> = {}
  const outcomes: Record<string, number> = {}
  let [compared, differing] = [0, 0]
  for (const { kind, check, result, findings, chosen } of items) {
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (!chosen) continue
    if (check) verdicts[check.verdict] = (verdicts[check.verdict] ?? 0) + 1
    if (result) outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1
    if (findings) {
      compared++
      if (findings.length > 0) differing++
    }
  }
  return { kinds, verdicts, outcomes, compared, differing }
}

/** Hosts that media leads to and that nobody has named yet. */
export function askedHosts(items: readonly ImportItem[]): ImportJob['asked'] {
  const found = new Map<string, number>()
  for (const { check, chosen } of items) {
    if (!chosen || check?.why !== 'host' || check.redirect === undefined) continue
    const origin = originOf(check.redirect)
    if (origin !== '') found.set(origin, (found.get(origin) ?? 0) + 1)
  }
  return [...found].map(([origin, count]) => ({ origin, items: count })).sort((a, b) => b.items - a.items)
}
