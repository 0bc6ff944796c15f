import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { ada, bytes, p, tempFolder, text } from '../../support/workspace'

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const page = (number: number) => p(`/o/s/f${number % 7}/p${number}.html`)
const content = (number: number) => `<main>${number}</main>`

/** A disk that tells how often many files were made in one go, and lets a test do something before their names are there. */
function countingFs(beforeNames: (round: number) => Promise<void> = async () => undefined) {
  let rounds = 0
  const fs: DurableFs = {
    ...nodeFs,
    renameAll: async (moves) => {
      rounds += 1
      await beforeNames(rounds)
      return nodeFs.renameAll(moves)
    }
  }
  return { fs, rounds: () => rounds }
}

it('W1 W2 new files that are saved at once are made together, each whole with its own history', async () => {
  const workspace = await tempFolder()
  const { fs, rounds } = countingFs()
  const store = await openStore({ folder: workspace, watch: false, fs })
  const saved = await Promise.all(
    numbers(200).map((number) => store.write(page(number), bytes(content(number)), { by: ada }))
  )
  expect(rounds()).toBeGreaterThan(0)
  expect(rounds()).toBeLessThan(20)
  expect(new Set(saved.map(({ entry }) => entry.id)).size).toBe(200)
  // what is made in one go lies in one folder, which is made to last once; the first is made by itself
  const shards = new Set(saved.map(({ entry }) => entry.id.slice(0, 2)))
  expect(shards.size).toBeLessThanOrEqual(rounds() + 1)
  await store.write(page(3), bytes('<main>changed</main>'), { by: ada })
  await store.close()
  const again = await openStore({ folder: workspace, watch: false })
  for (const [number, { created, entry }] of saved.entries()) {
    expect(created).toBe(true)
    const found = await again.read(page(number))
    expect(found?.entry.id).toBe(entry.id)
    expect(text(found?.bytes)).toBe(number === 3 ? '<main>changed</main>' : content(number))
  }
  const [version] = await again.versions(page(3))
  expect(text((await again.readVersion('o', saved[3]?.entry.id ?? '', version?.id ?? ''))?.bytes)).toBe(
    content(3)
  )
  expect(again.folder.problems()).toEqual([])
  await again.close()
})

it('N5 W2 of files that are saved at once, the one that may not be is refused with its reason, and the others are there', async () => {
  const workspace = await tempFolder()
  const { fs, rounds } = countingFs()
  const store = await openStore({ folder: workspace, watch: false, fs })
  await store.write(p('/o/s/f1/Taken.html'), bytes('<main>taken</main>'), { by: ada })
  const paths = [...numbers(20).map(page), p('/o/s/f1/taken.html'), p('/o/s/f1/Taken.html/below.html')]
  const outcomes = await Promise.allSettled(
    paths.map((path) => store.write(path, bytes('<main>new</main>'), { by: ada }))
  )
  const refused = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { reason: string }).reason] : []
  )
  expect(refused).toEqual(['name-clash', 'is-file'])
  expect(rounds()).toBe(0)
  for (const path of paths.slice(0, 20))
    expect(text((await store.read(path))?.bytes)).toBe('<main>new</main>')
  expect(text((await store.read(p('/o/s/f1/Taken.html')))?.bytes)).toBe('<main>taken</main>')
  await store.close()
})

it('W2 a disk that fails while many files are made leaves nothing of them half, and each is tried by itself', async () => {
  const workspace = await tempFolder()
  let fails = true
  const { fs } = countingFs(async () => {
    if (fails) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  })
  const store = await openStore({ folder: workspace, watch: false, fs })
  const saved = await Promise.all(
    numbers(30).map((number) => store.write(page(number), bytes(content(number)), { by: ada }))
  )
  expect(saved.every(({ created }) => created)).toBe(true)
  fails = false
  for (const number of numbers(30))
    expect(text((await store.read(page(number)))?.bytes)).toBe(content(number))
  // no temporary file, and one history a file
  for (const folder of await readdir(join(workspace, 'content/o/s')))
    for (const name of await readdir(join(workspace, 'content/o/s', folder)))
      expect(name).toMatch(/^p\d+\.html$/)
  await store.close()
  const again = await openStore({ folder: workspace, watch: false })
  expect(again.folder.problems()).toEqual([])
  await again.close()
})

it('S5 W2 what another program puts to a path while many files are made stays', async () => {
  const workspace = await tempFolder()
  const folder = join(workspace, 'content/o/s/f1')
  await mkdir(folder, { recursive: true })
  let puts = true
  const fs: DurableFs = {
    ...nodeFs,
    writeAllSynced: async (files) => {
      if (puts && files.some(({ temporary }) => temporary)) {
        puts = false
        await writeFile(join(folder, 'p8.html'), '<main>of another program</main>')
      }
      return nodeFs.writeAllSynced(files)
    }
  }
  const store = await openStore({ folder: workspace, watch: false, fs })
  const saved = await Promise.all(
    numbers(20).map((number) => store.write(page(number), bytes(content(number)), { by: ada }))
  )
  expect(saved.map(({ created }) => created)).toEqual(numbers(20).map((number) => number !== 8))
  const [version] = await store.versions(page(8))
  expect(text((await store.readVersion('o', saved[8]?.entry.id ?? '', version?.id ?? ''))?.bytes)).toBe(
    '<main>of another program</main>'
  )
  await store.close()
})
