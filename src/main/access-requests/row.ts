import type { AccessRequest } from '../../common/api/types'
import { segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { parseRules } from '../../common/permissions/rules'
import { isEmail } from '../callers/tokens/new-token'

/** A row of a permissions sheet (P2). */
export type PermissionRow = Readonly<Record<'path' | 'groups' | 'actions', string>>

/**
 * The row that lets one person read, or read and write, one document, and nobody anything else (A13).
 * @throws GalleyError bad-path where no row means this path alone; bad-request where none means the person
 */
export function rowFor(path: ContentPath, email: string, actions: AccessRequest['action']): PermissionRow {
  if (!isEmail(email))
    throw new GalleyError(
      'bad-request',
      'Permissions name people by their e-mail address, and you are signed in without one. Ask who looks after the organization in another way.',
      { where: 'email' }
    )
  const target = `/${segmentsOf(path).slice(1).join('/')}`
  const row = { path: target, groups: email, actions }
  const [rule] = parseRules([row]).byIdentifier.get(email.normalize('NFC').toLowerCase()) ?? []
  if (rule?.reach !== 'exact' || rule.prefix !== target)
    throw new GalleyError(
      'bad-path',
      'Permissions cannot name this document alone, as with a blank in its name. Ask who looks after the organization in another way.',
      { where: path }
    )
  return row
}
