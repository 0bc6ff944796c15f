import { isJsonArray, isJsonObject, type JsonValue } from '../../../../src/common/schema'
import type { Random } from './random'

const keys = ['id', 'name', 'tags', 'price', 'a/b', '__proto__', '0', 'x'] as const

export function anyJson(random: Random, depth = 0): JsonValue {
  const kind = random.int(depth > 3 ? 4 : 8)
  if (kind < 2) return random.pick(['', 'a', 'b', 'red', 'blue', '~/'])
  if (kind === 2) return random.int(5)
  if (kind === 3) return random.pick([true, false, null])
  if (kind === 4) return Array.from({ length: random.int(6) }, () => anyJson(random, depth + 1))
  if (kind === 5)
    return Array.from({ length: random.int(6) }, (_, at) => ({
      id: `n${at}`,
      name: random.pick(['one', 'two', 'three']),
      price: random.int(9)
    }))
  return Object.fromEntries(
    Array.from({ length: random.int(6) }, () => [random.pick(keys), anyJson(random, depth + 1)])
  )
}

/** The value with some changes; what comes is marked with the side, so that it can be found again. */
export function editedJson(value: JsonValue, random: Random, mark: string): JsonValue {
  if (random.chance(0.06)) return fresh(random, mark)
  if (isJsonArray(value)) {
    const list = value.flatMap((item): JsonValue[] => {
      if (random.chance(0.08)) return []
      const edited = random.chance(0.4) ? editedJson(item, random, mark) : item
      return random.chance(0.08) ? [edited, fresh(random, mark)] : [edited]
    })
    if (list.length > 1 && random.chance(0.1)) list.push(...list.splice(random.int(list.length), 1))
    return list
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
      if (random.chance(0.08)) return []
      return [[key, random.chance(0.4) ? editedJson(item, random, mark) : item]]
    })
    if (random.chance(0.15)) entries.push([`${mark}key${random.int(3)}`, fresh(random, mark)])
    if (random.chance(0.1)) entries.push(['shared', fresh(random, mark)])
    return Object.fromEntries(entries)
  }
  return value
}

function fresh(random: Random, mark: string): JsonValue {
  const text = `${mark}${random.int(1000)}`
  return random.pick<JsonValue>([text, text, text, { id: text, name: text }, [text]])
}

/** Every text and number in a value, and every key. */
export function leavesOf(value: JsonValue | undefined): Set<string> {
  const found = new Set<string>()
  const waiting: (JsonValue | undefined)[] = [value]
  for (let one = waiting.pop(); waiting.length > 0 || one !== undefined; one = waiting.pop()) {
    if (isJsonArray(one)) waiting.push(...one)
    else if (isJsonObject(one)) {
      for (const key of Object.keys(one)) found.add(`key ${key}`)
      waiting.push(...Object.values(one))
    } else if (one !== undefined) found.add(JSON.stringify(one))
    if (waiting.length === 0) break
  }
  return found
}
