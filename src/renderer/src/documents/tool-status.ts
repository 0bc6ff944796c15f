import { createEntries, useSelected } from '../state/store'
import type { SaveStatus } from '.'

const statuses = createEntries<string, SaveStatus>()

/** A tool says what is true about what is changed in its tab; null when nothing can be changed there. */
export const setToolStatus = statuses.put

export function useToolStatus(tab: string): SaveStatus | null {
  return useSelected(statuses, (known) => known.get(tab) ?? null)
}
