import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { openArchive, backUp, faultsIn } from '../../../src/main/backup'
import { parentOf } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../src/main/store/types'
import { fill, inWorkspace, restoredFrom, withPlaces } from '../../support/backup'
import { ada, bytes, filesBelow, p, tempFolder, text } from '../../support/workspace'

interface Acknowledged {
  readonly id: string
  readonly content: string
}

/** So that a slow machine comes to an end. */
const ROUNDS = 60

/** Saves, moves, deletes and brings back at full speed until it is told to stop. @returns what was acknowledged, in order */
function writers(store: FolderStore): { readonly saves: Acknowledged[]; stop(): Promise<void> } {
  const saves: Acknowledged[] = []
  let isOver = false
  const one = async (lane: number) => {
    for (let count = 0; !isOver && count < ROUNDS; count++) {
      const path = p(`/o/s/w${lane}/${count % 7}.html`)
      const content = `<main>${lane} ${count} ${'x'.repeat((count * 37) % 900)}</main>`
      const { entry } = await store.write(path, bytes(content), { by: ada })
      saves.push({ id: entry.id, content })
      await store.write(p(`/o/s/w${lane}/${count % 3}.png`), new Uint8Array(2000).fill(count % 256), {
        by: ada
      })
      if (count % 5 === 1)
        await store.move(path, p(`/o/s/m${lane}/${count % 4}.html`), { by: ada, overwrite: true })
      if (count % 6 === 2)
        await store.remove(p(`/o/s/w${lane}/${count % 7}.html`), { by: ada }).catch(() => undefined)
      if (count % 9 === 3) {
        const [item] = await store.trash(p('/o/s'))
        if (item) await store.restoreFromTrash(p('/o/s'), item.id, { by: ada }).catch(() => undefined)
      }
    }
  }
  const work = Promise.all([1, 2, 3, 4].map(one))
  return {
    saves,
    async stop() {
      isOver = true
      await work
    }
  }
}

/** Every content that a workspace has of a file, in the content, a version or the trash. */
async function contentsIn(store: FolderStore): Promise<Set<string>> {
  const found = new Set<string>()
  const visit = async (folder: string): Promise<void> => {
    for (const entry of (await store.list(p(folder))) ?? []) {
      if (entry.kind === 'folder') await visit(entry.path)
      else if (entry.name.endsWith('.html')) {
        found.add(`${entry.id} ${text((await store.read(entry.path))?.bytes)}`)
        for (const { fileId, id } of await store.versions(entry.path))
          found.add(`${fileId} ${text((await store.readVersion('o', fileId, id))?.bytes)}`)
      }
    }
  }
  await visit('/')
  // what was deleted is put back where nothing has taken its place meanwhile
  for (const { path } of (await store.list(p('/o'))) ?? [])
    for (const item of await store.trash(path)) {
      if (await store.stat(p(item.path))) await store.remove(p(item.path), { by: ada })
      await visit(await store.restoreFromTrash(path, item.id, { by: ada }).then(parentOf))
    }
  return found
}

test('BK1 a backup made while four write, move and delete has every save that was acknowledged before, and the doctor finds nothing', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    const [saved, backup] = await inWorkspace(workspace, async (store) => {
      await fill(store)
      const work = writers(store)
      await expect.poll(() => work.saves.length, { timeout: 20_000 }).toBeGreaterThan(40)
      const before = [...work.saves]
      const made = await backUp(store.folder, target, { galley: '0.0.0' })
      const during = work.saves.length - before.length
      await work.stop()
      expect(during).toBeGreaterThan(5)
      return [before, made] as const
    })
    expect(backup.leftOut).toEqual([])
    const { findings } = await restoredFrom(backup, restored)
    expect(findings).toEqual([])
    const found = await inWorkspace(restored, contentsIn)
    expect(saved.filter(({ id, content }) => !found.has(`${id} ${content}`))).toEqual([])
    expect((await examine(restored)).findings.filter(({ kind }) => kind !== 'leftover')).toEqual([])
    expect((await examine(workspace)).findings).toEqual([])
  }))

test('BK1 a file that is being made while the backup looks for histories without a file is not in it', async () => {
  const folder = await tempFolder()
  const gate: { held: Promise<void> | null; release: () => void; log: string } = {
    held: null,
    release: () => undefined,
    log: ''
  }
  const fs: DurableFs = {
    ...nodeFs,
    open: async (path, mode) => {
      const handle = await nodeFs.open(path, mode)
      const isIndex = path.endsWith('index.log')
      return { ...handle, datasync: () => (isIndex ? gate.held : null) ?? handle.datasync() }
    },
    readdir: async (path) => {
      const found = await nodeFs.readdir(path)
      if (found?.some(({ name }) => name === gate.log)) gate.release()
      return found
    }
  }
  const store = await openStore({ folder, watch: false, fs })
  await store.write(p('/o/s/before.html'), bytes('<main>before</main>'), { by: ada })
  const logs = () => filesBelow(join(folder, '.galley/files'))
  const [first] = await logs()
  const snapshot = await store.folder.snapshot()
  gate.held = new Promise((resolve) => (gate.release = resolve))
  const making = store.write(p('/o/s/after.html'), bytes('<main>after</main>'), { by: ada })
  await expect.poll(async () => (await logs()).length).toBe(2)
  gate.log = basename((await logs()).find((name) => name !== first) ?? '')
  const taken: string[] = []
  for await (const { path } of snapshot.entries()) if (path.startsWith('.galley/files/')) taken.push(path)
  await making
  expect(taken).toHaveLength(1)
  await store.close()
  await rm(folder, { recursive: true })
})

test('BK1 a file that is deleted, brought back or moved while the backup is read lies where it was when the backup began', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    const backup = await inWorkspace(workspace, async (store) => {
      await fill(store)
      const [folder] = (await store.trash(p('/o/s'))).filter(({ kind }) => kind === 'folder')
      const snapshot = await store.folder.snapshot()
      await store.remove(p('/o/s/data.json'), { by: ada })
      await store.move(p('/o/s/page.html'), p('/o/t/elsewhere.html'), { by: ada })
      await store.write(p('/o/s/page.html'), bytes('<main>another</main>'), { by: ada })
      await store.restoreFromTrash(p('/o/s'), folder?.id ?? '', { by: ada })
      const taken = { location: workspace, snapshot: () => Promise.resolve(snapshot) }
      return backUp(taken, target, { galley: '0.0.0' })
    })
    const { findings } = await restoredFrom(backup, restored)
    expect(findings).toEqual([])
    await inWorkspace(restored, async (store) => {
      expect(text((await store.read(p('/o/s/page.html')))?.bytes)).toBe('<main>three</main>')
      expect(text((await store.read(p('/o/s/data.json')))?.bytes)).toBe('{"a":1}')
      expect(await store.stat(p('/o/s/old'))).toBeNull()
      expect((await store.trash(p('/o/s'))).map(({ path }) => path).sort()).toEqual([
        '/o/s/gone.html',
        '/o/s/img/picture.png',
        '/o/s/old'
      ])
    })
  }))

test('BK1 a backup changes nothing in the workspace, and leaves tokens and sessions out', () =>
  withPlaces(async ({ workspace, target }) => {
    const backup = await inWorkspace(workspace, async (store) => {
      await fill(store)
      return backUp(store.folder, target, { galley: '0.0.0' })
    })
    const archive = await openArchive(backup.file)
    const paths = archive.files.map(({ path }) => path)
    expect(paths.filter((path) => /tokens|sessions|links|lock|served/.test(path))).toEqual([])
    expect(paths).toContain('.galley/drafts/a.json')
    expect(await faultsIn(archive)).toEqual([])
    archive.close()
    await rm(backup.file)
  }))
