import type { PermissionsAnswer } from '../../common/api/types'
import { orgPermissions } from '../../common/permissions/org-permissions'
import { contentPath, segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { OrgPermissions } from '../../common/permissions/org-permissions'
import { openPermissions } from '../../common/permissions/org-permissions'
import { jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { OrgRules } from '../permissions/org-rules'
import { isEmail } from '../callers/tokens/new-token'
import { configPath } from '../http/request-path'

/**
 * `GET /app/access/{org}[/…]`: what somebody may do at a path and with its config, and which rows of the
 * permissions sheet decided. Of the caller; with `?email=` and `?groups=` of anybody, for who may write the
 * organization's config.
 */
export async function readAccess(rulesOf: OrgRules, asked: Known): Promise<Response> {
  const path = configPath(asked.url, 2)
  const other = otherPerson(asked)
  let here: OrgPermissions
  if (other) {
    const [org = ''] = segmentsOf(path)
    await asked.access.requireConfig('write', contentPath(`/${org}`))
    const rules = await rulesOf(org)
    here = rules ? orgPermissions(rules, [other], org) : openPermissions
  } else here = await asked.access.at(path)
  const people = other ? [other] : asked.caller.people
  const answer: PermissionsAnswer = {
    path,
    people: people.map(({ email, groups }) => ({ email, groups })),
    actions: here.actions(path),
    config: here.configActions(path),
    reasons:
      here.reasons(path)?.map((list) =>
        list.map(({ identifier, rule, actions }) => ({
          identifier,
          path: rule.path,
          rows: rule.rows,
          actions: [...actions]
        }))
      ) ?? null
  }
  return jsonAnswer(answer)
}

function otherPerson(asked: Known): { email: string; groups: string[] } | null {
  const { searchParams } = asked.url
  const email = searchParams.get('email')
  if (email === null) return null
  if (!isEmail(email))
    throw new GalleyError('bad-request', '“email” is no e-mail address.', { where: 'email' })
  const groups = (searchParams.get('groups') ?? '').split(',').map((group) => group.trim())
  return { email, groups: groups.filter((group) => group !== '') }
}
