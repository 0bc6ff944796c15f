import { isBelowAny, syncKey, type SyncRun } from '../../common/sync'
import type { RunReport } from './run-pair'

const SHOWN_DEEDS = 200

/**
 * What is told of a run.
 * @param paths those that it was about; what was not tried again is as it was before
 */
export function summaryOf(
  report: RunReport,
  startedAt: number,
  before: SyncRun | null,
  paths: readonly string[] | undefined
): SyncRun {
  const counts: Record<string, number> = {}
  for (const { did } of report.deeds) counts[did] = (counts[did] ?? 0) + 1
  const failures = report.failures.slice(0, SHOWN_DEEDS)
  return {
    startedAt,
    endedAt: Date.now(),
    deeds: report.deeds.slice(0, SHOWN_DEEDS),
    counts,
    failures: paths ? [...failures, ...notTried(before, failures, paths)] : failures,
    clashes: report.clashes.map(({ reason, paths }) => ({
      reason,
      paths: [...new Set(paths.map(({ path }) => path))]
    })),
    held: { local: [...report.held.local], remote: [...report.held.remote] },
    files: report.files
  }
}

/** Whether something waits for a person. */
export const needsAttention = ({ clashes, held, failures }: SyncRun): boolean =>
  clashes.length > 0 ||
  held.local.length + held.remote.length > 0 ||
  failures.some(({ reason }) => reason !== 'unreachable' && reason !== 'cancelled')

function notTried(before: SyncRun | null, failures: SyncRun['failures'], paths: readonly string[]) {
  const tried = paths.map(syncKey)
  const told = new Set(failures.map(({ path }) => path))
  return (before?.failures ?? []).filter(({ path }) => !told.has(path) && !isBelowAny(syncKey(path), tried))
}
