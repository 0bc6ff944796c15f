import type { ContentPath } from '../content/paths'
import { segmentsOf } from '../content/paths'
import type { Reason } from './decide'
import { actionsOf, reasonsFor, reasonsForConfig } from './decide'
import type { Identity } from './identifiers'
import { identifiersOf } from './identifiers'
import { dotFolderOf } from './match'
import type { Action, PermissionRules } from './rules'

/** What a caller may do in one organization. Paths are whole content paths of that organization. */
export interface OrgAccess {
  /** The caller's actions on a path, `read` before `write`. */
  actions(path: ContentPath): readonly Action[]
  may(action: Action, path: ContentPath): boolean
  /** Whether a folder may be shown: it is readable, or something below it is (P7). */
  maySee(folder: ContentPath): boolean
  /** Whether the action is allowed on the path and on everything that could lie below it, whether it is there or not (S4, P6). */
  mayThroughout(action: Action, path: ContentPath): boolean
  /** The caller's actions on the config of a path (P4): organization, site, folder or page. */
  configActions(path: ContentPath): readonly Action[]
  /** Which rules decided, one list a caller; null where nothing is restricted. */
  reasons(path: ContentPath): readonly (readonly Reason[])[] | null
}

/** Everything is allowed: to the owner, and to everybody where there is no permissions sheet (P1). */
export const openAccess: OrgAccess = {
  actions: () => ['read', 'write'],
  may: () => true,
  maySee: () => true,
  mayThroughout: () => true,
  configActions: () => ['read', 'write'],
  reasons: () => null
}

/**
 * Answers for one organization. Several identities mean several tokens in one request: only what all of them may is allowed.
 * @param identities none: nothing is allowed
 */
export function orgAccess(rules: PermissionRules, identities: readonly Identity[], org: string): OrgAccess {
  const callers = identities.map((identity) => identifiersOf(identity, org))
  const all = (judge: (identifiers: readonly string[]) => ReadonlySet<Action>): readonly Action[] => {
    const sets = callers.map(judge)
    return both.filter((action) => sets.length > 0 && sets.every((set) => set.has(action)))
  }
  const actionsAt = (target: string) => all((names) => actionsOf(reasonsFor(rules, names, target)))
  const allows = (action: Action, target: string) => actionsAt(target).includes(action)
  const corners = () => [...new Set(callers.flatMap((names) => cornersOf(rules, names)))]

  return {
    actions: (path) => actionsAt(targetOf(path)),
    may: (action, path) => allows(action, targetOf(path)),
    maySee(folder) {
      const target = targetOf(folder)
      if (allows('read', target)) return true
      return [`${target}/${ANY}`, ...corners()].some(
        (corner) => corner.startsWith(`${target}/`) && allows('read', corner)
      )
    },
    mayThroughout(action, path) {
      const target = targetOf(path)
      return [
        target,
        `${target}/${ANY}`,
        ...corners().filter((corner) => corner.startsWith(`${target}/`))
      ].every((corner) => allows(action, corner))
    },
    configActions(path) {
      const [, site, ...more] = segmentsOf(path)
      const own = all((names) => actionsOf(reasonsForConfig(rules, names, site)))
      return more.length > 0 && own.length === 0 && allows('read', targetOf(path)) ? ['read'] : own
    },
    reasons: (path) => callers.map((names) => reasonsFor(rules, names, targetOf(path)))
  }
}

const both: readonly Action[] = ['read', 'write']

/** A name that no rule can mean: no path holds a control character. */
const ANY = '\u0001'

/** `/org/site/a` → `/site/a`; the organization itself is `''`. */
function targetOf(path: ContentPath): string {
  const [, ...rest] = segmentsOf(path)
  return rest.map((segment) => `/${segment}`).join('')
}

/** One target for each region in which the rules cannot give different answers: between them lies nothing new. */
function cornersOf({ byIdentifier }: PermissionRules, identifiers: readonly string[]): string[] {
  return identifiers.flatMap((identifier) =>
    (byIdentifier.get(identifier) ?? []).flatMap(({ prefix, reach }) => {
      if (reach === 'keyword') return []
      const dot = dotFolderOf(prefix)
      return [prefix, `${prefix}.html`, `${prefix}/${ANY}`, ...(dot === null ? [] : [dot, `${dot}/${ANY}`])]
    })
  )
}
