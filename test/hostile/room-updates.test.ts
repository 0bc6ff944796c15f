import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
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
  const begin = () => engine.open({ room, bytes, hash, isPage: true, log: null, wasSaved: [] })
  begin()
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
      const refusal = engine.refusalOf({ room, client, update })
      if (refusal === null) engine.take({ room, update })
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
