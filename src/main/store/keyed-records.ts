import { join, resolve } from 'node:path'
import { GalleyError } from '../../common/errors'
import type { DurableFs } from './durable-fs'
import { codeOf, nodeFs } from './durable-fs'
import { makeFolders, replaceDurably } from './durable-write'
import { layoutOf } from './layout'
import { translating } from './os-errors'
import { seal, unseal } from './sealed-json'
import type { KeyedRecord, KeyedRecords } from './types'

/**
 * The small records of one kind in a workspace, one sealed file a key below `.galley/<kind>/`. A file is only ever replaced
 * as a whole and nothing is kept in memory, so a command line may read and write them while another process owns the
 * workspace, and that one sees it with its next request. The last writer of a key wins; those of one process write in the
 * order in which they asked.
 * @param location the workspace's folder; made when something is put and it is missing
 * @param kind lower-case letters, digits and dashes
 * @param parse throws for what is no such record
 */
export function openKeyedRecords<T>(
  location: string,
  kind: string,
  parse: (value: unknown) => T,
  fs: DurableFs = nodeFs
): KeyedRecords<T> {
  const layout = layoutOf(resolve(location))
  if (!KIND.test(kind) || layout.reserved.has(kind))
    throw new GalleyError('internal', `“${kind}” is no kind of record.`)
  const folder = layout.records(kind)
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new GalleyError('internal', `“${key}” is no key of a record.`)
    return join(folder, `${key}.json`)
  }
  const read = async (key: string): Promise<Found<T>> => readRecord(fs, fileOf(key), parse)
  const inTurn = turnsByKey()

  return {
    get: (key) =>
      translating(folder, async () => {
        if (!KEY.test(key)) return null
        const found = await read(key)
        return found === 'missing' || found === 'damaged' ? null : found.value
      }),
    list: () =>
      translating(folder, async () => {
        const keys = keysOf((await fs.readdir(folder)) ?? [])
        const found = await Promise.all(keys.map(async (key) => ({ key, found: await read(key) })))
        const records = found.flatMap(({ key, found: one }): KeyedRecord<T>[] =>
          one === 'missing' || one === 'damaged' ? [] : [{ key, value: one.value }]
        )
        return { records, damaged: found.flatMap(({ key, found: one }) => (one === 'damaged' ? [key] : [])) }
      }),
    put: (key, value) =>
      inTurn(key, () =>
        translating(folder, async () => {
          const file = fileOf(key)
          await makeFolders(fs, folder)
          await replaceDurably(fs, file, seal(value))
        })
      ),
    remove: (key) =>
      inTurn(key, () =>
        translating(folder, async () => {
          if (!(await fs.unlink(fileOf(key)))) return false
          await fs.syncFolder(folder)
          return true
        })
      )
  }
}

/** Runs works of one key one after another, in the order in which they came. */
function turnsByKey(): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => undefined)
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

type Found<T> = { readonly value: T } | 'missing' | 'damaged'

async function readRecord<T>(fs: DurableFs, file: string, parse: (value: unknown) => T): Promise<Found<T>> {
  let bytes: Uint8Array
  try {
    bytes = await fs.readFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return 'missing'
    throw error
  }
  try {
    return { value: parse(unseal(bytes)) }
  } catch {
    return 'damaged'
  }
}

const keysOf = (entries: readonly { readonly name: string }[]) =>
  entries
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((key) => KEY.test(key))
    .sort()

const KIND = /^[a-z][a-z0-9-]{0,63}$/
/** Lower case, so that two keys are two files on every disk. */
const KEY = /^[a-z0-9][a-z0-9._-]{0,127}$/
