import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { blockAt, numbers } from '../../../../src/common/rooms/numbers'
import { openRooms } from '../../../../src/main/rooms'
import { openStore } from '../../../../src/main/store'
import type { FolderStore, RoomLogs } from '../../../../src/main/store/types'
import { ada, bytes, p, quickFolder } from '../../../support/workspace'
import { until, Writer } from './people'

const page = p('/acme/site/harbour.html')
const source = '<main><div><p>begin end</p></div></main>'

let folder: string
let store: FolderStore

beforeEach(async () => {
  folder = await quickFolder()
  store = await openStore({ folder, watch: false })
  await store.write(page, bytes(source), { by: ada })
})

afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

it('RT1 RT13 what waits for the log while the document becomes that of another service is in no log of that one', async () => {
  let asked = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const logs: RoomLogs = {
    ...store.rooms,
    async replace(...how) {
      asked += 1
      await gate
      return store.rooms.replace(...how)
    }
  }
  const rooms = openRooms({
    store: { ...store, rooms: logs },
    program: null,
    report: (error) => expect.unreachable(String(error))
  })
  try {
    const one = new Writer('ada')
    await one.join(rooms, page)
    const state = await one.membership.since(null)
    const entry = await store.stat(page)
    const id = entry?.kind === 'file' ? entry.id : ''
    one.type('begin', ' word')
    await until(() => asked === 1)
    const block = blockAt(numbers.block.least)
    const adopting = rooms.adopt(id, { epoch: one.epoch, block, state, base: source })
    await until(() => asked === 2)
    open()
    expect(await adopting).toBe(true)
    await one.settled()
    // its author has it, and carries it in by a number of the other document
    expect(one.text).toContain('word')
    const kinds = (await store.rooms.load(id))?.entries.map(({ kind }) => kind)
    expect(kinds).toEqual(['state'])
  } finally {
    open()
    await rooms.close()
  }
})
