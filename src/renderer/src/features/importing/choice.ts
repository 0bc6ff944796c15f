import { useState } from 'react'
import type { ImportItem } from '../../../../common/importing/shapes'

/** Which items of an import are left out; kept while other tabs are in front. */
const kept = new Map<string, ReadonlySet<number>>()

export interface Choice {
  readonly leftOut: ReadonlySet<number>
  readonly isChosen: (item: ImportItem) => boolean
  readonly set: (numbers: readonly number[], chosen: boolean) => void
}

export function useChoice(name: string, items: readonly ImportItem[]): Choice {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(
    () => kept.get(name) ?? new Set(items.flatMap(({ number, chosen }) => (chosen ? [] : [number])))
  )
  return {
    leftOut,
    isChosen: ({ number }) => !leftOut.has(number),
    set: (numbers, chosen) => {
      const next = new Set(leftOut)
      for (const number of numbers) {
        if (chosen) next.delete(number)
        else next.add(number)
      }
      kept.set(name, next)
      setLeftOut(next)
    }
  }
}
