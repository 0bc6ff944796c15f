import { GalleyError, sentence } from '../../../common/errors'
import { reservedNames } from '../layout/layout'
import { isRecordName } from '../layout/names'
import type { KeyedRecord, KeyedRecords, ParseRecord, StoreDocument } from '../seam/records'
import type { Row } from './database'
import type { Workspace } from './turn'
import { json, numberIn, textIn } from './values'

const NAME = /^[a-z][a-z0-9-]{0,63}$/

/** A small record that everybody shares who opens it. */
export function documentIn<T>(
  { database, id }: Workspace,
  name: string,
  parse: (value: unknown) => T,
  initial: T
): StoreDocument<T> {
  if (!NAME.test(name)) throw new GalleyError('internal', sentence`“${{ name }}” is no name for a document.`)
  const valueOf = (row: Row | null): T => (row ? parse(JSON.parse(textIn(row, 'value'))) : initial)
  return {
    read: async () =>
      valueOf(
        await database.one('select value from documents where workspace_id = $1 and name = $2', [id, name])
      ),
    update: (change) =>
      database.transaction(async ({ one, change: put }) => {
        // also one that is not there yet is changed by one after the other
        await one('select lock_places($1, $2, $3)', [id, [], [`document ${name}`]])
        const before = valueOf(
          await one('select value from documents where workspace_id = $1 and name = $2', [id, name])
        )
        const value = json(change(structuredClone(before)))
        await put(
          `insert into documents (workspace_id, name, value) values ($1, $2, $3)
           on conflict (workspace_id, name) do update set value = excluded.value`,
          [id, name, value]
        )
        return parse(JSON.parse(value))
      })
  }
}

/** Small records of one kind. */
export function recordsIn<T>(
  { database, id }: Pick<Workspace, 'database' | 'id'>,
  kind: string,
  parse: ParseRecord<T>
): KeyedRecords<T> {
  if (!NAME.test(kind) || reservedNames.has(kind))
    throw new GalleyError('internal', sentence`“${{ kind }}” is no kind of record.`)

  const parsed = (row: Row | null, key: string): T | null => {
    try {
      return row && parse(JSON.parse(textIn(row, 'value')), key)
    } catch {
      return null
    }
  }
  const PUT = `insert into records (workspace_id, kind, key, value) values ($1, $2, $3, $4)
    on conflict (workspace_id, kind, key) do update set value = excluded.value, change = nextval('record_changes')`

  return {
    get: async (key) =>
      parsed(
        await database.one('select value from records where workspace_id = $1 and kind = $2 and key = $3', [
          id,
          kind,
          key
        ]),
        key
      ),
    async list() {
      const rows = await database.all(
        'select key, value from records where workspace_id = $1 and kind = $2 order by key',
        [id, kind]
      )
      const records: KeyedRecord<T>[] = []
      const damaged: string[] = []
      for (const row of rows) {
        const key = textIn(row, 'key')
        const value = parsed(row, key)
        if (value === null) damaged.push(key)
        else records.push({ key, value })
      }
      return { records, damaged }
    },
    async put(key, value) {
      needKey(key)
      await database.change(PUT, [id, kind, key, json(value)])
    },
    async change(key, change) {
      needKey(key)
      return database.transaction(async ({ one, change: put }) => {
        await one('select lock_places($1, $2, $3)', [id, [], [`record ${kind} ${key}`]])
        const row = await one(
          'select value from records where workspace_id = $1 and kind = $2 and key = $3 for update',
          [id, kind, key]
        )
        const before = parsed(row, key)
        const next = change(before)
        if (next === null) return before
        const value = json(next)
        await put(PUT, [id, kind, key, value])
        return parse(JSON.parse(value), key)
      })
    },
    async remove(key) {
      needKey(key)
      const gone = await database.change(
        'delete from records where workspace_id = $1 and kind = $2 and key = $3',
        [id, kind, key]
      )
      return gone > 0
    },
    async stamp() {
      // each change has a number of its own: whichever record it is of, and whenever it is seen, the sum is another
      const row = await database.one(
        'select (coalesce(sum(change), 0) * 31 + count(*))::bigint stamp from records where workspace_id = $1 and kind = $2',
        [id, kind]
      )
      return row ? numberIn(row, 'stamp') : 0
    }
  }
}

function needKey(key: string): void {
  if (!isRecordName(key)) throw new GalleyError('internal', sentence`“${{ key }}” is no key of a record.`)
}
