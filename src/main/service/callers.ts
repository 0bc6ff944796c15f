import type { ServiceContext } from './context'
import { ownerOf } from './settings'
import { tokenFiles } from './tokens/token-files'
import { stateOfToken } from './tokens/token-record'
import { hashOfToken, kindOfToken } from './tokens/token-text'
import type { Caller, CallerHint } from './types'

/**
 * Who calls (A1, A2): the owner when the transport vouches for it, else whom the bearer token names. Null for a missing,
 * malformed, expired, revoked or unknown token, and for one that does not open the authoring endpoints.
 */
export async function identify(
  request: Request,
  hint: CallerHint,
  context: ServiceContext
): Promise<Caller | null> {
  if (hint === 'owner') {
    const settings = await context.settings()
    return { kind: 'owner', ...ownerOf(settings.value), groups: [] }
  }
  const text = bearerToken(request.headers.get('Authorization'))
  if (text === null || kindOfToken(text) !== 'access') return null
  const record = await tokenFiles(context.store.workspace.location).find(hashOfToken(text))
  if (record?.kind !== 'access' || stateOfToken(record, Date.now()) !== 'valid') return null
  return { kind: 'token', email: record.email, groups: record.groups }
}

function bearerToken(header: string | null): string | null {
  return /^Bearer +([^\s,]{1,200})$/i.exec(header?.trim() ?? '')?.[1] ?? null
}
