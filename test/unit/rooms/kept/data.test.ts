import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteRows, insertRows, setCells } from '../../../../src/common/formats/sheet'
import { openRooms, type Rooms } from '../../../../src/main/rooms'
import { openStore } from '../../../../src/main/store'
import type { FolderStore } from '../../../../src/main/store/types'
import { ada, bob, bytes, p, quickFolder, sparseWorkspace } from '../../../support/workspace'
import { DataWriter } from './data-writer'
import { until } from './people'

const path = p('/acme/site/crew.json')
const source = `{
  "total": 3, "limit": 3,   "offset": 0,
  "data": [
    {"key": "r0","a":  "one", "b": 1.50},
    {"key": "r1", "a": "two",  "b": "x"},
    { "key": "r2", "a": "three", "b": true }
  ],
  ":type": "sheet"
}
`

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

async function restarted(): Promise<void> {
  await rooms.close()
  await store.close()
  store = await openStore({ folder, watch: false })
  rooms = opened()
}

async function two(): Promise<readonly [DataWriter, DataWriter]> {
  const [one, other] = [new DataWriter('ada'), new DataWriter('bob')]
  await one.join(rooms, path)
  await other.join(rooms, path)
  return [one, other]
}

describe('RT6 a room of sheets', () => {
  it('RT4 RT6 who only reads leaves the file and the disk as they are', async () => {
    const reader = new DataWriter('ada')
    await reader.join(rooms, path)
    expect(reader.kind).toBe('data')
    expect(reader.data.source()).toBe(source)
    reader.leave()
    await rooms.close()
    expect(await stored()).toBe(source)
    expect(await store.rooms.list()).toEqual([])
  })

  it('RT2 RT4 RT12 two write in one row: both see both, the file holds both with all other bytes as they were, and what was replaced is a Collab Parse', async () => {
    const [one, other] = await two()
    one.set(0, 1, 'A')
    other.set(0, 2, 'B')
    const both = source.replace('"one"', '"A"').replace('1.50', '"B"')
    await holds(both)
    expect([one, other].map(({ data }) => data.source())).toEqual([both, both])
    one.set(1, 1, 'A1')
    other.set(2, 1, 'B2')
    await until(async () => (await stored()).includes('A1') && (await stored()).includes('B2'))
    const labels = (await store.versions(path)).map(({ label }) => label)
    expect(labels).toContain('Collab Parse')
  })

  it('RT6 RT8 who was cut off comes back, also after the service began anew: what both wrote is there, once', async () => {
    const [one, other] = await two()
    one.set(0, 1, 'before')
    await holds(source.replace('"one"', '"before"'))
    one.cut()
    one.edit((sheet) => setCells(insertRows(sheet, 1, 1), [{ row: 1, slot: 0, value: 'mine' }]))
    other.edit((sheet) => setCells(insertRows(sheet, 1, 1), [{ row: 1, slot: 0, value: 'theirs' }]))
    await until(async () => (await stored()).includes('theirs'))
    await restarted()
    await one.join(rooms, path)
    await until(async () => (await stored()).includes('mine'))
    const text = await stored()
    for (const word of ['mine', 'theirs', 'before']) expect(text.split(word)).toHaveLength(2)
    expect(JSON.parse(text)).toMatchObject({ total: 5 })
  })

  it('RT7 what somebody writes elsewhere joins in, also while the room is closed', async () => {
    const [one] = await two()
    one.set(0, 1, 'here')
    await store.write(path, bytes(source.replace('"three"', '"there"')), { by: bob })
    const both = source.replace('"one"', '"here"').replace('"three"', '"there"')
    await holds(both)
    await until(() => one.data.source() === both)
    expect(one.news).toContain('outside')
    await restarted()
    await store.write(path, bytes(both.replace('"two"', '"closed"')), { by: bob })
    const again = new DataWriter('eve')
    await again.join(rooms, path)
    expect(again.data.source()).toBe(both.replace('"two"', '"closed"'))
  })

  it('RT4 RT7 what sheets cannot say of a file begins the document anew, with the words that were not saved', async () => {
    const [one] = await two()
    one.set(0, 1, 'unsaved')
    const { epoch } = one
    await one.settled()
    const laidOut = JSON.stringify({ ...JSON.parse(source), note: 'a member of the file' }, null, 2)
    await store.write(path, bytes(laidOut), { by: bob })
    await until(() => one.news.includes('anew'))
    await one.join(rooms, path)
    expect(one.epoch).not.toBe(epoch)
    await holds(laidOut.replace('"one"', '"unsaved"'))
    expect(one.data.source()).toBe(laidOut.replace('"one"', '"unsaved"'))
  })

  it('RT7 a file that holds no sheets any more goes on as a text, and as sheets again when it does', async () => {
    const [one] = await two()
    await store.write(path, bytes('{ "total": 3, nothing'), { by: bob })
    await until(() => one.news.includes('anew'))
    await one.join(rooms, path)
    expect(one.kind).toBe('text')
    expect(await stored()).toBe('{ "total": 3, nothing')
    one.leave()
    await restarted()
    await store.write(path, bytes(source), { by: bob })
    const again = new DataWriter('eve')
    await again.join(rooms, path)
    again.leave()
    await restarted()
    await again.join(rooms, path)
    expect(again.kind).toBe('data')
  })

  it('RT7 other JSON, and JSON that says more than its values, is shared as a text', async () => {
    const texts = [
      '{"a": 1}',
      source.replace('1.50', '1.0000000000000000001'),
      source.replace('"key": "r0"', '"a": "r0"')
    ]
    for (const [at, text] of texts.entries()) {
      const other = p(`/acme/site/other-${at}.json`)
      await store.write(other, bytes(text), { by: ada })
      const one = new DataWriter('ada')
      await one.join(rooms, other)
      expect(one.kind).toBe('text')
      one.leave()
    }
  })

  it('RT1 a row that one deletes while the other writes in it stays', async () => {
    const [one, other] = await two()
    one.cut()
    one.edit((sheet) => deleteRows(sheet, new Set([1])))
    other.set(1, 1, 'still here')
    await holds(source.replace('"two"', '"still here"'))
    await one.join(rooms, path)
    await one.settled()
    await until(() => one.data.source() === other.data.source())
    expect(await stored()).toBe(source.replace('"two"', '"still here"'))
  })
})
