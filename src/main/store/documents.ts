import { Low } from 'lowdb'
import type { Adapter } from 'lowdb'
import { GalleyError } from '../../common/errors'
import type { DurableFs } from './durable-fs'
import { replaceDurably } from './durable-write'
import type { Layout } from './layout'
import { translated } from './os-errors'
import type { Problems } from './problems'
import type { StoreDocument } from './types'

const NAME = /^[a-z][a-z0-9-]{0,63}$/

/** The small JSON records of a workspace, each read once and shared by everyone who opens it. */
export interface Documents {
  /** One that cannot be read is set aside, reported, and begun anew (W6). */
  open<T>(name: string, parse: (value: unknown) => T, initial: T): Promise<StoreDocument<T>>
}

export function createDocuments(fs: DurableFs, layout: Layout, problems: Problems): Documents {
  const shared = new Map<string, Promise<Low<unknown>>>()
  const queues = new Map<string, Promise<unknown>>()

  async function load(name: string): Promise<Low<unknown>> {
    const low = new Low<unknown>(durableAdapter(fs, layout.documentFile(name), problems), null)
    await low.read()
    return low
  }

  return {
    async open<T>(name: string, parse: (value: unknown) => T, initial: T): Promise<StoreDocument<T>> {
      if (!NAME.test(name)) throw new GalleyError('internal', `“${name}” is no name for a document.`)
      const loading = shared.get(name) ?? load(name)
      shared.set(name, loading)
      const low = await loading
      let value = initial
      try {
        if (low.data !== null) value = parse(low.data)
      } catch {
        await problems.setAside(layout.documentFile(name), DAMAGED)
        low.data = null
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

/** lowdb's file adapters do not fsync; this one replaces the file as a whole, durably (W1, W2). */
function durableAdapter(fs: DurableFs, file: string, problems: Problems): Adapter<unknown> {
  return {
    async read() {
      if (!(await fs.lstat(file))) return null
      const text = Buffer.from(await fs.readFile(file)).toString('utf8')
      try {
        const value: unknown = JSON.parse(text)
        return value
      } catch {
        await problems.setAside(file, DAMAGED)
        return null
      }
    },
    write: (data) => replaceDurably(fs, file, Buffer.from(`${JSON.stringify(data, null, 2)}\n`))
  }
}
