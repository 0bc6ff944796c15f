import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import { openRooms, type Rooms } from '../../../../src/main/rooms'
import { openStore } from '../../../../src/main/store'
import type { FolderStore, Store } from '../../../../src/main/store/types'
import { ada, bytes, p, quickFolder, sparseWorkspace, text } from '../../../support/workspace'
import { until, Writer } from './people'

const [page, other] = [p('/acme/site/harbour.html'), p('/acme/site/quay.html')]
const source = '<body>\n<main>\n<div>\n<p>The boats come in.</p>\n</div>\n</main>\n</body>\n'
const DAY = 24 * 60 * 60 * 1000

let folder: string
let store: FolderStore
let rooms: Rooms
const reported: unknown[] = []

/** @param looks whether logs are looked through, at once and then each 20 ms */
async function open(looks: boolean): Promise<void> {
  store = await openStore({ folder, watch: false })
  const keptTimes = looks ? { begin: 0, rest: 0, again: 20, keep: 30 * DAY } : null
  rooms = openRooms({ store, program: null, report: (error) => reported.push(error), keptTimes })
}

async function close(): Promise<void> {
  await rooms.close()
  await store.close()
}

/** Words that are acknowledged, and in the log alone: the service ends before the disk takes the file. */
async function wordsInLog(): Promise<void> {
  await rooms.close()
  const full: Store = {
    ...store,
    write: () => Promise.reject(new GalleyError('disk-full', 'The disk is full.'))
  }
  rooms = openRooms({ store: full, program: null, report: (error) => reported.push(error), keptTimes: null })
  const one = new Writer('ada')
  await one.join(rooms, page)
  one.type('The boats', ' of the north')
  await one.settled()
  await close()
}

async function age(days: number): Promise<void> {
  const home = join(folder, '.galley/rooms')
  const then = new Date(Date.now() - days * DAY)
  for (const name of await readdir(home)) await utimes(join(home, name), then, then)
}

/** The logs, as they lie on the disk. */
async function filesOf(folder: string) {
  const home = join(folder, '.galley/rooms')
  return Promise.all(
    (await readdir(home)).map(async (name) => {
      const { mtimeMs, ino, size } = await stat(join(home, name))
      return { name, mtimeMs, ino, size }
    })
  )
}

const stored = async (path = page) => text((await store.read(path))?.bytes)
const logs = async () => (await store.rooms.list()).length
/** All logs have been looked through. */
async function looked(): Promise<void> {
  const done = store.document('rooms', (value) => (value ?? {}) as { until?: number }, {})
  const before = (await done.read()).until ?? 0
  await until(async () => ((await done.read()).until ?? 0) > before)
}

beforeEach(async () => {
  folder = await sparseWorkspace(quickFolder())
  await open(false)
  for (const path of [page, other]) await store.write(path, bytes(source), { by: ada })
})

afterEach(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
  expect(reported.splice(0)).toEqual([])
})

describe('RT6 what was acknowledged when the service ended', () => {
  it('RT6 gets into its file by itself, by the name of who wrote it, and once', async () => {
    await wordsInLog()
    await open(true)
    await until(async () => (await stored()).includes('north'))
    expect(await stored()).toBe(source.replace('The boats', 'The boats of the north'))
    const entry = await store.stat(page)
    expect(entry?.kind === 'file' && entry.modifiedBy).toMatchObject({ email: 'ada@example.com' })
    await close()
    await open(true)
    const one = new Writer('bob')
    await one.join(rooms, page)
    expect(one.text.split('north')).toHaveLength(2)
  })

  it('RT6 RT7 is written beside what somebody else wrote into the file meanwhile', async () => {
    await wordsInLog()
    await open(false)
    await store.write(page, bytes(source.replace('come in', 'come home')), { by: ada })
    await close()
    await open(true)
    await until(async () => (await stored()).includes('north'))
    expect(await stored()).toContain('The boats of the north come home.')
  })

  it('RT6 is written while somebody writes in another document, and waits for who is in the same', async () => {
    await wordsInLog()
    await open(true)
    const [one, two] = [new Writer('bob'), new Writer('eve')]
    await Promise.all([one.join(rooms, page), two.join(rooms, other)])
    one.type('come in', ' slowly')
    two.type('come in', ' fast')
    await until(async () => (await stored()).includes('slowly') && (await stored(other)).includes('fast'))
    expect(await stored()).toContain('The boats of the north come in slowly.')
  })
})

describe('RT8 the log of a document', () => {
  it('RT8 is kept 30 days after it was written last, and goes then', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await until(async () => (await stored()).includes('north'))
    await close()
    await age(29)
    await open(true)
    await looked()
    expect(await logs()).toBe(1)
    await close()
    await age(31)
    await open(true)
    await until(async () => (await logs()) === 0)
    expect(await stored()).toContain('north')
  })

  it('RT8 is kept 30 days after somebody was there last, who wrote nothing', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await until(async () => (await stored()).includes('north'))
    await close()
    await age(29)
    await open(false)
    const before = await stored()
    const [log] = await store.rooms.list()
    await new Writer('bob').join(rooms, page)
    await until(async () => ((await store.rooms.list())[0]?.at ?? 0) > (log?.at ?? 0))
    await close()
    const [visited] = await filesOf(folder)
    // it is written once a day, and not by each who comes
    await open(false)
    await new Writer('eve').join(rooms, page)
    await close()
    expect(await filesOf(folder)).toEqual([visited])
    await open(true)
    await looked()
    expect(await logs()).toBe(1)
    expect(await stored()).toBe(before)
    // and its words still are what ada goes on with
    await one.join(rooms, page)
    one.type('come in', ' soon')
    await until(async () => (await stored()).includes('soon'))
    expect((await stored()).split('north').length).toBe(2)
  })

  it('RT8 never goes before what only it holds is in the file', async () => {
    await wordsInLog()
    await age(31)
    await open(true)
    await until(async () => (await stored()).includes('north'))
    expect(await logs()).toBe(1)
    await close()
    await age(31)
    await open(true)
    await until(async () => (await logs()) === 0)
    expect(await stored()).toContain('north')
  })

  it('RT8 stays as long as the trash keeps its file, and its words go on where that is put back', async () => {
    await wordsInLog()
    await open(false)
    const { id } = await store.remove(page, { by: ada })
    await close()
    await age(31)
    await open(true)
    await looked()
    expect(await logs()).toBe(1)
    await store.restoreFromTrash(p('/acme/site'), id, { by: ada })
    await until(async () => (await stored()).includes('north'))
  })
})
