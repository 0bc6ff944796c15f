import { Low } from 'lowdb'
import type { Adapter } from 'lowdb'
import { GalleyError, sentence } from '../../../common/errors'
import type { Problems } from '../damaged/problems'
import type { DurableFs, FileStat } from '../disk/durable-fs'
import { sameStat } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { replaceDurably } from '../disk/durable-write'
import { codeOf, isUnreadable } from '../disk/error-codes'
import { seal, unseal } from '../disk/sealed-json'
import type { Layout } from '../layout/layout'
import type { RecordName } from '../layout/names'
import { isRecordName } from '../layout/names'
import type { StoreDocument } from '../seam/records'

const NAME = /^[a-z][a-z0-9-]{0,63}$/

/** The small JSON records of a workspace, each shared by everyone who opens it. */
interface Documents {
  /** One that cannot be read is set aside, reported, and begun anew (W6). */
  open<T>(name: string, parse: (value: unknown) => T, initial: T): StoreDocument<T>
}

/** One document: what was last read of it, as long as its file is that one, and whose turn it is. */
interface Held {
  readonly low: Low<unknown>
  outside: FileStat | null | undefined
  /** When that was seen, milliseconds of this process. */
  seenAt: number
  turn: Promise<unknown>
}

/**
 * For so long a look at the file holds: every request asks for the settings. What this process writes counts
 * at once.
 */
const LOOK_HOLDS_MS = 50

interface Parsed<T> {
  readonly data: unknown
  readonly value: T
}

export function createDocuments(fs: DurableFs, layout: Layout, problems: Problems): Documents {
  const all = new Map<string, Held>()

  function heldOf(name: RecordName): Held {
    const known = all.get(name)
    if (known) return known
    const low = new Low<unknown>(durableAdapter(fs, layout, name, problems), null)
    const held: Held = { low, outside: undefined, seenAt: 0, turn: Promise.resolve() }
    all.set(name, held)
    return held
  }

  /** As the file tells it now: read again when it is another one than was read last. */
  async function dataOf(held: Held, file: string): Promise<unknown> {
    const now = performance.now()
    if (held.outside !== undefined && now - held.seenAt < LOOK_HOLDS_MS) return held.low.data
    const there = await fs.lstat(file)
    held.seenAt = now
    if (held.outside === undefined || !isSame(there, held.outside)) {
      await held.low.read()
      held.outside = await fs.lstat(file)
    }
    return held.low.data
  }

  return {
    open<T>(name: string, parse: (value: unknown) => T, initial: T): StoreDocument<T> {
      if (!NAME.test(name) || !isRecordName(name))
        throw new GalleyError('internal', sentence`“${{ name }}” is no name for a document.`)
      const file = layout.documentFile(name)
      const held = heldOf(name)
      let parsed: Parsed<T> | null = null
      const valueOf = (data: unknown): T => (data === null ? initial : parse(data))

      async function current(): Promise<T> {
        const data = await dataOf(held, file)
        const now = parsed && parsed.data === data ? parsed : await parsedOf(data)
        parsed = now
        return now.value
      }

      async function parsedOf(data: unknown): Promise<Parsed<T>> {
        try {
          return { data, value: valueOf(data) }
        } catch {
          await problems.setAside(file, DAMAGED)
          return fromSecondCopy()
        }
      }

      async function fromSecondCopy(): Promise<Parsed<T>> {
        const data = await fromCopy(fs, layout, name as RecordName, problems)
        held.outside = await fs.lstat(file)
        try {
          held.low.data = data
          return { data, value: valueOf(data) }
        } catch {
          held.low.data = null
          return { data: null, value: initial }
        }
      }

      /** After the changes that were asked for before. */
      function inTurn<R>(work: () => Promise<R>): Promise<R> {
        const mine = held.turn.then(work)
        held.turn = mine.catch(() => undefined)
        return mine
      }

      return {
        read: () => inTurn(current),
        update: (change) =>
          inTurn(async () => {
            const next = change(structuredClone(await current()))
            const before = held.low.data
            held.low.data = next
            try {
              await held.low.write()
            } catch (error) {
              held.low.data = before
              throw error
            } finally {
              // also after a failure: which of both lies there is the disk's to say
              held.outside = undefined
            }
            held.outside = await fs.lstat(file)
            return current()
          })
      }
    }
  }
}

const isSame = (a: FileStat | null, b: FileStat | null) => (a && b ? sameStat(a, b) : a === b)

const DAMAGED = 'Settings of the workspace were damaged and begin anew.'
const FROM_COPY = 'Settings of the workspace were damaged or missing. The last good copy is used.'

/**
 * lowdb's file adapters do not fsync; this one replaces the file as a whole, durably (W1, W2), sealed with a
 * checksum (W8), after a second copy that is read when the first is damaged.
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
