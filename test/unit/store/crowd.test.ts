import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { ada, bytes, p, tempFolder, text, until, withStore } from '../../support/workspace'

const folder = p('/o/s/crowd')

function makeCrowd(workspace: string, count: number): void {
  const disk = join(workspace, 'content/o/s/crowd')
  mkdirSync(disk, { recursive: true })
  for (let number = 0; number < count; number++)
    writeFileSync(join(disk, `page-${number}.html`), `<main>${number}</main>`)
}

test('S2 W6 files that another program made by the hundred are listed with ids that stay', async () => {
  const workspace = await tempFolder()
  const store = await openStore({ folder: workspace, watch: false })
  makeCrowd(workspace, 1_000)
  const listed = await store.list(folder)
  expect(listed).toHaveLength(1_000)
  // a save waits for what makes the ids last, and keeps what was there
  const page = p('/o/s/crowd/page-7.html')
  const { entry, created } = await store.write(page, bytes('<main>new</main>'), { by: ada })
  expect(created).toBe(false)
  const [version] = await store.versions(page)
  expect(text((await store.readVersion('o', entry.id, version?.id ?? ''))?.bytes)).toBe('<main>7</main>')
  await store.close()
  const again = await openStore({ folder: workspace, watch: false })
  const ids = (entries: typeof listed) => entries?.map((one) => one.kind === 'file' && one.id)
  expect(ids(await again.list(folder))).toEqual(ids(listed))
  expect(again.folder.problems()).toEqual([])
  await again.close()
  await rm(workspace, { recursive: true })
})

test('E1 files that appear by the hundred while nobody asks are told one by one', () =>
  withStore(
    async (store, workspace) => {
      const told = new Set<string>()
      store.subscribe(
        (event) => void (event.type === 'file' && event.change === 'created' && told.add(event.path))
      )
      makeCrowd(workspace, 300)
      await until(() => told.size === 300)
      expect(await store.list(folder)).toHaveLength(300)
    },
    { watch: true }
  ))

test('N5 links and clashing names in a crowd are told and left alone', () =>
  withStore(async (store, workspace) => {
    makeCrowd(workspace, 100)
    writeFileSync(join(workspace, 'content/o/s/crowd/PAGE-3.html'), 'clash')
    expect(await store.list(folder)).toHaveLength(100)
    expect(store.folder.problems()).toHaveLength(1)
  }))

test('W8 a copy that a power cut tore never becomes a version: the file itself is asked', () =>
  withStore(async (store, workspace) => {
    makeCrowd(workspace, 50)
    const entry = (await store.list(folder))?.find(({ name }) => name === 'page-7.html')
    const [id, hash] = entry?.kind === 'file' ? [entry.id, entry.hash] : ['', '']
    await store.createFolder(p('/o/s/crowd/x'), { by: ada })
    const shadow = join(workspace, '.galley/current', id.slice(0, 2), `${id}.${hash}`)
    mkdirSync(dirname(shadow), { recursive: true })
    writeFileSync(shadow, Buffer.alloc('<main>7</main>'.length))
    await store.write(p('/o/s/crowd/page-7.html'), bytes('<main>new</main>'), { by: ada })
    const [version] = await store.versions(p('/o/s/crowd/page-7.html'))
    expect(text((await store.readVersion('o', id, version?.id ?? ''))?.bytes)).toBe('<main>7</main>')
  }))

test('W7 a save in a crowd that is being taken in waits for its own file, not for the others', async () => {
  const workspace = await tempFolder()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = {
    ...nodeFs,
    writeAll: (files: Parameters<typeof nodeFs.writeAll>[0]) => held.then(() => nodeFs.writeAll(files))
  }
  const store = await openStore({ folder: workspace, watch: false, fs: slow })
  makeCrowd(workspace, 200)
  const listed = (await store.list(folder)) ?? []
  const last = listed.at(-1)
  const path = p(last?.path ?? '')
  const before = text((await store.read(path))?.bytes)
  const { entry } = await store.write(path, bytes('<main>new</main>'), { by: ada })
  expect(entry.id).toBe(last?.kind === 'file' && last.id)
  const [version] = await store.versions(path)
  expect(text((await store.readVersion('o', entry.id, version?.id ?? ''))?.bytes)).toBe(before)
  await store.write(p('/o/s/crowd/another.html'), bytes('<main>another</main>'), { by: ada })
  release()
  await store.remove(folder, { by: ada })
  expect(await store.trash(p('/o/s'))).toMatchObject([{ files: 201 }])
  await store.close()
  const again = await openStore({ folder: workspace, watch: false })
  expect(again.folder.problems()).toEqual([])
  await again.close()
  await rm(workspace, { recursive: true })
})

test('V3 a newcomer that its program writes once more keeps its id, and is one file', () =>
  withStore(async (store, workspace) => {
    makeCrowd(workspace, 100)
    const entry = (await store.list(folder))?.at(-1)
    const [path, id] = entry?.kind === 'file' ? [entry.path, entry.id] : [folder, '']
    writeFileSync(join(workspace, 'content', path), '<main>once more</main>')
    expect(await store.stat(path)).toMatchObject({ id })
    expect(text((await store.read(path))?.bytes)).toBe('<main>once more</main>')
    expect(store.folder.problems()).toEqual([])
  }))

/** Ten files in each of so many folders, as a program leaves them that unpacks an archive. */
function unpackArchive(workspace: string, folders: number): void {
  for (let number = 0; number < folders * 10; number++) {
    const disk = join(workspace, `content/o/s/crowd/part-${number % folders}`)
    mkdirSync(disk, { recursive: true })
    writeFileSync(join(disk, `page-${number}.html`), `<main>${number}</main>`)
  }
}

/** A disk that counts how often something is waited for until it is durable. */
function countingDisk() {
  const count = { syncs: 0 }
  const counted = <T>(work: () => Promise<T>) => {
    count.syncs++
    return work()
  }
  const fs: DurableFs = {
    ...nodeFs,
    open: async (path, mode) => {
      const handle = await nodeFs.open(path, mode)
      return {
        ...handle,
        sync: () => counted(() => handle.sync()),
        datasync: () => counted(() => handle.datasync())
      }
    },
    openFolder: async (path) => {
      const handle = await nodeFs.openFolder(path)
      return { ...handle, sync: () => counted(() => handle.sync()) }
    },
    syncFolder: (path) => counted(() => nodeFs.syncFolder(path))
  }
  return { fs, count }
}

test('S2 W6 files of another program in many folders, few in each, are made to last together when the folders are listed', async () => {
  const workspace = await tempFolder()
  const { fs, count } = countingDisk()
  const store = await openStore({ folder: workspace, watch: false, fs })
  unpackArchive(workspace, 40)
  const before = count.syncs
  const parts = (await store.list(folder)) ?? []
  const lists = await Promise.all(parts.map(({ path }) => store.list(path)))
  const ids = (entries: typeof lists) => entries.flat().map((one) => one?.kind === 'file' && one.id)
  expect(ids(lists)).toHaveLength(400)
  await store.close()
  expect(count.syncs - before).toBeLessThan(2 * 400)
  const again = await openStore({ folder: workspace, watch: false })
  expect(ids(await Promise.all(parts.map(({ path }) => again.list(path))))).toEqual(ids(lists))
  expect(again.folder.problems()).toEqual([])
  await again.close()
  await rm(workspace, { recursive: true })
})

test('E1 W6 files of another program in many folders are taken in together while nobody asks', async () => {
  const workspace = await tempFolder()
  const { fs, count } = countingDisk()
  await openStore({ folder: workspace, watch: false }).then((store) => store.close())
  unpackArchive(workspace, 40)
  const store = await openStore({ folder: workspace, fs })
  const before = count.syncs
  const told = new Set<string>()
  store.subscribe(
    (event) => void (event.type === 'file' && event.change === 'created' && told.add(event.path))
  )
  await until(() => told.size === 400)
  expect(count.syncs - before).toBeLessThan(2 * 400)
  await store.close()
  await rm(workspace, { recursive: true })
})
