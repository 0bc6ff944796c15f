import { createHash } from 'node:crypto'
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import type { RoomThreads } from '../../../../src/main/rooms/calls'
import { told } from '../../../../src/main/rooms/from-log'
import { openKeys } from '../../../../src/main/rooms/keys'
import { openRoom } from '../../../../src/main/rooms/room'
import { openRoomThreads } from '../../../../src/main/rooms/threads'
import { openStore } from '../../../../src/main/store'
import { bytes, p, tempFolder, until } from '../../../support/workspace'

const PAGE = p('/o/s/page.html')
const html = '<body><main><div><p>One.</p></div></main></body>'
const ada = { email: 'ada@example.com' }

test('RT1 RT6 what is written while a document is saved stands in the log behind what was saved, so that another program takes nothing of it away after a crash', async () => {
  const store = await openStore({ folder: await tempFolder(), watch: false })
  const { entry } = await store.write(PAGE, bytes(html), { by: ada })
  const inner = openRoomThreads(null, () => undefined)
  let meanwhile: (() => void) | null = null
  const threads: RoomThreads = {
    ...inner,
    async call(name, input) {
      const answer = await inner.call(name, input)
      if (name === 'toSave' && meanwhile) {
        meanwhile()
        meanwhile = null
        // long enough for the log to have it, if it took it now
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return answer
    }
  }
  const opening = { room: entry.id, bytes: bytes(html), hash: entry.hash, format: 'page' as const }
  const room = openRoom({
    store,
    threads,
    entry,
    opened: await threads.open({ ...opening, log: null, wasSaved: [] }),
    keys: await openKeys(store, () => undefined),
    writers: [],
    logged: null,
    loggedAt: null,
    empty: () => undefined,
    came: () => undefined,
    report: (error) => expect.unreachable(String(error))
  })
  const way = await room.join({ person: ada, session: 'window', tell: () => undefined }, null)
  const doc = new Y.Doc()
  Y.applyUpdate(doc, await way.since(null))
  doc.clientID = way.client
  const type = (word: string) => {
    const before = Y.encodeStateVector(doc)
    const page = doc.getText('page')
    page.insert(page.toString().indexOf('One.') + 2, ` ${word}`)
    return way.write(Y.encodeStateAsUpdate(doc, before))
  }
  await type('first')
  let typed: Promise<unknown> = Promise.resolve()
  meanwhile = () => (typed = type('second'))
  expect(await room.save()).toBe(true)
  expect(await typed).toBeNull()

  const saved = Buffer.from((await store.read(PAGE))?.bytes ?? []).toString()
  expect(saved).toContain('first')
  expect(saved).not.toContain('second')
  const log = await store.rooms.load(entry.id)
  const known = told(log?.entries ?? [], new Set([createHash('sha256').update(saved).digest('hex')]))
  expect(known?.shared.source()).toContain('second')
  expect(known?.base).toBe(saved)
  await room.close(null)
  await until(async () =>
    Buffer.from((await store.read(PAGE))?.bytes ?? [])
      .toString()
      .includes('second')
  )
  await threads.end()
  await store.close()
})
