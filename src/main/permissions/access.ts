import type { Operation } from '../../common/api/operations/operation'
import type { Person } from '../../common/person'
import type { ContentPath } from '../../common/content/paths'
import { segmentsOf } from '../../common/content/paths'
import type { OrgPermissions } from '../../common/permissions/org-permissions'
import { openPermissions, orgPermissions } from '../../common/permissions/org-permissions'
import type { Action } from '../../common/permissions/rules'
import { GalleyError, sentence } from '../../common/errors'
import { takingTurns } from '../system/turns'
import type { Caller } from '../callers/types'
import type { OrgRules } from './org-rules'

/** What the caller of one request may do. The only way from a caller to an answer about permission (P1). */
export interface Access {
  /**
   * Whether nothing is closed to this caller, whatever the rules say: the owner, who holds the folder itself.
   */
  readonly unrestricted: boolean
  /** Whether somebody is the caller, or one of several. */
  isCaller(person: Pick<Person, 'email'>): boolean
  /** The answers for the organization that a path lies in. */
  at(path: ContentPath): Promise<OrgPermissions>
  /** @throws GalleyError forbidden, before anything is known about existence (P6) */
  require(action: Action, path: ContentPath): Promise<OrgPermissions>
  /** The same for the config of a path (P4). @throws GalleyError forbidden */
  requireConfig(action: Action, path: ContentPath): Promise<OrgPermissions>
}

export function accessFor(caller: Caller, rulesOf: OrgRules): Access {
  const known = new Map<string, Promise<OrgPermissions>>()

  function at(path: ContentPath): Promise<OrgPermissions> {
    const [org] = segmentsOf(path)
    if (caller.kind === 'owner' || org === undefined) return open
    const found = known.get(org) ?? load(org)
    known.set(org, found)
    return found
  }

  async function load(org: string): Promise<OrgPermissions> {
    const rules = await rulesOf(org)
    if (!rules) return openPermissions
    const access = orgPermissions(rules, caller.people, org)
    await access.prepare(takingTurns())
    return access
  }

  return {
    unrestricted: caller.kind === 'owner',
    isCaller: ({ email }) => caller.people.some((one) => one.email.toLowerCase() === email.toLowerCase()),
    at,
    async require(action, path) {
      const access = await at(path)
      if (access.may(action, path)) return access
      throw forbidden(action)
    },
    async requireConfig(action, path) {
      const access = await at(path)
      if (access.configActions(path).includes(action)) return access
      throw new GalleyError(
        'forbidden',
        action === 'write'
          ? 'Only who has the action write on CONFIG, an Organization Administrator, may change this config. Ask one.'
          : 'You may not read this config. Ask who looks after the organization.'
      )
    }
  }
}

export function forbidden(action: Action): GalleyError {
  return new GalleyError(
    'forbidden',
    sentence`You may not ${{ action }} here. Ask who looks after the organization.`
  )
}

/** What the table leaves to the owner alone (A1). @throws GalleyError forbidden */
export function ownersAlone(
  { caller }: { readonly caller: Caller },
  operation: Pick<Operation, 'caller'>
): void {
  if (operation.caller === 'owner') requireOwner(caller)
}

/** @throws GalleyError forbidden unless the caller is the workspace's owner */
export function requireOwner(caller: Caller): void {
  if (caller.kind === 'owner') return
  throw new GalleyError('forbidden', 'Only the owner of the workspace may do this.')
}

const open = Promise.resolve(openPermissions)
