import type { ArrayField, Field } from '../../../../../common/schema/fields'
import { isLeaf } from '../../../../../common/schema/fields'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { usePlace } from '../form-context'
import type { FormStore } from '../store/form-store'

/** What an item is called: the first text in it, else what the schema calls an item. */
export function useItemName(field: ArrayField, pointer: Pointer): string {
  const naming = namingKey(field.items)
  const { value } = usePlace(naming === null ? `${pointer}/` : childPointer(pointer, naming))
  return nameFrom(value) ?? field.itemLabel
}

export function itemName(store: FormStore, field: ArrayField, pointer: Pointer): string {
  const naming = namingKey(field.items)
  const value = naming === null ? undefined : store.value(childPointer(pointer, naming))
  return nameFrom(value) ?? field.itemLabel
}

function nameFrom(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  return text === '' ? null : text.length > 240 ? `${text.slice(0, 239)}…` : text
}

/** The first short text among an item's members, else the first choice or number. */
function namingKey(items: Field): string | null {
  if (items.kind !== 'object') return null
  const leaves = items.properties.filter(({ field }) => isLeaf(field) && field.kind !== 'boolean')
  const text = leaves.find(
    ({ field }) => field.kind === 'string' && !field.multiline && field.options === null
  )
  return (text ?? leaves[0])?.key ?? null
}
