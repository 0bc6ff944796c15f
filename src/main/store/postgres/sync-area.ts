import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GalleyError } from '../../../common/errors'
import { digestOf, isHash } from '../layout/names'
import type { SyncArea, SyncLog } from '../seam/sync'
import { contentOf, piecesOf, sizeOf } from './contents'
import { keepForLater, withBody } from './keep-contents'
import { inTurn, type Workspace } from './turn'
import { hashBytes, json, jsonIn, textIn } from './values'

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** What a sync remembers, for all nodes; what it puts aside for a while lies on the disk of the node that works on it. */
export function syncIn(workspace: Workspace): SyncArea {
  const { database, id, objects } = workspace
  const sql = { ...database, workspace: id, objects }
  const keep = (body: Uint8Array | AsyncIterable<Uint8Array>) =>
    withBody(workspace, body, false, async (content) => {
      await inTurn(workspace, (turn) => keepForLater(turn, content))
      return content.hash
    })

  return {
    log: async (name) => logOf(workspace, name),
    async forget(name) {
      await database.change('delete from sync_values where workspace_id = $1 and pair = $2', [id, name])
    },
    keep,
    keepStream: keep,
    spool,
    content: async (hash) => {
      try {
        return await contentOf(sql, hash)
      } catch (error) {
        if (error instanceof GalleyError && error.reason === 'damaged') return null
        throw error
      }
    },
    async openContent(hash) {
      const size = await sizeOf(sql, hash)
      if (size === null) return null
      return { size, stream: (range) => piecesOf(sql, hash, range ?? { start: 0, end: size - 1 }) }
    }
  }
}

function logOf({ database, id }: Workspace, name: string): SyncLog {
  if (!NAME.test(name)) throw new GalleyError('internal', 'This is no name of a pair.')
  return {
    async entries() {
      const rows = await database.all(
        'select key, value from sync_values where workspace_id = $1 and pair = $2 order by n',
        [id, name]
      )
      return rows.map((row) => [JSON.parse(textIn(row, 'key')) as string, jsonIn(row, 'value')] as const)
    },
    async put(key, value, needs = []) {
      await database.transaction(async ({ change }) => {
        await change('delete from sync_values where workspace_id = $1 and pair = $2 and key = $3', [
          id,
          name,
          json(key)
        ])
        if (value === null) return
        await change('insert into sync_values (workspace_id, pair, key, value) values ($1, $2, $3, $4)', [
          id,
          name,
          json(key),
          json(value)
        ])
        const hashes = [...new Set(needs.filter(isHash))].map(hashBytes)
        if (hashes.length > 0)
          await change(
            'insert into sync_needs (workspace_id, pair, key, hash) select $1, $2, $3, unnest($4::bytea[])',
            [id, name, json(key), hashes]
          )
      })
    }
  }
}

async function spool(body: AsyncIterable<Uint8Array>): ReturnType<SyncArea['spool']> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-aside-'))
  const file = join(folder, 'content')
  const drop = () => rm(folder, { recursive: true, force: true })
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const part of body) {
      hash.update(part)
      size += part.length
      yield part
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await drop()
    throw error
  }
  return { hash: digestOf(hash), size, bytes: null, stream: () => createReadStream(file), drop }
}
