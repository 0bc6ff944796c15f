import { describe, expect, it } from 'vitest'
import { defaultsFor, fieldAt, newItem, readSchema, type JsonValue } from '../../../src/common/schema'

const schemaOf = (value: JsonValue) => {
  const { schema } = readSchema(value)
  if (!schema) throw new Error('no schema')
  return schema
}
const itemOf = (items: JsonValue) => {
  const list = fieldAt(schemaOf({ type: 'object', properties: { it: { type: 'array', items } } }), '/it')
  return list?.kind === 'array' ? newItem(list) : undefined
}

describe('defaults', () => {
  it('F2 a new document has the defaults, false for switches, and blank items of required lists', () => {
    const schema = schemaOf({
      type: 'object',
      required: ['tags', 'owner'],
      properties: {
        title: { type: 'string', default: 'Untitled' },
        note: { type: 'string' },
        open: { type: 'boolean' },
        count: { type: 'integer', default: 3 },
        tags: { type: 'array', minItems: 2, items: { type: 'string' } },
        links: { type: 'array', minItems: 2, items: { type: 'string' } },
        owner: { type: 'object', properties: { active: { type: 'boolean' }, name: { type: 'string' } } },
        sponsor: {
          type: 'object',
          properties: { active: { type: 'boolean' }, level: { type: 'string', default: 'gold' } }
        },
        given: {
          type: 'object',
          default: { a: 1 },
          properties: { a: { type: 'number' }, b: { type: 'string', default: 'x' } }
        }
      }
    })
    expect(defaultsFor(schema)).toEqual({
      title: 'Untitled',
      open: false,
      count: 3,
      tags: ['', ''],
      owner: { active: false },
      sponsor: { level: 'gold' },
      given: { a: 1, b: 'x' }
    })
  })

  it('F2 a root list begins with the items it needs', () => {
    expect(defaultsFor(schemaOf({ type: 'array', minItems: 2, items: { type: 'string' } }))).toEqual(['', ''])
    expect(defaultsFor(schemaOf({ type: 'object', properties: {} }))).toEqual({})
  })

  it.each<[JsonValue, JsonValue]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', default: 'x' }, 'x'],
    [{ type: 'boolean' }, false],
    [{ type: 'number' }, null],
    [{ type: 'array', items: { type: 'string' } }, []],
    [{ type: 'object', properties: {} }, {}],
    [
      {
        type: 'object',
        required: ['rows'],
        properties: {
          on: { type: 'boolean' },
          by: { type: 'string', default: 'me' },
          rows: { type: 'array', items: { type: 'string' } }
        }
      },
      { on: false, by: 'me' }
    ]
  ])('F2 a new item of %j is %j', (items, item) => expect(itemOf(items)).toEqual(item))

  it('F2 definitions that hold themselves five times do not unfold to millions of defaults', () => {
    const keys = ['a', 'b', 'c', 'd', 'e']
    const node = {
      type: 'object',
      required: keys,
      properties: Object.fromEntries([
        ...keys.map((key) => [key, { $ref: '#/$defs/node' }]),
        ['on', { type: 'boolean' }]
      ])
    }
    const start = performance.now()
    defaultsFor(schemaOf({ ...node, $defs: { node } }))
    expect(performance.now() - start, 'unfolding it never ends').toBeLessThan(60_000)
  })
})
