import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as Y from 'yjs'
import { roomKinds } from '../../../../src/common/rooms/epoch'
import type { ToWindow } from '../../../../src/common/rooms/frames'
import { openShared } from '../../../../src/common/rooms/shared-document'
import { openRooms, type News, type Rooms } from '../../../../src/main/rooms'
import { openLine } from '../../../../src/main/rooms/line'
import { openStore } from '../../../../src/main/store'
import type { FolderStore } from '../../../../src/main/store/types'
import { ada, bob, bytes, p, quickFolder, sparseWorkspace } from '../../../support/workspace'
import { stored } from '../overlay/form-people'
import { until } from './people'

const path = p('/acme/site/fleet.html')
const source = stored({ name: 'North', size: 3 })
/** No form writes it so: the document begins anew from it. */
const laidOut = stored({ name: 'South', size: 3 }).replace('<main>', '<main>\n')

let folder: string
let store: FolderStore
let rooms: Rooms

beforeEach(async () => {
  folder = await sparseWorkspace(quickFolder())
  store = await openStore({ folder, watch: false })
  await store.write(path, bytes(source), { by: ada })
  rooms = openRooms({ store, program: null, report: (error) => expect.unreachable(String(error)) })
})

afterEach(async () => {
  await rooms.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function ahead() {
  const news: News['kind'][] = []
  const member = {
    person: { email: 'eve@example.com' },
    session: 'window-eve',
    tell: ({ kind }: News) => void news.push(kind)
  }
  const way = await rooms.join(path, member, null)
  return { way, news }
}

it('RT2 who joins a document that begins anew in that moment gets the one that is there now, by its own name, and nothing of the other', async () => {
  const eve = await ahead()
  const doc = new Y.Doc()
  Y.applyUpdate(doc, await eve.way.since(null))
  let joins = 0
  const said: ToWindow[] = []
  const line = openLine({
    rooms: {
      ...rooms,
      async join(...asked) {
        const way = await rooms.join(...asked)
        joins += 1
        if (joins === 1) {
          await store.write(path, bytes(laidOut), { by: bob })
          await until(() => eve.news.includes('anew'))
        }
        return way
      }
    },
    rights: { may: () => Promise.resolve(true) },
    person: { email: 'ada@example.com' },
    say: (one) => said.push(one),
    end: () => {},
    report: (error) => expect.unreachable(String(error))
  })
  // back from before: of what both have nothing is sent
  const { epoch, client, key } = eve.way
  const back = { epoch, client, key, vector: Y.encodeStateVector(doc) }
  await line.hear({ say: 'join', room: 1, path, session: 'window-ada', back, models: roomKinds })
  const [joined, ...more] = said.filter(({ say }) => say === 'joined' || say === 'anew')
  if (joined?.say !== 'joined') throw new Error('not joined')
  expect(joined.epoch).not.toBe(eve.way.epoch)
  const now = new Y.Doc()
  Y.applyUpdate(now, joined.state)
  const shared = openShared(joined.kind, now)
  expect(shared.source()).toBe(laidOut)
  shared.close()
  expect(more).toEqual([])
  // and what was joined first is asked for in vain
  await expect(eve.way.since(null)).rejects.toMatchObject({ reason: 'busy' })
  line.close()
})

it('RT1 RT2 a window that does not say that it reads letters in a form is not let into one, and is into another document', async () => {
  const page = p('/acme/site/index.html')
  await store.write(page, bytes('<p>North</p>\n'), { by: ada })
  const said: ToWindow[] = []
  const line = openLine({
    rooms,
    rights: { may: () => Promise.resolve(true) },
    person: { email: 'ada@example.com' },
    say: (one) => said.push(one),
    end: () => expect.unreachable('such a window goes on with its other documents'),
    report: (error) => expect.unreachable(String(error))
  })
  const join = { say: 'join', session: 'window-ada', back: null } as const
  for (let room = 1; room <= 10; room += 1) await line.hear({ ...join, room, path })
  await line.hear({ ...join, room: 11, path, models: { ...roomKinds, form: roomKinds.form + 1 } })
  expect(said.map((one) => one.say === 'refused' && one.reason)).toEqual(Array(11).fill('bad-request'))
  await line.hear({ ...join, room: 12, path: page })
  expect(said.at(-1)).toMatchObject({ say: 'joined', room: 12 })
  await line.hear({ ...join, room: 13, path, models: roomKinds })
  expect(said.at(-1)).toMatchObject({ say: 'joined', kind: 'form' })
  line.close()
})
