import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as Y from 'yjs'
import { adoptedName, epochNamed, nameOf } from '../../../src/common/rooms/epoch'
import { blockOf, isBlock, mayWriteBy } from '../../../src/common/rooms/numbers'
import { createRoomEngine } from '../../../src/main/rooms/engine'

const room = 'a page'
const source = 'The boats come in.'
const bytes = new TextEncoder().encode(source)
const hash = createHash('sha256').update(bytes).digest('hex')
let engine = createRoomEngine()
let epoch = ''

beforeEach(() => {
  engine = createRoomEngine()
  epoch = engine.open({ room, bytes, hash, format: 'text', log: null, wasSaved: [] }).epoch
})

/** What somebody writes by a number, on what is there. */
function written(client: number, words: string, on = engine.since({ room, vector: null })): Uint8Array {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, on)
  const vector = Y.encodeStateVector(doc)
  doc.clientID = client
  doc.getText('source').insert(0, words)
  return Y.encodeStateAsUpdate(doc, vector)
}

function hands(client: number | null, ...updates: readonly Uint8Array[]) {
  const update = Y.mergeUpdates([...updates])
  const refusal = engine.refusalOf({ room, epoch, client, update })
  if (refusal === null) engine.take({ room, epoch, update })
  return refusal
}

it('RT13 a service that asks for many numbers gets a block of them, and hands on what several wrote by those, also on each other’s words', () => {
  const block = engine.newClient({ room, isMany: true })
  expect(isBlock(block)).toBe(true)
  const ada = written(block + 5, 'ada ')
  const state = Y.mergeUpdates([engine.since({ room, vector: null }), ada])
  const bob = written(block + 9, 'bob ', state)
  expect(hands(block, bob)).toBe('gap')
  expect(hands(block, bob, ada)).toBe(null)
  const text = new Y.Doc()
  Y.applyUpdate(text, engine.since({ room, vector: null }))
  expect(text.getText('source').toJSON()).toBe(`bob ada ${source}`)
  expect(engine.newClient({ room, isMany: true })).not.toBe(block)
})

it('RT11 RT13 nobody writes by the number of somebody else: neither one person by a block, nor a block by another one or by one person’s', () => {
  const block = engine.newClient({ room, isMany: true })
  const other = engine.newClient({ room, isMany: true })
  const one = engine.newClient({ room, isMany: false })
  expect(hands(block, written(one, 'mine'))).toBe('foreign')
  expect(hands(block, written(other + 1, 'mine'))).toBe('foreign')
  expect(hands(one, written(block + 1, 'mine'))).toBe('foreign')
  // whoever has one number of a block has not all of it
  expect(hands(block + 1, written(block + 2, 'mine'))).toBe('foreign')
  expect([blockOf(block + 7), blockOf(one), mayWriteBy(block + 1, block)]).toEqual([block, null, false])
})

it('RT11 what waits for something in the same update that waits for it is refused: it would wait for ever', () => {
  const block = engine.newClient({ room, isMany: true })
  const ada = written(block + 5, 'ada ')
  const state = Y.mergeUpdates([engine.since({ room, vector: null }), ada])
  const bob = written(block + 9, 'bob ', state)
  const more = written(block + 5, 'more ', Y.mergeUpdates([state, bob]))
  // without the first of them the others stand on nothing
  expect(hands(block, bob, more)).toBe('gap')
  expect(hands(block, ada, bob, more)).toBe(null)
})

it('RT13 a document that was taken over: who writes here has a number of the block there, and what comes from there is by none of these', () => {
  const there = createRoomEngine()
  const opened = there.open({
    room,
    bytes: new TextEncoder().encode('The boats come.'),
    hash,
    format: 'text',
    log: null,
    wasSaved: []
  })
  const block = there.newClient({ room, isMany: true })
  const state = there.since({ room, vector: null })
  const adopted = engine.adopt({ room, epoch: opened.epoch, block, state, base: 'The boats come.' })
  expect(adopted?.epoch).toBe(adoptedName(opened.epoch, block))
  epoch = adopted?.epoch ?? ''
  expect(epochNamed(epoch)).toMatchObject({ kind: 'text', block })
  const ada = engine.newClient({ room, isMany: false })
  expect(blockOf(ada)).toBe(block)
  expect(ada).not.toBe(block)
  expect(blockOf(engine.newClient({ room, isMany: true }))).toBe(block)
  // what was here only is written by the service itself, and goes there as it is
  const lacking = engine.since({ room, vector: there.vector({ room }) })
  expect(there.refusalOf({ room, epoch: opened.epoch, client: block, update: lacking })).toBe(null)
  there.take({ room, epoch: opened.epoch, update: lacking })
  expect(new TextDecoder().decode(there.toSave({ room }).bytes ?? new Uint8Array())).toBe(source)
  expect(hands(null, written(ada, 'mine'))).toBe('foreign')
  expect(hands(null, written(7, 'theirs '))).toBe(null)
})

it('RT13 what was taken over is handed on to nobody, and another kind or what is no document is not taken over', () => {
  const state = engine.since({ room, vector: null })
  const adopt = (name: string, of = state) =>
    engine.adopt({ room, epoch: name, block: 2 ** 33, state: of, base: source })
  expect(adopt(adoptedName(epoch, 2 ** 34))).toBe(null)
  expect(adopt(nameOf('page', { hash, compactions: 0 }))).toBe(null)
  expect(adopt('text-99.0.abc')).toBe(null)
  expect(adopt(epoch, Uint8Array.from([9, 9, 9]))).toBe(null)
  expect(adopt(epoch, written(7, 'on what is not there', state))).toBe(null)
  expect(engine.toSave({ room }).bytes).toBe(null)
  expect(adopt(epoch)?.kind).toBe('text')
})
