import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Caller } from './types'

/** What a caller wants to do with a path (P2). */
export type Action = 'read' | 'write'

/**
 * The one place that decides whether a caller may do something (P1). Without permission rows every authenticated caller may
 * read and write; only what concerns the workspace as a whole is the owner's.
 * @throws GalleyError forbidden, before anything is known about existence (P6)
 */
export function authorize(caller: Caller, action: Action, path: ContentPath): void {
  if (mayDo(caller, action, path)) return
  throw new GalleyError('forbidden', `You may not ${action} here. Ask who looks after the organization.`)
}

/** The same question, for filtering lists (P7). */
export function mayDo(_caller: Caller, _action: Action, _path: ContentPath): boolean {
  return true
}

/** @throws GalleyError forbidden unless the caller is the workspace's owner */
export function requireOwner(caller: Caller): void {
  if (caller.kind === 'owner') return
  throw new GalleyError('forbidden', 'Only the owner of the workspace may change this.')
}
