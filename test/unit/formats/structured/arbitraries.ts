import { fc } from '../../../support/properties'
import type { JsonObject, JsonValue } from '../../../../src/common/schema'

/** Texts that a careless format would change: numbers, booleans, references, markup, spaces, lines, half escapes. */
export const trickyText = fc.oneof(
  fc.constantFrom(
    '42',
    '007',
    '1e3',
    '-0',
    '0x1F',
    'true',
    'false',
    'True',
    'null',
    'undefined',
    '@items',
    '__proto__',
    'self://#',
    'self://#crew-abc123',
    'SELF://#a/b',
    '<b>bold</b>',
    '</div></main>',
    '&amp;',
    '&#38;',
    '&lt',
    '<!-- x -->',
    '"quoted"',
    "it's",
    'a\nb',
    'a\r\nb',
    '\ta',
    ' padded ',
    '\u00a0',
    '  ',
    '',
    'Ærøskøbing ⛴️',
    '{{name}}',
    '<p>x</p>',
    'a\u0085b',
    '12345678901234567890'
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 })
)

const goodKey = fc
  .oneof(
    fc.constantFrom(
      'name',
      'Name',
      'NAME',
      'items',
      'Items',
      'title',
      'crew',
      'da-form',
      'value',
      'x',
      'X',
      'a-b',
      'constructor',
      'toString'
    ),
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,6}$/)
  )
  .filter((key) => !/^(?:section-)?metadata$/i.test(key))

/** A schema with data that fits it in kind, not always in rules. */
export interface Sample {
  readonly schema: JsonObject
  readonly data: JsonValue
}

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  trickyText.map((data): Sample => ({ schema: { type: 'string' }, data })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((data): Sample => ({ schema: { type: 'number' }, data: data + 0 || 0 })),
  fc.maxSafeInteger().map((data): Sample => ({ schema: { type: 'integer' }, data })),
  fc.boolean().map((data): Sample => ({ schema: { type: 'boolean' }, data }))
)

const { node } = fc.letrec<{ node: Sample; object: Sample; list: Sample }>((tie) => ({
  node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, tie('object'), tie('list')),
  object: fc
    .uniqueArray(fc.tuple(goodKey, tie('node'), fc.boolean()), { maxLength: 4, selector: ([key]) => key })
    .map((members): Sample => ({
      schema: {
        type: 'object',
        properties: Object.fromEntries(members.map(([key, child]) => [key, child.schema]))
      },
      data: Object.fromEntries(
        members.filter(([, , isThere]) => isThere).map(([key, child]) => [key, child.data])
      )
    })),
  list: fc.tuple(tie('node'), fc.integer({ min: 0, max: 3 })).chain(([item, count]) =>
    // One item schema, several values: variations of the same value, and blanks.
    fc
      .array(fc.constantFrom(item.data, item.data, blank(item.data)), { minLength: count, maxLength: count })
      .map((data): Sample => ({ schema: { type: 'array', items: item.schema }, data }))
  )
}))

function blank(value: JsonValue): JsonValue {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return []
  return typeof value === 'object' && value !== null ? {} : value
}

/** An object or an array at the root, as a schema must have. */
export const sample = node.filter(({ schema }) => schema['type'] === 'object' || schema['type'] === 'array')
