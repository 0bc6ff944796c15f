import * as Y from 'yjs'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'
import { isJsonArray, isJsonObject, objectOf, type JsonValue } from '../../../../src/common/json/value'
import { withValueAt } from '../../../../src/common/json/pointer'
import { filledData, seedIn } from '../../../../src/common/rooms/overlay/seed'
import { formOf, SharedForm, type ReplacedField } from '../../../../src/common/rooms/overlay/shared-form'
import { readSchema, type Schema } from '../../../../src/common/schema'

const epoch = { hash: 'of a form', compactions: 0 }

/** Boats with their crews: members of every kind, lists of values, of objects, and in one another. */
export const fleetText = JSON.stringify({
  title: 'Fleet',
  type: 'object',
  properties: {
    name: { type: 'string' },
    notes: { type: 'string', 'x-semantic-type': 'long-text' },
    size: { type: 'number' },
    open: { type: 'boolean' },
    home: { type: 'object', properties: { port: { type: 'string' }, berth: { type: 'number' } } },
    tags: { type: 'array', items: { type: 'string' } },
    crew: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          key: { type: 'string' },
          role: { type: 'string' },
          age: { type: 'number' },
          skills: { type: 'array', items: { type: 'string' } }
        }
      }
    }
  }
})

export const fleet = schemaIn(fleetText)

export function schemaIn(text: string): Schema {
  const { schema } = readSchema(text)
  if (!schema) throw new Error('no schema')
  return schema
}

export const stored = (data: JsonValue, schema: Schema = fleet): string =>
  writeDocument(newDocument({ title: 'Fleet', schemaName: 'fleet', data }), { schema })

/** Somebody who writes in a form. */
export class FormPerson {
  readonly doc = new Y.Doc()
  readonly shared: SharedForm
  readonly replaced: ReplacedField[] = []
  heard = 0

  constructor(source: string, client: number, schemaText: string | null = fleetText) {
    this.doc.clientID = client
    Y.applyUpdate(this.doc, filledData(source, epoch, 'form'))
    this.shared = new SharedForm(this.doc, formOf(seedIn(this.doc)), (replaced) => {
      this.heard += 1
      this.replaced.push(...replaced)
    })
    if (schemaText !== null) this.shared.useSchema(schemaText, schemaIn(schemaText))
  }

  get data(): JsonValue {
    return this.shared.data
  }

  /** Sets a place, by its pointer; undefined takes it away. */
  set(pointer: string, value: JsonValue | undefined): void {
    this.shared.edit(withValueAt(this.data, pointer, value) ?? {})
  }

  list(key: string): readonly JsonValue[] {
    const found = isJsonObject(this.data) ? this.data[key] : undefined
    return isJsonArray(found) ? found : []
  }

  /** Changes a list at the top. */
  relist(key: string, change: (list: readonly JsonValue[]) => readonly JsonValue[]): void {
    const { data } = this
    if (!isJsonObject(data)) throw new Error('no object')
    this.shared.edit(objectOf([...Object.entries({ ...data, [key]: change(this.list(key)) })]))
  }
}

export const formPeople = (source: string, count: number): FormPerson[] =>
  Array.from({ length: count }, (_, at) => new FormPerson(source, 1000 + at * 7919))
