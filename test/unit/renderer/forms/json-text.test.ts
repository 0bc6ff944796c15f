// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSchema, type JsonValue, type Schema } from '../../../../src/common/schema'
import { newDocument, parseDocument, writeDocument } from '../../../../src/common/formats/structured'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { FormDocument } from '../../../../src/renderer/src/features/forms/document/form-document'
import { JsonDraft } from '../../../../src/renderer/src/features/forms/json/json-draft'
import { firstFault } from '../../../../src/common/schema/first-fault'
import { hintsOf } from '../../../../src/renderer/src/features/forms/json/hints'
import { readData } from '../../../../src/renderer/src/features/forms/json/read-data'
import { changedPlace } from '../../../../src/renderer/src/engines/form/store/changed-place'
import { changedBy, memoryDrafts, MemoryService, openSession, PAGE } from '../documents/memory'
import { offer, someOffer } from './offer'

let service: MemoryService
let drafts: DraftStore
const open: (() => void)[] = []

const stored = (data: JsonValue) => writeDocument(newDocument({ title: 'index', schemaName: 'offer', data }))

async function start(data: JsonValue = someOffer) {
  service.put(stored(data))
  const session = await openSession(service, drafts)
  const form = new FormDocument(session)
  form.takeOver()
  const store = form.storeFor(offer, false)
  if (!store) throw new Error('The text of the test is no structured document.')
  const { json } = form
  json.follow()
  open.push(() => {
    form.close()
    session.close()
  })
  return { session, form, store, json }
}

function storedData(): unknown {
  const reading = parseDocument(service.textAt() ?? '')
  return 'document' in reading ? reading.document.data : reading.refusal
}

const isSaved = (session: DocumentSession) =>
  vi.waitFor(() => expect(session.snapshot().status?.kind).toBe('saved'))

beforeEach(() => {
  service = new MemoryService()
  drafts = memoryDrafts()
})
afterEach(() => open.splice(0).forEach((close) => close()))

describe('the JSON of a document', () => {
  it('F7 typed JSON is the form’s data at once, with members that the schema does not know, and is saved', async () => {
    const { session, store, json } = await start()
    json.type(json.text.replace('{', '{ "unknown-one": ["kept"], '))
    json.settle()
    expect(store.value('/unknown-one')).toEqual(['kept'])
    await isSaved(session)
    expect(storedData()).toMatchObject({ 'unknown-one': ['kept'] })
  })

  it('F7 what was typed last counts, even when a save comes before the pause', async () => {
    const { session, json } = await start()
    json.type('{"headline":"Typed a moment ago"}')
    expect(session.text()).toContain('Typed a moment ago')
  })

  it('F7 text that is not right changes nothing, is called not saved, and becomes the data when it is mended', async () => {
    const { session, store, json } = await start()
    const before = store.data
    new JsonDraft(session, drafts, json, () => {})
    json.type('{"headline": "Half')
    await vi.waitFor(() => expect(json.trouble?.kind).toBe('broken'))
    expect(store.data).toBe(before)
    await vi.waitFor(() => expect(session.snapshot().status?.kind).toBe('held'))
    json.type('{"headline": "Half a word"}')
    await isSaved(session)
    expect(storedData()).toEqual({ headline: 'Half a word' })
  })

  it('E1 text that is not right is there again after a crash, and can be let go', async () => {
    const first = await start()
    const release = vi.fn()
    const keeper = new JsonDraft(first.session, drafts, first.json, release)
    first.json.type('{"headline": "Half')
    await vi.waitFor(() => expect(first.session.snapshot().status?.kind).toBe('held'))
    await first.session.flush()
    keeper.close()

    const second = await start()
    new JsonDraft(second.session, drafts, second.json, () => {})
    await vi.waitFor(() => expect(second.json.text).toBe('{"headline": "Half'))
    expect(second.json.restored).toBe(true)
    expect(second.json.trouble?.kind).toBe('broken')
    second.json.discard()
    expect(JSON.parse(second.json.text)).toEqual(second.store.data)
    await vi.waitFor(() => expect(second.session.snapshot().status?.kind).not.toBe('held'))
  })

  it('F7 undo takes back what was typed as JSON, and going back in the text goes back in the form', async () => {
    const { store, json } = await start()
    const before = store.data
    const text = json.text
    json.type('{"headline":"Other"}')
    json.settle()
    expect(store.undoTitle).toBe('Change the JSON')
    json.type(text)
    json.settle()
    expect(store.data).toEqual(before)
    expect([store.undoTitle, store.redoTitle]).toEqual([null, 'Change the JSON'])
    store.redo()
    expect(store.value('/headline')).toBe('Other')
  })

  it('F7 the text follows the form, but keeps the person’s own way of writing while the data is the same', async () => {
    const { store, json } = await start({ headline: 'One' })
    json.type('{"headline":   "One"}')
    json.settle()
    json.follow()
    expect(json.text).toBe('{"headline":   "One"}')
    store.set('/headline', 'Two')
    json.follow()
    expect(JSON.parse(json.text)).toMatchObject({ headline: 'Two' })
  })

  it('E3 a mended text and a change in another field of the form are both kept; in the same field the person decides', async () => {
    const { store, json } = await start({ headline: 'One', status: 'draft' })
    json.type('{"headline": "Mine", "status": "draft"')
    json.settle()
    store.set('/status', 'active')
    json.type('{"headline": "Mine", "status": "draft"}')
    json.settle()
    expect(store.data).toMatchObject({ headline: 'Mine', status: 'active' })
    expect(JSON.parse(json.text)).toMatchObject({ headline: 'Mine', status: 'active' })

    json.type('{"headline": "Again mine", ')
    json.settle()
    store.set('/headline', 'Theirs')
    json.type('{"headline": "Again mine", "status": "active"}')
    json.settle()
    expect(json.trouble).toEqual({ kind: 'meets' })
    expect(store.value('/headline')).toBe('Theirs')
    json.insist()
    expect(store.value('/headline')).toBe('Again mine')
    expect(json.trouble).toBeNull()
  })

  it('E3 a change by another program shows in the text', async () => {
    const { session, json, store } = await start({ headline: 'One' })
    const stop = store.changed.subscribe(() => json.follow())
    session.hear(changedBy('Oskar', service.put(stored({ headline: 'By another program' }))))
    await vi.waitFor(() => expect(json.text).toContain('By another program'))
    stop()
    expect(session.path).toBe(PAGE)
  })
})

describe('reading JSON that somebody typed', () => {
  const schema = (value: object): Schema => {
    const read = readSchema(JSON.parse(JSON.stringify(value)))
    if (!read.schema) throw new Error('The schema of the test cannot be read.')
    return read.schema
  }
  const simple = schema({
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, seats: { type: 'integer' } }
  })
  const refusal = (text: string, before: JsonValue = {}) => {
    const reading = readData(text, simple, before)
    return reading.kind === 'broken' ? reading.message : null
  }

  it('F7 says where text stops being JSON, and what else cannot be a document', () => {
    expect(readData('{\n "a": }', simple, {})).toMatchObject({ kind: 'broken', at: 8 })
    expect(refusal('')).toMatch(/empty/)
    expect(refusal('[]')).toMatch(/object/)
    expect(refusal('{"seats": 1e999}')).toMatch(/too large/)
    expect(refusal(`{"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toMatch(/levels deep/)
    expect(refusal(`{"a": [${'1,'.repeat(200_000)}1]}`)).toMatch(/200,000/)
    for (const key of ['', ' a', '@items', 'a\\u0000', '\\ud800']) {
      expect(refusal(`{"${key}": 1}`), key).toMatch(/cannot be called/)
    }
  })

  it('F7 finds the first fault of any text that JSON.parse refuses, and none where it does not', () => {
    const texts = ['{"a":1}', '[1,2,{"b":[]}]', ' "x" ', '-0.5e3', '{"a":"\\u00e9\\n"}']
    for (const text of texts) {
      expect(firstFault(text), text).toBe(text.trimEnd().length)
      for (let at = 0; at <= text.length; at += 1) {
        for (const changed of [text.slice(0, at), `${text.slice(0, at)}}${text.slice(at)}`]) {
          const valid = parses(changed)
          const end = firstFault(changed) === changed.trimEnd().length
          if (valid) expect(end, changed).toBe(true)
          else expect(firstFault(changed), changed).toBeLessThanOrEqual(changed.length)
        }
      }
    }
    expect(firstFault('{"a": 1,\n}')).toBe(9)
    expect(firstFault('{"a": 01}')).toBe(6)
    expect(firstFault('{"a": 1 "b": 2}')).toBe(8)
    expect(firstFault('[1, 2')).toBe(5)
  })

  it('F7 a read-only field keeps its value', () => {
    expect(refusal('{"id": "b"}', { id: 'a' })).toMatch(/read only/)
    expect(refusal('{}', { id: 'a' })).toMatch(/read only/)
    expect(refusal('{"id": "a", "seats": 4}', { id: 'a' })).toBeNull()
  })

  describe('read-only values in the items of lists', () => {
    const lists = schema({
      type: 'object',
      properties: {
        crew: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer', readOnly: true },
              name: { type: 'string' },
              shifts: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { code: { type: 'string', readOnly: true }, note: { type: 'string' } }
                }
              }
            }
          }
        },
        kept: { type: 'array', readOnly: true, items: { type: 'string' } }
      }
    })
    const ann = { id: 1, name: 'Ann', shifts: [{ code: 'a', note: 'early' }, { code: 'b' }] }
    const ben = { id: 2, name: 'Ben' }
    const cat = { id: 3, name: 'Cat' }
    const verdict = (crew: readonly object[]) => {
      const before: JsonValue = JSON.parse(JSON.stringify({ crew: [ann, ben, cat], kept: ['x'] }))
      const reading = readData(JSON.stringify({ crew, kept: ['x'] }), lists, before)
      return reading.kind === 'broken' ? [reading.pointer, reading.message] : 'taken'
    }

    it.each([
      ['another text', [{ ...ann, name: 'Anna' }, ben, cat]],
      ['a removed item', [ann, cat]],
      ['items in another order', [cat, ann, ben]],
      ['an item that moved and was changed', [cat, { ...ann, name: 'Anna' }, ben]],
      ['a new item', [ann, ben, cat, { name: 'Dan' }]],
      ['a new item in front', [{ name: 'Dan' }, ann, ben, cat]],
      ['a copied item', [ann, ben, { ...ben, name: 'Ben again' }, cat]],
      ['no items', []],
      ['a new item of an inner list', [{ ...ann, shifts: [...ann.shifts, { note: 'late' }] }, ben, cat]],
      [
        'inner items in another order',
        [{ ...ann, shifts: [{ code: 'b' }, { code: 'a', note: 'early' }] }, ben, cat]
      ]
    ])('F7 %s is taken', (_, crew) => {
      expect(verdict(crew)).toBe('taken')
    })

    it.each([
      ['a changed value', [ann, { ...ben, id: 7 }, cat], '/crew/1/id'],
      ['a value that was taken away', [ann, { name: 'Ben' }, cat], '/crew/1/id'],
      ['one taken away, with another change', [ann, { name: 'Benny' }, cat], '/crew/1/id'],
      ['the value of another item', [ann, { ...ben, id: 1 }, cat], '/crew/1/id'],
      ['two values that changed places', [{ ...ann, id: 2 }, { ...ben, id: 1 }, cat], '/crew/0/id'],
      ['a new item with a value of its own', [ann, ben, cat, { id: 9, name: 'Dan' }], '/crew/3/id'],
      [
        'a value in an inner list',
        [{ ...ann, shifts: [{ code: 'z' }, { code: 'b' }] }, ben, cat],
        '/crew/0/shifts/0/code'
      ]
    ])('F7 %s is refused, and the person is told which', (_, crew, pointer) => {
      expect(verdict(crew)).toEqual([pointer, expect.stringContaining(`“${pointer.slice(1)}” is read only`)])
    })
  })

  it('F7 a schema that holds itself many times is compared in time', () => {
    const itself = schema({
      type: 'object',
      $defs: {
        part: {
          type: 'object',
          properties: Object.fromEntries([
            ['id', { type: 'string', readOnly: true }],
            ...Array.from({ length: 30 }, (_, n) => [`p${n}`, { $ref: '#/$defs/part' }])
          ])
        }
      },
      properties: { parts: { type: 'array', items: { $ref: '#/$defs/part' } } }
    })
    expect(
      readData('{"parts": [{"p1": {"p2": {"id": "b"}}}]}', itself, { parts: [{ p1: { id: 'a' } }] }).kind
    ).toBe('broken')
  })

  it('F7 members such as __proto__ are members, and change no object', () => {
    const reading = readData('{"__proto__": {"polluted": true}, "seats": "42"}', simple, {})
    expect(reading.kind === 'data' && Object.keys(Object(reading.data))).toEqual(['seats', '__proto__'])
    expect(reading).toMatchObject({ data: { seats: 42 } })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('F7 hints name every field of a schema, and parts that refer to themselves once for each depth', () => {
    const hints = JSON.stringify(hintsOf(offer))
    for (const key of ['headline', 'status', 'draft']) expect(hints).toContain(`"${key}"`)
    const tree = schema({
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      $ref: '#/$defs/node'
    })
    expect(Object.keys(Object(hintsOf(tree)['$defs'])).length).toBeLessThan(20)
  })

  it('F7 finds the smallest place that holds a change', () => {
    const before = { a: { list: [{ n: 1 }, { n: 2 }] }, b: 1 }
    expect(changedPlace(before, { a: { list: [{ n: 1 }, { n: 3 }] }, b: 1 }).pointer).toBe('/a/list/1/n')
    expect(changedPlace(before, { a: { list: [{ n: 1 }] }, b: 1 }).pointer).toBe('/a/list')
    expect(changedPlace(before, { a: { list: [] }, b: 2 }).pointer).toBe('')
    expect(changedPlace(before, { a: before.a }).pointer).toBe('/b')
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
