import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentPath } from '../../src/common/content/paths'
import { backUp, restoreBackup, type Backup, type Restored } from '../../src/main/backup'
import { openStore } from '../../src/main/store'
import type { FolderStore, Store } from '../../src/main/store/types'
import { ada, bytes, p, sparseWorkspace, tempFolder, text } from './workspace'

/** A backup of an open workspace in a folder of its own. */
export async function backedUp(store: Store, folder: string): Promise<Backup> {
  if (!store.folder) throw new Error('It lies in no folder.')
  return backUp(store.folder, folder, { galley: '0.0.0' })
}

/** Runs the work in a new folder with a workspace, a place for backups and one to restore into; removes it all. */
export async function withPlaces<T>(
  work: (places: { workspace: string; target: string; restored: string; folder: string }) => Promise<T>
): Promise<T> {
  const folder = await tempFolder()
  const at = (name: string) => join(folder, name)
  for (const name of ['work', 'target']) await mkdir(at(name))
  await sparseWorkspace(at('work'))
  try {
    return await work({ workspace: at('work'), target: at('target'), restored: at('restored'), folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens the workspace for the work, and closes it. */
export async function inWorkspace<T>(folder: string, work: (store: FolderStore) => Promise<T>): Promise<T> {
  const store = await openStore({ folder, watch: false })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const restoredFrom = (backup: Backup, folder: string): Promise<Restored> =>
  restoreBackup(backup.file, folder)

/** A little of everything that a workspace keeps. */
export async function fill(store: Store): Promise<void> {
  const put = (path: string, content: string | Uint8Array) =>
    store.write(p(path), typeof content === 'string' ? bytes(content) : content, { by: ada })
  for (const state of ['one', 'two', 'three']) await put('/o/s/page.html', `<main>${state}</main>`)
  await store.createVersion(p('/o/s/page.html'), { by: ada, label: 'named' })
  await put('/o/s/data.json', '{"a":1}')
  await put('/o/s/Größe ✓.html', '<main>ümläut</main>')
  for (const shade of [1, 2]) await put('/o/s/img/picture.png', new Uint8Array(5000).fill(shade))
  await put(
    '/o/s/img/large.mp4',
    new Uint8Array(3_000_000).map((_, index) => (index * 31) % 251)
  )
  await put('/o/s/empty.html', '')
  await store.createFolder(p('/o/s/nothing here'), { by: ada })
  await put('/o/s/gone.html', '<main>deleted</main>')
  await put('/o/s/old/a.html', '<main>a</main>')
  await put('/o/s/old/b.png', new Uint8Array(100).fill(7))
  await store.remove(p('/o/s/gone.html'), { by: ada })
  await store.remove(p('/o/s/old'), { by: ada })
  await put('/o/s/moved.html', '<main>moves</main>')
  await store.move(p('/o/s/moved.html'), p('/o/t/moved.html'), { by: ada })
  const settings = store.document('settings', (value) => value, { hello: 'there' } as unknown)
  await settings.update(() => ({ hello: 'world' }))
  await store.records('drafts', (value) => value).put('a', { text: 'kept' })
  await store.records('tokens', (value) => value).put('t', { hash: 'secret' })
  const entry = await store.published.keep(p('/o/s/page.html'))
  if (!entry) throw new Error('the page is gone')
  const { path, hash, size, lastModified } = entry
  const state = {
    environment: 'live',
    path,
    hash,
    size,
    at: 5,
    by: ada,
    sourceAt: lastModified,
    kind: 'page'
  } as const
  await store.published.put([state])
}

/** All that can be read of a workspace: contents, versions with their bytes, the trash. */
export async function everythingIn(store: Store): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const visit = async (folder: ContentPath): Promise<void> => {
    for (const entry of (await store.list(folder)) ?? []) {
      if (entry.kind === 'folder') {
        found[`${entry.path}/`] = 'folder'
        await visit(entry.path)
        continue
      }
      const content = await store.read(entry.path)
      const versions = await store.versions(entry.path)
      found[entry.path] = {
        id: entry.id,
        hash: entry.hash,
        by: entry.modifiedBy,
        at: entry.lastModified,
        bytes: Buffer.from(content?.bytes ?? [])
          .toString('latin1')
          .slice(0, 200),
        versions: await Promise.all(
          versions.map(async (version) => ({
            ...version,
            text: text((await store.readVersion('o', version.fileId, version.id))?.bytes)
          }))
        )
      }
    }
  }
  await visit(p('/'))
  found['trash'] = await store.trash(p('/o/s'))
  found['published'] = await store.published.list('live', p('/o/s'))
  found['settings'] = await store.document('settings', (value) => value, null as unknown).read()
  found['drafts'] = await store.records('drafts', (value) => value).list()
  return found
}
