import { indexOf, type RuleIndex } from './rule-index'
import type { Action, PermissionRule, PermissionRules } from './rules'
import { CONFIG } from './rules'

/** Why somebody may do what they may: for each identifier, the rule that decided. */
export interface Reason {
  readonly identifier: string
  readonly rule: PermissionRule
  /** What the rule gives here; on configs a wildcard gives at most read (P4). */
  readonly actions: ReadonlySet<Action>
}

/** The rules that decide about a path, one an identifier at most: the first that matches (P3). */
export function reasonsFor(rules: PermissionRules, identifiers: readonly string[], target: string): Reason[] {
  return decidedBy(rules, identifiers, (index) => {
    const rule = index.first(target, any)
    return rule ? [[rule, rule.actions]] : []
  })
}

/** Whether one of the rules that decide about a path gives the action: `reasonsFor`, without telling why. */
export const allowedAt = (
  { byIdentifier }: PermissionRules,
  identifiers: readonly string[],
  target: string,
  action: Action
): boolean =>
  identifiers.some((identifier) => {
    const own = byIdentifier.get(identifier)
    return own !== undefined && indexOf(own).first(target, any)?.actions.has(action) === true
  })

/**
 * The rules that decide about a config (P4): `CONFIG`, for a site's also `/{site}/CONFIG`; without such a row
 * a wildcard that covers it, which gives read at most.
 * @param site undefined for the organization's own config
 */
export function reasonsForConfig(
  rules: PermissionRules,
  identifiers: readonly string[],
  site: string | undefined
): Reason[] {
  const target = site === undefined ? `/${CONFIG}` : `/${site}/${CONFIG}`
  return decidedBy(rules, identifiers, (index) => {
    const exact = site === undefined ? [] : index.at(target).filter(({ reach }) => reach === 'exact')
    const rows = [...exact, ...index.keywords]
    if (rows.length > 0) return rows.map((rule) => [rule, rule.actions])
    const wildcard = index.first(target, ({ reach }) => reach === 'below' || reach === 'self-and-below')
    return wildcard ? [[wildcard, atMostRead(wildcard.actions)]] : []
  })
}

/** The union of what the reasons give (P3). */
export function actionsOf(reasons: readonly Reason[]): ReadonlySet<Action> {
  return new Set(reasons.flatMap(({ actions }) => [...actions]))
}

const any = () => true

const NONE: readonly PermissionRule[] = []

type Ruling = readonly [rule: PermissionRule, actions: ReadonlySet<Action>]

function decidedBy(
  { byIdentifier }: PermissionRules,
  identifiers: readonly string[],
  judge: (rules: RuleIndex) => readonly Ruling[]
): Reason[] {
  return identifiers.flatMap((identifier) =>
    judge(indexOf(byIdentifier.get(identifier) ?? NONE)).map(([rule, actions]) => ({
      identifier,
      rule,
      actions
    }))
  )
}

const atMostRead = (actions: ReadonlySet<Action>): ReadonlySet<Action> =>
  new Set<Action>(actions.has('read') ? ['read'] : [])
