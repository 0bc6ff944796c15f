import { describe, expect, it } from 'vitest'
import {
  fieldAt,
  groupsOf,
  propertyAt,
  readSchema,
  type Field,
  type JsonValue,
  type Schema,
  type SchemaIssueReason
} from '../../../src/common/schema'

const schemaOf = (value: JsonValue): Schema => {
  const { schema } = readSchema(value)
  if (!schema) throw new Error('no schema')
  return schema
}
const object = (properties: JsonValue, rest: object = {}): JsonValue => ({
  type: 'object',
  properties,
  ...rest
})
const issuesOf = (value: JsonValue | string) =>
  readSchema(value).issues.map(({ reason, pointer }): [SchemaIssueReason, string] => [reason, pointer])
const field = (sub: JsonValue): Field | null => fieldAt(schemaOf(object({ it: sub })), '/it')

const project = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    Contact: {
      type: 'object',
      title: 'Contact',
      required: ['name'],
      properties: { name: { type: 'string', title: 'Name' }, email: { type: 'string' } }
    }
  },
  type: 'object',
  title: 'Project',
  description: 'What we do next',
  required: ['slug', 'owner'],
  properties: {
    slug: { type: 'string', title: 'Slug', minLength: 3, maxLength: 30, pattern: '^[a-z0-9-]+$' },
    summary: {
      type: 'string',
      'x-semantic-type': 'long-text',
      description: 'Two lines',
      default: 'None yet'
    },
    status: { type: 'string', enum: ['Planning', 'Active'], 'x-semantic-type': 'long-text' },
    owner: { $ref: '#/$defs/Contact', title: 'Owner', required: ['email'] },
    score: { type: 'number', minimum: 0, maximum: 100 },
    rank: { type: 'integer', enum: [1, 2, 3] },
    archived: { type: 'boolean', readOnly: true },
    grid: { type: 'array', minItems: 1, maxItems: 4, items: { type: 'array', items: { type: 'number' } } },
    people: { type: 'array', items: { $ref: '#/$defs/Contact' } }
  }
}

describe('reading a schema', () => {
  const schema = schemaOf(project)

  it('F2 every keyword of the subset is read, without an issue', () => {
    expect(readSchema(project).issues).toEqual([])
    expect(readSchema(JSON.stringify(project)).issues).toEqual([])
    expect(schema).toMatchObject({ title: 'Project', description: 'What we do next' })
    expect(fieldAt(schema, '/slug')).toMatchObject({
      kind: 'string',
      minLength: 3,
      maxLength: 30,
      multiline: false
    })
    expect(fieldAt(schema, '/summary')).toMatchObject({
      multiline: true,
      description: 'Two lines',
      default: 'None yet'
    })
    expect(fieldAt(schema, '/status')).toMatchObject({ options: ['Planning', 'Active'], multiline: false })
    expect(fieldAt(schema, '/score')).toMatchObject({ kind: 'number', minimum: 0, maximum: 100 })
    expect(fieldAt(schema, '/rank')).toMatchObject({ kind: 'integer', options: [1, 2, 3] })
    expect(fieldAt(schema, '/archived')).toMatchObject({ kind: 'boolean', readOnly: true })
    expect(fieldAt(schema, '/grid/0/3')).toMatchObject({ kind: 'number' })
    expect(fieldAt(schema, '/people/7')).toMatchObject({
      kind: 'object',
      title: 'Contact',
      source: '/$defs/Contact'
    })
    expect(fieldAt(schema, '/people')).toMatchObject({ itemLabel: 'Contact' })
    expect(fieldAt(schema, '/unknown/x')).toBeNull()
    expect(fieldAt(schema, '')).toBe(schema.root)
  })

  it('F2 what stands beside a reference wins over its target, and required adds up', () => {
    expect(fieldAt(schema, '/owner')).toMatchObject({ title: 'Owner', source: '/$defs/Contact' })
    expect(propertyAt(schema, '/owner/email')).toMatchObject({ required: true, label: 'email', order: 1 })
    expect(propertyAt(schema, '/owner/name')).toMatchObject({ required: true, label: 'Name', order: 0 })
    expect(propertyAt(schema, '/people/0/email')).toMatchObject({ required: false })
    expect(propertyAt(schema, '/people/0')).toBeNull()
  })

  it('F2 leaves that follow each other make a group; objects and lists are sections', () => {
    const root = schema.root.kind === 'object' ? schema.root : null
    const groups =
      root &&
      groupsOf(root).map((group) =>
        group.kind === 'leaves' ? group.properties.map(({ key }) => key) : group.property.key
      )
    expect(groups).toEqual([
      ['slug', 'summary', 'status'],
      'owner',
      ['score', 'rank', 'archived'],
      'grid',
      'people'
    ])
  })

  it.each<[string, JsonValue, SchemaIssueReason, string]>([
    ['a composition', { oneOf: [{ type: 'string' }] }, 'unsupported-composition', '/oneOf'],
    ['a list of types', { type: ['string', 'null'] }, 'type-as-array', '/type'],
    ['an unknown type', { type: 'date' }, 'unsupported-type', '/type'],
    ['no type', { title: 'x' }, 'missing-type', ''],
    ['no sub-schema', true, 'missing-type', ''],
    ['a reference that leaves', { $ref: 'https://x.example/a.json' }, 'external-ref', '/$ref'],
    ['a reference of another type', { $ref: 7 }, 'external-ref', '/$ref'],
    ['a reference to nothing', { $ref: '#/$defs/none' }, 'unresolved-ref', '/$ref'],
    ['a reference to a prototype', { $ref: '#/constructor' }, 'unresolved-ref', '/$ref'],
    ['a reference to an anchor', { $ref: '#name' }, 'unresolved-ref', '/$ref'],
    ['a reference to itself', { $ref: '#/properties/it' }, 'circular-ref', '/$ref']
  ])('F2 %s is an issue at its place, and the field is not shown', (_, sub, reason, below) => {
    expect(issuesOf(object({ it: sub }))).toContainEqual([reason, `/properties/it${below}`])
    expect(field(sub)).toMatchObject({ kind: 'unsupported', reason })
  })

  it.each<[string, JsonValue, SchemaIssueReason, string]>([
    ['a broken pattern', { type: 'string', pattern: '(' }, 'invalid-pattern', 'pattern'],
    [
      'a pattern with a back reference',
      { type: 'string', pattern: '(a)\\1' },
      'unsupported-pattern',
      'pattern'
    ],
    ['a negative length', { type: 'string', minLength: -1 }, 'invalid-keyword', 'minLength'],
    ['half a length', { type: 'string', maxLength: 1.5 }, 'invalid-keyword', 'maxLength'],
    ['a bound that is text', { type: 'number', minimum: '1' }, 'invalid-keyword', 'minimum'],
    ['a title that is no text', { type: 'string', title: 5 }, 'invalid-keyword', 'title'],
    ['an empty enum', { type: 'string', enum: [] }, 'invalid-keyword', 'enum'],
    ['an enum of another type', { type: 'string', enum: [1, 'a'] }, 'invalid-keyword', 'enum'],
    ['bounds that cross', { type: 'number', minimum: 5, maximum: 1 }, 'contradiction', 'minimum'],
    ['a default of another type', { type: 'number', default: 'x' }, 'invalid-default', 'default'],
    [
      'a default against the rules',
      { type: 'string', enum: ['a'], default: 'b' },
      'invalid-default',
      'default'
    ],
    [
      'a required name that is not there',
      { type: 'object', properties: {}, required: ['x'] },
      'unknown-required',
      'required/0'
    ],
    [
      'required that is no list',
      { type: 'object', properties: {}, required: true },
      'invalid-keyword',
      'required'
    ],
    ['properties that are no object', { type: 'object', properties: [] }, 'invalid-keyword', 'properties'],
    ['a keyword outside the subset', { type: 'string', format: 'date' }, 'ignored-keyword', 'format'],
    ['a keyword of another kind', { type: 'number', maxLength: 3 }, 'ignored-keyword', 'maxLength']
  ])('F2 %s is an issue, and the field works without it', (_, sub, reason, keyword) => {
    expect(issuesOf(object({ it: sub }))).toEqual([[reason, `/properties/it/${keyword}`]])
    expect(field(sub)?.kind).not.toBe('unsupported')
  })

  it('F2 a composition beside properties leaves the properties', () => {
    const sub = { allOf: [{}], properties: { name: { type: 'string' } } }
    expect(issuesOf(object({ it: sub }))).toEqual([['unsupported-composition', '/properties/it/allOf']])
    expect(field(sub)).toMatchObject({ kind: 'object' })
  })

  it.each([
    ['{\n  "type": "object",\n  x', 3, 3],
    ['', 1, 1],
    ['{', 1, 2],
    ['{\n  "title": "unfinished', 2, 12],
    ['{"a": 1,\n}', 2, 1],
    ['{"a": tru}', 1, 7],
    ['{"a": 01}', 1, 7],
    ['{\r\n\t"a": "\t"}', 2, 7],
    ['{"a": 1} x', 1, 10],
    ['{"a": "\\x"}', 1, 7],
    ['undefined', 1, 1],
    ['{\n"ü": 😀}', 2, 6]
  ])('F2 broken text %j tells line %d and column %d', (text, line, column) => {
    const { schema, issues } = readSchema(text)
    expect(schema).toBeNull()
    expect(issues).toMatchObject([{ reason: 'not-json', severity: 'error', position: { line, column } }])
    expect(issues[0]?.message).toContain(`line ${line}, column ${column}`)
  })

  it('F2 every issue of a text tells where it is written', () => {
    const text = JSON.stringify(
      { type: 'object', properties: { one: { type: 'any' }, metadata: { type: 'string' } } },
      null,
      2
    )
    expect(readSchema(text).issues.map(({ reason, position }) => [reason, position])).toEqual([
      ['unsupported-type', { line: 5, column: 7 }],
      ['reserved-key', { line: 7, column: 5 }]
    ])
    expect(readSchema(' []').issues).toMatchObject([
      { reason: 'not-an-object', position: { line: 1, column: 2 } }
    ])
    expect(readSchema(' '.repeat(9 * 1024 * 1024)).issues).toMatchObject([
      { reason: 'too-large', position: { line: 1, column: 1 } }
    ])
  })

  it('F2 what is no object or list of fields is no schema', () => {
    expect(readSchema('[]').issues[0]?.reason).toBe('not-an-object')
    expect(issuesOf({ type: 'string' })).toEqual([['unsupported-root', '/type']])
    expect(readSchema({ type: 'array', items: { type: 'string' } }).issues).toEqual([])
  })

  it('F2 each required name that is not there is told', () => {
    expect(issuesOf(object({ a: { type: 'string' } }, { required: ['x', 'a', 'y', 7] }))).toEqual([
      ['unknown-required', '/required/0'],
      ['unknown-required', '/required/2'],
      ['invalid-keyword', '/required/3']
    ])
  })

  it('F2 a definition that nothing uses is checked too, a used one reported once', () => {
    const bad = { type: 'string', pattern: '[' }
    const twice = object(
      { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } },
      { $defs: { x: bad, y: bad } }
    )
    expect(issuesOf(twice)).toEqual([
      ['invalid-pattern', '/$defs/x/pattern'],
      ['invalid-pattern', '/$defs/y/pattern']
    ])
    expect(readSchema(twice).issues.map(({ dataPointer }) => dataPointer)).toEqual(['/a', null])
  })

  it.each(['metadata', 'section-metadata', 'Metadata'])(
    'F4 the key %s is reserved: an issue, and no field',
    (key) => {
      const value = object({ [key]: { type: 'string' }, name: { type: 'string' } })
      expect(issuesOf(value)).toEqual([['reserved-key', `/properties/${key}`]])
      expect(fieldAt(schemaOf(value), `/${key}`)).toMatchObject({
        kind: 'unsupported',
        reason: 'reserved-key'
      })
      expect(fieldAt(schemaOf(value), '/name')).toMatchObject({ kind: 'string' })
    }
  )

  it.each(['snake_case', '_name', 'a1', 'kebab-case', 'camelCase'])(
    'F4 the key %j is none to speak of',
    (key) => {
      expect(issuesOf(object({ [key]: { type: 'string' } }))).toEqual([])
    }
  )

  it('F2 F4 what lies outside of the subset is a note, never an error', () => {
    const value = object({
      'my.field': { type: 'string' },
      one: { oneOf: [{ type: 'string' }] },
      two: { type: ['string', 'null'] },
      three: { type: 'null' },
      four: { $ref: 'https://example.com/schema.json' },
      five: { type: 'string', format: 'date', contentEncoding: 'base64' },
      six: { type: 'object', properties: { a: { type: 'string' } }, allOf: [{}], additionalProperties: false }
    })
    const { issues } = readSchema(value)
    expect(issues.length).toBeGreaterThanOrEqual(8)
    expect(issues.filter(({ severity }) => severity !== 'note')).toEqual([])
  })

  it.each(['my.field', '123abc', 'größe', 'a b'])(
    'F4 the key %j is malformed: an issue, and still a field',
    (key) => {
      expect(issuesOf(object({ [key]: { type: 'string' } }))).toEqual([
        ['malformed-key', `/properties/${key}`]
      ])
      expect(fieldAt(schemaOf(object({ [key]: { type: 'string' } })), `/${key}`)).toMatchObject({
        kind: 'string'
      })
    }
  )

  it.each(['', ' a', '@items', '__proto__', 'a\nb'])(
    'F4 the key %j cannot be stored: an issue, and no field',
    (key) => {
      const value = object(JSON.parse(`{${JSON.stringify(key)}:{"type":"string"}}`))
      expect(issuesOf(value).map(([reason]) => reason)).toEqual(['malformed-key'])
      const root = schemaOf(value).root
      expect(root.kind === 'object' && root.properties[0]?.field.kind).toBe('unsupported')
    }
  )

  it('F4 keys that differ by case are two fields', () => {
    const root = schemaOf(object({ Name: { type: 'string' }, name: { type: 'number' } })).root
    expect(root.kind === 'object' && [...root.byKey.keys()]).toEqual(['Name', 'name'])
  })
})

describe('references to the limit', () => {
  const chain = (length: number) => {
    const $defs = Object.fromEntries(
      Array.from({ length }, (_, n) => [
        `d${n + 1}`,
        n + 1 < length ? object({ next: { $ref: `#/$defs/d${n + 2}` } }) : { type: 'string' }
      ])
    )
    return object({ next: { $ref: '#/$defs/d1' } }, { $defs })
  }

  it('F2 ten expansions are followed', () => {
    expect(issuesOf(chain(10))).toEqual([])
    expect(fieldAt(schemaOf(chain(10)), '/next'.repeat(10))).toMatchObject({ kind: 'string' })
  })

  it('F2 the eleventh is an issue at its place, and the ten above stay', () => {
    expect(issuesOf(chain(11))).toEqual([['ref-too-deep', '/$defs/d10/properties/next/$ref']])
    expect(fieldAt(schemaOf(chain(11)), '/next'.repeat(10))).toMatchObject({ kind: 'object' })
    expect(fieldAt(schemaOf(chain(11)), '/next'.repeat(11))).toMatchObject({
      kind: 'unsupported',
      reason: 'ref-too-deep'
    })
  })

  it('F2 a reference to a reference counts each', () => {
    const $defs: Record<string, JsonValue> = { d11: { type: 'string' } }
    for (let n = 1; n <= 10; n++) $defs[`d${n}`] = { $ref: `#/$defs/d${n + 1}` }
    expect(issuesOf(object({ it: { $ref: '#/$defs/d2' } }, { $defs })).map(([reason]) => reason)).toEqual([])
    expect(issuesOf(object({ it: { $ref: '#/$defs/d1' } }, { $defs })).map(([reason]) => reason)).toContain(
      'ref-too-deep'
    )
  })

  it('F2 a definition that holds itself ends at the tenth level', () => {
    const tree = object(
      { root: { $ref: '#/$defs/node' } },
      {
        $defs: {
          node: object({
            label: { type: 'string' },
            below: { type: 'array', items: { $ref: '#/$defs/node' } }
          })
        }
      }
    )
    expect(issuesOf(tree)).toEqual([['ref-too-deep', '/$defs/node/properties/below/items/$ref']])
    expect(readSchema(tree).issues[0]?.severity).toBe('warning')
    expect(fieldAt(schemaOf(tree), `/root${'/below/0'.repeat(9)}/label`)).toMatchObject({ kind: 'string' })
    expect(fieldAt(schemaOf(tree), `/root${'/below/0'.repeat(10)}`)).toMatchObject({ kind: 'unsupported' })
    expect(issuesOf({ type: 'object', properties: { again: { $ref: '#' } } })).toEqual([
      ['ref-too-deep', '/properties/again/$ref']
    ])
  })

  it('F2 definitions that only lead to each other are told as circular', () => {
    const value = object(
      { it: { $ref: '#/$defs/a' } },
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
    )
    expect(issuesOf(value).map(([reason]) => reason)).toContain('circular-ref')
  })
})

describe('hostile schemas', () => {
  const inTime = (value: JsonValue | string) => {
    const start = performance.now()
    const reading = readSchema(value)
    expect(performance.now() - start).toBeLessThan(20_000)
    return reading
  }

  it('F2 a definition that holds itself thirty times does not unfold', () => {
    const again = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`k${n}`, { $ref: '#/$defs/node' }])
    )
    expect(
      inTime(object({ it: { $ref: '#/$defs/node' } }, { $defs: { node: object(again) } })).schema
    ).not.toBeNull()
  })

  it('F2 thousands of references to a definition with thousands of properties end', () => {
    const many = (make: (n: number) => JsonValue) =>
      Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, make(n)]))
    const value = object(
      many(() => ({ $ref: '#/$defs/big' })),
      { $defs: { big: object(many(() => ({ type: 'string' }))) } }
    )
    expect(inTime(value).issues.map(({ reason }) => reason)).toContain('too-large')
  })

  it('F2 thousands of levels are cut off, also in text', () => {
    const text = `${'{"type":"object","properties":{"a":'.repeat(20_000)}{"type":"string"}${'}}'.repeat(20_000)}`
    expect(inTime(text).issues.map(({ reason }) => reason)).toContain('too-deep')
  })

  it('F2 an enum of 200,000 values and 3,000 distinct patterns are read', () => {
    const options = Array.from({ length: 200_000 }, (_, n) => `option ${n}`)
    const patterns = Array.from({ length: 3000 }, (_, n) => [
      `k${n}`,
      { type: 'string', pattern: `^(a{1,50}){1,50}${n}$` }
    ])
    inTime(object({ it: { type: 'string', enum: options } }))
    expect(inTime(object(Object.fromEntries(patterns))).issues.map(({ reason }) => reason)).toContain(
      'unsupported-pattern'
    )
  })
})
