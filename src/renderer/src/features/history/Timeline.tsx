import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { useWorkspace } from '../../api'
import { useRowKeys } from '../../components/row-keys'
import { State } from '../../components/State'
import { emailsOf, makerNames } from '../../documents/versions/makers'
import { timelineOf, type HistoryFilter, type TimelineRow } from './timeline'
import { exactTime, spanOf } from '../../components/formats'
import { useNow } from '../../components/useNow'
import { useRowFocus } from './useRowFocus'
import { VersionRow } from './VersionRow'
import type { KnownVersion } from '../../documents/versions/written'
import classes from './HistoryPanel.module.css'

interface TimelineProps {
  readonly path: ContentPath
  readonly versions: readonly KnownVersion[]
  readonly filter: HistoryFilter
  /** The first of two versions that are being picked for a comparison. */
  readonly picked: KnownVersion | null
  readonly onPick: (version: KnownVersion) => void
}

/**
 * All versions, newest first; only what is in view is drawn, so that ten thousand are as quick as ten. Rows
 * are of two heights, and only those that may be of another one are measured: each row that turns out
 * otherwise than it was taken for moves all below it.
 */
export function Timeline({ path, versions, filter, picked, onPick }: TimelineProps) {
  const owner = useWorkspace()?.owner ?? null
  const now = useNow()
  const [openRuns, setOpenRuns] = useState<ReadonlySet<string>>(new Set())
  const [openRow, setOpenRow] = useState<string | null>(null)
  const rows = useMemo(
    () => timelineOf(versions, { filter, me: owner?.email ?? '', now, openRuns }),
    [versions, filter, owner, now, openRuns]
  )
  const older = useMemo(() => {
    const sorted = [...versions].sort((a, b) => b.timestamp - a.timestamp)
    return new Map(sorted.map((version, index) => [version.url, sorted[index + 1] ?? null]))
  }, [versions])
  const getItemKey = useRowKeys(rows, keyOf)
  const list = useRef(rows)
  useEffect(() => {
    list.current = rows
  }, [rows])
  const scroller = useRef<HTMLDivElement>(null)
  const scrollTo = useRef<(index: number) => void>(() => {})
  const reveal = useCallback((index: number) => scrollTo.current(index), [])
  const focus = useRowFocus(rows, scroller, reveal)
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is used here only, never memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: (index) => (rows[index]?.kind === 'day' ? DAY : ROW),
    overscan: 8,
    paddingEnd: 12,
    // The row that Tab reaches is always there, however far it is scrolled away.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (focus.current < 0 || indexes.includes(focus.current)) return indexes
      return [...indexes, focus.current].sort((a, b) => a - b)
    }
  })
  useEffect(() => {
    scrollTo.current = (index) => virtual.scrollToIndex(index)
  }, [virtual])
  const isStill = useCallback(() => !virtual.isScrolling, [virtual])
  // what was measured while it was open is of the common height again
  useEffect(() => {
    if (openRow === null) return
    const key = openRow
    return () => {
      const index = list.current.findIndex((row) => row.key === key)
      if (index >= 0 && isFixed(list.current[index], null)) virtual.resizeItem(index, ROW)
    }
  }, [openRow, virtual])
  const toggleRow = useCallback(
    ({ url }: KnownVersion) => setOpenRow((open) => (open === url ? null : url)),
    []
  )
  const toggleRun = (key: string) =>
    setOpenRuns((open) => new Set(open.has(key) ? [...open].filter((one) => one !== key) : [...open, key]))

  if (rows.length === 0) {
    return (
      <State title={filter === 'mine' ? 'No versions by you' : 'No labelled versions'}>
        {filter === 'mine'
          ? 'Versions that you make show here.'
          : 'Create a version with a label to find it again here.'}
      </State>
    )
  }
  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="list"
        aria-label="Versions"
        className={classes.rows}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <div
              key={item.key}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              ref={isFixed(row, openRow) ? undefined : virtual.measureElement}
              data-fixed={isFixed(row, openRow) || undefined}
              data-index={item.index}
              className={classes.place}
              style={{ transform: `translateY(${item.start}px)` }}
              onFocus={() => focus.onFocusRow(row.key)}
            >
              {row.kind === 'version' ? (
                <VersionRow
                  path={path}
                  version={row.version}
                  inRun={row.inRun}
                  previous={older.get(row.version.url) ?? null}
                  me={owner?.email}
                  tabIndex={item.index === focus.current ? 0 : -1}
                  now={now}
                  open={openRow === row.key}
                  picked={picked}
                  onKeyDown={focus.onKeyDown}
                  onToggle={toggleRow}
                  isStill={isStill}
                  onPick={onPick}
                />
              ) : (
                <Line
                  row={row}
                  me={owner?.email}
                  tabIndex={item.index === focus.current ? 0 : -1}
                  onKeyDown={focus.onKeyDown}
                  onToggle={toggleRun}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const keyOf = ({ key }: TimelineRow) => key

/** Pixels; the style gives them to what is fixed. */
const [ROW, DAY] = [49, 30]
/** Characters of a label that stands in one line. */
const SHORT_LABEL = 20

/** A label may be of several lines, and so may the words of a run and of a version that is open. */
function isFixed(row: TimelineRow | undefined, openRow: string | null): boolean {
  if (row?.kind !== 'version') return row?.kind === 'day'
  return row.key !== openRow && (row.version.label ?? '').length <= SHORT_LABEL
}

interface LineProps {
  readonly row: Exclude<TimelineRow, { kind: 'version' }>
  readonly me: string | undefined
  readonly tabIndex: 0 | -1
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onToggle: (key: string) => void
}

function Line({ row, me, tabIndex, onKeyDown, onToggle }: LineProps) {
  if (row.kind === 'day') return <div className={classes.day}>{row.title}</div>
  const Chevron = row.open ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes.run}
      aria-expanded={row.open}
      tabIndex={tabIndex}
      onKeyDown={onKeyDown}
      title={`${exactTime(row.from)} – ${exactTime(row.to)}`}
      onClick={() => onToggle(row.key)}
    >
      <Chevron size={14} aria-hidden="true" />
      <span>
        {row.count} saved versions{' '}
        <span className={classes.quiet} title={emailsOf(row.by)}>
          by {makerNames(row.by, me)}
        </span>
      </span>
      <time className={classes.time}>{spanOf(row.from, row.to)}</time>
    </button>
  )
}
