import { z } from 'zod'
import { operations } from '../../src/common/api/operations'
import type { Operation } from '../../src/common/api/operations/operation'
import { fc } from '../support/properties'
import { bytes, form, jsonParts } from './kit'
import type { RequestParts } from './transport'

/** One request that the OpenAPI document allows to write, or nearly. */
export interface Generated {
  readonly operation: Operation
  readonly address: string
  readonly parts: RequestParts
}

const guid = '00000000-0000-4000-8000-000000000000'

/** Parts of an address as people, programs and strangers write them, percent-encoded. */
const segments = fc.constantFrom(
  ...[
    'acme',
    'site',
    'index.html',
    'index',
    'page.json',
    'schemas',
    'main',
    'live',
    'preview',
    'publish',
    'media'
  ],
  ...[guid, 'undo', 'resume', 'check', 'run', 'job-none', 'ffffffffffff', '0', '-1', '1e400', 'NaN'],
  ...[
    '',
    '.',
    '..',
    '%2e%2e',
    '%2E%2e%2f',
    '%5C',
    '%2F',
    '%00',
    '%0d%0aX-A:1',
    '%E2%80%AE',
    '%FF',
    '%',
    '%zz'
  ],
  ...[
    '.galley',
    '.da',
    '.trash',
    '__proto__',
    'constructor',
    'CON',
    'CONFIG',
    '*',
    '**',
    '~',
    '%20',
    'a%20b',
    'a+b'
  ],
  ...['%C3%A4', 'a%CC%88', '%F0%9F%98%80', '%3Cscript%3E', 'a;b', 'a:b', 'A.HTML', 'a.'],
  ...['a'.repeat(255), 'a'.repeat(256), 'b/'.repeat(300)]
)

const words = fc.constantFrom(
  ...[
    '',
    ' ',
    'true',
    'false',
    'null',
    '0',
    '1',
    '-1',
    '1.5',
    '1e400',
    '99999999999999999999',
    'NaN',
    'Infinity'
  ],
  ...[
    '*',
    '/',
    '/acme',
    '/acme/site',
    '/acme/site/index.html',
    '/acme/site/../../x',
    '../..',
    '\\',
    'a\\b',
    '\u0000'
  ],
  ...[
    '\r\nX-A: 1',
    '\u202Etxt.exe',
    '<script>alert(1)</script>',
    '"',
    "' OR 1=1",
    '${7*7}',
    '{}',
    '[]',
    '(a+)+$'
  ],
  ...[
    '__proto__',
    'constructor',
    'a@b.c',
    'no body',
    'data',
    'read',
    'write',
    guid,
    'ä'.repeat(300),
    'x'.repeat(9000)
  ],
  ...['http://127.0.0.1:1/', 'http://[::1]:1', 'file:///etc/hosts', 'javascript:alert(1)', 'not an address'],
  ...['2026-11-22', '2026-11-22T10:00:00Z', '1763800000000', '-62135596800001', 'preview', 'live']
)

const headerValues = fc.constantFrom(
  ...['', '*', '"x"', 'W/"x"', '"x", "y"', 'x', '""', 'true', '0', '-1', guid, 'bytes=0-', 'bytes=-1'],
  ...[
    'bytes=5-2',
    'bytes=0-1,3-4',
    'bytes=99999999999999999999-',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'yesterday'
  ],
  ...['\u00e4\u00ff', '%E2%82%AC', 'a'.repeat(6000), '__proto__', '../..', '{"a":1}', 'collab']
)

/** Any JSON that is not what was asked for. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  words,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e300, [], {}, [[]], { a: { b: [1] } }),
  fc.constant(Array.from({ length: 2000 }, (_, at) => at)),
  fc.constant(JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`))
)

type Schema = Readonly<Record<string, unknown>>
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

/** Values of a JSON schema; now and then something else in a place. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const right = rightValuesOf(schema)
  return fc.oneof({ arbitrary: right, weight: 12 }, { arbitrary: anything, weight: 1 })
}

function rightValuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  const choices = schemasIn(schema['anyOf'] ?? schema['oneOf'])
  if (choices.length > 0) return fc.oneof(...choices.map(valuesOf))
  switch (schema['type']) {
    case 'object': {
      const properties = isSchema(schema['properties']) ? schema['properties'] : {}
      const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
      const model = Object.entries(properties).map(
        ([key, one]) => [key, isSchema(one) ? valuesOf(one) : anything] as const
      )
      return fc.record(Object.fromEntries(model), { requiredKeys: required })
    }
    case 'array':
      return fc.array(isSchema(schema['items']) ? valuesOf(schema['items']) : anything, { maxLength: 4 })
    case 'string':
      return words
    case 'integer':
    case 'number':
      return fc.constantFrom(0, 1, 7, 100, 4611, 65_536, -1, 2 ** 53)
    case 'boolean':
      return fc.boolean()
    default:
      return anything
  }
}

function bodiesOf({ body, method }: Operation): fc.Arbitrary<RequestParts> {
  const other = fc.constantFrom<RequestParts>(
    {},
    { headers: { 'Content-Type': 'application/json' }, body: bytes('{"a":') },
    { headers: { 'Content-Type': 'text/html' }, body: bytes('<p>x') },
    { headers: { 'Content-Type': 'multipart/form-data' }, body: bytes('x') },
    { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: bytes('--x\r\n\r\n') },
    {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: bytes('destination=%2Facme%2Fx')
    },
    { headers: { 'Content-Type': 'a/b; \u00e4' }, body: new Uint8Array([0xff, 0xfe, 0, 1]) }
  )
  if (method === 'GET' || method === 'HEAD') return fc.constant({})
  if (body === undefined) return fc.oneof({ arbitrary: fc.constant({}), weight: 4 }, other)
  if (body.kind === 'json') {
    const schema: unknown = z.toJSONSchema(body.schema, { io: 'input', unrepresentable: 'any' })
    const right = valuesOf(isSchema(schema) ? schema : {}).map(jsonParts)
    return fc.oneof({ arbitrary: right, weight: 8 }, other)
  }
  if (body.kind === 'bytes')
    return fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((body) => ({ body: new Uint8Array(body) })),
      other
    )
  const fields = fc
    .tuple(
      ...body.fields.map(({ name }) =>
        fc.array(words, { minLength: 0, maxLength: 2 }).map((all) => ({ name, all }))
      )
    )
    .map((named) => form(named.flatMap(({ name, all }) => all.map((value) => ({ name, value })))))
  return fc.oneof({ arbitrary: fields, weight: 4 }, other)
}

/** The address with each parameter filled in: mostly with what is there, also with what never was. */
function addressesOf({ address, query = [] }: Operation): fc.Arbitrary<string> {
  const likely: Readonly<Record<string, string>> = {
    org: 'acme',
    repo: 'site',
    site: 'site',
    path: 'index.html',
    scope: 'acme/site',
    ref: 'main'
  }
  const places = address.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return fc.constant(part)
    const usual = likely[part.slice(1, -1)]
    return usual === undefined
      ? segments
      : fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: segments, weight: 2 })
  })
  const parameter = fc.constantFrom(...query.map(({ name }) => name), 'unknown')
  const asked = fc.array(fc.tuple(parameter, words), { maxLength: 3 })
  return fc
    .tuple(fc.tuple(...places), asked)
    .map(([parts, pairs]) => parts.join('') + (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''))
}

function headersOf({ headers = [] }: Operation): fc.Arbitrary<Readonly<Record<string, string>>> {
  return fc.dictionary(fc.constantFrom(...headers.map(({ name }) => name), 'Accept'), headerValues, {
    maxKeys: 2
  })
}

/** Requests of every operation, each with its parameters, headers and body. */
export const generated: fc.Arbitrary<Generated> = fc.oneof(
  // these streams have no end
  ...operations
    .filter(({ answers }) => !['events', 'frames'].includes(String(answers[200]?.body)))
    .map((operation) =>
      fc
        .tuple(addressesOf(operation), headersOf(operation), bodiesOf(operation))
        .map(([address, headers, parts]) => ({
          operation,
          address,
          parts: { ...parts, headers: { ...headers, ...parts.headers } }
        }))
    )
)
