import { mkdir, readFile, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ServiceEventBody } from '../../../src/common/api/events'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../src/main/store/types'
import {
  ada,
  bytes,
  filesBelow,
  onRealDisk,
  p,
  tempFolder,
  text,
  until,
  withStore
} from '../../support/workspace'

onRealDisk()

const page = p('/o/s/page.html')
const html = (body: string) => `<main>${body}</main>`
const onDisk = (folder: string, path: string) => join(folder, 'content', path)
const textAt = async (store: FolderStore, path = page) => text((await store.read(path))?.bytes)
const contents = async (store: FolderStore, path = page) => {
  const entry = await store.stat(path)
  const id = entry?.kind === 'file' ? entry.id : ''
  const versions = await store.versions(path)
  return Promise.all(
    versions.map(async ({ id: one }) => text((await store.readVersion('o', id, one))?.bytes))
  )
}
const owner = { email: 'owner@example.com' }

describe('changes by other programs, asked for', () => {
  test('S4 W8 what another program writes just while it is copied is copied as it is then, whole and sound', async () => {
    const folder = await tempFolder()
    const source = onDisk(folder, page)
    let interfere = false
    const fs: DurableFs = {
      ...nodeFs,
      async open(path, mode) {
        if (interfere && path === source && mode === 'read') {
          interfere = false
          await writeFile(source, html('yours'))
        }
        return nodeFs.open(path, mode)
      }
    }
    const store = await openStore({ folder, watch: false, fs })
    await store.write(page, bytes(html('mine!')), { by: ada })
    interfere = true
    await store.copy(page, p('/o/s/copy.html'), { by: ada })
    await store.close()
    const again = await openStore({ folder, watch: false })
    expect(await textAt(again, p('/o/s/copy.html'))).toBe(html('yours'))
    await again.write(p('/o/s/copy.html'), bytes(html('next')), { by: ada })
    expect(await contents(again, p('/o/s/copy.html'))).toEqual([html('yours')])
    expect(await textAt(again)).toBe(html('yours'))
    expect(await contents(again)).toEqual([html('mine!')])
    expect(again.folder.problems()).toEqual([])
    await again.close()
    await rm(folder, { recursive: true })
  })

  test('V3 what another program overwrites is kept as a version; nothing stale is ever read', () =>
    withStore(async (store, folder) => {
      store.folder.setOutsidePerson(owner)
      const { entry } = await store.write(page, bytes(html('mine')), { by: ada })
      await writeFile(onDisk(folder, page), html('theirs'))
      expect(await textAt(store)).toBe(html('theirs'))
      expect(await contents(store)).toEqual([html('mine')])
      expect(await store.stat(page)).toMatchObject({ id: entry.id, modifiedBy: owner })
      expect((await store.versions(page))[0]?.users).toEqual([ada])
    }))

  test('V3 a save over a change that nobody has seen yet keeps both', () =>
    withStore(async (store, folder) => {
      await store.write(page, bytes(html('1')), { by: ada })
      await writeFile(onDisk(folder, page), html('2'))
      await store.write(page, bytes(html('3')), { by: ada, session: 'tab' })
      expect(await contents(store)).toEqual([html('2'), html('1')])
    }))

  test('V5 emptied by another program: a Restore Point', () =>
    withStore(async (store, folder) => {
      await store.write(page, bytes(html('1')), { by: ada })
      await writeFile(onDisk(folder, page), '')
      expect(await textAt(store)).toBe('')
      expect((await store.versions(page)).map(({ label }) => label)).toEqual(['Restore Point'])
    }))

  test('W8 a change that keeps size and time is seen when the file is read', () =>
    withStore(async (store, folder) => {
      await store.write(page, bytes(html('1')), { by: ada })
      const file = onDisk(folder, page)
      const before = (await store.stat(page))?.kind === 'file'
      expect(before).toBe(true)
      const { mtime, atime } = await import('node:fs/promises').then(({ stat }) => stat(file))
      await writeFile(file, html('2'))
      await utimes(file, atime, mtime)
      expect(await textAt(store)).toBe(html('2'))
      expect(await contents(store)).toEqual([html('1')])
    }))

  test('a file that only was touched makes no version', () =>
    withStore(async (store, folder) => {
      await store.write(page, bytes(html('1')), { by: ada })
      await utimes(onDisk(folder, page), new Date(), new Date(Date.now() + 5_000))
      expect(await textAt(store)).toBe(html('1'))
      expect(await store.versions(page)).toEqual([])
      expect(await store.stat(page)).toMatchObject({ modifiedBy: ada })
    }))

  test('a new file is listed with an id that stays, also after a restart', async () => {
    const folder = await tempFolder()
    const first = await openStore({ folder, watch: false })
    await mkdir(onDisk(folder, '/o/s'), { recursive: true })
    await writeFile(onDisk(folder, '/o/s/new.html'), html('new'))
    const [entry] = (await first.list(p('/o/s'))) ?? []
    await first.close()
    const second = await openStore({ folder, watch: false })
    expect(await second.list(p('/o/s'))).toEqual([entry])
    await second.close()
    await rm(folder, { recursive: true })
  })

  test('a file renamed by another program keeps id and history', () =>
    withStore(async (store, folder) => {
      const { entry } = await store.write(page, bytes(html('1')), { by: ada })
      await store.write(page, bytes(html('2')), { by: ada })
      await rename(onDisk(folder, page), onDisk(folder, '/o/s/other.html'))
      expect(await store.list(p('/o/s'))).toMatchObject([{ path: '/o/s/other.html', id: entry.id }])
      expect(await contents(store, p('/o/s/other.html'))).toEqual([html('1')])
    }))

  test('S5 a write where another program deleted the file makes a new file; the old one is in the trash', () =>
    withStore(async (store, folder) => {
      const { entry } = await store.write(page, bytes(html('1')), { by: ada })
      await unlink(onDisk(folder, page))
      expect(await store.read(page)).toBeNull()
      const fresh = await store.write(page, bytes(html('2')), { by: ada })
      expect(fresh.created).toBe(true)
      expect(fresh.entry.id).not.toBe(entry.id)
      const [item] = await store.trash(p('/o/s'))
      await store.remove(page, { by: ada })
      await store.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
      expect(await textAt(store)).toBe(html('1'))
      expect(await store.stat(page)).toMatchObject({ id: entry.id })
    }))

  test('N5 names that cannot be used and links are reported, not shown, not touched; nothing leaves the workspace', () =>
    withStore(async (store, folder) => {
      const outside = await tempFolder()
      await writeFile(join(outside, 'secret.html'), 'secret')
      await store.write(page, bytes(html('1')), { by: ada })
      await symlink(join(outside, 'secret.html'), onDisk(folder, '/o/s/link.html'))
      await symlink(outside, onDisk(folder, '/o/s/linked'))
      await writeFile(onDisk(folder, '/o/s/back\\slash.html'), 'x')
      await writeFile(onDisk(folder, '/o/s/PAGE.html'), 'x')
      await writeFile(onDisk(folder, '/o/s/.DS_Store'), 'x')
      expect((await store.list(p('/o/s')))?.map(({ name }) => name)).toEqual(['page.html'])
      expect(store.folder.problems()).toHaveLength(4)
      expect(await store.read(p('/o/s/link.html'))).toBeNull()
      expect(await store.read(p('/o/s/linked/secret.html'))).toBeNull()
      expect(await store.list(p('/o/s/linked'))).toBeNull()
      for (const path of ['/o/s/link.html', '/o/s/linked/secret.html', '/o/s/linked/new.html']) {
        await expect(store.write(p(path), bytes('y'), { by: ada })).rejects.toMatchObject({
          reason: 'no-access'
        })
      }
      expect(await readFile(join(outside, 'secret.html'), 'utf8')).toBe('secret')
      expect(await filesBelow(outside)).toEqual(['secret.html'])
      await rm(outside, { recursive: true })
    }))
})

describe('changes by other programs, noticed', () => {
  const watched = <T>(work: (store: FolderStore, folder: string, heard: ServiceEventBody[]) => Promise<T>) =>
    withStore(
      async (store, folder) => {
        const heard: ServiceEventBody[] = []
        store.subscribe((event) => heard.push(event))
        await store.write(page, bytes(html('1')), { by: ada })
        // the watch on a new folder is there once a change in it is heard of
        await until(async () => {
          await writeFile(onDisk(folder, '/o/s/probe.txt'), `${Date.now()}`)
          await new Promise((resolve) => setTimeout(resolve, 300))
          return heard.some((event) => event.type === 'file' && event.path === '/o/s/probe.txt')
        })
        heard.length = 0
        return work(store, folder, heard)
      },
      { watch: true }
    )
  const event = (heard: ServiceEventBody[], change: string, path: string) =>
    heard.find(
      (one) => (one.type === 'file' || one.type === 'folder') && one.change === change && one.path === path
    )

  test('E1 changed, created, renamed and deleted files and folders are told as they happen', () =>
    watched(async (store, folder, heard) => {
      await writeFile(onDisk(folder, page), html('2'))
      expect(await until(() => event(heard, 'changed', page))).toMatchObject({ origin: 'outside' })
      expect(await contents(store)).toEqual([html('1')])

      await mkdir(onDisk(folder, '/o/s/deep/er'), { recursive: true })
      await writeFile(onDisk(folder, '/o/s/deep/er/x.html'), html('x'))
      await until(() => event(heard, 'created', '/o/s/deep/er/x.html'))
      expect(event(heard, 'created', '/o/s/deep')).toBeDefined()

      await rename(onDisk(folder, page), onDisk(folder, '/o/s/deep/moved.html'))
      expect(await until(() => event(heard, 'moved', '/o/s/deep/moved.html'))).toMatchObject({ from: page })

      await unlink(onDisk(folder, '/o/s/deep/moved.html'))
      await until(() => event(heard, 'deleted', '/o/s/deep/moved.html'))
      expect(await store.trash(p('/o/s'))).toMatchObject([{ path: '/o/s/deep/moved.html', kind: 'file' }])

      await rm(onDisk(folder, '/o/s/deep'), { recursive: true })
      await until(() => event(heard, 'deleted', '/o/s/deep'))
      const items = await store.trash(p('/o/s'))
      expect(items.map(({ path }) => path)).toContain('/o/s/deep')
      const item = items.find(({ path }) => path === '/o/s/deep')
      await store.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
      expect(await textAt(store, p('/o/s/deep/er/x.html'))).toBe(html('x'))
    }))

  test('E1 our own saves are not taken for changes by others', () =>
    watched(async (store, folder, heard) => {
      for (let count = 0; count < 20; count++) await store.write(page, bytes(html(`${count}`)), { by: ada })
      await writeFile(onDisk(folder, '/o/s/last.txt'), 'x')
      await until(() => event(heard, 'created', '/o/s/last.txt'))
      const outside = heard.flatMap((one) =>
        one.type === 'file' && one.origin === 'outside' ? [one.path] : []
      )
      // the last probe may be told late
      expect(outside.filter((path) => path !== '/o/s/probe.txt')).toEqual(['/o/s/last.txt'])
    }))

  test('what was changed while no store was open is taken in at start', async () => {
    const folder = await tempFolder()
    const first = await openStore({ folder })
    const { entry } = await first.write(page, bytes(html('1')), { by: ada })
    const gone = await first.write(p('/o/s/gone.html'), bytes(html('gone')), { by: ada })
    await first.close()
    await writeFile(onDisk(folder, page), html('2'))
    await unlink(onDisk(folder, '/o/s/gone.html'))
    await writeFile(onDisk(folder, '/o/s/.galley-00000000-0000-4000-8000-000000000000.tmp'), 'left over')
    const second = await openStore({ folder })
    const item = await until(async () => {
      const items = await second.trash(p('/o/s'))
      return items[0] ?? null
    })
    expect(item).toMatchObject({ path: '/o/s/gone.html' })
    expect(await second.stat(page)).toMatchObject({ id: entry.id, size: html('2').length })
    await second.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
    expect(await second.stat(p('/o/s/gone.html'))).toMatchObject({ id: gone.entry.id })
    // the sweep follows the scan
    await expect.poll(() => filesBelow(join(folder, 'content'))).toEqual(['o/s/gone.html', 'o/s/page.html'])
    await second.close()
    await rm(folder, { recursive: true })
  })

  test('E1 at start folders are told that are new, and none that had files before; one that went is in the trash', async () => {
    const folder = await tempFolder()
    const first = await openStore({ folder, watch: false })
    await first.write(p('/o/s/stays/deep/page.html'), bytes(html('1')), { by: ada })
    await first.write(p('/o/s/goes/deep/page.html'), bytes(html('2')), { by: ada })
    await first.close()
    await rm(onDisk(folder, '/o/s/goes'), { recursive: true })
    await mkdir(onDisk(folder, '/o/s/stays/new'))
    const second = await openStore({ folder })
    const told: ServiceEventBody[] = []
    second.subscribe((event) => void told.push(event))
    const [item] = await until(async () => {
      const items = await second.trash(p('/o/s'))
      return items.length > 0 ? items : null
    })
    expect(item).toMatchObject({ path: '/o/s/goes', kind: 'folder' })
    await expect
      .poll(() => told.flatMap((event) => (event.type === 'folder' ? [`${event.change} ${event.path}`] : [])))
      .toEqual(['created /o/s/stays/new', 'deleted /o/s/goes'])
    await second.close()
    await rm(folder, { recursive: true })
  })
})
