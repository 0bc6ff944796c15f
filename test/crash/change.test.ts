import { expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'
import { failingFs } from '../support/failing-fs'
import type { MemoryDisk } from '../support/memory-fs'
import { cuts, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p, text } from '../support/workspace'

const page = p('/o/s/page.html')
const other = p('/o/s/other.html')
const data = p('/o/s/f/data.json')
const moved = p('/o/t/page.html')
const folder = p('/o/s/.page')
const movedFolder = p('/o/t/.page')

async function fill(store: FolderStore): Promise<void> {
  await store.write(page, bytes('<main>old page</main>'), { by: ada })
  await store.write(other, bytes('<main>old other</main>'), { by: ada })
  await store.write(data, bytes('{"is":"old"}'), { by: ada })
  await store.write(p(`${folder}/a.png`), bytes('a picture'), { by: ada })
  const kept = await store.published.keep(page)
  const { hash, size } = kept ?? { hash: '', size: 0 }
  await store.published.put([
    { environment: 'live', path: page, hash, size, at: 1, by: ada, sourceAt: 1, kind: 'page' }
  ])
}

async function change(store: FolderStore): Promise<void> {
  const edits = []
  for (const [path, to] of [
    [page, '<main>new page</main>'],
    [other, '<main>new other</main>'],
    [data, '{"is":"new"}']
  ] as const) {
    const found = await store.stat(path)
    if (found?.kind !== 'file') throw new Error(`${path} is not there`)
    edits.push({ path, from: found.hash, to: bytes(to) })
  }
  await store.change({
    edits,
    moves: [
      { from: page, to: moved },
      { from: folder, to: movedFolder }
    ],
    by: ada
  })
}

/** What a person can see of it, in words. */
async function look(store: FolderStore): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const path of [page, other, data, moved, p(`${folder}/a.png`), p(`${movedFolder}/a.png`)]) {
    const found = await store.read(path)
    if (found) seen[path] = text(found.bytes)
    if (found && (await store.published.get('live', path))) seen[`live ${path}`] = 'published'
  }
  return seen
}

const before = {
  [page]: '<main>old page</main>',
  [`live ${page}`]: 'published',
  [other]: '<main>old other</main>',
  [data]: '{"is":"old"}',
  [`${folder}/a.png`]: 'a picture'
}
const after = {
  [moved]: '<main>new page</main>',
  [`live ${moved}`]: 'published',
  [other]: '<main>new other</main>',
  [data]: '{"is":"new"}',
  [`${movedFolder}/a.png`]: 'a picture'
}

const open = (disk: MemoryDisk) => openStore({ folder: '/w', fs: disk.fs, watch: false })

test('W14 a power cut at any moment of a change leaves all of it or nothing, and all once it is acknowledged', async () => {
  const disk = await diskWithoutEmptyFolders()
  const store = await open(disk)
  await fill(store)
  const images: { disk: MemoryDisk; how: string; isDone: boolean }[] = []
  let step = 0
  let isDone = false
  const snapshot = () => {
    step += 1
    for (const [how, cut] of cuts(step))
      images.push({ disk: disk.cut(cut), how: `call ${step}, ${how}`, isDone })
  }
  disk.onStep = snapshot
  await change(store)
  isDone = true
  snapshot()
  disk.onStep = () => undefined
  await store.close()
  const ends = { old: 0, new: 0 }
  for (const image of images) {
    const again = await open(image.disk)
    const seen = await look(again)
    const isOld = JSON.stringify(seen) === JSON.stringify(before) && !image.isDone
    if (isOld) ends.old += 1
    else {
      expect(seen, image.how).toEqual(after)
      ends.new += 1
      const [version] = await again.versions(moved)
      const { hash } = version ?? { hash: '' }
      expect(hash, image.how).not.toBe('')
    }
    expect(again.folder.problems(), image.how).toEqual([])
    if (isOld) await change(again)
    expect(await look(again), image.how).toEqual(after)
    await again.close()
  }
  expect(ends.old).toBeGreaterThan(20)
  expect(ends.new).toBeGreaterThan(5)
})

for (const code of ['ENOSPC', 'EIO'])
  test(`W14 W3 a change on a disk that answers ${code} from any call on is none, at the latest after the next start, or whole`, async () => {
    let failures = 0
    let whole = 0
    for (let nth = 1; ; nth += 1) {
      const disk = await diskWithoutEmptyFolders()
      const failing = failingFs(disk.fs)
      const store = await openStore({ folder: '/w', fs: failing.fs, watch: false })
      await fill(store)
      failing.failAt(nth, code, true)
      const error = await change(store).then(
        () => null,
        (reason: unknown) => reason
      )
      failing.stop()
      if (error === null) {
        expect(await look(store)).toEqual(after)
        await store.close()
        break
      }
      failures += 1
      await store.close()
      const again = await open(disk)
      const seen = await look(again)
      // its very last step: that its intent has ended is said, and not known to be durable
      const isWhole = other in seen && seen[other] === after[other]
      expect(seen, `call ${nth}`).toEqual(isWhole ? after : before)
      if (isWhole) whole += 1
      else await change(again)
      expect(await look(again), `call ${nth}`).toEqual(after)
      await again.close()
    }
    expect(failures).toBeGreaterThan(20)
    expect(whole).toBeLessThan(2)
  })

test('W14 what another program does to a file of a change that was interrupted stays, and the rest goes back', async () => {
  const disk = await diskWithoutEmptyFolders()
  const store = await open(disk)
  await fill(store)
  const images: MemoryDisk[] = []
  disk.onStep = () => images.push(disk.cut({ keepNames: () => true, keepData: () => 1 }))
  await change(store)
  disk.onStep = () => undefined
  await store.close()
  let met = 0
  for (const image of images) {
    if (((await image.fs.readdir('/w/.galley/journal')) ?? []).every(({ name }) => !name.endsWith('.json')))
      continue
    const file = await image.fs.open('/w/content/o/s/other.html', 'replace')
    await file.write(bytes('<main>of another program</main>'))
    await file.close()
    const again = await open(image)
    expect(await look(again)).toEqual({ ...before, [other]: '<main>of another program</main>' })
    expect(again.folder.problems()).toEqual([])
    await again.close()
    met += 1
  }
  expect(met).toBeGreaterThan(10)
})
