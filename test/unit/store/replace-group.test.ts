import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../src/main/store/types'
import { ada, bytes, p, tempFolder, text } from '../../support/workspace'

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const page = (number: number) => p(`/o/s/f${number % 7}/p${number}.html`)
const content = (number: number, round: number) => `<main>${number} in round ${round}</main>`

const saveAll = (store: FolderStore, count: number, round: number) =>
  Promise.all(
    numbers(count).map((number) => store.write(page(number), bytes(content(number, round)), { by: ada }))
  )

async function versionsOf(store: FolderStore, number: number): Promise<string[]> {
  const entry = await store.stat(page(number))
  const found = []
  for (const { id } of await store.versions(page(number)))
    found.push(text((await store.readVersion('o', entry?.kind === 'file' ? entry.id : '', id))?.bytes))
  return found
}

/** A disk that tells how often logs were appended to in one go, and lets a test do something before, with those files. */
function countingFs(before: (logs: readonly string[]) => Promise<void> = async () => undefined) {
  let rounds = 0
  const fs: DurableFs = {
    ...nodeFs,
    appendAllSynced: async (appends) => {
      rounds += 1
      await before(appends.map(({ path }) => path))
      return nodeFs.appendAllSynced(appends)
    }
  }
  return { fs, rounds: () => rounds }
}

it('W2 W5 V3 files that exist and are saved at once are written together, each with a version of what was there', async () => {
  const workspace = await tempFolder()
  const { fs, rounds } = countingFs()
  const store = await openStore({ folder: workspace, watch: false, fs })
  await saveAll(store, 200, 1)
  const saved = await saveAll(store, 200, 2)
  await saveAll(store, 200, 1)
  expect(rounds()).toBeGreaterThan(0)
  expect(rounds()).toBeLessThan(20)
  await store.close()
  const again = await openStore({ folder: workspace, watch: false })
  for (const number of numbers(200)) {
    const found = await again.read(page(number))
    expect(found?.entry.id).toBe(saved[number]?.entry.id)
    expect(text(found?.bytes)).toBe(content(number, 1))
    expect(await versionsOf(again, number)).toEqual([content(number, 2), content(number, 1)])
  }
  expect(again.folder.problems()).toEqual([])
  await again.close()
})

it('W8 V5 what another program writes while many files are saved becomes a version, and the save comes after it', async () => {
  const workspace = await tempFolder()
  const done: number[] = []
  let files: readonly (readonly [number: number, id: string])[] = []
  const { fs } = countingFs(async (logs) => {
    const met = files.find(([, id]) => logs.some((log) => log.includes(id)))
    if (!met || done.length > 0) return
    done.push(met[0])
    await writeFile(join(workspace, 'content', page(met[0])), '<main>of another program</main>')
  })
  const store = await openStore({ folder: workspace, watch: false, fs })
  files = (await saveAll(store, 20, 1)).map(({ entry }, number) => [number, entry.id])
  await saveAll(store, 20, 2)
  expect(done).toHaveLength(1)
  for (const number of numbers(20)) {
    expect(text((await store.read(page(number)))?.bytes)).toBe(content(number, 2))
    expect(await versionsOf(store, number)).toEqual(
      done.includes(number) ? ['<main>of another program</main>', content(number, 1)] : [content(number, 1)]
    )
  }
  expect(store.folder.problems()).toEqual([])
  await store.close()
})

it('C1 a condition is asked of each file that is saved with others, and only the one that it refuses stays', async () => {
  const workspace = await tempFolder()
  const { fs, rounds } = countingFs()
  const store = await openStore({ folder: workspace, watch: false, fs })
  const first = await saveAll(store, 20, 1)
  const outcomes = await Promise.allSettled(
    numbers(20).map((number) =>
      store.write(page(number), bytes(content(number, 2)), {
        by: ada,
        condition: (current) => {
          if (number === 5 || current?.hash !== first[number]?.entry.hash) throw new Error('refused')
        }
      })
    )
  )
  expect(rounds()).toBeGreaterThan(0)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
    numbers(20).map((number) => number !== 5)
  )
  expect(text((await store.read(page(5)))?.bytes)).toBe(content(5, 1))
  await store.close()
})

it('L4 the history of one that another program removed or shortened is put back, and the others are saved with it', async () => {
  const workspace = await tempFolder()
  let damage = false
  const { fs } = countingFs(async ([log]) => {
    if (!damage || log === undefined) return
    damage = false
    await writeFile(log, '')
  })
  const store = await openStore({ folder: workspace, watch: false, fs })
  await saveAll(store, 20, 1)
  await saveAll(store, 20, 2)
  damage = true
  await saveAll(store, 20, 3)
  expect(damage).toBe(false)
  for (const number of numbers(20))
    expect(await versionsOf(store, number)).toEqual([content(number, 2), content(number, 1)])
  expect(store.folder.problems().map(({ message }) => message)).toEqual([
    expect.stringContaining('It was put back as it was')
  ])
  await store.close()
})

/** The store's own copies of what is current. */
const shadowsIn = async (workspace: string) =>
  (await readdir(join(workspace, '.galley/current'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile()
  )

it('W5 of files that are saved at once the store has one copy each, so what another program does to them is no loss', async () => {
  const workspace = await tempFolder()
  const { fs, rounds } = countingFs()
  const store = await openStore({ folder: workspace, watch: false, fs })
  const saveInSession = (round: number) =>
    Promise.all(
      numbers(20).map((number) =>
        store.write(page(number), bytes(content(number, round)), { by: ada, session: 'tab' })
      )
    )
  for (const round of [1, 2, 3]) await saveInSession(round)
  expect(rounds()).toBeGreaterThan(1)
  expect(await shadowsIn(workspace)).toHaveLength(20)
  for (const number of numbers(20))
    await writeFile(join(workspace, 'content', page(number)), '<main>of another program</main>')
  for (const number of numbers(20)) {
    expect(text((await store.read(page(number)))?.bytes)).toBe('<main>of another program</main>')
    expect(await versionsOf(store, number)).toEqual([content(number, 3)])
  }
  await store.close()
})

it('W5 W8 a copy that was damaged while nobody looked becomes no version: the file itself tells what was there', async () => {
  const workspace = await tempFolder()
  const store = await openStore({ folder: workspace, watch: false })
  await saveAll(store, 20, 1)
  await store.close()
  for (const { parentPath, name } of await shadowsIn(workspace)) {
    const file = join(parentPath, name)
    await writeFile(file, 'x'.repeat((await stat(file)).size))
  }
  const { fs, rounds } = countingFs()
  const again = await openStore({ folder: workspace, watch: false, fs })
  await saveAll(again, 20, 2)
  expect(rounds()).toBeGreaterThan(0)
  for (const number of numbers(20)) expect(await versionsOf(again, number)).toEqual([content(number, 1)])
  await again.close()
})
