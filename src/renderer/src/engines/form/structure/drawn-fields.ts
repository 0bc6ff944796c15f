import type { Field } from '../../../../../common/schema/fields'
import { isDeepAndAbsent } from './first-places'

/** More fields than this are not drawn as a form: each is a control, and the window would stand still. */
export const MOST_FIELDS = 5_000

/** Whether a form of this schema would draw more. Lists count with one item: more of them are drawn as they come into view. */
export function hasTooManyFields(root: Field): boolean {
  let left = MOST_FIELDS
  const walk = (field: Field, depth: number): void => {
    if (field.kind === 'array') return walk(field.items, depth + 1)
    if (field.kind !== 'object') return
    for (const { field: below } of field.properties) {
      if (left < 0) return
      left -= 1
      if (!isDeepAndAbsent(depth + 1, undefined)) walk(below, depth + 1)
    }
  }
  walk(root, 0)
  return left < 0
}
