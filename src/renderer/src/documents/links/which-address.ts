import type { ContentPath } from '../../../../common/content/paths'
import { addressAt, placesOf } from './faults'

/** The address at an offset of a text, and which of those that say the same it is, counted from 0. */
export function whichAddress(
  path: ContentPath,
  text: string,
  offset: number
): { readonly value: string; readonly nth: number } | null {
  const found = addressAt(path, text, offset)
  if (!found) return null
  const same = placesOf(path, text).filter(({ value }) => value === found.value)
  return {
    value: found.value,
    nth: Math.max(
      0,
      same.findIndex(({ at }) => at?.[0] === found.at?.[0])
    )
  }
}
