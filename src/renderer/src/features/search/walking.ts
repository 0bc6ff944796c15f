import { hitKey } from '../../../../common/search/answer'
import { askMore } from './asking'
import { keepQuestion } from './last-questions'
import { openFound } from './open-found'
import { isBeyondFirst, searchRows, stopsOf, type SearchRow, type Stop } from './rows'
import { searchNow, updateSearch } from './search-state'

/** Chooses the row so many steps on; stays at the ends. */
export function walk(step: number): void {
  const rows = searchRows(searchNow())
  const at = rows.findIndex(({ key }) => key === searchNow().chosen)
  const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? step - 1 : at + step))]
  if (next) updateSearch({ chosen: next.key })
}

/** Folds a file, from any of its rows; of one that is folded nothing. */
export function fold({ hit }: SearchRow): void {
  updateSearch({ folded: new Set([...searchNow().folded, hitKey(hit)]), chosen: hitKey(hit) })
}

/** Shows the places of a file; of one that shows some, all. */
export function unfold(row: SearchRow): void {
  const { folded, whole } = searchNow()
  const id = hitKey(row.hit)
  if (folded.has(id)) updateSearch({ folded: new Set([...folded].filter((one) => one !== id)) })
  else if (row.kind === 'more') updateSearch({ whole: new Set([...whole, id]), chosen: lastShown(row) })
}

/** The place after which the rest comes. */
const lastShown = ({ hit }: SearchRow): string => stopsOf([hit])[2]?.key ?? hitKey(hit)

/** Opens what a row stands for. */
export function openRow(row: SearchRow): void {
  const { query, whole } = searchNow()
  updateSearch({ chosen: row.key })
  // what the service does not tell is read in the document
  if (row.kind === 'more' && !whole.has(hitKey(row.hit)) && row.count > row.hit.more) return unfold(row)
  keepQuestion(query)
  openFound(row.hit, row.kind === 'place' ? row.place : row.hit.places[0])
}

/** Opens the next (1) or previous (-1) place of what was found, from wherever one is; round the ends. */
export function step(by: 1 | -1): void {
  const { answer, chosen, query, whole, folded } = searchNow()
  const stops = stopsOf(answer?.hits ?? [])
  const next = stops.at(stepped(stops, chosen, by)) ?? stops[0]
  if (!next) return
  const { hit, key } = next
  updateSearch({
    chosen: key,
    folded: new Set([...folded].filter((one) => one !== hitKey(hit))),
    whole: isBeyondFirst(next.at) ? new Set([...whole, hitKey(hit)]) : whole
  })
  keepQuestion(query)
  if (next === stops.at(-1)) void askMore()
  openFound(hit, hit.places[next.at])
}

/** The index of the next stop; a file that is chosen stands before its first place. */
function stepped(stops: readonly Stop[], chosen: string | null, by: 1 | -1): number {
  const at = stops.findIndex(({ key }) => key === chosen)
  if (at >= 0) return at + by
  const first = stops.findIndex(({ hit }) => hitKey(hit) === chosen)
  if (first >= 0) return by > 0 ? first : first - 1
  return by > 0 ? 0 : -1
}

/** Whether there is anything to step through. */
export const canStep = (): boolean => (searchNow().answer?.hits.length ?? 0) > 0
