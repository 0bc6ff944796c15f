// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { HistoryRecord } from '../../../../src/common/api/types'
import { timelineOf, type HistoryFilter } from '../../../../src/renderer/src/features/history/timeline'
import { knownVersions } from '../../../../src/renderer/src/documents/versions/written'

const now = new Date(2026, 10, 21, 15, 0).getTime()
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()
let count = 0
const version = (timestamp: number, by: string, label?: string): HistoryRecord => ({
  url: `/versionsource/org/file/${++count}.html`,
  users: [{ email: `${by}@example.org` }],
  timestamp,
  path: 'site/index.html',
  written: { by: { email: `${by}@example.org` }, at: timestamp },
  ...(label === undefined ? {} : { label })
})

const rows = (
  versions: readonly HistoryRecord[],
  filter: HistoryFilter = 'all',
  openRuns: readonly string[] = []
) => timelineOf(knownVersions(versions), { filter, me: 'Mara@example.org', now, openRuns: new Set(openRuns) })
const words = (
  versions: readonly HistoryRecord[],
  filter: HistoryFilter = 'all',
  openRuns: readonly string[] = []
) =>
  rows(versions, filter, openRuns).map((row) =>
    row.kind === 'day'
      ? row.title
      : row.kind === 'run'
        ? `run of ${row.count}`
        : (row.version.label ?? 'version')
  )

describe('the timeline', () => {
  it('V1 is newest first and by day, whatever order the list has', () => {
    expect(
      words([version(at(20, 9), 'jon', 'B'), version(at(21, 9), 'mara', 'A'), version(at(2, 9), 'jon', 'C')])
    ).toEqual(['Today', 'A', 'Yesterday', 'B', 'Monday 2 November', 'C'])
  })

  it('V3 folds three and more unlabelled versions of one person in a row, and opens them on request', () => {
    const saved = [10, 11, 12].map((hour) => version(at(21, hour), 'jon'))
    const all = [
      version(at(21, 13), 'mara'),
      ...saved,
      version(at(21, 9), 'mara'),
      version(at(21, 8), 'mara')
    ]
    expect(words(all)).toEqual(['Today', 'version', 'run of 3', 'version', 'version'])
    const run = rows(all).find((row) => row.kind === 'run')
    expect(words(all, 'all', [run?.key ?? ''])).toHaveLength(8)
  })

  it('V3 never folds a labelled version away, nor one of another day', () => {
    const all = [
      version(at(21, 12), 'jon'),
      version(at(21, 11), 'jon', 'Before review'),
      version(at(21, 10), 'jon'),
      version(at(20, 23), 'jon')
    ]
    expect(words(all)).toEqual(['Today', 'version', 'Before review', 'version', 'Yesterday', 'version'])
  })

  it('V4 filters what is labelled, and what is mine, whatever the case of the address', () => {
    const all = [version(at(21, 12), 'jon', 'L'), version(at(21, 11), 'mara'), version(at(21, 10), 'jon')]
    expect(words(all, 'labelled')).toEqual(['Today', 'L'])
    expect(words(all, 'mine')).toEqual(['Today', 'version'])
  })

  it('V1 makes the rows of 10,000 versions without comparing each with each', () => {
    const all = Array.from({ length: 10_000 }, (_, index) =>
      version(now - index * 600_000, index % 7 ? 'jon' : 'mara')
    )
    const started = performance.now()
    expect(rows(all).length).toBeGreaterThan(1_000)
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
