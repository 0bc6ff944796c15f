import type { OpenRecords } from '../../store/types'
import type { TokenRecord } from './token-record'
import { stateOfToken, tokenRecord } from './token-record'
import { sameHash } from './token-text'

/**
 * The tokens of a workspace, one record each, named by the token's hash. Nothing is kept in memory, so the
 * command line makes and revokes tokens while a service holds the workspace, and the service sees it with the
 * next request.
 */
export interface TokenFiles {
  /** The token with this hash; null when there is none. */
  find(hash: string): Promise<TokenRecord | null>
  /** Every token, oldest first. Files that cannot be understood are named in `damaged`. */
  list(): Promise<{ tokens: TokenRecord[]; damaged: string[] }>
  /** Resolves when the record is durable (W2). */
  put(record: TokenRecord): Promise<void>
  /** Null when there is no token with this id. Revoking twice keeps the first time. */
  revoke(id: string, now: number): Promise<TokenRecord | null>
  /** @returns how many were valid until then */
  revokeAll(now: number): Promise<number>
  /** Another one after a token was made or revoked, by whoever. */
  stamp(): Promise<number>
}

export function tokensIn(open: OpenRecords): TokenFiles {
  const records = open('tokens', (value) => tokenRecord.parse(value))

  async function list() {
    const { records: found, damaged } = await records.list()
    const tokens = found.filter(({ key, value }) => key === value.hash).map(({ value }) => value)
    return {
      tokens: tokens.sort((a, b) => a.createdAt - b.createdAt),
      damaged: damaged.map((key) => `${key}.json`)
    }
  }
  return {
    async find(hash) {
      const record = await records.get(hash)
      return record && sameHash(record.hash, hash) ? record : null
    },
    list,
    put: (record) => records.put(record.hash, record),
    async revoke(id, now) {
      const found = (await list()).tokens.find((token) => token.id === id)
      if (!found) return null
      return records.change(found.hash, (token) => token && { ...token, revokedAt: token.revokedAt ?? now })
    },
    async revokeAll(now) {
      const left = (await list()).tokens.filter(({ revokedAt }) => revokedAt === undefined)
      await Promise.all(
        left.map(({ hash }) =>
          records.change(hash, (token) => token && { ...token, revokedAt: token.revokedAt ?? now })
        )
      )
      return left.filter((token) => stateOfToken(token, now) === 'valid').length
    },
    stamp: () => records.stamp()
  }
}
