import type { Bearer, BearerParts } from './bearer'
import { openJwts } from './jwts'
import { openOwnTokens } from './own-tokens'

/** Every kind of bearer token, in the order in which they are asked. */
const kinds = [openOwnTokens, openJwts]

export const openBearers = (parts: BearerParts): readonly Bearer[] => kinds.map((open) => open(parts))
