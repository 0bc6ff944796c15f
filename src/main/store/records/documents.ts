import { Low } from 'lowdb'
import type { Adapter } from 'lowdb'
import { GalleyError } from '../../../common/errors'
import type { DurableFs } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { codeOf, isUnreadable } from '../disk/error-codes'
import { replaceDurably } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import type { RecordName } from '../layout/names'
import { isRecordName } from '../layout/names'
import { translated } from '../disk/os-errors'
import type { Problems } from '../damaged/problems'
import { seal, unseal } from '../disk/sealed-json'
import type { StoreDocument } from '../seam/records'

const NAME = /^[a-z][a-z0-9-]{0,63}$/

/** The small JSON records of a workspace, each read once and shared by everyone who opens it. */
export interface Documents {
  /** One that cannot be read is set aside, reported, and begun anew (W6). */
  open<T>(name: string, parse: (value: unknown) => T, initial: T): Promise<StoreDocument<T>>
}

export function createDocuments(fs: DurableFs, layout: Layout, problems: Problems): Documents {
  const shared = new Map<string, Promise<Low<unknown>>>()
  const queues = new Map<string, Promise<unknown>>()

  async function load(name: RecordName): Promise<Low<unknown>> {
    const low = new Low<unknown>(durableAdapter(fs, layout, name, problems), null)
    await low.read()
    return low
  }

  return {
    async open<T>(name: string, parse: (value: unknown) => T, initial: T): Promise<StoreDocument<T>> {
      if (!NAME.test(name) || !isRecordName(name))
        throw new GalleyError('internal', `“${name}” is no name for a document.`)
      const loading = shared.get(name) ?? load(name)
      shared.set(name, loading)
      const low = await loading
      let value = initial
      try {
        if (low.data !== null) value = parse(low.data)
      } catch {
        await problems.setAside(layout.documentFile(name), DAMAGED)
        low.data = await fromCopy(fs, layout, name, problems)
        try {
          if (low.data !== null) value = parse(low.data)
        } catch {
          low.data = null
        }
      }
      let seen = low.data
      const current = (): T => {
        if (low.data !== seen && low.data !== null) value = parse(low.data)
        seen = low.data
        return value
      }
      const change = async (update: (value: T) => T): Promise<T> => {
        const before = low.data
        low.data = update(structuredClone(current()))
        try {
          await low.write()
        } catch (error) {
          low.data = before
          throw translated(error, `${name}.json`)
        }
        return current()
      }
      return {
        get value() {
          return current()
        },
        update(update) {
          const result = (queues.get(name) ?? Promise.resolve()).then(() => change(update))
          queues.set(
            name,
            result.catch(() => undefined)
          )
          return result
        }
      }
    }
  }
}

const DAMAGED = 'Settings of the workspace were damaged and begin anew.'
const FROM_COPY = 'Settings of the workspace were damaged or missing. The last good copy is used.'

/**
 * lowdb's file adapters do not fsync; this one replaces the file as a whole, durably (W1, W2), sealed with a checksum (W8),
 * after a second copy that is read when the first is damaged.
 */
function durableAdapter(
  fs: DurableFs,
  layout: Layout,
  name: RecordName,
  problems: Problems
): Adapter<unknown> {
  const file = layout.documentFile(name)
  return {
    async read() {
      if (await fs.lstat(file)) {
        try {
          return unseal(await fs.readFile(file))
        } catch (error) {
          if (codeOf(error) !== '' && !isUnreadable(error)) throw error
          await problems.setAside(file, DAMAGED)
        }
      }
      return fromCopy(fs, layout, name, problems)
    },
    async write(data) {
      const sealed = seal(data)
      await replaceDurably(fs, layout.documentCopy(name), sealed)
      await replaceDurably(fs, file, sealed)
    }
  }
}

/** The last good copy, which takes the place of the document at once; null when there is none. */
async function fromCopy(
  fs: DurableFs,
  layout: Layout,
  name: RecordName,
  problems: Problems
): Promise<unknown> {
  const copy = layout.documentCopy(name)
  if (!(await fs.lstat(copy))) return null
  const bytes = await readIfPlain(fs, copy)
  let value: unknown
  try {
    value = bytes && unseal(bytes)
  } catch {
    value = null
  }
  if (!bytes || value === null) {
    await problems.setAside(copy, DAMAGED)
    return null
  }
  problems.resolved(layout.documentFile(name))
  problems.report(layout.documentFile(name), FROM_COPY)
  await replaceDurably(fs, layout.documentFile(name), bytes)
  return value
}
