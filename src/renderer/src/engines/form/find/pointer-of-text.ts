import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/json/value'

/** Where the nth value, counted from 0 in the order of the data, says exactly this; null where fewer do. */
export function pointerOfText(data: JsonValue, text: string, nth: number): Pointer | null {
  let left = nth
  const look = (value: JsonValue, at: Pointer): Pointer | null => {
    if (typeof value === 'string') {
      if (value.trim() !== text) return null
      left -= 1
      return left < 0 ? at : null
    }
    const members = isJsonArray(value)
      ? value.map((one, index) => [index, one] as const)
      : isJsonObject(value)
        ? Object.entries(value)
        : []
    for (const [name, one] of members) {
      const found = look(one, childPointer(at, name))
      if (found !== null) return found
    }
    return null
  }
  return look(data, '')
}
