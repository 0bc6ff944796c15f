import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { readSchema } from '../../../../src/common/schema'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'
import { checkResult } from '../../../../src/renderer/src/features/sync/deciding/result-check'
import { timeLeft } from '../../../../src/renderer/src/features/sync/panel/time-left'

const file = (name: string) => ({ path: contentPath(`/acme/site/${name}`), isConfig: false, schema: null })

describe('the check of what a file becomes', () => {
  it('Y30 says whether JSON and sheets are sound', () => {
    expect(checkResult('{"a":1}', file('a.json'))).toEqual({ ok: true, words: 'Valid JSON.', problems: [] })
    expect(checkResult('{"a":', file('a.json'))).toMatchObject({ ok: false, words: 'Is no JSON:' })
    const sheet = '{":type":"sheet",":sheetname":"data","total":1,"data":[{"key":"a"}]}'
    expect(checkResult(sheet, file('a.json'))?.words).toBe('Valid: a sheet with 1 row.')
  })

  it('Y30 C1 P5 says which rule of configs is broken', () => {
    const config = { ...file('a.json'), isConfig: true }
    const row = { path: 'CONFIG', actions: 'write', groups: 'acme/admins' }
    const text = (rows: readonly object[]) =>
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: rows.length, data: rows })
    expect(checkResult(text([row]), config)?.ok).toBe(true)
    expect(checkResult(text([]), config)).toMatchObject({ ok: false, words: 'Breaks a rule of configs:' })
  })

  it('Y30 checks a structured document against its schema, and a page for its markup', () => {
    const { schema } = readSchema('{"type":"object","properties":{"name":{"type":"string","maxLength":5}}}')
    const document = (name: string) =>
      writeDocument(newDocument({ title: 'a', schemaName: 'place', data: { name } }))
    const place = { ...file('a.html'), schema }
    expect(checkResult(document('Pier'), place)?.words).toBe('Keeps every rule of its schema.')
    const broken = checkResult(document('The long pier'), place)
    expect([broken?.ok, broken?.problems[0]?.startsWith('/name: ')]).toEqual([false, true])
    expect(checkResult('<body><main><p>Hello</p></main></body>', file('a.html'))?.ok).toBe(true)
    expect(checkResult('<body><main><div>Hello</main></body>', file('a.html'))?.ok).toBe(false)
    expect(checkResult('anything', file('a.txt'))).toBeNull()
  })
})

describe('the time that is left', () => {
  it('Y32 follows from the speed so far, and is not told before anybody can know', () => {
    const first = { at: 0, done: 0 }
    expect(timeLeft(first, { at: 1_000, done: 50 }, 100)).toBe('')
    expect(timeLeft(first, { at: 10_000, done: 50 }, 100)).toBe('about 10 seconds left')
    expect(timeLeft(first, { at: 10_000, done: 100 }, 10_000)).toBe('about 17 minutes left')
    expect(timeLeft(first, { at: 60_000, done: 100 }, 100)).toBe('')
  })
})
