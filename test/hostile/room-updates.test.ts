import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { readBook } from '../../src/common/formats/sheet'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { isForm } from '../../src/common/rooms/overlay/shared-form'
import { readPage } from '../../src/common/formats/page/read'
import { createRoomEngine } from '../../src/main/rooms/engine'
import { hostileRuns } from './runs'
import { random } from '../unit/rooms/flat/deeds'
import { pairPage } from '../unit/rooms/flat/pairs'

const RUNS = hostileRuns(800)
const room = 'a page'
const bytes = new TextEncoder().encode(pairPage)
const hash = createHash('sha256').update(bytes).digest('hex')

/** Some bytes of an update are others, are missing, are there twice, or say a great number. */
function mutated(update: Uint8Array, chance: () => number): Uint8Array {
  const at = () => Math.floor(chance() * update.length)
  const all = [...update]
  for (let times = 1 + Math.floor(chance() * 3); times > 0; times -= 1) {
    const kind = Math.floor(chance() * 5)
    if (kind === 0) all[at()] = Math.floor(chance() * 256)
    else if (kind === 1) all.splice(at(), 1 + Math.floor(chance() * 8))
    else if (kind === 2) all.splice(at(), 0, ...all.slice(at(), at() + 20))
    else if (kind === 3) all.splice(at(), 0, 255, 255, 255, 255, 15)
    else all[at()] = (all[at()] ?? 0) ^ (1 << Math.floor(chance() * 8))
  }
  return Uint8Array.from(all)
}

it(`RT3 RT11 ${RUNS} updates that somebody has changed: each is refused, or leaves a page that is read back, within two seconds`, () => {
  const chance = random(20261127)
  const engine = createRoomEngine()
  const begin = () => engine.open({ room, bytes, hash, format: 'page', log: null, wasSaved: [] })
  const { epoch } = begin()
  const client = 7
  const doc = new Y.Doc()
  doc.clientID = client
  Y.applyUpdate(doc, engine.since({ room, vector: null }))
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  const text = doc.getText('page')
  for (let nth = 0; nth < 12; nth += 1) {
    text.insert(3 + nth, 'word')
    text.delete(20 + nth, 2)
    text.insertEmbed(9, { t: 'paragraph', d: 1, i: `x${nth}`, s: {} })
    text.format(4, 3, { strong: {} })
    doc.getMap('set').set(`x${nth} t`, 'heading')
  }
  const taken = { whole: 0, refused: 0 }
  for (let run = 0; run < RUNS; run += 1) {
    engine.close({ room })
    begin()
    const next = run % updates.length
    const write = (update: Uint8Array) => {
      const refusal = engine.refusalOf({ room, epoch, client, update })
      if (refusal === null) engine.take({ room, epoch, update })
      return refusal
    }
    for (const update of updates.slice(0, next)) expect(write(update)).toBeNull()
    const update = mutated(updates[next] ?? new Uint8Array(), chance)
    const before = engine.toSave({ room }).hash
    const began = performance.now()
    let refusal: string | null
    try {
      refusal = write(update)
    } catch (error) {
      throw new Error(`run ${run} of ${Buffer.from(update).toString('base64')}`, { cause: error })
    }
    const now = engine.toSave({ room })
    expect(performance.now() - began, `run ${run}`).toBeLessThan(2000)
    if (refusal === null) taken.whole += 1
    else {
      taken.refused += 1
      expect(now.hash, `run ${run}`).toBe(before)
      continue
    }
    if (now.bytes) expect(readPage(new TextDecoder().decode(now.bytes)), `run ${run}`).toHaveProperty('page')
  }
  expect(taken.refused).toBeGreaterThan(RUNS / 4)
  expect(taken.whole).toBeGreaterThan(RUNS / 50)
})

it(`RT3 RT11 ${RUNS} updates of sheets that somebody has changed: each is refused, or leaves sheets that are read back`, () => {
  const chance = random(20261128)
  const engine = createRoomEngine()
  const data = Array.from({ length: 9 }, (_, at) => ({ key: `r${at}`, a: at, b: 'x' }))
  const sheets = new TextEncoder().encode(
    JSON.stringify({ total: 9, limit: 9, offset: 0, data, ':type': 'sheet' })
  )
  const begin = () => engine.open({ room, bytes: sheets, hash, format: 'json', log: null, wasSaved: [] })
  const { epoch, kind } = begin()
  expect(kind).toBe('data')
  const client = 7
  const doc = new Y.Doc()
  doc.clientID = client
  Y.applyUpdate(doc, engine.since({ room, vector: null }))
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  const map = doc.getMap('overlay')
  const odd = [
    null,
    7,
    'x',
    { json: '{' },
    { json: '[1]' },
    { json: '"\\ud800"' },
    [[]],
    { cells: 3 },
    { cells: { 0: { json: 'tru' } } },
    '\ud800',
    new Uint8Array(3)
  ]
  for (let nth = 0; nth < 12; nth += 1) {
    const entry = (value: unknown) => [`7-${nth.toString(36)}`, nth, value]
    doc.transact(() => {
      map.set(`=0/r/${nth}/${nth % 4}~7`, entry(odd[nth % odd.length]))
      map.set(`=0/r/${nth}/~7`, entry({ cells: { 0: odd[(nth + 2) % odd.length], 9: 7 } }))
      map.set(`=0/r/7-${nth}`, entry(odd[(nth + 5) % odd.length]))
      map.set(`@0/r/7-${nth}`, entry(nth % 2 ? `0000${nth}i` : odd[nth % odd.length]))
      map.set(`-0/r/${nth}`, entry(nth % 3 ? { 7: nth } : odd[nth % odd.length]))
      map.set(
        `=0/c/7-${nth}`,
        entry({ name: odd[nth % odd.length], width: -nth, fill: odd[(nth + 3) % odd.length] })
      )
      map.set(`@0/c/7-${nth}`, entry(`0000${nth}i`))
      map.set(`=7-${nth}`, entry({ name: ':names', columns: [1, { name: 'a' }, { name: 'a' }], rows: odd }))
      map.set(`@7-${nth}`, entry(`0000${nth}i`))
      map.set(nth % 2 ? '=0/name' : '=:format', entry(nth % 4 ? ':private' : 'sheet'))
      map.set(`=${'/'.repeat(nth)}`, nth % 2 ? nth : entry(nth))
      doc.getMap('undone').set(`7-${nth}`, { [`=0/r/${nth}/1`]: [`7-${nth}`, 1, 'round and round'] })
    })
  }
  const taken = { whole: 0, refused: 0 }
  for (let run = 0; run < RUNS; run += 1) {
    engine.close({ room })
    begin()
    const next = run % updates.length
    const write = (update: Uint8Array) => {
      const refusal = engine.refusalOf({ room, epoch, client, update })
      if (refusal === null) engine.take({ room, epoch, update })
      return refusal
    }
    for (const update of updates.slice(0, next)) expect(write(update)).toBeNull()
    const before = engine.toSave({ room }).hash
    const refusal = write(
      run < updates.length
        ? (updates[next] ?? new Uint8Array())
        : mutated(updates[next] ?? new Uint8Array(), chance)
    )
    const now = engine.toSave({ room })
    if (refusal === null) taken.whole += 1
    else {
      taken.refused += 1
      expect(now.hash, `run ${run}`).toBe(before)
    }
    if (now.bytes) expect(readBook(new TextDecoder().decode(now.bytes)), `run ${run}`).toHaveProperty('book')
  }
  expect(taken.refused).toBeGreaterThan(RUNS / 4)
  expect(taken.whole).toBeGreaterThan(RUNS / 50)
})

it('RT11 nobody changes what data is set over', () => {
  const engine = createRoomEngine()
  const sheets = new TextEncoder().encode('{"total":1,"data":[{"a":"x"}],":type":"sheet"}')
  const opening = { room, bytes: sheets, hash, format: 'json', log: null, wasSaved: [] } as const
  const { epoch } = engine.open(opening)
  const of = (work: (doc: Y.Doc) => void) => {
    const doc = new Y.Doc()
    doc.clientID = 7
    Y.applyUpdate(doc, engine.since({ room, vector: null }))
    const vector = Y.encodeStateVector(doc)
    work(doc)
    return engine.refusalOf({ room, epoch, client: 7, update: Y.encodeStateAsUpdate(doc, vector) })
  }
  expect(of((doc) => doc.getMap('seed').set('text', 'y'))).toBe('malformed')
  expect(of((doc) => doc.getMap('seed').delete('text'))).toBe('malformed')
  expect(of((doc) => doc.getMap('seed').set('more', 'y'))).toBe('malformed')
  expect(of((doc) => doc.getMap('overlay').set('=0/r/0/0', ['7-0', 0, 'y']))).toBeNull()
})

it(`RT3 RT11 ${RUNS} updates of a form that somebody has changed: each is refused, or leaves a form that is read back`, () => {
  const chance = random(20261129)
  const engine = createRoomEngine()
  const crew = Array.from({ length: 9 }, (_, at) => ({ key: `k${at}`, tags: ['a', 'b'] }))
  const form = new TextEncoder().encode(
    writeDocument(
      newDocument({ title: 'Fleet', schemaName: 'fleet', data: { name: 'x', home: { port: 'y' }, crew } })
    )
  )
  const begin = () => engine.open({ room, bytes: form, hash, format: 'page', log: null, wasSaved: [] })
  const { epoch, kind } = begin()
  expect(kind).toBe('form')
  const client = 7
  const doc = new Y.Doc()
  doc.clientID = client
  Y.applyUpdate(doc, engine.since({ room, vector: null }))
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  const map = doc.getMap('overlay')
  const odd = [
    null,
    7,
    { v: 'self://#crew-1' },
    { v: [[['x']]] },
    { v: { '@items': [1], ok: { '': 2 } } },
    { v: '\ud800' },
    { k: 'o' },
    { k: 'l' },
    { v: new Uint8Array(3) },
    { v: Number.POSITIVE_INFINITY },
    { v: false }
  ]
  for (let nth = 0; nth < 12; nth += 1) {
    const entry = (at: number) => [`7-${nth.toString(36)}`, nth, odd[at % odd.length]]
    doc.transact(() => {
      map.set(`=.crew/${nth}/.key~7`, entry(nth))
      map.set(`=.crew/${nth}~7`, entry(nth + 2))
      map.set(`=.crew/7-${nth}`, entry(nth + 4))
      map.set(`@.crew/7-${nth}`, [`7-${nth}`, nth, nth % 2 ? `0000${nth}i` : odd[nth % odd.length]])
      map.set(`-.crew/${nth}`, [`7-${nth}`, nth, nth % 3 ? { 7: nth } : odd[nth % odd.length]])
      map.set(`=.home~7`, entry(nth + 5))
      map.set(`=.home/.port~7`, entry(nth + 3))
      map.set(`=.new${nth}~7`, entry(nth + 6))
      map.set(`=.new${nth}/.deep/.er~7`, entry(nth + 1))
      map.set(`=${'/.x'.repeat(nth * 60)}~7`, entry(nth))
      doc
        .getMap('form')
        .set('schema', nth % 2 ? '{"type":"object","properties":{"crew":{}}}' : odd[nth % odd.length])
      doc.getMap('undone').set(`7-${nth}`, { [`=.crew/${nth}~7`]: [`7-${nth}`, 1, { v: 'round' }] })
    })
  }
  const taken = { whole: 0, refused: 0 }
  for (let run = 0; run < RUNS; run += 1) {
    engine.close({ room })
    begin()
    const next = run % updates.length
    const write = (update: Uint8Array) => {
      const refusal = engine.refusalOf({ room, epoch, client, update })
      if (refusal === null) engine.take({ room, epoch, update })
      return refusal
    }
    for (const update of updates.slice(0, next)) expect(write(update)).toBeNull()
    const before = engine.toSave({ room }).hash
    const update = updates[next] ?? new Uint8Array()
    const refusal = write(run < updates.length ? update : mutated(update, chance))
    const now = engine.toSave({ room })
    if (refusal === null) taken.whole += 1
    else {
      taken.refused += 1
      expect(now.hash, `run ${run}`).toBe(before)
    }
    if (now.bytes) expect(isForm(new TextDecoder().decode(now.bytes)), `run ${run}`).toBe(true)
  }
  expect(taken.refused).toBeGreaterThan(RUNS / 4)
  expect(taken.whole).toBeGreaterThan(RUNS / 50)
})
