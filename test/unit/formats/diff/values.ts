import { fc } from '../../../support/properties'
import type { JsonValue } from '../../../../src/common/schema'

const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'red', 'blue', '~/', '__proto__'),
  fc.integer({ min: 0, max: 4 }),
  fc.boolean(),
  fc.constant(null),
  fc.string()
)
const key = fc.oneof(
  fc.constantFrom('id', 'name', 'tags', 'price', 'a/b', '~', '__proto__', 'constructor', '0', ''),
  fc.string()
)

/** JSON with few different values, so that two have much in common, and with ids that clash. */
export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 8 }),
    fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 6, selector: ([name]) => name })
      .map((entries): JsonValue => Object.fromEntries(entries))
  )
})).value

/** Lists of items with an id, in two states: some gone, some new, some moved, some changed. */
export const twoLists: fc.Arbitrary<[JsonValue, JsonValue]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
  .chain((ids) =>
    fc.tuple(
      fc.constant(ids),
      fc.shuffledSubarray([...ids, 100, 101, 102]),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 33, maxLength: 33 })
    )
  )
  .map(([ids, later, edits]) => [
    ids.map((id) => ({ id, name: `item ${id}`, tags: ['x', 'y'] })),
    later.map((id, at) => ({ id, name: `item ${id}${edits[at] === 0 ? ' new' : ''}`, tags: ['x', 'y'] }))
  ])

/** Two states of one value: unrelated, lists of items, or one value wrapped in the same things. */
export const twoStates: fc.Arbitrary<[JsonValue, JsonValue]> = fc.oneof(
  fc.tuple(json, json),
  fc.tuple(fc.array(json, { maxLength: 12 }), fc.array(json, { maxLength: 12 })),
  twoLists,
  fc.tuple(json, json, json).map(([one, two, rest]): [JsonValue, JsonValue] => [
    { one, rest, list: [rest, one, { rest }] },
    { one: two, rest, list: [two, { rest }, rest] }
  ])
)
