import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'
import { withValueAt } from '../../../../src/common/json/pointer'
import type { JsonValue } from '../../../../src/common/json/value'
import { nameOf } from '../../../../src/common/rooms/epoch'
import { filledFrom } from '../../../../src/common/rooms/shared-document'
import { SharedFields } from '../../../../src/common/rooms/window/shared-fields'
import { openRooms, type Membership, type News, type Rooms } from '../../../../src/main/rooms'
import { createRoomEngine } from '../../../../src/main/rooms/engine'
import { openStore } from '../../../../src/main/store'
import type { FolderStore } from '../../../../src/main/store/types'
import { ada, bob, bytes, p, quickFolder, sparseWorkspace } from '../../../support/workspace'
import { fleet, fleetText } from '../overlay/form-people'
import { until } from './people'

const path = p('/acme/site/fleet.html')
const written = (data: JsonValue) =>
  writeDocument(newDocument({ title: 'Fleet', schemaName: 'fleet', data }), { schema: fleet })
const first = { name: 'North', size: 3, crew: [{ key: 'k0' }, { key: 'k1' }] }
const source = written(first)

let folder: string
let store: FolderStore
let rooms: Rooms
let reported: unknown[] = []

const opened = () => openRooms({ store, program: null, report: (error) => reported.push(error) })

beforeEach(async () => {
  folder = await sparseWorkspace(quickFolder())
  store = await openStore({ folder, watch: false })
  await store.write(path, bytes(source), { by: ada })
  reported = []
  rooms = opened()
})

afterEach(async () => {
  await rooms.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
  expect(reported).toEqual([])
})

const stored = async () => new TextDecoder().decode((await store.read(path))?.bytes)
const holds = (text: string) => until(async () => (await stored()) === text)

/** Somebody with a window, who fills in the form. */
async function somebody(name: string) {
  const news: News['kind'][] = []
  const doc = new Y.Doc()
  const member = {
    person: { email: `${name}@example.com` },
    session: `window-${name}`,
    tell(said: News) {
      news.push(said.kind)
      const update = said.kind === 'update' || said.kind === 'outside' ? said.bytes : null
      if (update) Y.applyUpdate(doc, update, member)
    }
  }
  const way: Membership = await rooms.join(path, member, null)
  doc.clientID = way.client
  Y.applyUpdate(doc, await way.since(null), member)
  expect(way.kind).toBe('form')
  const fields = new SharedFields(doc)
  fields.useSchema(fleetText, fleet)
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== member) void way.write(update)
  })
  const set = (pointer: string, value: JsonValue) =>
    fields.edit(withValueAt(fields.data, pointer, value) ?? {}, true)
  return { way, fields, news, set }
}

describe('RT6 a room of a form', () => {
  it('RT4 RT6 who only reads leaves the file and the disk as they are', async () => {
    const reader = await somebody('ada')
    expect(reader.fields.source()).toBe(source)
    reader.way.leave()
    await rooms.close()
    expect(await stored()).toBe(source)
    expect(await store.rooms.list()).toEqual([])
  })

  it('RT2 RT4 RT8 RT12 two fill it in: the file is what one alone would have saved, what was replaced is a Collab Parse, and all of it is there after a restart', async () => {
    const [one, other] = [await somebody('ada'), await somebody('bob')]
    one.set('/name', 'South')
    other.set('/crew/1/role', 'cook')
    const both = written({ ...first, name: 'South', crew: [{ key: 'k0' }, { key: 'k1', role: 'cook' }] })
    await holds(both)
    expect([one, other].map(({ fields }) => fields.source())).toEqual([both, both])
    one.set('/size', 4)
    other.set('/crew/0/role', 'mate')
    await until(async () => (await stored()).includes('mate') && (await stored()).includes('<p>4</p>'))
    expect((await store.versions(path)).map(({ label }) => label)).toContain('Collab Parse')
    const text = await stored()
    await rooms.close()
    await store.close()
    store = await openStore({ folder, watch: false })
    rooms = opened()
    const again = await somebody('eve')
    expect(again.fields.source()).toBe(text)
  })

  it('RT7 what somebody writes elsewhere joins in where a form can say it, and else it begins anew from that, with the words that were not saved', async () => {
    const one = await somebody('ada')
    one.set('/name', 'typed')
    await store.write(path, bytes(written({ ...first, size: 9 })), { by: bob })
    await holds(written({ ...first, name: 'typed', size: 9 }))
    expect(one.news).toContain('outside')
    one.set('/name', 'unsaved')
    const laidOut = written({ ...first, size: 10 }).replace('<main>', '<main>\n')
    await store.write(path, bytes(laidOut), { by: bob })
    await until(() => one.news.includes('anew'))
    await until(async () => (await stored()).includes('<main>\n'))
    await until(async () => (await stored()).includes('unsaved'))
    expect(await stored()).toContain('<p>10</p>')
  })

  it('RT7 what was shared as a page before forms were is a form as soon as nothing of it is unsaved', () => {
    const room = 'a form'
    const hash = 'ab12'
    const epoch = { hash, compactions: 0 }
    const name = nameOf('page', epoch)
    const file = bytes(source)
    const saved = filledFrom('page', source, epoch)
    const open = (state: Uint8Array) =>
      createRoomEngine().open({
        room,
        bytes: file,
        hash,
        format: 'page',
        log: { entries: [{ kind: 'state', epoch: name, hash, bytes: state }], whole: true },
        wasSaved: []
      })
    expect(open(saved)).toMatchObject({ kind: 'form', isAnew: true, isUnsaved: false })
    const doc = new Y.Doc()
    Y.applyUpdate(doc, saved)
    doc.getText('page').insert(doc.getText('page').length, 'typed')
    expect(open(Y.encodeStateAsUpdate(doc))).toMatchObject({ kind: 'page', isUnsaved: true })
  })

  it('RT1 RT2 RT7 what was written in a document that began anew meanwhile is not taken into the other one: its author carries it there', () => {
    const engine = createRoomEngine()
    const room = 'a form'
    const file = {
      room,
      bytes: bytes(source),
      hash: 'ab12',
      format: 'page',
      log: null,
      wasSaved: []
    } as const
    const { epoch } = engine.open(file)
    const doc = new Y.Doc()
    doc.clientID = 7
    Y.applyUpdate(doc, engine.since({ room, vector: null }))
    const before = Y.encodeStateVector(doc)
    const fields = new SharedFields(doc)
    fields.useSchema(fleetText, fleet)
    fields.edit(withValueAt(fields.data, '/crew/1/role', 'cook') ?? {}, true)
    const update = Y.encodeStateAsUpdate(doc, before)
    expect(engine.refusalOf({ room, epoch, client: 7, update })).toBeNull()
    const laidOut = written({ ...first, crew: [{ key: 'above' }, ...first.crew] }).replace(
      '<main>',
      '<main>\n'
    )
    const now = engine.written({ room, bytes: bytes(laidOut), hash: 'cd34' })
    if (now.kind !== 'anew') throw new Error(now.kind)
    // by its bytes alone it could be taken: it is the first of that person there, too
    expect(engine.refusalOf({ room, epoch: now.opened.epoch, client: 7, update })).toBeNull()
    expect(engine.refusalOf({ room, epoch, client: 7, update })).toBe('closed')
    expect(engine.take({ room, epoch, update })).toBe(false)
    expect(engine.toSave({ room })).toMatchObject({ bytes: null })
  })
})
