import { expect, test, vi } from 'vitest'
import { createHistoryCopy, readHistoryCopy, type HistoryCopy } from '../../src/main/store/logs/history-copy'
import type { Guid } from '../../src/main/store/layout/names'
import { newGuid } from '../../src/main/store/layout/names'
import { sha256 } from '../../src/main/store/layout/checksum'
import type { Version } from '../../src/main/store/types'
import type { MemoryDisk } from '../support/memory-fs'
import { cuts, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p } from '../support/workspace'

const HASH = sha256(bytes(''))
const FILE = '/w/.galley/versions.log'

const versionsOf = (fileId: Guid, count: number): Version[] =>
  Array.from({ length: count }, (_, at) => ({
    id: newGuid(),
    fileId,
    path: p('/o/s/page.html'),
    timestamp: at,
    users: [ada],
    hash: HASH,
    size: 1
  }))

/** A second copy of so many files with so many versions each, all of it on the disk. */
async function filled(files: number, versions: number) {
  const disk = await diskWithoutEmptyFolders()
  const ids = Array.from({ length: files }, newGuid)
  await using(disk, (copy) => {
    for (const id of ids) copy.add(id, versionsOf(id, versions))
  })
  const handle = await disk.fs.open(FILE, 'append')
  await handle.sync()
  await disk.fs.syncFolder('/w/.galley')
  return { disk, ids }
}

async function using(disk: MemoryDisk, work: (copy: HistoryCopy) => void): Promise<void> {
  const copy = createHistoryCopy(disk.fs, FILE)
  work(copy)
  await copy.close()
}

const sizeOf = async ({ fs }: MemoryDisk) => (await fs.lstat(FILE))?.size ?? 0

test('L4 W5 the second copy of the histories is written anew while the workspace is open; a power cut at any moment leaves what is needed', async () => {
  const { disk, ids } = await filled(40, 100)
  const before = await sizeOf(disk)
  const kept = ids.slice(30)
  const copy = createHistoryCopy(disk.fs, FILE)
  const images: { disk: MemoryDisk; how: string }[] = []
  let step = 0
  disk.onStep = () => {
    step++
    for (const [how, cut] of cuts(step)) images.push({ disk: disk.cut(cut), how: `call ${step}, ${how}` })
  }
  for (const id of ids.slice(0, 30)) copy.forget(id, before / 40)
  await vi.waitFor(async () => expect(await sizeOf(disk)).toBeLessThan(before / 3))
  await copy.close()
  disk.onStep = () => undefined

  const after = await readHistoryCopy(disk.fs, FILE)
  expect([...(after?.versions.keys() ?? [])].sort()).toEqual([...kept].sort())
  expect(after).toMatchObject({ whole: true, torn: false })
  expect((await disk.fs.readdir('/w/.galley'))?.map(({ name }) => name).sort()).toEqual([
    'versions.log',
    'workspace.json'
  ])
  expect(images.length).toBeGreaterThan(20)
  for (const { disk: cut, how } of images) {
    const found = await readHistoryCopy(cut.fs, FILE)
    for (const id of kept) expect(found?.versions.get(id), how).toHaveLength(100)
  }
})

test('L4 what was made void before the workspace was opened counts too, and a copy without any file still tells that there is none', async () => {
  const { disk, ids } = await filled(20, 100)
  const before = await sizeOf(disk)
  // closed at once: nothing is written anew
  await using(disk, (copy) => {
    for (const id of ids.slice(1)) copy.forget(id, before / 20)
  })
  expect(await sizeOf(disk)).toBeGreaterThan(before)
  const copy = createHistoryCopy(disk.fs, FILE)
  for (const id of ids.slice(0, 1)) copy.forget(id, before / 20)
  await vi.waitFor(async () => expect(await sizeOf(disk)).toBeLessThan(300))
  await copy.close()
  expect(await readHistoryCopy(disk.fs, FILE)).toEqual({ versions: new Map(), whole: true, torn: false })
})

test('L4 W8 a damaged and a torn line stay as they are, and versions that came meanwhile are there', async () => {
  const { disk, ids } = await filled(20, 100)
  const before = await sizeOf(disk)
  const handle = await disk.fs.open(FILE, 'append')
  await handle.write(Buffer.from('00000000 {"damaged":true}\n00000000 {"torn":'))
  await handle.close()
  const copy = createHistoryCopy(disk.fs, FILE)
  const [stays = newGuid(), ...gone] = ids
  for (const id of gone) copy.forget(id, before / 20)
  copy.add(stays, versionsOf(stays, 1))
  await vi.waitFor(async () => expect(await sizeOf(disk)).toBeLessThan(before / 3))
  copy.add(stays, versionsOf(stays, 1))
  await copy.close()
  const found = await readHistoryCopy(disk.fs, FILE)
  expect(found?.whole).toBe(false)
  expect([...(found?.versions.keys() ?? [])]).toEqual([stays])
  expect(found?.versions.get(stays)).toHaveLength(102)
  const text = Buffer.from(await disk.fs.readFile(FILE)).toString()
  expect(text).toContain('{"damaged":true}')
  expect(text).toContain('{"torn":')
})

test('L4 a file that has little to leave out is left alone, however often files go, and when it is closed while it is weighed', async () => {
  const { disk, ids } = await filled(20, 100)
  let closing: Promise<void> | undefined
  let opened = 0
  const copy = createHistoryCopy(
    {
      ...disk.fs,
      open(path, mode) {
        // to see how it ends, to survey it, and to weigh it
        if (mode === 'read' && ++opened === 3) closing = copy.close()
        return disk.fs.open(path, mode)
      }
    },
    FILE
  )
  const [first = newGuid()] = ids
  let changes = 0
  disk.onStep = () => void changes++
  copy.forget(first, 30_000)
  await vi.waitFor(() => expect(closing).toBeDefined(), { timeout: 10_000 })
  await closing
  // one append
  expect(changes).toBe(1)
})
