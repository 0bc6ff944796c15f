import { resolve } from 'node:path'
import { GalleyError, sentence } from '../../../common/errors'
import { confinedFs } from '../disk/confined-fs'
import type { DurableFs } from '../disk/durable-fs'
import { nodeFs } from '../disk/node-fs'
import { readIfPlain } from '../disk/durable-read'
import { makeFolders, makeRoot, replaceDurably } from '../disk/durable-write'
import { isMissing } from '../disk/error-codes'
import type { Layout } from '../layout/layout'
import { layoutOf, reservedNames } from '../layout/layout'
import type { RecordName } from '../layout/names'
import { isRecordName } from '../layout/names'
import { translating } from '../disk/os-errors'
import { seal, unseal } from '../disk/sealed-json'
import { createRemembered } from './remembered'
import type { KeyedRecord, KeyedRecords, OpenRecords, ParseRecord } from '../seam/records'

/**
 * The small records of a workspace, by kind; one sealed file a key below `.galley/<kind>/`. A file is only
 * ever replaced as a whole and what is kept in memory is held against its file each time, so a command line may read and write them while
 * another process owns the workspace, and that one sees it with its next request. The last writer of a key
 * wins; those of one process write in the order in which they asked.
 * @param folder the workspace's; made when something is put and it is missing
 */
export function openRecords(folder: string, fs: DurableFs = nodeFs): OpenRecords {
  let known: Place | null = null
  // the workspace's folder itself may be reached by a link, which is resolved here; nothing in it may be one
  async function placeOf(make: boolean): Promise<Place | null> {
    const root = known ? null : make ? await makeRoot(fs, folder) : await fs.realpath(resolve(folder))
    if (root !== null) {
      const layout = layoutOf(root)
      known = { fs: confinedFs(fs, layout), layout }
    }
    return known
  }
  return (kind, parse) => recordsIn(kind, parse, placeOf)
}

interface Place {
  readonly fs: DurableFs
  readonly layout: Layout
}

/**
 * The records of one kind.
 * @param kind lower-case letters, digits and dashes
 * @param placeOf the workspace and its disk, which is confined to it; null when there is none and none is to
 * be made
 */
export function recordsIn<T>(
  kind: string,
  parse: ParseRecord<T>,
  placeOf: (make: boolean) => Promise<Place | null>
): KeyedRecords<T> {
  if (!KIND.test(kind) || !isRecordName(kind) || reservedNames.has(kind))
    throw new GalleyError('internal', sentence`“${{ kind }}” is no kind of record.`)
  const name = kind
  const inTurn = turnsByKey()
  const remembered = createRemembered<T>()

  async function fileToWrite(key: string): Promise<{ readonly fs: DurableFs; readonly file: string }> {
    if (!isRecordName(key)) throw noKey(key)
    const place = await placeOf(true)
    if (!place) throw new GalleyError('not-a-workspace', 'There is no workspace to write to.')
    const { fs, layout } = place
    await makeFolders(fs, layout.records(name))
    return { fs, file: layout.record(name, key) }
  }

  return {
    get: (key) =>
      translating(kind, async () => {
        const place = isRecordName(key) ? await placeOf(false) : null
        if (!place || !isRecordName(key)) return null
        const { fs, layout } = place
        const file = layout.record(kind, key)
        const before = Date.now()
        const stat = await fs.lstat(file)
        const known = stat && remembered.get(key, stat)
        if (!stat || known) return known?.value ?? null
        const found = await readRecord(fs, file, key, parse)
        if (found === 'missing' || found === 'damaged') return null
        remembered.add(key, found.value, stat, before)
        return found.value
      }),
    list: () =>
      translating(kind, async () => {
        const place = await placeOf(false)
        if (!place) return { records: [], damaged: [] }
        const { fs, layout } = place
        const keys = keysOf((await fs.readdir(layout.records(kind))) ?? [])
        const read = async (key: RecordName) => ({
          key,
          found: await readRecord(fs, layout.record(kind, key), key, parse)
        })
        const all = await Promise.all(keys.map(read))
        const records = all.flatMap(({ key, found }): KeyedRecord<T>[] =>
          found === 'missing' || found === 'damaged' ? [] : [{ key, value: found.value }]
        )
        return { records, damaged: all.flatMap(({ key, found }) => (found === 'damaged' ? [key] : [])) }
      }),
    put: (key, value) =>
      inTurn(key, () =>
        translating(kind, async () => {
          const { fs, file } = await fileToWrite(key)
          await replaceDurably(fs, file, seal(value))
        })
      ),
    change: (key, change) =>
      inTurn(key, () =>
        translating(kind, async () => {
          const { fs, file } = await fileToWrite(key)
          for (;;) {
            const before = await bytesOf(fs, file)
            const found = parsed(before, key, parse)
            const value = found === 'missing' || found === 'damaged' ? null : found.value
            const next = change(value)
            if (next === null) return value
            const sealed = seal(next)
            // a process beside this one may just have put another
            if (!isSame(before, await bytesOf(fs, file))) continue
            await replaceDurably(fs, file, sealed)
            return next
          }
        })
      ),
    remove: (key) =>
      inTurn(key, () =>
        translating(kind, async () => {
          if (!isRecordName(key)) throw noKey(key)
          const place = await placeOf(false)
          if (!place) return false
          const { fs, layout } = place
          if (!(await fs.unlink(layout.record(kind, key)))) return false
          await fs.syncFolder(layout.records(kind))
          return true
        })
      ),
    stamp: () =>
      translating(kind, async () => {
        const place = await placeOf(false)
        return (place && (await place.fs.lstat(place.layout.records(kind))))?.ctimeMs ?? 0
      })
  }
}

const noKey = (key: string) => new GalleyError('internal', sentence`“${{ key }}” is no key of a record.`)

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

async function readRecord<T>(
  fs: DurableFs,
  file: string,
  key: string,
  parse: ParseRecord<T>
): Promise<Found<T>> {
  return parsed(await bytesOf(fs, file), key, parse)
}

/** Null for what can never be read; `missing` when there is nothing. */
async function bytesOf(fs: DurableFs, file: string): Promise<Uint8Array | null | 'missing'> {
  try {
    return await readIfPlain(fs, file)
  } catch (error) {
    if (isMissing(error)) return 'missing'
    throw error
  }
}

const isSame = (a: Uint8Array | null | 'missing', b: Uint8Array | null | 'missing') =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b

function parsed<T>(bytes: Uint8Array | null | 'missing', key: string, parse: ParseRecord<T>): Found<T> {
  if (bytes === 'missing') return 'missing'
  try {
    return bytes ? { value: parse(unseal(bytes), key) } : 'damaged'
  } catch {
    return 'damaged'
  }
}

const keysOf = (entries: readonly { readonly name: string }[]) =>
  entries
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter(isRecordName)
    .sort()

const KIND = /^[a-z][a-z0-9-]{0,63}$/
