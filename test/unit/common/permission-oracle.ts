import type { ContentPath } from '../../../src/common/content/paths'
import { segmentsOf } from '../../../src/common/content/paths'
import { matches } from '../../../src/common/permissions/match'
import type { Action, PermissionRules } from '../../../src/common/permissions/rules'

/** The rules read as they are written (P3): the first of all rules that matches, one after another. Slow, and plain to see. */
export function plainlyMay(
  rules: PermissionRules,
  identifiers: readonly string[],
  action: Action,
  path: ContentPath
): boolean {
  const target = segmentsOf(path)
    .slice(1)
    .map((segment) => `/${segment}`)
    .join('')
  return identifiers.some((identifier) =>
    (rules.byIdentifier.get(identifier) ?? [])
      .find((rule) => rule.reach !== 'keyword' && matches(rule, target))
      ?.actions.has(action)
  )
}
