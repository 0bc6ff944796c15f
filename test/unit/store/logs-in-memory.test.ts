import { expect, test } from 'vitest'
import { createProblems } from '../../../src/main/store/damaged/problems'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { layoutOf } from '../../../src/main/store/layout/layout'
import { sha256 } from '../../../src/main/store/layout/checksum'
import { newGuid } from '../../../src/main/store/layout/names'
import { createFileLogs } from '../../../src/main/store/logs/file-log'
import { createHistoryCopy } from '../../../src/main/store/logs/history-copy'
import { eventOf } from '../../../src/main/store/logs/log-events'
import { diskWithoutEmptyFolders } from '../../support/power-cuts'
import { ada, bytes, p } from '../../support/workspace'

test('V7 histories stay in memory by their bytes: thousands of short ones, and of long ones those that were asked for last', async () => {
  const disk = await diskWithoutEmptyFolders()
  let reads = 0
  const readFile: DurableFs['readFile'] = (path, most) => {
    reads++
    return disk.fs.readFile(path, most)
  }
  const fs = { ...disk.fs, readFile }
  const layout = layoutOf('/w')
  const problems = createProblems(fs, layout, Date.now, () => undefined)
  const logs = createFileLogs(fs, layout, problems, createHistoryCopy(fs, layout.historyCopy))
  await fs.mkdir(layout.logs)
  const made = async (versions: number) => {
    const id = newGuid()
    const events = Array.from({ length: versions }, (_, timestamp) =>
      eventOf({
        id: newGuid(),
        fileId: id,
        path: p('/o/s/page.html'),
        timestamp,
        users: [ada],
        hash: sha256(bytes('')),
        size: 0
      })
    )
    await logs.create(id, events)
    return id
  }
  const readAgain = async (ids: readonly Parameters<typeof logs.load>[0][]) => {
    reads = 0
    for (const id of ids) expect(await logs.load(id)).not.toBeNull()
    return reads
  }

  const short = []
  for (let at = 0; at < 3_000; at++) short.push(await made(1))
  expect(await readAgain(short)).toBe(0)
  const long = []
  // a third of a megabyte each
  for (let at = 0; at < 40; at++) long.push(await made(1_000))
  expect(await readAgain(long.slice(-10))).toBe(0)
  expect(await readAgain(long.slice(0, 10))).toBe(10)
  expect(await readAgain(short)).toBe(3_000)
  // one is held however long it is, and takes the place of others
  const longest = await made(40_000)
  expect(await readAgain([longest, longest])).toBe(0)
  expect(await readAgain(long.slice(-1))).toBe(1)
})
