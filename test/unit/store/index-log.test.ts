import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IndexRecord } from '../../../src/main/store/layout/content-index'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import {
  loadIndex,
  openIndexLog,
  writeIndex,
  type DurableIndex
} from '../../../src/main/store/logs/index-log'
import { newGuid } from '../../../src/main/store/layout/names'
import { sha256 } from '../../../src/main/store/layout/checksum'
import { ada, bytes, p, quickFolder } from '../../support/workspace'

const id = newGuid()
const [oldHash, newHash] = [sha256(bytes('old')), sha256(bytes('new'))]
const record = (path: string, hash = oldHash): IndexRecord => ({
  path: p(path),
  id,
  hash,
  size: 1,
  mtimeMs: 1,
  ino: 1,
  at: 1,
  by: ada
})

/** What the index file says after `work`, of a file that was saved a moment before. */
async function afterwards(work: (index: DurableIndex) => Promise<unknown>) {
  const folder = await quickFolder()
  const file = join(folder, 'index.log')
  try {
    const { index: memory } = await loadIndex(nodeFs, file)
    await writeIndex(nodeFs, file, memory)
    const index = openIndexLog(nodeFs, file, memory)
    await index.bind([record('/o/s/a.html')])
    index.refresh(record('/o/s/a.html', newHash))
    await work(index)
    const before = { ...(await loadIndex(nodeFs, file)) }
    await index.close()
    const { index: found, whole } = await loadIndex(nodeFs, file)
    expect(whole && before.whole).toBe(true)
    return { now: before.index.byId(id), closed: found.byId(id) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('W6 what is written late of a save does not bring a moved file back to where it was', async () => {
  const { now, closed } = await afterwards((index) =>
    Promise.all([index.move(p('/o/s/a.html'), p('/o/s/b.html')), index.flush()])
  )
  expect(now?.path).toBe('/o/s/b.html')
  expect(closed).toMatchObject({ path: '/o/s/b.html', hash: newHash })
})

test('W6 nor when its folder moves', async () => {
  const { now, closed } = await afterwards((index) =>
    Promise.all([index.move(p('/o/s'), p('/o/t')), index.flush()])
  )
  expect(now?.path).toBe('/o/t/a.html')
  expect(closed).toMatchObject({ path: '/o/t/a.html', hash: newHash })
})

test('W6 nor does it bring back a file that is in the trash', async () => {
  const { now, closed } = await afterwards((index) =>
    Promise.all([index.unbind([p('/o/s/a.html')]), index.flush()])
  )
  expect(now).toBeUndefined()
  expect(closed).toBeUndefined()
})
