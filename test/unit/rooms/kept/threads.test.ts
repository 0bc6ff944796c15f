import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Opening } from '../../../../src/main/rooms/calls'
import { openRoomThreads } from '../../../../src/main/rooms/threads'
import { bundleProgram } from '../../../support/bundle'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const opening = (room: string, paragraphs: number): Opening => {
  const words = '<p>The boat leaves at <em>ten past six</em>, and the bread is carried up first.</p>\n'
  const bytes = new TextEncoder().encode(`<body><main><div>${words.repeat(paragraphs)}</div></main></body>`)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { room, bytes, hash, format: 'page', log: null, wasSaved: [] }
}

async function opened() {
  const ended: string[] = []
  const threads = openRoomThreads(await bundleProgram('src/main/rooms/program.ts'), (rooms) =>
    ended.push(...rooms)
  )
  open.push(() => threads.end())
  return { threads, ended }
}

test('RT6 nobody waits while a large document is read: it has a thread of its own', async () => {
  const { threads } = await opened()
  await threads.open(opening('small', 10))
  await threads.open(opening('another', 10))
  let isRead = false
  const large = threads.open(opening('large', 12_000)).then(() => (isRead = true))
  for (let asked = 0; asked < 20; asked += 1) await threads.call('vector', { room: 'small' })
  expect(isRead).toBe(false)
  expect(threads.hasOutgrown('small', 300_000)).toBe(true)
  expect(threads.hasOutgrown('small', 200_000)).toBe(false)
  expect(threads.hasOutgrown('large', 300_000)).toBe(false)
  await large
  expect((await threads.call('since', { room: 'large', vector: null })).length).toBeGreaterThan(1_000_000)
  await threads.close('large')
  await expect(threads.call('vector', { room: 'large' })).rejects.toMatchObject({ reason: 'cancelled' })
  expect((await threads.call('vector', { room: 'small' })).length).toBeGreaterThan(0)
}, 60_000)

test('RT6 more large documents than threads are there all the same, and each goes alone', async () => {
  const { threads, ended } = await opened()
  const all = Array.from({ length: 7 }, (_, at) => `large ${at}`)
  await Promise.all(all.map((room) => threads.open(opening(room, 1_700))))
  for (const room of all) expect((await threads.call('vector', { room })).length).toBeGreaterThan(0)
  for (const room of all.splice(0, 3)) await threads.close(room)
  for (const room of all) expect((await threads.call('vector', { room })).length).toBeGreaterThan(0)
  await expect(
    threads.open({ ...opening('none', 1_700), bytes: new Uint8Array(200_000).fill(255) })
  ).rejects.toMatchObject({ reason: 'bad-request' })
  expect((await threads.open(opening('again', 1_700))).kind).toBe('page')
  expect(ended).toEqual([])
}, 60_000)
