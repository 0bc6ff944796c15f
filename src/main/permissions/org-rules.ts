import type { PermissionRules } from '../../common/permissions/rules'
import { parseRules, parsingRules, sparingServiceFolder } from '../../common/permissions/rules'
import { contentPath } from '../../common/content/paths'
import { inTurns } from '../../common/steps'
import type { Store } from '../store/types'
import { openConfigMeaning } from '../configs/config-meaning'

/** The permission rules of an organization; null where its config has no permissions sheet (P1). */
export type OrgRules = (org: string) => Promise<PermissionRules | null>

/**
 * Reads the rules from the organization's config, as it is at each request.
 * @param serviceFolder its name, without its dot
 */
export function openOrgRules(store: Store, serviceFolder: () => Promise<string>): OrgRules {
  const rulesOf = openConfigMeaning<PermissionRules | null>(store, {
    async of({ sheets }, _path, turn) {
      const rows = sheets.get('permissions')
      return rows ? inTurns(parsingRules(rows), turn) : null
    },
    // lets nobody in but the owner, who can mend it: no rule is no permission
    broken: () => parseRules([]),
    none: null
  })
  return async (org) => {
    const rules = await rulesOf(contentPath(`/${org}`))
    return rules && sparingServiceFolder(rules, await serviceFolder())
  }
}
