import type { ContentPath } from '../content/paths'
import { segmentsOf } from '../content/paths'
import type { Reason } from './decide'
import { actionsOf, allowedAt, reasonsFor, reasonsForConfig } from './decide'
import { ANY, cornersOf, prepareCorners, type Corners } from './corners'
import type { Identity } from './identifiers'
import { identifiersOf } from './identifiers'
import type { Action, PermissionRules } from './rules'

/** What a caller may do in one organization. Paths are whole content paths of that organization. */
export interface OrgPermissions {
  /** The caller's actions on a path, `read` before `write`. */
  actions(path: ContentPath): readonly Action[]
  may(action: Action, path: ContentPath): boolean
  /** What they are on something in a folder that no rule names. */
  childActions(folder: ContentPath): readonly Action[]
  /** Whether a folder may be shown: it is readable, or something below it is (P7). */
  maySee(folder: ContentPath): boolean
  /**
   * Whether the action is allowed on the path and on everything that could lie below it, whether it is there
   * or not (S4, P6).
   */
  mayThroughout(action: Action, path: ContentPath): boolean
  /** The caller's actions on the config of a path (P4): organization, site, folder or page. */
  configActions(path: ContentPath): readonly Action[]
  /** Which rules decided, one list a caller; null where nothing is restricted. */
  reasons(path: ContentPath): readonly (readonly Reason[])[] | null
  /**
   * Makes in turns what the questions about all that lies below a path need, so that with many rules none of
   * them takes long.
   */
  prepare(turn: () => Promise<void>): Promise<void>
}

/** Everything is allowed: to the owner, and to everybody where there is no permissions sheet (P1). */
export const openPermissions: OrgPermissions = {
  actions: () => ['read', 'write'],
  may: () => true,
  childActions: () => ['read', 'write'],
  maySee: () => true,
  mayThroughout: () => true,
  configActions: () => ['read', 'write'],
  reasons: () => null,
  prepare: () => Promise.resolve()
}

/**
 * Answers for one organization. Several identities mean several tokens in one request: only what all of them
 * may is allowed.
 * @param identities none: nothing is allowed
 */
export function orgPermissions(
  rules: PermissionRules,
  identities: readonly Identity[],
  org: string
): OrgPermissions {
  const callers = identities.map((identity) => identifiersOf(identity, org))
  const all = (judge: (identifiers: readonly string[]) => ReadonlySet<Action>): readonly Action[] => {
    const sets = callers.map(judge)
    return both.filter((action) => sets.length > 0 && sets.every((set) => set.has(action)))
  }
  const actionsAt = (target: string) => all((names) => actionsOf(reasonsFor(rules, names, target)))
  const allows = (action: Action, target: string) =>
    callers.length > 0 && callers.every((names) => allowedAt(rules, names, target, action))
  let known: Corners | null = null
  const asked = { rules, callers, actionsAt }
  const corners = () => (known ??= cornersOf(asked))

  return {
    actions: (path) => actionsAt(targetOf(path)),
    may: (action, path) => allows(action, targetOf(path)),
    childActions: (folder) => actionsAt(`${targetOf(folder)}/${ANY}`),
    maySee(folder) {
      const target = targetOf(folder)
      return allows('read', target) || allows('read', `${target}/${ANY}`) || corners().some(target, 'read')
    },
    mayThroughout(action, path) {
      const target = targetOf(path)
      return allows(action, target) && allows(action, `${target}/${ANY}`) && corners().every(target, action)
    },
    configActions(path) {
      const [, site, ...more] = segmentsOf(path)
      const own = all((names) => actionsOf(reasonsForConfig(rules, names, site)))
      return more.length > 0 && own.length === 0 && allows('read', targetOf(path)) ? ['read'] : own
    },
    reasons: (path) => callers.map((names) => reasonsFor(rules, names, targetOf(path))),
    prepare: (turn) => prepareCorners(asked, turn)
  }
}

const both: readonly Action[] = ['read', 'write']

/** `/org/site/a` → `/site/a`; the organization itself is `''`. */
function targetOf(path: ContentPath): string {
  const end = path.indexOf('/', 1)
  return end < 0 ? '' : path.slice(end)
}
