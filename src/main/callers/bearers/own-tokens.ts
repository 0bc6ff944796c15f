import { stateOfToken, type TokenRecord } from '../tokens/token-record'
import { hashOfToken, kindOfToken, type TokenKind } from '../tokens/token-text'
import type { Bearer, BearerParts } from './bearer'

/** Tokens that Galley made: those for access open the authoring endpoints (A2). */
export function openOwnTokens(parts: BearerParts): Bearer {
  return {
    knows: (text) => kindOfToken(text) !== null,
    person: (text) => validToken(parts, text, 'access')
  }
}

/** The record of a token that counts, whose use is noted; null for one of another kind, or none. */
export async function validToken(
  { tokens, trust, uses }: Pick<BearerParts, 'tokens' | 'trust' | 'uses'>,
  text: string,
  kind: TokenKind
): Promise<TokenRecord | null> {
  if (kindOfToken(text) !== kind || !trust.tokens) return null
  const record = await tokens.find(hashOfToken(text))
  if (record?.kind !== kind || stateOfToken(record, Date.now()) !== 'valid') return null
  uses.note(record.id)
  return record
}
