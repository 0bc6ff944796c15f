import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRooms, type Rooms } from '../../../../src/main/rooms'
import { openStore } from '../../../../src/main/store'
import type { FolderStore } from '../../../../src/main/store/types'
import { ada, bytes, p, quickFolder, sparseWorkspace, text, until } from '../../../support/workspace'
import { Writer } from './people'

const page = p('/acme/site/harbour.html')
const source =
  '<body>\n<main>\n<div>\n<p>The boats come in.</p>\n<p>Nobody waits.</p>\n</div>\n</main>\n</body>\n'

/** A workspace whose rooms and store are opened and closed by the test. */
async function within<T>(folder: string, work: (store: FolderStore, rooms: Rooms) => Promise<T>): Promise<T> {
  const reported: unknown[] = []
  const store = await openStore({ folder, watch: false })
  const rooms = openRooms({ store, program: null, report: (error) => reported.push(error) })
  try {
    return await work(store, rooms)
  } finally {
    await rooms.close()
    await store.close()
    expect(reported).toEqual([])
  }
}

const stored = async (store: FolderStore) => text((await store.read(page))?.bytes)
const logIn = async (folder: string) => {
  const [name = ''] = await readdir(join(folder, '.galley/rooms'))
  return join(folder, '.galley/rooms', name)
}

/** What somebody wrote and saved, and wrote on and saved. @returns the log */
async function written(folder: string): Promise<string> {
  return within(folder, async (store, rooms) => {
    await store.write(page, bytes(source), { by: ada })
    const one = new Writer('ada')
    await one.join(rooms, page)
    for (const [behind, words] of [
      ['The boats', ' of the north'],
      ['north', ' and east']
    ] as const) {
      one.type(behind, words)
      await until(async () => (await stored(store)).includes(words))
      await until(() => one.saved)
    }
    const log = await readFile(await logIn(folder), 'utf8')
    one.cut()
    return log
  })
}

/** Somebody else comes, and writes on. @returns the page when that is saved */
const goneOn = (folder: string) =>
  within(folder, async (store, rooms) => {
    const other = new Writer('bob')
    await other.join(rooms, page)
    other.type('waits', ' here')
    await until(async () => (await stored(store)).includes('waits here'))
    return stored(store)
  })

const damaged = (log: string, line: number) =>
  log
    .split('\n')
    .map((one, at) => (at === line ? `!${one}` : one))
    .join('\n')

test('RT1 W15 wherever a log is damaged, no word that is in the document already comes twice', async () => {
  const folder = await sparseWorkspace(quickFolder())
  const saved = await written(folder)
  const file = await logIn(folder)
  const content = join(folder, 'content/acme/site/harbour.html')
  const whole = await readFile(content)
  const lines = saved.trimEnd().split('\n').length
  expect(lines).toBeGreaterThan(3)
  for (let line = 0; line < lines; line++) {
    await writeFile(content, whole)
    await writeFile(file, damaged(saved, line))
    expect(await goneOn(folder), `line ${line} of ${lines}`).toBe(
      source.replace('The boats', 'The boats of the north and east').replace('waits', 'waits here')
    )
  }
  await rm(folder, { recursive: true })
})

test('RT1 W15 words that stand before the damage and are not in the document yet are not lost', async () => {
  const folder = await sparseWorkspace(quickFolder())
  const lines = (await written(folder)).split('\n')
  const isSaving = lines.map((line) => line.includes('"kind":"saving"'))
  expect(isSaving.filter(Boolean)).toHaveLength(2)
  const saving = isSaving.lastIndexOf(true)
  const file = await logIn(folder)
  await writeFile(
    join(folder, 'content/acme/site/harbour.html'),
    source.replace('The boats', 'The boats of the north')
  )
  await writeFile(file, [...lines.slice(0, saving), '!', ''].join('\n'))
  expect(await goneOn(folder)).toBe(
    source.replace('The boats', 'The boats of the north and east').replace('waits', 'waits here')
  )
  await rm(folder, { recursive: true })
})
