import { randomUUID } from 'node:crypto'
import { appendFile, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { examine, examineOpen } from '../../../src/main/store/doctor'
import type { FolderStore, RoomEntry } from '../../../src/main/store/types'
import { ada, bytes, filesBelow, p, tempFolder, text } from '../../support/workspace'

const page = p('/o/s/page.html')
const update = (words: string): RoomEntry => ({ kind: 'update', bytes: bytes(words) })

interface Place {
  readonly folder: string
  readonly id: string
  readonly log: string
}

/** A closed workspace with a page that is written together. */
async function within(work: (place: Place) => Promise<unknown>): Promise<void> {
  const folder = await tempFolder()
  const id = await opened(folder, async (store) => {
    const { entry } = await store.write(page, bytes('<main>1</main>'), { by: ada })
    await store.rooms.replace(entry.id, [update('a')])
    await store.rooms.append(entry.id, [update('b')])
    await store.rooms.append(entry.id, [update('c')])
    return entry.id
  })
  try {
    await work({ folder, id, log: join(folder, '.galley/rooms', `${id}.log`) })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function opened<T>(folder: string, work: (store: FolderStore) => Promise<T>): Promise<T> {
  const store = await openStore({ folder, watch: false })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const wordsIn = (folder: string, id: string) =>
  opened(folder, async (store) => {
    const room = await store.rooms.load(id)
    if (!room) return null
    const entries = room.entries.map((one) => ('bytes' in one ? text(one.bytes) : ''))
    return { entries, whole: room.whole }
  })

const garble = async (log: string, line: number) => {
  const lines = (await readFile(log, 'utf8')).split('\n')
  lines[line] = `${lines[line]?.slice(0, 20) ?? ''}!${lines[line]?.slice(21) ?? ''}`
  await writeFile(log, lines.join('\n'))
}
const repaired = async (folder: string) => (await examine(folder, { repair: true })).findings.filter(isNew)
const isNew = ({ kind }: { kind: string }) => kind !== 'kept'

test('L4 W15 a sound room is no finding, also of a file in the trash', () =>
  within(async ({ folder, id }) => {
    expect((await examine(folder)).findings).toEqual([])
    await opened(folder, (store) => store.remove(page, { by: ada }))
    expect((await examine(folder, { repair: true })).findings).toEqual([])
    expect(await wordsIn(folder, id)).toEqual({ entries: ['a', 'b', 'c'], whole: true })
  }))

test('L4 W15 a damaged room is told with what may be missing, and mended by setting it aside', () =>
  within(async ({ folder, id, log }) => {
    await garble(log, 1)
    const spoiled = await readFile(log)
    const finding = {
      where: `.galley/rooms/${id}.log`,
      kind: 'damage',
      message: expect.stringMatching(/^What people were writing in \/o\/s\/page\.html .* two seconds/),
      lost: false
    }
    expect((await examine(folder)).findings).toMatchObject([{ ...finding, repaired: false }])
    expect(await readFile(log)).toEqual(spoiled)
    expect((await examineOpen(folder, { again: () => Promise.resolve() })).findings).toMatchObject([finding])
    expect(await repaired(folder)).toMatchObject([{ ...finding, repaired: true }])
    const [aside = ''] = await filesBelow(join(folder, '.galley/damaged'))
    expect(await readFile(join(folder, '.galley/damaged', aside))).toEqual(spoiled)
    expect(await wordsIn(folder, id)).toEqual({ entries: ['a'], whole: false })
    expect((await examine(folder)).findings.filter(isNew)).toEqual([])
    expect(await filesBelow(join(folder, '.galley/damaged'))).toHaveLength(1)
  }))

test('L4 W15 a room that is damaged from its beginning is set aside as a whole', () =>
  within(async ({ folder, id, log }) => {
    await garble(log, 0)
    expect(await repaired(folder)).toMatchObject([{ repaired: true }])
    expect(await wordsIn(folder, id)).toBeNull()
    expect(await filesBelow(join(folder, '.galley/damaged'))).toHaveLength(1)
  }))

test('L4 W15 a torn end is a leftover, and cut off', () =>
  within(async ({ folder, id, log }) => {
    await appendFile(log, '0123abcd [{"kind":"upd')
    const finding = { where: `.galley/rooms/${id}.log`, kind: 'leftover' }
    expect((await examine(folder)).findings).toMatchObject([finding])
    expect((await examineOpen(folder)).findings).toEqual([])
    expect((await examine(folder, { repair: true })).findings).toMatchObject([{ ...finding, repaired: true }])
    expect((await examine(folder)).findings).toEqual([])
    expect(await wordsIn(folder, id)).toEqual({ entries: ['a', 'b', 'c'], whole: true })
  }))

test('L4 W15 a room of a file that neither the index, the trash nor a history knows is a leftover, and removed', () =>
  within(async ({ folder, id, log }) => {
    const other = join(folder, '.galley/rooms', `${randomUUID()}.log`)
    await writeFile(other, await readFile(log))
    expect((await examine(folder)).findings).toMatchObject([
      { where: other.slice(folder.length + 1), kind: 'leftover' }
    ])
    await examine(folder, { repair: true })
    expect(await filesBelow(join(folder, '.galley/rooms'))).toEqual([`${id}.log`])
    expect(await filesBelow(join(folder, '.galley/damaged'))).toEqual([])
  }))

test('L4 W15 while the index is damaged no room is taken for one of nobody', () =>
  within(async ({ folder, id }) => {
    const other = randomUUID()
    await opened(folder, (store) => store.rooms.replace(other, [update('x')]))
    await writeFile(join(folder, '.galley/index.log'), 'x')
    await rm(join(folder, '.galley/files'), { recursive: true })
    const { findings } = await examine(folder, { repair: true })
    expect(findings.filter(({ where }) => where.includes('/rooms/'))).toEqual([])
    expect(await filesBelow(join(folder, '.galley/rooms'))).toEqual([`${id}.log`, `${other}.log`].sort())
  }))

test('L4 W10 W15 what is no log of a room is moved itself, and what it leads to is not touched', () =>
  within(async ({ folder, id, log }) => {
    const elsewhere = join(folder, 'content/o/s/page.html')
    await rm(log)
    await symlink(elsewhere, log)
    expect(await repaired(folder)).toMatchObject([
      { where: `.galley/rooms/${id}.log`, kind: 'damage', repaired: true }
    ])
    expect(await readFile(elsewhere, 'utf8')).toBe('<main>1</main>')
    expect((await examine(folder)).findings.filter(isNew)).toEqual([])
  }))

test('L4 W10 W15 a file in the place of the folder is moved to what is set aside', () =>
  within(async ({ folder }) => {
    const rooms = join(folder, '.galley/rooms')
    await rm(rooms, { recursive: true })
    await writeFile(rooms, 'mine')
    expect((await examine(folder)).findings).toMatchObject([{ where: '.galley/rooms', kind: 'damage' }])
    await examine(folder, { repair: true })
    const [aside = ''] = await filesBelow(join(folder, '.galley/damaged'))
    expect(await readFile(join(folder, '.galley/damaged', aside), 'utf8')).toBe('mine')
  }))
