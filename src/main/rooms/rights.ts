import type { ContentPath } from '../../common/content/paths'
import { segmentsOf } from '../../common/content/paths'
import type { Action, PermissionRules } from '../../common/permissions/rules'
import type { Caller } from '../callers/types'
import { accessFor, type Access } from '../permissions/access'
import type { OrgRules } from '../permissions/org-rules'

/** What somebody may do at this moment, for as long as they are on a line (RT9). */
export interface Rights {
  may(action: Action, path: ContentPath): Promise<boolean>
}

/** The rules are asked each time, and read anew only where they have changed. */
export function rightsOf(caller: Caller, rulesOf: OrgRules): Rights {
  const known = new Map<string, { readonly rules: PermissionRules | null; readonly access: Access }>()
  return {
    async may(action, path) {
      const [org = ''] = segmentsOf(path)
      const rules = await rulesOf(org)
      let found = known.get(org)
      if (found?.rules !== rules || !found) {
        found = { rules, access: accessFor(caller, () => Promise.resolve(rules)) }
        known.set(org, found)
      }
      return (await found.access.at(path)).may(action, path)
    }
  }
}

/** The same rules; all who ask at one moment are told by one look at them, which begins after they have asked. */
export function askedTogether(rulesOf: OrgRules): OrgRules {
  const next = new Map<string, ReturnType<OrgRules>>()
  return (org) => {
    const known = next.get(org)
    if (known) return known
    const asked = new Promise((resolve) => setImmediate(resolve)).then(() => {
      next.delete(org)
      return rulesOf(org)
    })
    next.set(org, asked)
    return asked
  }
}
