import { parseAccept } from 'hono/utils/accept'
import { codings, type Coding } from '../../../common/api/packed-tag'

/** What a client takes (RFC 9110, 12.5.3). */
export interface Accepted {
  /** How its answer is packed; null: not at all. */
  readonly coding: Coding | null
  /** Whether it would rather have even a small one packed. */
  readonly refusesPlain: boolean
}

/**
 * The coding that a client likes most, `br` where it likes both alike; plain where it likes that more, or
 * says nothing.
 */
export function acceptedBy(header: string | undefined): Accepted {
  const requests = new Map(
    parseAccept(header ?? '').map(({ type, q }) => [type.trim().toLowerCase(), q] as const)
  )
  const any = requests.get('*')
  const liking = (name: string) =>
    requests.get(name) ?? (name === 'gzip' ? requests.get('x-gzip') : undefined) ?? any ?? 0
  // plain is taken wherever it is not refused
  const plain = requests.get('identity') ?? (any === 0 ? 0 : undefined)
  const [best] = [...codings].sort((a, b) => liking(b) - liking(a))
  const isPacked = best !== undefined && liking(best) > 0 && liking(best) >= (plain ?? 0)
  return { coding: isPacked ? best : null, refusesPlain: plain === 0 }
}
