import { clashKey, siteOf, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { parseChange, stateKey } from '../published/published-log'
import type { PublishedState } from '../seam/published'
import type { Row } from './database'
import { keyOf } from './places'
import type { Turn } from './turn'
import { hashBytes, json, jsonIn } from './values'

/** As the list of a folder's store reads it. @throws damaged */
export function stateOf(row: Row): PublishedState {
  const state = jsonIn(row, 'state')
  const { path, environment } = Object(state) as { path?: unknown; environment?: unknown }
  const key = typeof path === 'string' && typeof environment === 'string' ? `${environment}:${path}` : ''
  const site = typeof path === 'string' ? clashKey(siteOf(path as ContentPath)) : ''
  const parsed = parseChange({ key, state }, site)?.state
  if (!parsed) throw new GalleyError('damaged', 'The list of what is published is damaged.')
  return parsed
}

/** Adds or replaces states; what they name must be kept already. */
export async function putStates(turn: Turn, states: readonly PublishedState[]): Promise<void> {
  // the last one about a path counts, and a statement may touch each but once
  const last = [...new Map(states.map((state) => [stateKey(state), state])).values()]
  if (last.length === 0) return
  await turn.change(
    `insert into published (workspace_id, environment, path, site_key, hash, companion, moved_to, state)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::text[], $8::text[])
     on conflict (workspace_id, environment, path) do update set
       site_key = excluded.site_key, hash = excluded.hash, companion = excluded.companion,
       moved_to = excluded.moved_to, state = excluded.state`,
    [
      turn.workspace,
      last.map(({ environment }) => environment),
      last.map(({ path }) => path),
      last.map(({ path }) => keyOf(siteOf(path))),
      last.map(({ hash }) => hashBytes(hash)),
      last.map(({ companion }) => (companion === undefined ? null : hashBytes(companion))),
      last.map(({ movedTo }) => movedTo ?? null),
      last.map(json)
    ]
  )
}
