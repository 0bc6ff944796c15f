import { randomUUID } from 'node:crypto'
import { startServer } from '../../src/main/server'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { hashOfToken, newTokenText } from '../../src/main/callers/tokens/token-text'
import { createService } from '../../src/main/service'
import { openPostgres } from '../../src/main/store/postgres'
import { openDatabase } from '../../src/main/store/postgres/database'
import { replyOf, type Transport } from './transport'

/** Requests with a bearer token over real sockets to a service whose workspace lies in PostgreSQL. */
export async function overDatabase(url: string): Promise<Transport> {
  const database = openDatabase(url, { most: 6 })
  const store = await openPostgres({ database, workspace: randomUUID() })
  const service = createService({ store, appVersion: '0.0.0', importHosts: ['127.0.0.1'] })
  const server = await startServer({ service, port: 0, records: store.records })
  const token = newTokenText('access')
  const hash = hashOfToken(token)
  const email = 'maria@example.com'
  const record = { id: hash.slice(0, 12), kind: 'access' as const, hash, email, groups: [] }
  await tokensIn(store.records).put({ ...record, createdAt: Date.now() })
  return {
    email,
    async close() {
      await server.close()
      await store.close()
      await database.close()
    },
    request: async (method, path, { headers, body } = {}) =>
      replyOf(
        await fetch(server.origin + path, {
          method,
          headers: { ...headers, Authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { body })
        })
      )
  }
}
