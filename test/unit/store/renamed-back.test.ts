import { renameSync } from 'node:fs'
import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../src/main/store/types'
import { ada, bytes, onRealDisk, p, tempFolder, until } from '../../support/workspace'

onRealDisk()

const FILES = 12
const pathsIn = (name: string) => Array.from({ length: FILES }, (_, at) => p(`/o/s/${name}/page-${at}.html`))

describe('a folder that another program renames while the store looks', () => {
  /** A watched workspace with pages in a folder, and a disk that does something just before a folder is looked into. */
  async function watched(
    work: (parts: {
      store: FolderStore
      at: (name: string) => string
      before: { look: (folders: readonly string[]) => void }
      ids: () => Promise<Record<string, string | undefined>>
    }) => Promise<void>
  ) {
    const folder = await tempFolder()
    const before = { look: (_folders: readonly string[]) => {} }
    const fs: DurableFs = {
      ...nodeFs,
      lookInto(folders) {
        before.look(folders)
        return nodeFs.lookInto(folders)
      }
    }
    const store = await openStore({ folder, fs })
    const at = (name: string) => join(folder, 'content', 'o', 's', name)
    // the scan at the start is over when it tells of this
    await mkdir(at(''), { recursive: true })
    await writeFile(at('first.txt'), 'x')
    await until(async () => (await store.stat(p('/o/s/first.txt'))) !== null)
    for (const [number, path] of pathsIn('a').entries())
      await store.write(path, bytes(`<main>${number}</main>`), { by: ada })
    const ids = async () => {
      const entries = [...((await store.list(p('/o/s/a'))) ?? []), ...((await store.list(p('/o/s/b'))) ?? [])]
      return Object.fromEntries(
        entries.map((entry) => [entry.name, entry.kind === 'file' ? entry.id : undefined])
      )
    }
    await work({ store, at, before, ids })
    await store.close()
    await rm(folder, { recursive: true })
  }

  /** Something new beside is told after all that was told before. */
  async function settled(store: FolderStore, at: (name: string) => string, name: string) {
    let isTold = false
    const stop = store.subscribe((event) => {
      if (event.type === 'file' && event.path === `/o/s/${name}` && event.change === 'created') isTold = true
    })
    await writeFile(at(name), 'x')
    await until(() => isTold)
    stop()
  }

  test('W6 V3 keeps its histories when it gets its name back while the look ends', () =>
    watched(async ({ store, at, ids }) => {
      const known = await ids()
      let moved = 0
      store.subscribe((event) => {
        if (event.type === 'file' && event.change === 'moved' && ++moved === FILES)
          renameSync(at('b'), at('a'))
      })
      await rename(at('a'), at('b'))
      await until(() => moved === 2 * FILES)
      await settled(store, at, 'after.txt')
      expect(await ids()).toEqual(known)
      expect(await store.trash(p('/o/s'))).toEqual([])
      expect(await store.list(p('/o/s/b'))).toBeNull()
    }))

  test('W6 V3 keeps its histories when it is renamed after its parent was looked at', () =>
    watched(async ({ store, at, before, ids }) => {
      const known = await ids()
      let isDone = false
      before.look = (folders) => {
        if (isDone || !folders.includes(at('a'))) return
        isDone = true
        renameSync(at('a'), at('b'))
      }
      // asks for a look at the folder itself
      await writeFile(at('a/new.txt'), 'x')
      await until(() => isDone)
      await until(async () => ((await store.list(p('/o/s/b'))) ?? []).length === FILES + 1)
      await settled(store, at, 'after.txt')
      expect(await ids()).toMatchObject(known)
      expect(await store.trash(p('/o/s'))).toEqual([])
    }))

  test('S5 is in the trash when it was deleted, also while others write beside it', () =>
    watched(async ({ store, at }) => {
      await unlink(at('a/page-0.html'))
      await settled(store, at, 'after.txt')
      await until(async () => (await store.trash(p('/o/s'))).length === 1)
      let writes = 0
      const busy = setInterval(() => void writeFile(at('first.txt'), String(writes++)), 20)
      await rm(at('a'), { recursive: true })
      await until(async () => (await store.trash(p('/o/s'))).length === 2)
      clearInterval(busy)
    }))
})
