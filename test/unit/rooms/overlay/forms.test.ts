import { describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'
import { isJsonObject, type JsonValue } from '../../../../src/common/json/value'
import { carriedData } from '../../../../src/common/rooms/overlay/form-merge'
import { isForm } from '../../../../src/common/rooms/overlay/shared-form'
import { fleet, fleetText, FormPerson, formPeople, schemaIn, stored } from './form-people'
import { allMeet } from './people'

const start: JsonValue = {
  name: 'North',
  notes: 'first line\nsecond line',
  size: 12,
  home: { port: 'Hoorn', berth: 4 },
  tags: ['old', 'wood'],
  crew: [
    { key: 'k0', role: 'cook', skills: ['soup', 'bread'] },
    { key: 'k1', role: 'mate', age: 31 },
    { key: 'k2', role: 'boy' }
  ]
}
const source = stored(start)

const two = (text = source): readonly [FormPerson, FormPerson] => {
  const [a, b] = formPeople(text, 2)
  if (!a || !b) throw new Error('nobody')
  return [a, b]
}
/** All see the same, and the file is what a form that was filled in alone would be. */
const agree = (all: readonly FormPerson[]) => {
  allMeet(all)
  const [first] = all
  if (!first) throw new Error('nobody')
  const text = first.shared.source()
  for (const one of all) {
    expect(one.data).toEqual(first.data)
    expect(one.shared.source()).toBe(text)
  }
  const document = first.shared.document
  const alone = writeDocument(
    { metadata: document.metadata, data: first.data },
    { from: document, schema: fleet }
  )
  expect(text).toBe(alone)
  return text
}
const keysOf = (one: FormPerson) =>
  one.list('crew').map((item) => (isJsonObject(item) ? (item['key'] ?? null) : null))
const without = (list: readonly JsonValue[], at: number) => list.filter((_, index) => index !== at)

describe('two who write in one form', () => {
  it('RT4 nobody has written: the file is the first bytes, however they are written; one value changes as in a form that is filled in alone', () => {
    const odd = source.replace('<p>12</p>', '<p><b>012</b></p>').replace('<main>', '<main>\n  ')
    const [a, b] = two(odd)
    expect(a.shared.source()).toBe(odd)
    a.set('/name', 'South')
    const text = agree([a, b])
    expect(text).toContain('<b>012</b>')
    expect(text).toContain('South')
    expect(b.heard).toBe(1)
  })

  it('RT1 members of one object, and of one item, are written by both', () => {
    const [a, b] = two()
    a.set('/name', 'South')
    b.set('/size', 14)
    a.set('/crew/1/role', 'captain')
    b.set('/crew/1/age', 32)
    b.set('/home/port', 'Marken')
    agree([a, b])
    expect(a.data).toMatchObject({ name: 'South', size: 14, home: { port: 'Marken', berth: 4 } })
    expect(a.list('crew')[1]).toEqual({ key: 'k1', role: 'captain', age: 32 })
  })

  it('RT1 an item that somebody deletes while another one writes in it stays; deleted once more it goes', () => {
    const [a, b] = two()
    a.relist('crew', (list) => without(list, 1))
    b.set('/crew/1/role', 'still here')
    agree([a, b])
    expect(a.list('crew')[1]).toMatchObject({ key: 'k1', role: 'still here' })
    a.relist('crew', (list) => without(list, 1))
    agree([a, b])
    expect(keysOf(b)).toEqual(['k0', 'k2'])
  })

  it('RT1 so does a section, and a list in an item', () => {
    const [a, b] = two()
    a.set('/home', undefined)
    b.set('/home/berth', 5)
    a.set('/crew/0/skills', undefined)
    b.set('/crew/0/skills/1', 'pie')
    agree([a, b])
    expect(a.data).toMatchObject({ home: { port: 'Hoorn', berth: 5 } })
    expect(a.list('crew')[0]).toMatchObject({ skills: ['soup', 'pie'] })
    b.set('/home', undefined)
    agree([a, b])
    expect(isJsonObject(a.data) && a.data['home']).toBeFalsy()
    a.set('/home', { port: 'Edam' })
    agree([a, b])
    expect(a.data).toMatchObject({ home: { port: 'Edam' } })
    expect(JSON.stringify(b.data)).not.toContain('berth')
  })

  it('RT1 items that both add to a list that was not there are both there', () => {
    const [a, b] = two(stored({ name: 'Bare' }))
    a.set('/crew', [{ key: 'from a' }])
    b.set('/crew', [{ key: 'from b' }])
    a.set('/home', { port: 'A' })
    b.set('/home', { berth: 2 })
    agree([a, b])
    expect(new Set(keysOf(a))).toEqual(new Set(['from a', 'from b']))
    expect(a.data).toMatchObject({ home: { port: 'A', berth: 2 } })
  })

  it('RT1 of an item that both move there is one, with what is written in it; equal values of a list keep apart', () => {
    const [a, b] = two()
    a.relist('crew', ([one, ...rest]) => [...rest, ...(one ? [one] : [])])
    b.relist('crew', ([one, next, ...rest]) => [...(next ? [next] : []), ...(one ? [one] : []), ...rest])
    b.set('/crew/1/role', 'moved')
    agree([a, b])
    expect(keysOf(a).sort()).toEqual(['k0', 'k1', 'k2'])
    expect(JSON.stringify(a.data)).toContain('moved')
    a.relist('tags', (list) => [...list, 'wood', 'wood'])
    b.relist('tags', (list) => without(list, 0))
    agree([a, b])
    expect(a.list('tags')).toEqual(['wood', 'wood', 'wood'])
  })

  it('RT2 of two values the later one counts, whoever hears of what first; its author is told which is gone', () => {
    const [a, b] = two()
    a.set('/name', 'mine')
    allMeet([a, b])
    b.set('/name', 'theirs')
    agree([a, b])
    expect(a.data).toMatchObject({ name: 'theirs' })
    expect(a.replaced).toEqual([{ pointer: '/name', value: 'mine' }])
    b.relist('crew', (list) => [{ key: 'first' }, ...list])
    a.set('/crew/2/role', 'mine too')
    allMeet([a, b])
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    b.set('/crew/2/role', 'much later')
    allMeet([a, b])
    now.mockRestore()
    expect(a.replaced).toHaveLength(1)
    b.set('/crew/3/role', 'b')
    a.set('/crew/3/role', 'a')
    allMeet([a, b])
    a.set('/crew/3/role', 'aa')
    allMeet([a, b])
    expect(b.replaced.at(-1)).toEqual({ pointer: '/crew/3/role', value: 'b' })
  })

  it('RT5 each takes back their own; when all have, the file is the first bytes again', () => {
    const [a, b] = two()
    a.set('/name', 'South')
    a.shared.overlay.separate()
    a.relist('crew', (list) => [...without(list, 0), { key: 'new' }])
    b.set('/name', 'b was here')
    b.shared.overlay.separate()
    b.set('/crew/0/role', 'b too')
    agree([a, b])
    a.shared.undo()
    agree([a, b])
    expect(keysOf(a)).toEqual(['k0', 'k1', 'k2'])
    expect(a.list('crew')[0]).toMatchObject({ role: 'b too' })
    a.shared.undo()
    b.shared.undo()
    b.shared.undo()
    agree([a, b])
    expect(a.shared.source()).toBe(source)
  })

  it('RT7 what somebody else has written joins in where it can be written so, and is told apart from what cannot', () => {
    const [a, b] = two()
    a.set('/name', 'typed here')
    const outside = stored({ ...(start as object), size: 99, crew: [{ key: 'k9' }, ...a.list('crew')] })
    expect(a.shared.holds(outside)).toBe(true)
    expect(a.shared.carry(source, outside)).toBe(true)
    agree([a, b])
    expect(b.data).toMatchObject({ name: 'typed here', size: 99 })
    expect(keysOf(b)).toEqual(['k9', 'k0', 'k1', 'k2'])
    for (const other of [
      outside.replace('<main>', '<main> '),
      outside.replace('<p>Fleet</p>', '<p>Title</p>'),
      outside.replace('<p>99</p>', '<p><b>99</b></p>'),
      '<main><div><p>a page</p></div></main>',
      ''
    ])
      expect(a.shared.holds(other)).toBe(false)
    const before = a.shared.source()
    expect(a.shared.carry(source, source.replace('<p>Fleet</p>', '<p>Title</p>'))).toBe(false)
    expect(a.shared.carry(source, source.replace('<p>12</p>', '<p><b>12</b></p>'))).toBe(false)
    expect(a.shared.source()).toBe(before)
  })

  it('RT4 RT7 members are written in the order of the schema that is shared, also by who has none, and values as it means them', () => {
    const [a] = two()
    const service = new FormPerson(source, 5, null)
    a.set('/open', true)
    a.set('/home/port', undefined)
    a.set('/home/port', 'again')
    allMeet([a, service])
    expect(service.shared.source()).toBe(a.shared.source())
    const other = JSON.stringify({
      type: 'object',
      properties: {
        crew: { type: 'array', items: { type: 'object', properties: {} } },
        size: { type: 'string' }
      }
    })
    a.shared.useSchema(other, schemaIn(other))
    expect(a.data).toMatchObject({ size: '12' })
    const before = service.shared.source()
    a.set('/size', '13')
    allMeet([a, service])
    expect(service.shared.source()).toBe(a.shared.source())
    expect(before.indexOf('<h3>name</h3>')).toBeLessThan(before.indexOf('<h3>crew</h3>'))
    const after = service.shared.source()
    expect(after.indexOf('<h3>crew</h3>')).toBeLessThan(after.indexOf('<h3>name</h3>'))
  })

  it('F4 members that the schema does not know stand where they were put, and are named as they are', () => {
    const [a, b] = two()
    a.set('/zeta', 1)
    a.set('/a~1b~0c%2F', 'odd')
    a.set('/alpha', { deep: [1, { er: 'x' }] })
    agree([a, b])
    expect(Object.keys(b.data ?? {}).slice(-3)).toEqual(['zeta', 'a/b~c%2F', 'alpha'])
    b.set('/zeta', 2)
    agree([a, b])
    expect(Object.keys(a.data ?? {}).slice(-3)).toEqual(['zeta', 'a/b~c%2F', 'alpha'])
  })
})

describe('what is shared as a form', () => {
  it('RT7 structured documents of which all can be read and written, and no others', () => {
    expect(isForm(source)).toBe(true)
    expect(isForm(stored({}))).toBe(true)
    expect(isForm('<main><div><p>A page</p></div></main>')).toBe(false)
    expect(isForm(source.replace(/self:\/\/#crew-[a-z0-9]+/, 'self://#missing-x'))).toBe(false)
    expect(isForm(source.replace('North', '\ud800'))).toBe(false)
  })

  it('RT3 RT11 whatever is set, it is a form that is read back as what it is, and the same for all', () => {
    const odd: unknown[] = [
      null,
      'text',
      { v: undefined },
      { v: Number.NaN },
      { v: new Uint8Array(3) },
      { v: { __proto__: 'x', '@items': 1, ' ': 2, ok: [[['deep']], null, { '': 1 }] } },
      { k: 'x' },
      { k: 'l' },
      { k: 'o' },
      { v: '\ud800' },
      { v: [[['x']]] },
      { v: 'self://#crew-1' },
      7
    ]
    const names = [
      '.name',
      '.home',
      '.home/.port',
      '.crew',
      '.crew/0',
      '.crew/0/.skills',
      '.crew/1/.age',
      '.tags/1',
      '.',
      '.@items',
      '7',
      '.crew/xx',
      '.home/7',
      '.a%41',
      '.crew/0/.skills/0/.deep'
    ]
    let made = 0
    for (let seed = 0; seed < 150; seed += 1) {
      const [a, b] = two()
      const map = a.doc.getMap('overlay')
      for (let nth = 0; nth < 6; nth += 1) {
        const at = seed * 7 + nth * 13
        const path = names[at % names.length] ?? ''
        const kind = ['=', '=', '=', '-', '@'][(at >> 2) % 5] ?? ''
        const key = `${kind}${path}${kind === '=' && at % 4 > 0 ? '~zz' : ''}`
        const value = kind === '@' ? 'zi' : kind === '-' ? { zz: 99 } : odd[(at >> 1) % odd.length]
        map.set(key, [`zz-${at}`, at % 50, value])
      }
      if (seed % 5 === 0) a.doc.getMap('form').set('schema', seed % 2 ? '{"type":' : { no: 'text' })
      allMeet([a, b])
      const text = a.shared.source()
      expect(b.shared.source()).toBe(text)
      expect(b.data).toEqual(a.data)
      expect(isForm(text), `seed ${seed}`).toBe(true)
      const again = new FormPerson(text, 9)
      if (text !== source) made += 1
      expect(again.shared.source()).toBe(text)
    }
    expect(made).toBeGreaterThan(50)
  })

  it('RT11 a path without end is nothing', () => {
    const [a] = two()
    const map = a.doc.getMap('overlay')
    map.set(`=${'.home/'.repeat(20_000)}.x~zz`, ['zz-1', 3, { v: 'deep' }])
    map.set('-.home', ['zz-2', 1, {}])
    const b = new FormPerson(source, 77)
    Y.applyUpdate(b.doc, Y.encodeStateAsUpdate(a.doc))
    expect(b.shared.source()).toContain('North')
    b.set('/home', undefined)
    expect(b.data).not.toHaveProperty('home')
  })

  it('RT2 a golden first state', () => {
    const bare = writeDocument(newDocument({ title: 'T', schemaName: 's', data: { a: 'b' } }))
    const one = new FormPerson(bare, 1, null)
    const other = new FormPerson(bare, 2, fleetText)
    expect(Y.encodeStateAsUpdate(one.doc)).toEqual(Y.encodeStateAsUpdate(other.doc))
    expect(Buffer.from(Y.encodeStateAsUpdate(one.doc)).toString('base64').slice(0, 16)).toMatchInlineSnapshot(
      `"AQGIpq61BQAoAQRz"`
    )
  })
})

describe('what is carried into a form', () => {
  const crew = (...keys: readonly string[]) => keys.map((key) => ({ key, role: `r${key}`, age: 1 }))

  it('RT1 RT7 of lists that two have changed at one place what came stays, of both, and what one took away goes where nobody changed it', () => {
    expect(carriedData(['a', 'b'], ['a', 'x', 'b'], ['a', 'y', 'z', 'b'])).toEqual(['a', 'x', 'y', 'z', 'b'])
    expect(carriedData(['a'], ['b'], ['c'])).toEqual(['b', 'c'])
    expect(carriedData(crew('0', '1', '2'), crew('0', 'n', '2'), crew('0', 'm', 'k', '1', '2'))).toEqual(
      crew('0', 'n', 'm', 'k', '2')
    )
    const changed = crew('0', '1').map((one) => ({ ...one, role: 'changed' }))
    expect(carriedData(crew('0', '1'), crew('0'), changed)).toEqual(changed)
    expect(carriedData(crew('0', '1', '2'), crew('2', '0', '1'), crew('0', '1', '9', '2'))).toEqual(
      crew('2', '0', '9', '1')
    )
  })

  it('RT1 RT7 of members theirs count where they changed them, and no list or section is taken as a whole', () => {
    const base = { a: 1, list: ['x'], gone: 'g', both: 'b' }
    expect(
      carriedData(
        base,
        { a: 2, list: ['x', 'y'], both: 'c', home: { p: 1 } },
        { ...base, a: 3, list: ['w', 'x'], home: { q: 2 } }
      )
    ).toEqual({ a: 2, list: ['w', 'x', 'y'], both: 'c', home: { q: 2, p: 1 } })
    expect(carriedData({ a: 'x' }, {}, { a: 'changed here' })).toEqual({ a: 'changed here' })
  })
})
