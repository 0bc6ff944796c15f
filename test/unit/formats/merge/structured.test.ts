import { describe, expect, it } from 'vitest'
import { mergeFiles, type Choice, type FileMerge } from '../../../../src/common/formats'
import { readSchema, type JsonObject, type JsonValue } from '../../../../src/common/schema'
import { newDocument, parseDocument, writeDocument } from '../../../../src/common/formats/structured'
import { forSeeds } from './random'
import { anyJson, editedJson, leavesOf } from './values'

const bytes = (text: string) => new TextEncoder().encode(text)
const html = (data: JsonValue) => writeDocument(newDocument({ title: 'Walk', schemaName: 'place', data }))
const textOf = (merged: FileMerge) => new TextDecoder().decode(merged.bytes)
const dataOf = (text: string) => {
  const reading = parseDocument(text)
  if (!('document' in reading)) throw new Error(reading.refusal)
  return reading.document.data
}
const { schema } = readSchema({
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 12 },
    from: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    stops: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'string' }, at: { type: 'string' } } }
    }
  }
})
const merge = (
  base: string,
  local: string,
  remote: string,
  choices: readonly (readonly [string, Choice])[] = []
) =>
  mergeFiles(
    { ext: 'html', base: bytes(base), local: bytes(local), remote: bytes(remote) },
    { choices: new Map(choices), schemaOf: (name) => (name === 'place' ? schema : null) }
  )

describe('structured documents', () => {
  const base: JsonObject = {
    name: 'Pier',
    from: 7,
    tags: ['sea'],
    stops: [
      { id: 'a', at: '1' },
      { id: 'b', at: '2' }
    ]
  }

  it('MG5 merge as data, field by field and item by item', () => {
    const local = {
      ...base,
      name: '42',
      tags: ['sea', 'sun'],
      stops: [
        { id: 'a', at: '9' },
        { id: 'b', at: '2' }
      ]
    }
    const remote = {
      ...base,
      from: 8,
      tags: ['sea', 'wind'],
      stops: [
        { id: 'b', at: '2' },
        { id: 'c', at: '3' }
      ]
    }
    const result = merge(html(base), html(local), html(remote))
    expect(result.kind).toBe('structured')
    expect(result.conflicts).toMatchObject([{ place: { at: '/stops/"a"' }, kind: 'item' }])
    const taken = merge(html(base), html(local), html(remote), [[result.conflicts[0]?.id ?? '', 'remote']])
    expect(textOf(taken)).toBe(
      html({
        name: '42',
        from: 8,
        tags: ['sea', 'sun', 'wind'],
        stops: [
          { id: 'b', at: '2' },
          { id: 'c', at: '3' }
        ]
      })
    )
  })

  it('MG5 a document that only the merge makes invalid is a conflict', () => {
    const result = merge(
      html(base),
      html({ ...base, tags: ['sea', 'sun'] }),
      html({ ...base, tags: ['sea', 'wind', 'rain'] })
    )
    expect(result.conflicts).toMatchObject([{ kind: 'validity', place: { at: '/tags' } }])
    const merged = merge(
      html(base),
      html({ ...base, tags: ['sea', 'sun'] }),
      html({ ...base, tags: ['sea', 'wind', 'rain'] }),
      [['#validity', 'merged']]
    )
    expect(dataOf(textOf(merged))).toMatchObject({ tags: ['sea', 'sun', 'wind', 'rain'] })
  })

  it('MG5 what somebody wrote round the form stays', () => {
    const form = html(base)
    const local = form.replace('<footer>', '<footer><p>Local words</p>')
    const result = merge(form, local, html({ ...base, from: 9 }))
    expect(result.open).toBe(0)
    expect(textOf(result)).toContain('Local words')
    expect(dataOf(textOf(result))).toMatchObject({ from: 9 })
  })

  it('MG5 bold set on one side is not lost beside a change of the other', () => {
    const form = html(base)
    const remote = form.replace('<p>Pier</p>', '<p><strong>Pier</strong></p>')
    const both = merge(form, form.replace('<p>7</p>', '<p>9</p>'), remote)
    expect(both.open).toBe(0)
    expect(textOf(both)).toContain('<strong>Pier</strong>')
    expect(dataOf(textOf(both))).toMatchObject({ name: 'Pier', from: 9 })
  })
})

describe('properties of merging structured documents', () => {
  it('MG1 MG5 MG6 loses nothing, and can be read again as what was put together', () => {
    forSeeds(600, (random) => {
      const base: JsonValue = { one: anyJson(random), two: anyJson(random), three: 'x' }
      const [b, l, r] = [base, editedJson(base, random, 'L'), editedJson(base, random, 'R')].map((data) =>
        html(data)
      )
      if (b === undefined || l === undefined || r === undefined) throw new Error('three states')
      const result = merge(b, l, r)
      const text = textOf(result)
      const inResult = leavesOf(dataOf(text))
      for (const [side, mark, whole] of [
        ['local', '"L', l],
        ['remote', '"R', r]
      ] as const) {
        const told = result.conflicts.map((one) => JSON.stringify(one[side] ?? null)).join()
        for (const leaf of leavesOf(dataOf(whole))) {
          if (leaf.startsWith(mark) && !inResult.has(leaf)) expect(told).toContain(leaf.slice(1, -1))
        }
      }
      expect(merge(b, r, l).open).toBe(result.open)
    })
  })
})
