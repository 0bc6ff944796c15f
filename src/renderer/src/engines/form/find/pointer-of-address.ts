import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { inText } from '../../../../../common/links/inside'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../../../common/json/value'

/** Which value says an address the nth time, counted from 0 in the order of the data; null where fewer do. */
export function pointerOfAddress(data: JsonValue, address: string, nth: number): Pointer | null {
  let left = nth
  const look = (value: JsonValue, at: Pointer): Pointer | null => {
    if (typeof value === 'string') {
      left -= inText(value).filter(({ from, to }) => value.slice(from, to) === address).length
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
