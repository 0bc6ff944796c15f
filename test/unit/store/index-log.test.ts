import { readFile, rm } from 'node:fs/promises'
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

const quiet = { lines: 1, isPending: (_id: string) => false, beforeAnew: () => Promise.resolve() }
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
    const index = openIndexLog(nodeFs, file, memory, quiet)
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

/** A log with so many files, each bound again and again until it is written anew. */
async function grownLog(options: Partial<typeof quiet>, work: (log: GrownLog) => Promise<void>) {
  const folder = await quickFolder()
  const file = join(folder, 'index.log')
  try {
    const { index: memory } = await loadIndex(nodeFs, file)
    await writeIndex(nodeFs, file, memory)
    const index = openIndexLog(nodeFs, file, memory, { ...quiet, ...options })
    const records = Array.from({ length: 20 }, (_, at) => ({
      ...record(`/o/s/page-${at}.html`),
      id: newGuid(),
      ino: at + 1
    }))
    await index.bind(records)
    const grow = () => Promise.all(Array.from({ length: 120 }, () => index.bindKnown(records)))
    const lines = async () => (await readFile(file, 'utf8')).split('\n').length - 1
    await work({ index, file, records, grow, lines })
    await index.close()
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface GrownLog {
  readonly index: DurableIndex
  readonly file: string
  readonly records: readonly IndexRecord[]
  readonly grow: () => Promise<unknown>
  readonly lines: () => Promise<number>
}

test('W6 the log of the index stays bounded while a workspace is open, and says the same', () =>
  grownLog({}, async ({ index, file, records, grow, lines }) => {
    for (let round = 0; round < 5; round += 1) await grow()
    await index.flush()
    expect(await lines()).toBeLessThan(2 * records.length + 2_100)
    const { index: found, whole } = await loadIndex(nodeFs, file)
    expect(whole).toBe(true)
    expect([...found.all()]).toEqual([...index.memory.all()])
  }))

test('W6 what is bound, moved and unbound while the log is written anew is in it', () =>
  grownLog({}, async ({ index, file, grow }) => {
    const added = { ...record('/o/s/new.html'), id: newGuid(), ino: 99 }
    await Promise.all([
      grow(),
      index.move(p('/o/s/page-1.html'), p('/o/s/moved.html')),
      index.unbind([p('/o/s/page-2.html')]),
      index.bind([added])
    ])
    await index.flush()
    const { index: found, whole } = await loadIndex(nodeFs, file)
    expect(whole).toBe(true)
    expect(found.get(p('/o/s/moved.html'))).toBeDefined()
    expect(found.get(p('/o/s/page-1.html'))).toBeUndefined()
    expect(found.get(p('/o/s/page-2.html'))).toBeUndefined()
    expect(found.get(added.path)).toEqual(added)
    expect(new Set([...found.all()].map(({ path }) => path))).toEqual(
      new Set([...index.memory.all()].map(({ path }) => path))
    )
  }))

test('W6 a file that nothing lasting tells of yet is not bound by it', () => {
  const pending = { ...record('/o/s/pending.html'), id: newGuid(), ino: 77 }
  return grownLog({ isPending: (one) => one === pending.id }, async ({ index, file, grow, lines }) => {
    index.memory.set(pending)
    await grow()
    await index.flush()
    expect(await lines()).toBeLessThan(2_100)
    expect((await loadIndex(nodeFs, file)).index.get(pending.path)).toBeUndefined()
  })
})

test('W3 a disk that refuses the new log leaves the old one', () => {
  const refuse = () => Promise.reject(new Error('no room'))
  return grownLog({ beforeAnew: refuse }, async ({ index, file, grow, lines }) => {
    await grow()
    await grow()
    await index.flush()
    expect(await lines()).toBeGreaterThan(4_000)
    expect([...(await loadIndex(nodeFs, file)).index.all()]).toEqual([...index.memory.all()])
  })
})
