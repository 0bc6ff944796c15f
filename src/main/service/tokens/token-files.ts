import { join } from 'node:path'
import { codeOf, nodeFs } from '../../store/durable-fs'
import { makeFolders, replaceDurably } from '../../store/durable-write'
import { translating } from '../../store/os-errors'
import type { TokenRecord } from './token-record'
import { tokenRecord } from './token-record'
import { sameHash } from './token-text'

/**
 * The tokens of a workspace, one file each, named by the token's hash. A file is only ever replaced whole, so the command line
 * makes and revokes tokens while a service holds the workspace, and the service sees it with the next request: there is
 * no copy in memory that could be stale, and no second way into the store.
 */
export interface TokenFiles {
  /** The token with this hash; null when there is none. */
  find(hash: string): Promise<TokenRecord | null>
  /** Every token, oldest first. Files that cannot be understood are named in `damaged`. */
  list(): Promise<{ tokens: TokenRecord[]; damaged: string[] }>
  /** Resolves when the record is durable (W2). */
  put(record: TokenRecord): Promise<void>
}

/** @param workspace the workspace's folder */
export function tokenFiles(workspace: string): TokenFiles {
  const folder = join(workspace, '.galley', 'tokens')
  const fileOf = (hash: string) => join(folder, `${hash}.json`)

  return {
    find: (hash) =>
      translating(undefined, async () => {
        const record = await readRecord(fileOf(hash))
        return record && sameHash(record.hash, hash) ? record : null
      }),
    list: () =>
      translating(undefined, async () => {
        const entries = (await nodeFs.readdir(folder)) ?? []
        const names = entries.map(({ name }) => name).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
        const records = await Promise.all(names.map((name) => readRecord(join(folder, name))))
        return {
          tokens: records.flatMap((record) => record ?? []).sort((a, b) => a.createdAt - b.createdAt),
          damaged: names.filter((_, index) => records[index] === null)
        }
      }),
    put: (record) =>
      translating(undefined, async () => {
        await makeFolders(nodeFs, folder)
        const text = `${JSON.stringify(record, null, 2)}\n`
        await replaceDurably(nodeFs, fileOf(record.hash), new TextEncoder().encode(text))
      })
  }
}

/** Null when there is no such file, or it holds no token record. */
async function readRecord(file: string): Promise<TokenRecord | null> {
  try {
    const bytes = await nodeFs.readFile(file)
    return tokenRecord.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    if (codeOf(error) === '' || codeOf(error) === 'ENOENT') return null
    throw error
  }
}
