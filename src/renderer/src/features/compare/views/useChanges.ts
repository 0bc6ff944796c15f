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

/** Which of the changes is looked at; told to the toolbar. The first one to begin with. */
export function useChanges<I extends ChangeItem>(
  items: readonly I[],
  onStatus: (status: ChangesStatus | null) => void
): Changes<I> {
  const [key, setKey] = useState<string | null>(null)
  const found = items.findIndex((item) => item.key === key)
  const at = found >= 0 ? found : 0
  // from the key that is the latest by then: keys come quicker than anything is drawn
  const step = useCallback(
    (by: 1 | -1) =>
      setKey((latest) => {
        const from = Math.max(
          0,
          items.findIndex((item) => item.key === latest)
        )
        return items[(from + by + items.length) % items.length]?.key ?? null
      }),
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
  return { items, current: items[at] ?? null, choose: (item) => setKey(item.key), step }
}
