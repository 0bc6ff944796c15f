import { createStore, useStore } from '../../../state/store'
import { keep, keptText } from '../../../state/keep'

const KEY = 'galley.page-differences'

/** How often a page would have been read as something else than what was shown (VE1), on this computer. */
interface PageDifferences {
  /** Another way to write it was found. */
  readonly mended: number
  /** None was: its saves were held. */
  readonly broken: number
}

const differences = createStore(read())

export const usePageDifferences = (): PageDifferences => useStore(differences)

/** Never throws: a save goes on also where nothing can be kept. */
export function countDifference(kind: keyof PageDifferences): void {
  // another window may have counted meanwhile
  const known = read()
  const next = { ...known, [kind]: known[kind] + 1 }
  differences.set(next)
  keep(KEY, JSON.stringify(next))
}

function read(): PageDifferences {
  try {
    const kept: unknown = JSON.parse(keptText(KEY) ?? '{}')
    return { mended: numberIn(kept, 'mended'), broken: numberIn(kept, 'broken') }
  } catch {
    return { mended: 0, broken: 0 }
  }
}

function numberIn(kept: unknown, name: string): number {
  const value: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : 0
  return Number.isSafeInteger(value) ? Number(value) : 0
}
