import { GalleyError } from '../../../src/common/errors'
import { reservedNames } from '../../../src/main/store/layout/layout'
import { isRecordName } from '../../../src/main/store/layout/names'
import type { KeyedRecord, KeyedRecords, StoreDocument } from '../../../src/main/store/types'

const NAME = /^[a-z][a-z0-9-]{0,63}$/

/** Settings and records, as the text that a disk would hold: nobody shares an object with the store. */
export function createRecords() {
  const documents = new Map<string, string>()
  const kinds = new Map<string, Map<string, string>>()
  const stamps = new Map<string, number>()

  return {
    document<T>(name: string, parse: (value: unknown) => T, initial: T): StoreDocument<T> {
      if (!NAME.test(name)) throw new GalleyError('internal', `“${name}” is no name for a document.`)
      const now = (): T => {
        const text = documents.get(name)
        return text === undefined ? initial : parse(JSON.parse(text))
      }
      return {
        read: async () => now(),
        async update(change) {
          documents.set(name, JSON.stringify(change(structuredClone(now()))))
          return now()
        }
      }
    },

    records<T>(kind: string, parse: (value: unknown, key: string) => T): KeyedRecords<T> {
      if (!NAME.test(kind) || reservedNames.has(kind))
        throw new GalleyError('internal', `“${kind}” is no kind of record.`)
      const all = kinds.get(kind) ?? new Map<string, string>()
      kinds.set(kind, all)
      const changed = () => stamps.set(kind, (stamps.get(kind) ?? 0) + 1)
      const read = (key: string): { readonly value: T } | null => {
        try {
          const text = all.get(key)
          return text === undefined ? null : { value: parse(JSON.parse(text), key) }
        } catch {
          return null
        }
      }
      const need = (key: string) => {
        if (!isRecordName(key)) throw new GalleyError('internal', `“${key}” is no key of a record.`)
      }
      const records: KeyedRecords<T> = {
        get: async (key) => read(key)?.value ?? null,
        async list() {
          const keys = [...all.keys()].sort()
          const found: KeyedRecord<T>[] = []
          for (const key of keys) {
            const one = read(key)
            if (one) found.push({ key, value: one.value })
          }
          return { records: found, damaged: keys.filter((key) => !read(key)) }
        },
        async put(key, value) {
          need(key)
          all.set(key, JSON.stringify(value))
          changed()
        },
        async change(key, change) {
          need(key)
          const next = change(read(key)?.value ?? null)
          if (next !== null) {
            all.set(key, JSON.stringify(next))
            changed()
          }
          return read(key)?.value ?? null
        },
        async remove(key) {
          need(key)
          if (!all.delete(key)) return false
          changed()
          return true
        },
        stamp: async () => stamps.get(kind) ?? 0
      }
      return records
    }
  }
}
