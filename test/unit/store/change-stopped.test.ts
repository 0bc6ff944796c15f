import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { ada, bob, bytes, p, text } from '../../support/workspace'

test('W14 a change that is stopped in the middle takes back what it did, and tells how far it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-stopped-'))
  const store = await openStore({ folder, watch: false })
  try {
    const paths = Array.from({ length: 300 }, (_, n) => p(`/o/s/${n}.html`))
    const edits = []
    for (const path of paths) {
      const { entry } = await store.write(path, bytes(`<main>old ${path}</main>`), { by: ada })
      edits.push({ path, from: entry.hash, to: bytes(`<main>new ${path}</main>`) })
    }
    const stopping = new AbortController()
    const told: [number, number][] = []
    const onProgress = (done: number, total: number) => {
      told.push([done, total])
      if (done < total) stopping.abort()
    }
    const { signal } = stopping
    const change = { edits, by: bob, signal, onProgress, keepAs: 'Restore Point' }
    await expect(store.change(change)).rejects.toMatchObject({ reason: 'cancelled' })
    // as many as wait for the disk together
    expect(told).toEqual([[256, 300]])
    for (const path of paths) {
      const found = await store.read(path)
      expect(text(found?.bytes ?? bytes(''))).toBe(`<main>old ${path}</main>`)
      expect(found?.entry.modifiedBy).toMatchObject({ email: ada.email })
      expect(await store.versions(path)).toEqual([])
    }
    expect(await readdir(join(folder, '.galley/journal'))).toEqual([])
    const done = await store.change({ edits, by: bob, keepAs: 'Restore Point' })
    expect(done).toHaveLength(300)
    expect(await store.versions(p('/o/s/0.html'))).toMatchObject([{ label: 'Restore Point' }])
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})
