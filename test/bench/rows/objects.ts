import { randomUUID } from 'node:crypto'
import { contentPath } from '../../../src/common/content/paths'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { migrate } from '../../../src/main/store/postgres/migrate'
import { startTryServer } from '../../../src/main/team'
import { noGateway, startGateway } from '../../support/object-gateway'
import { objectsAt } from '../../support/object-store'
import { writer } from '../documents'
import { interleaved } from '../measure'
import { NotHere, type Row } from '../row'

const BYTES = 1024 * 1024
const PIECE = 64 * 1024

/** A large content of a workspace in PostgreSQL goes to an object storage; the storage alone, beside it. */
export const objects: Row = {
  name: 'objects',
  title: 'large contents of a team in an object storage',
  run: async () => {
    if (noGateway) throw new NotHere('there is no Ceph RADOS Gateway on this machine')
    const server = await startTryServer().catch(() => {
      throw new NotHere('there is no PostgreSQL on this machine')
    })
    const gateway = await startGateway()
    const database = openDatabase(server.url, { most: 10 })
    const place = objectsAt(gateway.endpoint, 131_072)
    try {
      await migrate(database)
      const store = await openPostgres({ database, workspace: randomUUID(), objects: place })
      let number = 0
      const next = () => {
        const bytes = Buffer.alloc(BYTES, 1)
        bytes.writeUInt32LE((number += 1))
        return bytes
      }
      async function* pieces(bytes: Buffer) {
        for (let at = 0; at < bytes.length; at += PIECE)
          yield await Promise.resolve(bytes.subarray(at, at + PIECE))
      }
      const { galley, baseline } = await interleaved(60, {
        galley: () => {
          const bytes = next()
          return store.write(contentPath(`/bench/site/film-${number}.mp4`), pieces(bytes), { by: writer })
        },
        baseline: () => place.storage.put(`bare/${randomUUID()}`, next())
      })
      await store.close()
      return [
        {
          what: 'an upload of 1 MB',
          galley,
          baseline: { what: 'the bare PUT', took: baseline },
          budget: { kind: 'ratio', atMost: 1.6 }
        }
      ]
    } finally {
      place.storage.close()
      await database.close()
      await gateway.stop()
      await server.stop()
    }
  }
}
