import type { Person } from '../../../../common/person'
import { emailsOf } from '../../documents/versions/makers'
import { dayTitle } from '../../components/formats'
import { isRemote } from '../../documents/versions/remote-versions'
import type { KnownVersion } from '../../documents/versions/written'

export type HistoryFilter = 'all' | 'labelled' | 'mine'

/** One line of the timeline. */
export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly title: string }
  | {
      readonly kind: 'version'
      readonly key: string
      readonly version: KnownVersion
      readonly inRun: boolean
    }
  /** Versions in a row that one person's saving made; shown as one line until it is opened. */
  | {
      readonly kind: 'run'
      readonly key: string
      readonly by: readonly Person[]
      readonly count: number
      readonly from: number
      readonly to: number
      readonly open: boolean
    }

interface TimelineOptions {
  readonly filter: HistoryFilter
  /** E-mail of the person at the window. */
  readonly me: string
  readonly now: number
  /** Keys of the runs that are open. */
  readonly openRuns: ReadonlySet<string>
}

/** From this many on, unlabelled versions of one person in a row fold into one line. */
const RUN = 3

/** The rows of the timeline, newest first: by day, runs of automatic versions folded. */
export function timelineOf(versions: readonly KnownVersion[], options: TimelineOptions): TimelineRow[] {
  const shown = versions
    .filter((version) => passes(version, options))
    .sort((a, b) => b.timestamp - a.timestamp)
  const rows: TimelineRow[] = []
  let day = ''
  for (let index = 0; index < shown.length;) {
    const version = shown[index]
    if (!version) break
    const today = dayOf(version.wrote.at)
    if (today !== day)
      rows.push({ kind: 'day', key: `day:${today}`, title: dayTitle(version.wrote.at, options.now) })
    day = today
    const run = runFrom(shown, index)
    rows.push(...(run.length >= RUN ? runRows(run, options) : run.map((one) => versionRow(one, false))))
    index += run.length
  }
  return rows
}

function passes(version: KnownVersion, { filter, me }: TimelineOptions): boolean {
  if (filter === 'labelled') return version.label !== undefined
  if (filter === 'mine')
    return [...version.wrote.by, ...version.users].some(
      ({ email }) => email.toLowerCase() === me.toLowerCase()
    )
  return true
}

/** The version at `start`, with those after it that belong into one line with it. */
function runFrom(versions: readonly KnownVersion[], start: number): KnownVersion[] {
  const first = versions[start]
  if (!first) return []
  let end = start + 1
  if (first.label === undefined) {
    while (end < versions.length && belongs(first, versions[end])) end++
  }
  return versions.slice(start, end)
}

function belongs(first: KnownVersion, other: KnownVersion | undefined): boolean {
  return (
    other !== undefined &&
    other.label === undefined &&
    isRemote(other) === isRemote(first) &&
    emailsOf(other.wrote.by) === emailsOf(first.wrote.by) &&
    dayOf(other.wrote.at) === dayOf(first.wrote.at)
  )
}

function runRows(run: readonly KnownVersion[], { openRuns }: TimelineOptions): TimelineRow[] {
  const newest = run[0]
  const oldest = run.at(-1)
  if (!newest || !oldest) return []
  const key = `run:${oldest.url}`
  const open = openRuns.has(key)
  const line: TimelineRow = {
    kind: 'run',
    key,
    by: newest.wrote.by,
    count: run.length,
    from: oldest.wrote.at,
    to: newest.wrote.at,
    open
  }
  return open ? [line, ...run.map((version) => versionRow(version, true))] : [line]
}

const versionRow = (version: KnownVersion, inRun: boolean): TimelineRow => ({
  kind: 'version',
  key: version.url,
  version,
  inRun
})

function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}
