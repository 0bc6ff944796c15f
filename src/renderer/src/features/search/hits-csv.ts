import { csvFile } from '../../../../common/csv'
import type { SearchFound, SearchHit } from '../../../../common/search/answer'
import { placeText } from './place-text'

const HEAD = ['Path', 'Kind', 'Title', 'Line', 'Where', 'Words', 'Further places', 'Changed', 'By', 'Was']

/** What was found as a table: a row for each place that is told, one for a file without. */
export const hitsCsv = (hits: readonly SearchHit[]): string =>
  csvFile([
    HEAD,
    ...hits.flatMap((hit) =>
      hit.places.length === 0 ? [rowOf(hit, null)] : hit.places.map((place) => rowOf(hit, place))
    )
  ])

function rowOf({ path, kind, title, more, changedAt, by, was }: SearchHit, place: SearchFound | null) {
  const at = place?.at
  return [
    path,
    kind,
    title,
    at && 'line' in at ? at.line : '',
    at ? placeText(at) : '',
    place?.text ?? '',
    more,
    new Date(changedAt).toISOString(),
    by.email,
    was === undefined ? '' : was.kind === 'trash' || was.isDeleted ? 'deleted' : 'went'
  ]
}
