import type { PermissionRules } from '../../../common/permissions/rules'
import { parseRules, parsingRules } from '../../../common/permissions/rules'
import { contentPath } from '../../../common/content/paths'
import { readingConfig } from '../../../common/sheets/config-format'
import { inTurns } from '../../../common/steps'
import type { Store } from '../../store/types'
import { configFile } from '../configs/config-file'
import { MOST_CONFIG_BYTES } from '../configs/stored-config'
import { takingTurns } from '../turns'

/** The permission rules of an organization; null where its config has no permissions sheet (P1). */
export type OrgRules = (org: string) => Promise<PermissionRules | null>

/**
 * Reads the rules from the organization's config, as it is at each request. Only the reading of a text is remembered, by the
 * text's hash, so a change by anybody, in any process, counts from the next request.
 */
export function openOrgRules(store: Store): OrgRules {
  const read = new Map<string, { readonly hash: string; readonly rules: Promise<PermissionRules | null> }>()
  return async (org) => {
    const file = configFile(contentPath(`/${org}`))
    const entry = await store.stat(file)
    if (entry?.kind !== 'file') {
      read.delete(org)
      return null
    }
    const known = read.get(org)
    if (known?.hash === entry.hash) return known.rules
    const found = entry.size > MOST_CONFIG_BYTES ? { entry, bytes: null } : await store.read(file)
    if (!found) return null
    // somebody else may have begun to read it meanwhile
    const begun = read.get(org)
    if (begun?.hash === found.entry.hash) return begun.rules
    const rules =
      found.bytes === null ? Promise.resolve(nobody()) : rulesIn(new TextDecoder().decode(found.bytes))
    if (read.size >= MOST) read.clear()
    read.set(org, { hash: found.entry.hash, rules })
    return rules
  }
}

const MOST = 1000

const nobody = () => parseRules([])

/** A config that another program broke, or that is too large, lets nobody in but the owner, who can mend it: no rule is no permission. */
async function rulesIn(text: string): Promise<PermissionRules | null> {
  try {
    const turn = takingTurns()
    const rows = (await inTurns(readingConfig(text), turn)).sheets.get('permissions')
    return rows ? await inTurns(parsingRules(rows), turn) : null
  } catch {
    return nobody()
  }
}
