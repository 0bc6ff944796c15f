import { useCallback, useEffect, useState } from 'react'
import type { ChangeItem } from '../changes/items'

/** What the toolbar of a comparison needs of the view below it. */
export interface ChangesStatus {
  readonly total: number
  /** From 0; null when none is chosen. */
  readonly at: number | null
  readonly go: (to: 'next' | 'previous') => void
}

export interface Changes<I extends ChangeItem> {
  readonly items: readonly I[]
  readonly current: I | null
  readonly choose: (item: I) => void
  readonly step: (by: 1 | -1) => void
}

/**
 * Which of the changes is looked at; told to the toolbar. The first one to begin with; when it is gone, as
 * one that was restored is, the one that has come to its place.
 */
export function useChanges<I extends ChangeItem>(
  items: readonly I[],
  onStatus: (status: ChangesStatus | null) => void
): Changes<I> {
  const [seen, setSeen] = useState({ items, at: 0 })
  const at = seen.items === items ? seen.at : placeIn(items, seen)
  if (seen.items !== items) setSeen({ items, at })
  // from the place that is the latest by then: keys come quicker than anything is drawn
  const step = useCallback(
    (by: 1 | -1) =>
      setSeen((latest) => ({ items, at: (placeIn(items, latest) + by + items.length) % items.length })),
    [items]
  )
  useEffect(() => {
    onStatus({
      total: items.length,
      at: items.length > 0 ? at : null,
      go: (to) => step(to === 'next' ? 1 : -1)
    })
    return () => onStatus(null)
  }, [items, at, step, onStatus])
  return {
    items,
    current: items[at] ?? null,
    choose: (item) => setSeen({ items, at: Math.max(0, items.indexOf(item)) }),
    step
  }
}

interface Seen {
  readonly items: readonly ChangeItem[]
  readonly at: number
}

/** Where what was looked at is now. */
function placeIn(items: readonly ChangeItem[], seen: Seen): number {
  if (seen.items === items) return seen.at
  const key = seen.items[seen.at]?.key
  const found = items.findIndex((item) => item.key === key)
  return found >= 0 ? found : Math.max(0, Math.min(seen.at, items.length - 1))
}
