import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { TimelineRow } from './timeline'

/**
 * Walks the rows by keyboard: one is reached with Tab, the arrows, Home and End lead to the others, days are
 * passed over.
 * @returns the index of the row that Tab reaches; -1 without rows
 */
export function useRowFocus(
  rows: readonly TimelineRow[],
  list: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void
) {
  const [key, setKey] = useState<string | null>(null)
  const [moved, setMoved] = useState(0)
  const shown = useRef(0)
  const places = useMemo(() => new Map(rows.map((row, index) => [row.key, index])), [rows])
  const current = (key === null ? undefined : places.get(key)) ?? rows.findIndex((row) => row.kind !== 'day')

  useEffect(() => {
    if (moved === shown.current) return
    shown.current = moved
    scrollTo(current)
    list.current
      ?.querySelector<HTMLElement>(`[data-index="${current}"] button`)
      ?.focus({ preventScroll: true })
  }, [moved, current, list, scrollTo])

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const next = stepOf(event.key, rows, current)
      const row = next === null ? undefined : rows[next]
      if (!row) return
      event.preventDefault()
      setKey(row.key)
      setMoved((count) => count + 1)
    },
    [rows, current]
  )
  return { current, onKeyDown, onFocusRow: setKey }
}

function stepOf(key: string, rows: readonly TimelineRow[], from: number): number | null {
  const walk = (start: number, by: 1 | -1) => {
    for (let at = start; at >= 0 && at < rows.length; at += by) if (rows[at]?.kind !== 'day') return at
    return null
  }
  if (key === 'ArrowDown') return walk(from + 1, 1)
  if (key === 'ArrowUp') return walk(from - 1, -1)
  if (key === 'Home') return walk(0, 1)
  return key === 'End' ? walk(rows.length - 1, -1) : null
}
