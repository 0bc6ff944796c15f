import { describe, expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'
import { ALL_FAULTS, failingFs } from '../support/failing-fs'
import type { MemoryDisk } from '../support/memory-fs'
import { ALL_CUTS, cutsByTurns, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p, text } from '../support/workspace'

/** A page with its asset folder, and another one with one, at the place that it goes to. */
const [page, folder] = [p('/o/s/page.html'), p('/o/s/.page')]
const [to, toFolder] = [p('/o/t/page.html'), p('/o/t/.page')]
const along = [{ from: folder, to: toFolder }]

async function fill(store: FolderStore): Promise<void> {
  await store.write(page, bytes('<main>own</main>'), { by: ada })
  await store.write(p(`${folder}/a.png`), bytes('a picture'), { by: ada })
}

async function fillTarget(store: FolderStore): Promise<void> {
  await store.write(to, bytes('<main>there</main>'), { by: ada })
  await store.write(p(`${toFolder}/a.png`), bytes('a picture there'), { by: ada })
}

async function edits(store: FolderStore) {
  const found = await store.stat(page)
  if (found?.kind !== 'file') throw new Error('the page is not there')
  return [{ path: page, from: found.hash, to: bytes('<main>other bytes</main>') }]
}

interface Scenario {
  readonly title: string
  readonly before: (store: FolderStore) => Promise<unknown>
  readonly act: (store: FolderStore) => Promise<unknown>
}

const firstInTrash = async (store: FolderStore) => (await store.trash(p('/o')))[0]?.id ?? ''

const scenarios: readonly Scenario[] = [
  {
    title: 'W14 VE10 of a move onto a page that has an asset folder too',
    before: async (store) => {
      await fill(store)
      await fillTarget(store)
    },
    act: async (store) =>
      store.change({
        edits: await edits(store),
        moves: [{ from: page, to }, ...along],
        overwrite: true,
        by: ada
      })
  },
  {
    title: 'S4 VE10 of a copy with the asset folder',
    before: fill,
    act: async (store) => store.copy(page, to, { by: ada, along, edits: await edits(store) })
  },
  {
    title: 'S4 VE10 of a copy onto a page that has an asset folder too',
    before: async (store) => {
      await fill(store)
      await fillTarget(store)
    },
    act: async (store) => store.copy(page, to, { by: ada, along, edits: await edits(store), overwrite: true })
  },
  {
    title: 'S5 VE10 of a deletion with the asset folder',
    before: fill,
    act: async (store) => store.remove(page, { by: ada, along: [folder] })
  },
  {
    title: 'S5 VE10 of bringing back what was deleted with its asset folder',
    before: async (store) => {
      await fill(store)
      await store.remove(page, { by: ada, along: [folder] })
    },
    act: async (store) => store.restoreFromTrash(p('/o'), await firstInTrash(store), { by: ada })
  }
]

const places = [page, to].flatMap((one) => {
  const assets = one.replace(/page\.html$/, '.page')
  return [one, p(`${assets}/a.png`)]
})

/** What a person can see of it, in words. */
async function look(store: FolderStore): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const path of places) {
    const found = await store.read(path)
    if (found) seen[path] = text(found.bytes)
  }
  for (const { path, files } of await store.trash(p('/o'))) seen[`in the trash ${path}`] = `${files} files`
  return seen
}

const open = (disk: MemoryDisk) => openStore({ folder: '/w', fs: disk.fs, watch: false })

async function endsOf({ before, act }: Scenario) {
  const store = await open(await diskWithoutEmptyFolders())
  await before(store)
  const first = await look(store)
  await act(store)
  const last = await look(store)
  await store.close()
  expect(first).not.toEqual(last)
  return { first, last }
}

describe('all or nothing', () => {
  test.each(scenarios)('$title: a power cut at any moment', { timeout: 120_000 }, async (scenario) => {
    const { first, last } = await endsOf(scenario)
    const disk = await diskWithoutEmptyFolders()
    const store = await open(disk)
    await scenario.before(store)
    const images: { disk: MemoryDisk; how: string; isDone: boolean }[] = []
    let step = 0
    let isDone = false
    const snapshot = () => {
      step += 1
      for (const [how, cut] of cutsByTurns(step))
        images.push({ disk: disk.cut(cut), how: `call ${step}, ${how}`, isDone })
    }
    disk.onStep = snapshot
    await scenario.act(store)
    isDone = true
    snapshot()
    disk.onStep = () => undefined
    await store.close()
    const ends = { first: 0, last: 0 }
    for (const image of images) {
      const again = await open(image.disk)
      const seen = await look(again)
      const isFirst = JSON.stringify(seen) === JSON.stringify(first) && !image.isDone
      if (!isFirst) expect(seen, image.how).toEqual(last)
      ends[isFirst ? 'first' : 'last'] += 1
      expect(again.folder.problems(), image.how).toEqual([])
      if (isFirst) await scenario.act(again)
      expect(await look(again), image.how).toEqual(last)
      await again.close()
    }
    expect(ends.first).toBeGreaterThan(ALL_CUTS ? 5 : 1)
    expect(ends.last).toBeGreaterThan(ALL_CUTS ? 2 : 0)
  })

  for (const [turn, code] of ['ENOSPC', 'EIO'].entries())
    test.each(scenarios)(
      `W3 $title: a disk that answers ${code} from any call on`,
      { timeout: 120_000 },
      async (scenario) => {
        const { first, last } = await endsOf(scenario)
        let failures = 0
        for (let nth = ALL_FAULTS ? 1 : 1 + turn; ; nth += ALL_FAULTS ? 1 : 2) {
          const disk = await diskWithoutEmptyFolders()
          const failing = failingFs(disk.fs)
          const store = await openStore({ folder: '/w', fs: failing.fs, watch: false })
          await scenario.before(store)
          failing.failAt(nth, code, true)
          const error = await scenario.act(store).then(
            () => null,
            (reason: unknown) => reason
          )
          const calls = failing.stop()
          await store.close()
          const again = await open(disk)
          const seen = await look(again)
          if (error === null) expect(seen, `call ${nth}`).toEqual(last)
          else if (JSON.stringify(seen) !== JSON.stringify(last)) {
            expect(seen, `call ${nth}`).toEqual(first)
            await scenario.act(again)
            expect(await look(again), `call ${nth}`).toEqual(last)
          }
          await again.close()
          if (error === null && calls < nth) break
          failures += 1
        }
        expect(failures).toBeGreaterThan(ALL_FAULTS ? 5 : 2)
      }
    )
})
