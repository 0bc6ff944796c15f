import { isInClientTrash, segmentsOf, siteOf, type ContentPath } from '../../../common/content/paths'
import { movedPath } from '../layout/content-index'
import type { PublishedState } from '../seam/published'
import { keyOf } from './places'
import { putStates, stateOf } from './published-rows'
import type { Turn } from './turn'

/** U1: what is published goes along, and leaves a trace. */
export async function movePublished(turn: Turn, from: ContentPath, to: ContentPath): Promise<void> {
  if (segmentsOf(from).length < 2 || segmentsOf(to).length < 2) return
  const rows = await turn.all(
    `select state from published where workspace_id = $1 and site_key = $2 and moved_to is null
       and (path = $3 or path >= $3 || '/' and path < $3 || '0') for update`,
    [turn.workspace, keyOf(siteOf(from)), from]
  )
  const there = rows.map(stateOf)
  const traces = there.map((one): PublishedState => ({ ...one, movedTo: movedPath(one.path, from, to) }))
  const arrived = isInClientTrash(to)
    ? []
    : there.map((one): PublishedState => ({ ...one, path: movedPath(one.path, from, to) }))
  await putStates(turn, [...traces, ...arrived])
}
