import type { ContentPath } from '../../../common/content/paths'
import { isInClientTrash, isWithin, segmentsOf } from '../../../common/content/paths'
import type { Core } from './core'
import type { PublishedChange } from '../published/published-log'
import { stateKey } from '../published/published-log'
import type { PublishedState } from '../seam/published'

/**
 * Takes what is published of a path, and below it, to another path (U1): same contents, same times, in both
 * environments. Where it was remains a trace, so that readers can be sent on. A part of every move, between
 * its intent and the end of it: after a crash, doing it again does the rest. Durable when it resolves; after
 * a failure nothing has changed. Where clients put what they delete nothing arrives: it is not published any
 * more.
 * @param at when the source was moved, Unix milliseconds: what was published at either path since then stays
 */
export async function movePublished(
  core: Pick<Core, 'publishedLogs'>,
  from: ContentPath,
  to: ContentPath,
  at: number
): Promise<void> {
  // an organization has no published states of its own
  if (segmentsOf(from).length < 2 || segmentsOf(to).length < 2) return
  const source = await core.publishedLogs.of(from)
  const there = [...source.states.values()].filter(
    (state) => state.movedTo === undefined && state.at <= at && isWithin(state.path, from)
  )
  if (there.length === 0) return
  const target = await core.publishedLogs.of(to)
  const placed = (path: ContentPath) => `${to}${path.slice(from.length)}` as ContentPath
  const trace = (state: PublishedState): PublishedChange => ({
    key: stateKey(state),
    state: { ...state, movedTo: placed(state.path) }
  })
  if (isInClientTrash(to)) return source.append(there.map(trace))
  const added = there
    .map((state) => ({ ...state, path: placed(state.path) }))
    .map((state) => ({ key: stateKey(state), state }))
    .filter(({ key }) => (target.states.get(key)?.at ?? 0) <= at)
  const arrived = new Set(target === source ? added.map(({ key }) => key) : [])
  const left = there.map(trace).filter(({ key }) => !arrived.has(key))
  // what arrives goes first: an append that a power cut tore is done again for what has not left yet
  if (target === source) return target.append([...added, ...left])
  const before: PublishedChange[] = added.map(({ key }) => ({ key, state: target.states.get(key) ?? null }))
  // first where it is now: a crash between two sites leaves both, until the next start has finished the move
  await target.append(added)
  try {
    await source.append(left)
  } catch (error) {
    await target.append(before).catch(() => undefined)
    throw error
  }
}
