import type { Person } from '../../common/person'
import type { ContentPath } from '../../common/content/paths'
import type { Action } from '../../common/permissions/rules'
import { accessFor, forbidden } from '../permissions/access'
import type { Callers } from '../callers/callers'
import type { PublishingParts } from './parts'
import { personOf } from '../callers/people'
import type { CallerHint } from '../callers/types'

/** Who publishes, and what they may. */
export interface Publisher {
  readonly by: Person
  /** @throws GalleyError forbidden, before anything is known about existence (P6) */
  require(action: Action, path: ContentPath): Promise<void>
  may(action: Action, path: ContentPath): Promise<boolean>
  /**
   * Whether all that lies, or could lie, at and below a path may be read: then what concerns many paths is
   * told as a whole.
   */
  readsThroughout(path: ContentPath): Promise<boolean>
  /**
   * For what is about a whole site: whoever may do nothing in it is refused.
   * @throws GalleyError forbidden
   */
  requireSome(site: ContentPath): Promise<void>
  /** The actions on a path, for answers. */
  actions(path: ContentPath): Promise<readonly string[]>
}

/**
 * Who calls the publishing admin service (A3): an admin token, which may do everything in its site, or a
 * caller of the authoring endpoints, who may publish what they may write. Null: 401.
 */
export async function publisherFor(
  request: Request,
  hint: CallerHint,
  [org, site]: readonly [string, string],
  context: PublishingParts,
  callers: Callers
): Promise<Publisher | null> {
  const caller = await callers.publisher(request, hint, org, site)
  if (!caller) return null
  if (!('people' in caller)) return { by: { email: caller.email }, ...everything }
  const access = accessFor(caller, context.rulesOf)
  return {
    by: personOf(caller),
    require: async (action, path) => void (await access.require(action, path)),
    requireSome: async (site) => {
      if (!(await access.at(site)).maySee(site)) throw forbidden('read')
    },
    may: async (action, path) => (await access.at(path)).may(action, path),
    readsThroughout: async (path) => (await access.at(path)).mayThroughout('read', path),
    actions: async (path) => (await access.at(path)).actions(path)
  }
}

const everything: Omit<Publisher, 'by'> = {
  require: () => Promise.resolve(),
  requireSome: () => Promise.resolve(),
  may: () => Promise.resolve(true),
  readsThroughout: () => Promise.resolve(true),
  actions: () => Promise.resolve(['read', 'write'])
}
