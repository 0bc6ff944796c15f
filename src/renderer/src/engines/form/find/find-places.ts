import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/schema'
import { isLeaf, type Field, type Schema } from '../../../../../common/schema/fields'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'

/** So many places are walked through at most. */
const MOST_FOUND = 10_000

/** The places of a form whose label or value holds the words, in the order in which the form shows them. */
export function findPlaces({ root }: Schema, data: JsonValue, words: string): Pointer[] {
  const wanted = words.trim().toLowerCase()
  const found: Pointer[] = []
  if (wanted === '') return found
  const holds = (text: string) => text.toLowerCase().includes(wanted)

  const walk = (field: Field, pointer: Pointer, label: string, value: JsonValue | undefined): void => {
    if (found.length >= MOST_FOUND || field.kind === 'unsupported') return
    if (isLeaf(field)) {
      if (holds(label) || holds(shownValue(value))) found.push(pointer)
      return
    }
    if (pointer !== '' && holds(label)) found.push(pointer)
    if (field.kind === 'object') {
      for (const { key, label: name, field: inner } of field.properties)
        walk(inner, childPointer(pointer, key), name, isJsonObject(value) ? value[key] : undefined)
    } else if (isJsonArray(value)) {
      // every item is called the same: only what is in it is looked into
      value.forEach((item, index) => walk(field.items, childPointer(pointer, index), '', item))
    }
  }
  walk(root, '', '', data)
  return found
}

/** What a control shows of a value; what it cannot edit is looked into as it is kept. */
function shownValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null || typeof value === 'boolean') return ''
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value)
}
