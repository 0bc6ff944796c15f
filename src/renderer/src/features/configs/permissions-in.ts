import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { reasonsForConfig, type Reason } from '../../../../common/permissions/decide'
import { identifiersOf, type Identity } from '../../../../common/permissions/identifiers'
import { openPermissions, orgPermissions } from '../../../../common/permissions/org-permissions'
import { parseRules, type Action, type PermissionRules } from '../../../../common/permissions/rules'
import { readConfig, type Row } from '../../../../common/formats/sheet/config-format'

/** What somebody may do at a path by a permissions sheet, saved or not, and which rows decided (P2–P4). */
export interface Finding {
  readonly content: readonly Action[]
  /** On the config of the path. */
  readonly config: readonly Action[]
  readonly because: readonly Reason[]
  readonly becauseConfig: readonly Reason[]
}

/**
 * The rows of the permissions sheet of an organization's config; null without one, and for what is no config
 * (P1).
 */
export function permissionRows(text: string): readonly Row[] | null {
  try {
    return readConfig(text).sheets.get('permissions') ?? null
  } catch {
    return null
  }
}

/** @param rows null: nothing is restricted */
export function findingFor(rows: readonly Row[] | null, identity: Identity, path: ContentPath): Finding {
  const [org = '', site] = segmentsOf(path)
  if (!rows) {
    const all = openPermissions.actions(path)
    return { content: all, config: all, because: [], becauseConfig: [] }
  }
  const rules = parseRules(rows)
  const access = orgPermissions(rules, [identity], org)
  return {
    content: access.actions(path),
    config: access.configActions(path),
    because: access.reasons(path)?.flat() ?? [],
    becauseConfig: reasonsForConfig(rules, identifiersOf(identity, org), site)
  }
}

/** What a change of the permissions does to one name at one place. */
export interface PermissionChange {
  readonly identifier: string
  /** In the organization, `''` for all of it; `CONFIG` and `/{site}/CONFIG` for configs. */
  readonly where: string
  /** `below`: for everything below it, not for itself. */
  readonly reach: 'itself' | 'below' | 'config'
  readonly before: readonly Action[]
  readonly after: readonly Action[]
}

/**
 * Who gains and who loses what between two states of a permissions sheet: each name of either, at each place
 * that a row of either speaks of. What two rows give together is told where both meet.
 */
export function permissionChanges(
  org: string,
  before: readonly Row[] | null,
  after: readonly Row[] | null
): PermissionChange[] {
  if (!before || !after) return []
  const [old, now] = [parseRules(before), parseRules(after)]
  const names = [...new Set([...old.byIdentifier.keys(), ...now.byIdentifier.keys()])].sort()
  const places = placesIn(old, now)
  return names.flatMap((identifier) => {
    const who: Identity = { email: identifier, groups: [] }
    const [was, is] = [orgPermissions(old, [who], org), orgPermissions(now, [who], org)]
    return places.flatMap(({ where, reach }): PermissionChange[] => {
      const path = contentPath(`/${org}${where}${reach === 'below' ? `/${SOME_NAME}` : ''}`)
      const [had, has] =
        reach === 'config'
          ? [was.configActions(path), is.configActions(path)]
          : [was.actions(path), is.actions(path)]
      return had.length === has.length ? [] : [{ identifier, where, reach, before: had, after: has }]
    })
  })
}

type Place = Pick<PermissionChange, 'where' | 'reach'>

function placesIn(...states: readonly PermissionRules[]): Place[] {
  const places = new Map<string, Place>()
  const add = (place: Place) => places.set(`${place.reach} ${place.where}`, place)
  for (const { byIdentifier } of states) {
    for (const { prefix, reach } of [...byIdentifier.values()].flat()) {
      // told of the page already
      if (reach === 'assets') continue
      const site = /^\/([^/]+)\/CONFIG$/.exec(prefix)?.[1]
      if (reach === 'keyword') add({ where: '', reach: 'config' })
      else if (site !== undefined && reach === 'exact') add({ where: `/${site}`, reach: 'config' })
      else {
        if (reach !== 'below') add({ where: prefix, reach: 'itself' })
        if (reach !== 'exact') add({ where: prefix, reach: 'below' })
      }
    }
  }
  return [...places.values()].sort((a, b) => (a.where < b.where ? -1 : a.where > b.where ? 1 : 0))
}

/** Stands for anything that lies below a place and that no row names. */
const SOME_NAME = '…'
