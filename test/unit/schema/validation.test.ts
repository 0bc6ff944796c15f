import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import {
  createValidation,
  hasContent,
  prune,
  readSchema,
  validate,
  withValueAt,
  type JsonValue,
  type Schema
} from '../../../src/common/schema'
import { sample } from '../formats/structured/arbitraries'
import { seed } from './seed'

const schemaOf = (value: JsonValue): Schema => {
  const { schema } = readSchema(value)
  if (!schema) throw new Error('no schema')
  return schema
}
const object = (properties: JsonValue, required: string[] = []): JsonValue => ({
  type: 'object',
  properties,
  required
})
const errors = (schema: JsonValue, data: JsonValue) =>
  validate(schemaOf(schema), data).map(({ pointer, rule }) => `${pointer} ${rule}`)
const messageFor = (sub: JsonValue, value: JsonValue) =>
  validate(schemaOf(object({ it: sub })), { it: value })[0]?.message ?? null

describe('what counts as absent', () => {
  it.each([undefined, null, '', ' \n', [], {}, [''], { a: null }, [[], {}], { a: { b: [' '] } }])(
    'F2 %j is absent',
    (value) => {
      expect(hasContent(value)).toBe(false)
      expect(prune(value)).toBeUndefined()
    }
  )

  it.each([false, 0, 'a', [0], { a: false }])('F2 %j is present', (value) => {
    expect(hasContent(value)).toBe(true)
    expect(prune(value)).toBe(value)
  })

  it('F2 pruning leaves out what is absent, at any depth, and keeps what it need not copy', () => {
    const kept = { deep: [1, { x: ' a ' }] }
    const pruned = prune({ a: '', b: [null, 'x', {}], c: kept, d: { e: { f: [] } }, g: 0 })
    expect(pruned).toEqual({ b: ['x'], c: kept, g: 0 })
    expect(pruned).toHaveProperty(
      'c',
      expect.toSatisfy((value) => value === kept)
    )
  })

  it('F2 data nested ten thousand deep is kept as it is', () => {
    const deep: JsonValue = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`)
    expect(hasContent(deep)).toBe(true)
    expect(prune(deep)).toBe(deep)
  })
})

describe('checking values', () => {
  it.each<[JsonValue, JsonValue, string | null]>([
    [{ type: 'string' }, 5, 'This must be text.'],
    [{ type: 'string', minLength: 3 }, 'ab', 'Use at least 3 characters.'],
    [{ type: 'string', minLength: 1 }, '', null],
    [{ type: 'string', maxLength: 1 }, 'ab', 'Use at most 1 character.'],
    [{ type: 'string', maxLength: 2 }, '⛴🚢', null],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A1', 'This must match the pattern ^[a-z]+$'],
    [{ type: 'string', pattern: 'b' }, 'abc', null],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'Choose one of: a, b.'],
    [{ type: 'string', enum: ['a', 'b'] }, '  ', null],
    [{ type: 'number' }, 'x', 'This must be a number.'],
    [{ type: 'number', minimum: 0.5 }, 0.4, 'This must be 0.5 or more.'],
    [{ type: 'number', maximum: 2 }, 3, 'This must be 2 or less.'],
    [{ type: 'integer' }, 1.5, 'This must be a whole number.'],
    [{ type: 'integer' }, 1e20, null],
    [{ type: 'integer', minimum: 1 }, 0, 'This must be 1 or more.'],
    [{ type: 'boolean' }, 'yes', 'This must be true or false.'],
    [{ type: 'boolean' }, false, null],
    [{ type: 'array', items: { type: 'string' } }, 'x', 'This must be a list.'],
    [{ type: 'array', items: { type: 'string' }, minItems: 2 }, ['a'], 'Add at least 2 items.'],
    [{ type: 'array', items: { type: 'string' }, minItems: 2 }, [], null],
    [{ type: 'array', items: { type: 'string' }, minItems: 2 }, ['a', '', ' '], 'Add at least 2 items.'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', 'b'], 'Keep at most 1 item.'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', ''], null],
    [{ type: 'object', properties: {} }, 'x', 'This must be a group of fields.'],
    [{ oneOf: [{}] }, 'anything', null]
  ])('F2 %j with %j: %s', (sub, value, message) => expect(messageFor(sub, value)).toBe(message))

  it('F2 a required error is at the place that is missing', () => {
    const schema = object(
      {
        a: { type: 'string' },
        s: object({ x: { type: 'string' } }, ['x']),
        l: { type: 'array', items: { type: 'string' } }
      },
      ['a', 's', 'l']
    )
    expect(errors(schema, {})).toEqual(['/a required', '/s required', '/l required'])
    expect(validate(schemaOf(schema), { a: ' ' }).map(({ message }) => message)).toEqual([
      'This field is required.',
      'This section is required.',
      'At least one item is required.'
    ])
  })

  it('F2 an optional section is asked about once something in it is present', () => {
    const schema = object({ s: object({ x: { type: 'string' }, y: { type: 'string' } }, ['x']) })
    expect(errors(schema, {})).toEqual([])
    expect(errors(schema, { s: { x: '', y: ' ' } })).toEqual([])
    expect(errors(schema, { s: { y: 'here' } })).toEqual(['/s/x required'])
    expect(errors(schema, { s: { unknown: 'here' } })).toEqual(['/s/x required'])
  })

  it('F2 a blank item of a list is no item', () => {
    const schema: JsonValue = {
      type: 'array',
      items: object({ x: { type: 'string' }, y: { type: 'string' } }, ['x'])
    }
    expect(errors(schema, [{}, { y: 'a' }, { x: '' }])).toEqual(['/1/x required'])
  })

  it('F2 errors come in the order of the form, and one can go from each to the next', () => {
    const schema = object({
      b: object({ x: { type: 'number' } }),
      a: { type: 'array', items: { type: 'number' } }
    })
    const validation = createValidation(schemaOf(schema), { a: ['p', 1, 'q'], b: { x: 'r' } })
    expect(validation.list().map(({ pointer }) => pointer)).toEqual(['/b/x', '/a/0', '/a/2'])
    expect(validation.next(null)?.pointer).toBe('/b/x')
    expect(validation.next('/b')?.pointer).toBe('/b/x')
    expect(validation.next('/b/x')?.pointer).toBe('/a/0')
    expect(validation.next('/a/1')?.pointer).toBe('/a/2')
    expect(validation.next('/a/2')?.pointer).toBe('/b/x')
    expect(validation.next('/b/x', -1)?.pointer).toBe('/a/2')
    expect(validation.next('/a/2', -1)?.pointer).toBe('/a/0')
    expect([validation.count, validation.countBelow('/a'), validation.countBelow('/nowhere')]).toEqual([
      3, 2, 0
    ])
  })

  it('F2 names of the prototype are members like others', () => {
    const schema = object({ constructor: { type: 'string' }, toString: { type: 'string' } }, [
      'constructor',
      'toString'
    ])
    expect(errors(schema, {})).toEqual(['/constructor required', '/toString required'])
  })

  it('F2 a pattern that drives other engines mad is checked at once', () => {
    const start = performance.now()
    messageFor({ type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }, 'a'.repeat(50_000))
    expect(performance.now() - start, 'a backtracking engine never ends').toBeLessThan(60_000)
  })
})

describe('checking in step with typing', () => {
  const schema = schemaOf(
    object(
      {
        name: { type: 'string', maxLength: 3 },
        port: object(
          { town: { type: 'string' }, piers: { type: 'array', minItems: 2, items: { type: 'integer' } } },
          ['town']
        )
      },
      ['name']
    )
  )

  it('F2 a change tells which places changed, and nothing else', () => {
    let data: JsonValue = {}
    const validation = createValidation(schema, data)
    const set = (pointer: string, value: JsonValue | undefined) => {
      data = withValueAt(data, pointer, value) ?? {}
      return validation.update(data, pointer)
    }
    expect(validation.error('/name')?.rule).toBe('required')
    expect(set('/name', 'Auk')).toEqual(['/name'])
    expect(set('/name', 'Au')).toEqual([])
    expect(set('/name', 'Auks')).toEqual(['/name'])
    expect(set('/port/piers', [7])).toEqual(expect.arrayContaining(['/port/piers', '/port/town']))
    expect(set('/port/piers/0', 'x')).toEqual(['/port/piers/0'])
    expect(set('/port/town', 'Lund')).toEqual(['/port/town'])
    expect(set('/port', undefined)).toEqual(expect.arrayContaining(['/port/piers', '/port/piers/0']))
    expect(set('/port/unknown', 'x')).toEqual(['/port/town'])
    expect(set('/port/unknown', '')).toEqual(['/port/town'])
    expect(validation.list().map(({ pointer }) => pointer)).toEqual(['/name'])
    expect(validation.replace({ name: 'A' })).toEqual(['/name'])
    expect(validation.count).toBe(0)
  })

  it('F2 a list that became shorter is checked whole, even when only an item is named', () => {
    const list = schemaOf({ type: 'array', items: { type: 'number' } })
    const validation = createValidation(list, [1, 'x', 'y'])
    expect(validation.count).toBe(2)
    expect(validation.update(['z'], '/0').sort()).toEqual(['/0', '/1', '/2'])
    expect(validation.list().map(({ pointer }) => pointer)).toEqual(['/0'])
  })

  it('F2 after any row of changes the errors are those of a fresh check', () => {
    fc.assert(
      fc.property(
        sample,
        fc.array(
          fc.tuple(
            fc.nat(),
            fc.constantFrom<JsonValue | undefined>(undefined, '', 'x', 7, true, null, {}, [], [''], { z: 1 })
          ),
          { maxLength: 6 }
        ),
        ({ schema: written, data: first }, changes) => {
          const tight = schemaOf(tightened(written))
          let data = first
          const validation = createValidation(tight, data)
          const seen = new Map(validation.list().map((error) => [error.pointer, error]))
          for (const [pick, value] of changes) {
            const places = placesIn(data, '')
            const pointer = places[pick % places.length] ?? ''
            data = withValueAt(data, pointer, value) ?? {}
            const changed = validation.update(data, isItem(data, pointer, value) ? parent(pointer) : pointer)
            for (const place of changed) {
              const error = validation.error(place)
              if (error) seen.set(place, error)
              else seen.delete(place)
            }
            const fresh = validate(tight, data)
            expect(validation.list()).toEqual(fresh)
            expect(validation.count).toBe(fresh.length)
            expect([...seen.keys()].sort()).toEqual(fresh.map((error) => error.pointer).sort())
          }
        }
      ),
      { numRuns: 3000, seed: seed('validation') }
    )
  })

  it('F2 a key stroke in a document of 10,000 fields costs next to nothing beside a check of everything', () => {
    const leaf = { type: 'string', minLength: 2, maxLength: 40, pattern: '^[a-z]+$' }
    const fields = (count: number, make: (n: number) => JsonValue) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, make(n)]))
    const wide = schemaOf(
      object(
        fields(200, () =>
          object(
            fields(50, () => leaf),
            ['k0']
          )
        )
      )
    )
    let data: JsonValue = fields(200, () => fields(50, () => 'abc'))
    const begun = performance.now()
    const validation = createValidation(wide, data)
    const whole = performance.now() - begun
    const times: number[] = []
    for (let round = 0; round < 400; round++) {
      data = withValueAt(data, '/k77/k13', round % 2 ? 'a' : 'abcd') ?? {}
      const start = performance.now()
      expect(validation.update(data, '/k77/k13')).toHaveLength(round === 0 ? 0 : 1)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    expect((times[200] ?? Infinity) * 10).toBeLessThan(whole)
  })
})

/** The same schema with rules, so that there is something to break. */
function tightened(schema: JsonValue): JsonValue {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const entries = Object.entries(schema).map(([name, value]) => {
    if (name === 'items') return [name, tightened(value)]
    if (name !== 'properties' || typeof value !== 'object' || value === null) return [name, value]
    return [name, Object.fromEntries(Object.entries(value).map(([key, sub]) => [key, tightened(sub)]))]
  })
  const same: Record<string, JsonValue> = Object.fromEntries(entries)
  const properties = same['properties']
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return {
    ...same,
    required: names.filter((_, index) => index % 2 === 0),
    minItems: 2,
    maxItems: 2,
    minLength: 2,
    maximum: 5
  }
}

function placesIn(value: JsonValue, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const below = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  )
  return [
    pointer,
    ...below,
    ...(Array.isArray(value) ? [`${pointer}/${value.length}`] : [`${pointer}/name`, `${pointer}/extra`])
  ]
}

const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'))
/** Whether the change moved the items of a list: then the list is what changed. */
const isItem = (_data: JsonValue, pointer: string, value: JsonValue | undefined) =>
  value === undefined && /\/\d+$/.test(pointer)

it('X5 a short list of many empty items times many fields is refused, before a machine is full of them', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }]))
  const items = { type: 'object', properties: many(1_000) }
  const { schema } = readSchema({ type: 'object', properties: { list: { type: 'array', items } } })
  if (!schema) throw new Error('no schema')
  const list = (length: number) => ({ list: Array.from({ length }, () => ({})) })
  expect(validate(schema, list(900))).toEqual([])
  expect(() => validate(schema, list(100_000))).toThrow(/1,000,000 fields/)
})
