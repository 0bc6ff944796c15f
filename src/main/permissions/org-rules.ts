import type { PermissionRules } from '../../common/permissions/rules'
import { parseRules, parsingRules } from '../../common/permissions/rules'
import { contentPath } from '../../common/content/paths'
import { inTurns } from '../../common/steps'
import type { Store } from '../store/types'
import { openConfigMeaning } from '../configs/config-meaning'

/** The permission rules of an organization; null where its config has no permissions sheet (P1). */
export type OrgRules = (org: string) => Promise<PermissionRules | null>

/** Reads the rules from the organization's config, as it is at each request. */
export function openOrgRules(store: Store): OrgRules {
  const rulesOf = openConfigMeaning<PermissionRules | null>(store, {
    async of({ sheets }, _path, turn) {
      const rows = sheets.get('permissions')
      return rows ? inTurns(parsingRules(rows), turn) : null
    },
    // lets nobody in but the owner, who can mend it: no rule is no permission
    broken: () => parseRules([]),
    none: null
  })
  return (org) => rulesOf(contentPath(`/${org}`))
}
