import { settingsOf, type Change, type Edit } from './delta'
import type { Run } from './page-of'
import { depthIn, endOf, insideOf, type Place } from './place'

/** What puts a cell that is shown before where it stands to where it is shown. @param runs the text */
export function putInPlace(place: Place, runs: readonly Run[]): Change {
  const siblings = place.parent?.children ?? []
  const before = siblings[siblings.indexOf(place) - 1]
  const to = before ? endOf(before) : place.parent ? insideOf(place.parent) : place.start
  const [from, end] = [place.start, endOf(place)]
  const edits: Edit[] = []
  let at = 0
  for (const { insert, attributes } of runs) {
    const length = typeof insert === 'string' ? insert.length : 1
    const [first, last] = [Math.max(0, from - at), Math.min(length, end - at)]
    const formats = { ...attributes }
    if (first < last)
      edits.push({
        at: to,
        insert: typeof insert === 'string' ? insert.slice(first, last) : { ...insert },
        formats
      })
    at += length
  }
  const depth = depthIn(place.parent?.depth ?? 0)
  return {
    edits: [...edits, { at: from, remove: end - from }],
    settings: place.embed ? settingsOf(place.embed, { d: depth }) : []
  }
}
