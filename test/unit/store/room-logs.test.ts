import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { logLine, readLog } from '../../../src/main/store/logs/line-log'
import type { FolderStore, RoomEntry } from '../../../src/main/store/types'
import { bytes, filesBelow, tempFolder, text, until, withStore } from '../../support/workspace'

const update = (words: string): RoomEntry => ({ kind: 'update', bytes: bytes(words) })
const logOf = (folder: string, id: string) => join(folder, '.galley/rooms', `${id}.log`)
const setAside = (folder: string) => filesBelow(join(folder, '.galley/damaged'))

/** The words of a room, and whether they are all. */
async function told(store: FolderStore, id: string) {
  const room = await store.rooms.load(id)
  return (
    room && { words: room.entries.map((one) => ('bytes' in one ? text(one.bytes) : '')), whole: room.whole }
  )
}

/** A workspace with the log of a room, closed; then spoiled; then opened again. */
async function spoiled(
  spoil: (log: string) => Promise<unknown>,
  work: (store: FolderStore, id: string, folder: string) => Promise<unknown>
): Promise<void> {
  const folder = await tempFolder()
  const id = randomUUID()
  const first = await openStore({ folder, watch: false })
  await first.rooms.replace(id, [update('a'), update('b')])
  await first.rooms.append(id, [update('c'), update('d')])
  await first.rooms.append(id, [update('e')])
  await first.close()
  await spoil(logOf(folder, id))
  const store = await openStore({ folder, watch: false })
  try {
    await work(store, id, folder)
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

/** @param at of the line, from its beginning */
const flip =
  (line: number, at = 20) =>
  async (log: string) => {
    const lines = (await readFile(log, 'utf8')).split('\n')
    const was = lines[line] ?? ''
    lines[line] = `${was.slice(0, at)}${was[at] === '!' ? '?' : '!'}${was.slice(at + 1)}`
    await writeFile(log, lines.join('\n'))
  }

test.each([1, 7, 50])(
  'W15 a torn end of %i bytes is cut off, is no damage, and what is appended then is there',
  (length) =>
    spoiled(
      async (log) => {
        const torn = logLine([{ kind: 'update', bytes: Buffer.alloc(60).toString('base64') }])
        await appendFile(log, torn.subarray(0, length))
      },
      async (store, id, folder) => {
        await store.rooms.append(id, [update('f')])
        expect(await told(store, id)).toEqual({ words: ['a', 'b', 'c', 'd', 'e', 'f'], whole: true })
        expect(store.folder.problems()).toEqual([])
        expect(await setAside(folder)).toEqual([])
      }
    )
)

test('W15 W8 what stands before a damaged record counts, the rest does not; the original is kept, and told', () =>
  spoiled(flip(2), async (store, id, folder) => {
    const before = await readFile(logOf(folder, id))
    expect(await told(store, id)).toEqual({ words: ['a', 'b'], whole: false })
    // nothing is built on what is missing, also after a restart
    await expect(store.rooms.append(id, [update('f')])).rejects.toMatchObject({ reason: 'not-found' })
    await store.close()
    const again = await openStore({ folder, watch: false })
    await expect(again.rooms.append(id, [update('f')])).rejects.toMatchObject({ reason: 'not-found' })
    expect(await told(again, id)).toEqual({ words: ['a', 'b'], whole: false })
    expect(again.folder.problems()).toEqual([])
    await again.rooms.replace(id, [update('all')])
    await again.rooms.append(id, [update('f')])
    expect(await told(again, id)).toEqual({ words: ['all', 'f'], whole: true })
    await again.close()
    const [aside = '', ...others] = await setAside(folder)
    expect(others).toEqual([])
    expect(await readFile(join(folder, '.galley/damaged', aside))).toEqual(before)
    expect(store.folder.problems()).toMatchObject([
      { where: logOf(folder, id), message: expect.stringMatching(/itself is whole.*two seconds/) }
    ])
  }))

test('W15 W8 a log whose first record is damaged is set aside as a whole: there is no room until one is begun', () =>
  spoiled(flip(0), async (store, id, folder) => {
    await expect(store.rooms.append(id, [update('f')])).rejects.toMatchObject({ reason: 'not-found' })
    expect(await told(store, id)).toBeNull()
    expect(await setAside(folder)).toHaveLength(1)
    await store.rooms.replace(id, [update('g')])
    expect(await told(store, id)).toEqual({ words: ['g'], whole: true })
  }))

test.each([
  ['no list', { kind: 'update', bytes: '' }],
  ['an unknown kind', [{ kind: 'letter', bytes: '' }]],
  ['bytes that are none', [{ kind: 'update', bytes: 'a"b?' }]],
  ['a hash that is none', [{ kind: 'saved', hash: '../../lock' }]],
  ['a client that is none', [{ kind: 'writer', client: -1, person: { email: 'a@b' }, key: '0'.repeat(64) }]],
  ['one that is good and one that is not', [{ kind: 'update', bytes: 'YQ==' }, null]]
])('W10 W15 a record with a sound checksum that no Galley wrote is damage: %s', (_name, value) =>
  spoiled(
    (log) => appendFile(log, Buffer.concat([logLine(value), logLine([{ kind: 'update', bytes: 'eA==' }])])),
    async (store, id) => {
      expect(await told(store, id)).toEqual({ words: ['a', 'b', 'c', 'd', 'e'], whole: false })
    }
  )
)

test('W10 W15 a log that is far too large is set aside unread', () =>
  spoiled(
    (log) =>
      nodeFs.open(log, 'update').then(async (handle) => {
        await handle.truncate(65 * 1024 * 1024)
        await handle.close()
      }),
    async (store, id, folder) => {
      expect(await told(store, id)).toEqual({ words: [], whole: false })
      expect(await setAside(folder)).toHaveLength(1)
    }
  ))

test.each(['a folder', 'a link'])('W10 W15 %s in the place of a log is set aside itself', (what) =>
  spoiled(
    async (log) => {
      await rm(log)
      if (what === 'a folder') await mkdir(log)
      else await symlink('/etc/hostname', log)
    },
    async (store, id, folder) => {
      expect(await told(store, id)).toEqual({ words: [], whole: false })
      await store.rooms.replace(id, [update('g')])
      expect(await told(store, id)).toEqual({ words: ['g'], whole: true })
      expect(await readdir(join(folder, '.galley/damaged'))).toHaveLength(1)
    }
  )
)

test.each(['a link', 'a file'])(
  'W10 W15 %s in the place of the folder is told, and nothing is written there',
  async (what) => {
    const folder = await tempFolder()
    await (await openStore({ folder, watch: false })).close()
    const rooms = join(folder, '.galley/rooms')
    const elsewhere = await tempFolder()
    if (what === 'a file') await writeFile(rooms, 'mine')
    else await symlink(elsewhere, rooms)
    const store = await openStore({ folder, watch: false })
    try {
      const id = randomUUID()
      expect(store.folder.problems()).toMatchObject([{ where: rooms }])
      await expect(store.rooms.replace(id, [update('a')])).rejects.toMatchObject({
        reason: what === 'a file' ? 'is-file' : 'no-access'
      })
      expect(await told(store, id)).toBeNull()
      expect(await store.rooms.list()).toEqual([])
      expect(await readdir(elsewhere)).toEqual([])
      if (what === 'a file') expect(await readFile(rooms, 'utf8')).toBe('mine')
    } finally {
      await store.close()
      for (const one of [folder, elsewhere]) await rm(one, { recursive: true })
    }
  }
)

test('W15 another program that deletes or changes a log of an open room loses nothing: a new one is asked for, what lay there is kept', () =>
  withStore(async (store, folder) => {
    const id = randomUUID()
    const begin = () => store.rooms.replace(id, [update('all')])
    const refused = async () =>
      expect(store.rooms.append(id, [update('more')])).rejects.toMatchObject({ reason: 'not-found' })
    await begin()
    await rm(logOf(folder, id))
    await refused()
    await begin()
    await appendFile(logOf(folder, id), 'x')
    await refused()
    expect(await setAside(folder)).toHaveLength(1)
    await begin()
    await store.rooms.append(id, [update('more')])
    expect(await told(store, id)).toEqual({ words: ['all', 'more'], whole: true })
    await rm(join(folder, '.galley/rooms'), { recursive: true })
    await refused()
    await begin()
    expect(await told(store, id)).toEqual({ words: ['all'], whole: true })
  }))

test('W15 only files with the name of a log are rooms', () =>
  withStore(async (store, folder) => {
    const id = randomUUID()
    await store.rooms.replace(id, [])
    for (const name of ['x.log', `${randomUUID()}.json`, `.galley-${randomUUID()}.tmp`, 'notes'])
      await writeFile(join(folder, '.galley/rooms', name), 'x')
    await mkdir(logOf(folder, randomUUID()))
    expect((await store.rooms.list()).map(({ fileId }) => fileId)).toEqual([id])
  }))

test('W15 nothing that could not be read again is written', () =>
  withStore(async (store) => {
    const id = randomUUID()
    await store.rooms.replace(id, [update('a')])
    for (const bad of [
      { kind: 'saved', hash: 'x' },
      { kind: 'writer', client: 1.5, person: { email: 'a@b' }, key: '0'.repeat(64) },
      { kind: 'state', epoch: 'e', hash: '', bytes: new Uint8Array() }
    ] as const) {
      await expect(store.rooms.append(id, [update('b'), bad])).rejects.toMatchObject({ reason: 'internal' })
      await expect(store.rooms.replace(id, [bad])).rejects.toMatchObject({ reason: 'internal' })
    }
    expect(await told(store, id)).toEqual({ words: ['a'], whole: true })
  }))

test('W15 appends that come while one is under way go out together with one sync, each as a line of its own', async () => {
  let syncs = 0
  let release = () => undefined as void
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const fs: DurableFs = {
    ...nodeFs,
    async open(path, mode) {
      const handle = await nodeFs.open(path, mode)
      if (mode !== 'append' || !path.includes('/rooms/')) return handle
      return {
        ...handle,
        datasync: async () => {
          syncs++
          await isReleased
          await handle.datasync()
        }
      }
    }
  }
  await withStore(
    async (store, folder) => {
      const id = randomUUID()
      await store.rooms.replace(id, [update('all')])
      const first = store.rooms.append(id, [update('0')])
      await until(() => syncs === 1)
      const others = Array.from({ length: 199 }, (_, at) => store.rooms.append(id, [update(`${at + 1}`)]))
      release()
      await Promise.all([first, ...others])
      expect(syncs).toBe(2)
      expect(readLog(await readFile(logOf(folder, id))).values).toHaveLength(201)
      const words = Array.from({ length: 200 }, (_, at) => `${at}`)
      expect(await told(store, id)).toEqual({ words: ['all', ...words], whole: true })
    },
    { watch: false, fs }
  )
})

test('W15 a thousand rooms in turn: what is forgotten of the oldest is looked at again', () =>
  withStore(async (store) => {
    const ids = Array.from({ length: 1_000 }, () => randomUUID())
    for (const id of ids) await store.rooms.replace(id, [update(id)])
    for (const id of ids) await store.rooms.append(id, [update('more')])
    expect(await store.rooms.list()).toHaveLength(1_000)
    for (const id of ids) expect(await told(store, id)).toEqual({ words: [id, 'more'], whole: true })
  }))
