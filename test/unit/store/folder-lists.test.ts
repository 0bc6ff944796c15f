import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../src/main/store/types'
import { ada, bytes, onRealDisk, p, until, withStore } from '../../support/workspace'

onRealDisk()

const site = p('/o/s')
const html = (body: string) => `<main>${body}</main>`

/** A disk that counts how many files are asked for their outside. */
function countingFs(): { fs: DurableFs; asked: () => number } {
  let count = 0
  const lstat: DurableFs['lstat'] = (path) => {
    count++
    return nodeFs.lstat(path)
  }
  const lstatAll: DurableFs['lstatAll'] = (paths) => {
    count += paths.length
    return nodeFs.lstatAll(paths)
  }
  const lookInto: DurableFs['lookInto'] = async (folders) => {
    const looks = await nodeFs.lookInto(folders)
    count += looks.flatMap((look) => look?.entries ?? []).length
    return looks
  }
  const asked = () => {
    const before = count
    count = 0
    return before
  }
  return { fs: { ...nodeFs, lstat, lstatAll, lookInto }, asked }
}

/** A store whose folder `/o/s` holds so many pages and is known from a look under its watch. */
function withKnownFolder(
  pages: number,
  work: (store: FolderStore, folder: string, asked: () => number) => Promise<void>
): Promise<void> {
  const { fs, asked } = countingFs()
  return withStore(
    async (store, folder) => {
      for (let number = 0; number < pages; number++)
        await store.write(p(`/o/s/page-${number}.html`), bytes(html(`${number}`)), { by: ada })
      // quiet once the scan at start and the looks after our own saves are over
      await until(async () => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        asked()
        await store.list(site)
        return asked() < 5
      })
      await work(store, join(folder, 'content/o/s'), asked)
    },
    { fs, watch: true }
  )
}

test('S2 a folder that nobody touched is listed again without asking for its files; a touched one asks for those', () =>
  withKnownFolder(60, async (store, disk, asked) => {
    expect(await store.list(site)).toHaveLength(60)
    expect(asked()).toBeLessThan(5)
    writeFileSync(join(disk, 'page-7.html'), html('by another program'))
    const entry = (await store.list(site))?.find(({ name }) => name === 'page-7.html')
    expect(entry).toMatchObject({ size: html('by another program').length })
    expect(asked()).toBeLessThan(20)
  }))

test('S2 whatever another program does is in the very next list', () =>
  withKnownFolder(8, async (store, disk) => {
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      return (state >>> 8) % below
    }
    const file = () => join(disk, `page-${random(10)}.html`)
    for (let step = 0; step < 150; step++) {
      const kind = random(7)
      const there = readdirSync(disk, { withFileTypes: true }).filter((one) => one.isFile())
      const some = join(disk, there[random(there.length)]?.name ?? 'page-0.html')
      if (kind === 0) writeFileSync(file(), html(`${step}`))
      else if (kind === 1) appendFileSync(some, `<!-- ${step} -->`)
      else if (kind === 2) rmSync(some, { force: true })
      else if (kind === 3) renameSync(some, join(disk, `other-${step}.html`))
      else if (kind === 4) {
        writeFileSync(join(disk, 'half.tmp'), html(`replaced ${step}`))
        renameSync(join(disk, 'half.tmp'), some)
      } else if (kind === 5) mkdirSync(join(disk, `folder-${random(3)}`), { recursive: true })
      else rmSync(join(disk, `folder-${random(3)}`), { recursive: true, force: true })
      if (!readdirSync(disk).length) writeFileSync(file(), html('again'))
      const told = (await store.list(site)) ?? []
      const found = told.map((one) => [one.name, one.kind === 'file' ? one.hash : ''])
      expect(found, `step ${step}, kind ${kind}`).toEqual(onDisk(disk))
    }
  }))

function onDisk(disk: string): [string, string][] {
  return readdirSync(disk, { withFileTypes: true })
    .map((entry): [string, string] => [
      entry.name,
      entry.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(disk, entry.name)))
            .digest('hex')
        : ''
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

test('S2 a folder that was deleted and made again, or renamed, is listed as it is', () =>
  withKnownFolder(5, async (store, disk) => {
    rmSync(disk, { recursive: true })
    expect(await store.list(site)).toBeNull()
    mkdirSync(disk, { recursive: true })
    writeFileSync(join(disk, 'new.html'), html('new'))
    expect((await store.list(site))?.map(({ name }) => name)).toEqual(['new.html'])
    renameSync(disk, `${disk}2`)
    expect(await store.list(site)).toBeNull()
    expect((await store.list(p('/o/s2')))?.map(({ name }) => name)).toEqual(['new.html'])
    writeFileSync(join(`${disk}2`, 'new.html'), html('changed'))
    expect(await store.list(p('/o/s2'))).toMatchObject([{ size: html('changed').length }])
  }))

test(
  'S2 thousands of changes at once, more than the system may tell of, leave nothing stale',
  { timeout: 120_000 },
  () =>
    withKnownFolder(20, async (store, disk) => {
      for (let number = 0; number < 12_000; number++) {
        writeFileSync(join(disk, `passing-${number}.txt`), '')
        rmSync(join(disk, `passing-${number}.txt`))
      }
      // the system has long stopped telling of single changes when this one comes
      writeFileSync(join(disk, 'page-3.html'), html('the last'))
      const told = (await store.list(site)) ?? []
      expect(told.map((one) => [one.name, one.kind === 'file' ? one.hash : ''])).toEqual(onDisk(disk))
    })
)

test('N5 what was told of a link goes away with the link', () =>
  withKnownFolder(3, async (store, disk) => {
    await symlink('/', join(disk, 'link.html'))
    await store.list(site)
    expect(store.folder.problems()).toMatchObject([{ where: '/o/s/link.html' }])
    await unlink(join(disk, 'link.html'))
    await store.list(site)
    expect(store.folder.problems()).toEqual([])
    writeFileSync(join(disk, 'PAGE-1.html'), 'x')
    await store.list(site)
    expect(store.folder.problems()).toMatchObject([{ where: '/o/s/PAGE-1.html' }])
    await unlink(join(disk, 'PAGE-1.html'))
    await store.list(site)
    expect(store.folder.problems()).toEqual([])
  }))
