import { describe, expect, it } from 'vitest'
import {
  compareStructure,
  diffHtml,
  diffWords,
  performDiff,
  restorePicked,
  type Pick,
  type Structure,
  blockAt,
  fieldAt
} from '../../../../src/common/compare'
import { pageItems } from '../../../../src/renderer/src/engines/diff-views/changes/page-items'
import { sheetItems } from '../../../../src/renderer/src/engines/diff-views/changes/sheet-items'
import { parseJson } from '../../../../src/common/json'
import { writeJson } from '../../../../src/common/formats/json/write'
import { readSchema, type JsonValue } from '../../../../src/common/schema'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'

const json = (value: unknown) => JSON.stringify(value, null, 2)
const before = json({ price: 12, tags: ['red'], crew: [{ id: 'a', name: 'Ada', role: 'mate' }] })
const after = json({ price: 15, tags: ['red', 'blue'], crew: [{ id: 'a', name: 'Ada', role: 'captain' }] })

function picks(structure: Structure): Pick[] {
  if (structure.kind !== 'fields') throw new Error('no fields')
  return structure.groups.flatMap(({ of, comparison }) =>
    comparison.diff.map((change): Pick => ({ kind: 'field', of, change }))
  )
}

const restored = (older: string, now: string, pick: Pick | undefined, format: 'json' | 'page' = 'json') =>
  pick ? restorePicked(older, now, pick, { format }) : null

describe('taking one change back in the text as it is now', () => {
  it('D13 a field has its old value again, and the rest of the text keeps its form', () => {
    const [price] = picks(compareStructure(before, after, 'json'))
    expect(restored(before, after, price)).toBe(after.replace('15', '12'))
    const compact = JSON.stringify(JSON.parse(after))
    expect(restored(before, compact, price)).toBe(compact.replace('15', '12'))
  })

  it('D13 what was written since the comparison stays, and a change that is gone is not restored', () => {
    const [price] = picks(compareStructure(before, after, 'json'))
    const since = after.replace('"Ada"', '"Adele"')
    expect(restored(before, since, price)).toBe(since.replace('15', '12'))
    expect(restored(before, after.replace('15', '16'), price)).toBeNull()
    expect(restored(before, 'no JSON', price)).toBeNull()
  })

  it('D13 a row, a cell, a column and a sheet are restored, and the total stays right', () => {
    const rows = [
      { id: 'a', price: '1', note: 'x' },
      { id: 'b', price: '2', note: 'y' }
    ]
    const sheet = (data: readonly object[]) => json({ ':type': 'sheet', total: data.length, data })
    const older = sheet(rows)
    const now = sheet([{ id: 'b', price: '9' }])
    const structure = compareStructure(older, now, 'json')
    if (structure.kind !== 'sheets') throw new Error('no sheets')
    const [change] = structure.comparison.diff.sheets
    if (change?.kind !== 'changed') throw new Error('no change')
    const [row] = change.diff.rows
    const cell = change.diff.cells.find(({ column }) => column.after === 'price')
    if (!row || !cell) throw new Error('no row or cell')
    const put = (restore: Extract<Pick, { kind: 'sheet' }>['restore']) =>
      JSON.parse(restored(older, now, { kind: 'sheet', restore }) ?? 'null') as unknown
    expect(put({ kind: 'row', sheet: change, row })).toMatchObject({
      total: 2,
      data: [rows[0], { price: '9' }]
    })
    expect(put({ kind: 'cell', sheet: change, cell })).toMatchObject({ total: 1, data: [{ price: '2' }] })
    expect(put({ kind: 'column', sheet: change, name: 'note' })).toMatchObject({
      data: [{ id: 'b', price: '9', note: 'y' }]
    })
    expect(put({ kind: 'cells', sheet: change, row: 0 })).toMatchObject({ data: [rows[1]] })
  })

  it('D13 a block of a page is restored, also when words elsewhere were changed since', () => {
    const page = (...blocks: readonly string[]) => `<body><main><div>${blocks.join('')}</div></main></body>`
    const older = page('<h1>A</h1>', '<p>one two three</p>', '<p>last</p>')
    const now = page('<h1>A</h1>', '<p>one 2 three</p>', '<p>last</p>')
    const block = diffHtml(older, now)
      .sections.flatMap(({ blocks }) => blocks)
      .find(({ change }) => change === 'changed')
    if (!block) throw new Error('no block')
    expect(restored(older, now, { kind: 'block', block }, 'page')).toBe(older)
    const since = now.replace('last', 'last words')
    expect(restored(older, since, { kind: 'block', block }, 'page')).toBe(older.replace('last', 'last words'))
    expect(restored(older, older, { kind: 'block', block }, 'page')).toBeNull()
  })

  it('D13 a field and the title of a structured document are restored in its stored form', () => {
    const { schema } = readSchema(
      JSON.stringify({ type: 'object', properties: { seats: { type: 'integer', title: 'Seats' } } })
    )
    const boat = (title: string, seats: number) =>
      writeDocument(newDocument({ title, schemaName: 'boat', data: { seats } }))
    const [older, now] = [boat('Tern', 12), boat('The Tern', 15)]
    const structure = compareStructure(older, now, 'page', { schema })
    const [title, seats] = picks(structure)
    expect(structure.kind === 'fields' && structure.groups.map(({ words }) => words[0]?.label)).toEqual([
      'Title',
      'Seats'
    ])
    expect(title && restorePicked(older, now, title, { format: 'page', schema })).toBe(boat('Tern', 15))
    expect(seats && restorePicked(older, now, seats, { format: 'page', schema })).toBe(boat('The Tern', 12))
  })

  it('D13 JSON is written in the form of the text that it replaces', () => {
    const writtenJson = (value: JsonValue, text: string) => writeJson({ text, value: parseJson(text) }, value)
    for (const indent of ['  ', '\t', '    '])
      expect(writtenJson({ a: 1 }, JSON.stringify({ a: 2, b: 3 }, null, indent) + '\n')).toBe(
        JSON.stringify({ a: 1 }, null, indent) + '\n'
      )
    expect(writtenJson([1], '[1,2]')).toBe('[1]')
  })
})

describe('comparing by structure', () => {
  it('D12 says which side has no structure', () => {
    expect(compareStructure('{', '{}', 'json')).toEqual({ kind: 'unreadable', side: 'before' })
    expect(compareStructure('{}', '{', 'json')).toEqual({ kind: 'unreadable', side: 'after' })
    expect(compareStructure('<p>a page</p>', '<p>a page</p>', 'page').kind).toBe('unreadable')
  })

  it('D14 a structured document is told by its fields, not by its page', () => {
    const boat = (seats: number) =>
      writeDocument(newDocument({ title: 'Tern', schemaName: 'boat', data: { seats } }))
    const schema = JSON.stringify({
      type: 'object',
      properties: { seats: { type: 'integer', title: 'Seats' } }
    })
    const job = { kind: 'summary', before: boat(12), after: boat(15), format: 'page', schema } as const
    expect(performDiff(job)).toBe('Seats 12 → 15')
  })

  it('D11 traces fields, rows and blocks from a text to the one before', () => {
    const field = { kind: 'field', pointer: '/crew/0/name' } as const
    const trace = { kind: 'trace', states: [after, before], format: 'json' } as const
    expect(performDiff({ ...trace, place: field })).toEqual({ kept: 2, place: field })
    const price = { kind: 'field', pointer: '/price' } as const
    expect(performDiff({ ...trace, place: price })).toEqual({ kept: 1, place: price })
    const page = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
    const pages = [page('new', 'same', 'two'), page('same', 'two'), page('same', 'two', 'same'), page('two')]
    const block = (index: number) =>
      performDiff({ kind: 'trace', states: pages, format: 'page', place: { kind: 'block', index } })
    expect(block(0)).toMatchObject({ kept: 1 })
    expect(block(1)).toEqual({ kept: 3, place: { kind: 'block', index: 0 } })
    expect(block(2)).toEqual({ kept: 4, place: { kind: 'block', index: 0 } })
  })

  it('D16 a place in a text is the field, or the block, that it lies in', () => {
    const json = '{ "a": 1, "crew": [ { "name": "Ada" }, "x\\"y" ] }'
    const at = (text: string) => fieldAt(json, json.indexOf(text))
    expect([at('1,'), at('"a"'), at('Ada'), at('"name"'), at('"y'), at('}, "x')]).toEqual([
      '/a',
      '/a',
      '/crew/0/name',
      '/crew/0/name',
      '/crew/1',
      '/crew/0/name'
    ])
    expect(fieldAt(json, json.length)).toBe('')
    expect(fieldAt('{', 0)).toBeNull()
    const html =
      '<body><main><div><h1>Title</h1><p>Text</p></div><div><div class="hero">x</div></div></main></body>'
    const in_ = (text: string) => blockAt(html, html.indexOf(text))
    expect(in_('Title')).toEqual({ index: 0, element: 'h1', name: null, text: 'Title' })
    expect(in_('Text')).toMatchObject({ index: 1, element: 'p' })
    expect(in_('x</div>')).toMatchObject({ index: 2, element: 'div', name: 'hero' })
    expect(blockAt(html, 0)).toBeNull()
    expect(blockAt('', 0)).toBeNull()
  })

  it('D1 words that changed lead from one value to the other, and blanks alone are no common ground', () => {
    const [older, now] = ['sails at dawn with a crew', 'sails at noon with one crew']
    const edits = diffWords(older, now)
    expect(edits.map(({ removed, added }) => [removed, added])).toEqual([
      ['dawn', 'noon'],
      ['a', 'one']
    ])
    expect(diffWords('one two', 'three four')).toMatchObject([{ removed: 'one two', added: 'three four' }])
    expect(diffWords(older, older)).toEqual([])
  })

  const book = (names: readonly string[], more: Record<string, object>) =>
    JSON.stringify({ ':names': names, ':type': 'multi-sheet', ...more }, null, 2)
  const sheetWith = (rows: readonly object[], more = {}) => ({ total: rows.length, ...more, data: rows })
  /** Every restore that the changes between two texts offer, done one after the other. */
  const takenBack = (older: string, newer: string) => {
    const told: string[] = []
    let text = newer
    for (;;) {
      const structure = compareStructure(older, text, 'json')
      if (structure.kind !== 'sheets') throw new Error('no sheets')
      const [item] = sheetItems(structure.comparison).items
      if (!item || told.length > 20) return { told, text }
      const [choice] = item.restore
      if (!choice) throw new Error(`no way back from ${item.title}`)
      told.push(choice.label)
      text = restorePicked(older, text, choice.pick, { format: 'json' }) ?? text
    }
  }

  it('D13 every change of sheets that is shown has a way back: names, places, settings, columns, the format', () => {
    const rows = [1, 2, 3].map((n) => ({ key: `k${n}`, price: `${n}`, note: `note ${n}` }))
    const older = book(['fares', 'stops'], {
      fares: sheetWith(rows, { ':colWidths': [100] }),
      stops: sheetWith([{ stop: 'Holm' }])
    })
    const turned = rows.map(({ key, price, note }) => ({ note, key, cost: price }))
    const newer = book(['stops', 'prices'], {
      stops: sheetWith([{ stop: 'Holm' }]),
      prices: sheetWith(turned, { ':colWidths': [200] })
    })
    const { told, text } = takenBack(older, newer)
    expect(new Set(told)).toEqual(new Set(['Restore the name', 'Restore the place', 'Restore the settings']))
    expect(JSON.parse(text)).toEqual(JSON.parse(older))
    const first = (written: string) => Object.keys(JSON.parse(written).fares.data[0])
    expect(first(text)).toEqual(first(older))

    const single = JSON.stringify({
      ':type': 'sheet',
      ':sheetname': 'stops',
      total: 1,
      data: [{ stop: 'Holm' }]
    })
    const many = book(['stops'], { stops: sheetWith([{ stop: 'Holm' }]) })
    expect(takenBack(single, many).told).toEqual(['Restore the format'])
    expect(JSON.parse(takenBack(single, many).text)).toEqual(JSON.parse(single))
  })

  it('D13 SH1 rows and cells come back into the text as it is written: every other sign stays', () => {
    const now = `{
  ":type": "sheet", ":sheetname": "fares",
  "total": 2, "more":   { "a": 1.0 },
  "data": [
    { "who": "Adult", "price": "9.80", "seats": 1.50 },
    { "who": "Dog", "price": "\\u0031", "seats": true }
  ]
}
`
    const [adult, dog] = [
      { who: 'Adult', price: '9.80', seats: 1.5 },
      { who: 'Dog', price: '1', seats: true }
    ]
    const child = { who: 'Child', price: '4.90', seats: 1 }
    const older = (...data: object[]) =>
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'fares', total: data.length, more: { a: 1 }, data })
    const back = (text: string) => {
      const structure = compareStructure(text, now, 'json')
      const pick =
        structure.kind === 'sheets' ? sheetItems(structure.comparison).items[0]?.restore[0]?.pick : undefined
      return pick && restorePicked(text, now, pick, { format: 'json' })
    }
    expect(back(older({ ...adult, price: '3.00' }, dog))).toBe(now.replace('9.80', '3.00'))
    expect(back(older(adult, child, dog))).toBe(
      now
        .replace('"total": 2', '"total": 3')
        .replace('1.50 },', '1.50 },\n    {"who": "Child", "price": "4.90", "seats": 1},')
    )
    expect(back(older(adult))).toBe(
      now.replace('"total": 2', '"total": 1').replace(/,\n {4}\{ "who": "Dog".*/, '')
    )
  })

  it('D13 a name that another column or sheet has by now is not given twice', () => {
    const older = book(['a'], {
      a: sheetWith([
        { one: 'x', two: 'y' },
        { one: 'v', two: 'w' }
      ])
    })
    const newer = book(['a'], {
      a: sheetWith([
        { uno: 'x', two: 'y' },
        { uno: 'v', two: 'w' }
      ])
    })
    const later = book(['a'], {
      a: sheetWith([
        { uno: 'x', two: 'y', one: '1' },
        { uno: 'v', two: 'w', one: '2' }
      ])
    })
    const structure = compareStructure(older, newer, 'json')
    const item = structure.kind === 'sheets' ? sheetItems(structure.comparison).items[0] : undefined
    const pick = item?.restore[0]?.pick
    if (!pick) throw new Error('no pick')
    expect(JSON.parse(restorePicked(older, newer, pick, { format: 'json' }) ?? '')).toEqual(JSON.parse(older))
    expect(restorePicked(older, later, pick, { format: 'json' })).toBeNull()
  })

  it('D13 a section goes back to its place, gets its attributes back, and comes and goes as a whole', () => {
    const page = (...sections: string[]) => `<body><main>${sections.join('')}</main></body>`
    const [a, b, c] = ['Alpha one', 'Beta two', 'Gamma three'].map(
      (text) => `<div><p>${text} words</p></div>`
    )
    const [dark] = [`<div class="dark"><p>Alpha one words</p></div>`]
    const back = (older: string, newer: string, label: string) => {
      const items = pageItems(diffHtml(older, newer))
      const choice = items.flatMap(({ restore }) => restore).find((one) => one.label === label)
      return choice ? restorePicked(older, newer, choice.pick, { format: 'page' }) : undefined
    }
    const all = page(a ?? '', b ?? '', c ?? '')
    expect(back(all, page(b ?? '', c ?? '', a ?? ''), 'Restore the place')).toBe(all)
    expect(back(all, page(c ?? '', a ?? '', b ?? ''), 'Restore the place')).toBe(all)
    expect(back(all, page(dark ?? '', b ?? '', c ?? ''), 'Restore the attributes')).toBe(all)
    expect(back(all, page(a ?? '', c ?? ''), 'Restore the section')).toBe(all)
    expect(back(page(a ?? '', c ?? ''), all, 'Restore the section')).toBe(page(a ?? '', c ?? ''))
  })
})
