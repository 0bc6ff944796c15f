import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { failingFs } from '../../support/failing-fs'
import { ada, bytes, p, tempFolder, until } from '../../support/workspace'

test('W3 S5 deleting works on a full disk: room was kept for it, and comes back', async () => {
  const folder = await tempFolder()
  const disk = failingFs(nodeFs)
  const ballast = join(folder, '.galley/ballast')
  // it is full until the ballast goes
  const fs = {
    ...disk.fs,
    unlink: async (path: string) => {
      if (path === ballast) disk.stop()
      return nodeFs.unlink(path)
    }
  }
  const store = await openStore({ folder, fs })
  try {
    for (const name of ['a', 'b']) await store.write(p(`/o/s/${name}.html`), bytes(name), { by: ada })
    await until(() => lstat(ballast))
    disk.failAt(0, 'ENOSPC', true)
    await expect(store.write(p('/o/s/c.html'), bytes('c'), { by: ada })).rejects.toMatchObject({
      reason: 'disk-full'
    })
    await store.remove(p('/o/s/a.html'), { by: ada })
    expect(await store.stat(p('/o/s/a.html'))).toBeNull()
    expect(await store.trash(p('/o/s'))).toHaveLength(1)
    await expect(lstat(ballast)).rejects.toMatchObject({ code: 'ENOENT' })
    // without it, and with the disk full again, it says so and changes nothing
    disk.failAt(0, 'ENOSPC', true)
    await expect(store.remove(p('/o/s/b.html'), { by: ada })).rejects.toMatchObject({ reason: 'disk-full' })
    disk.stop()
    expect((await store.stat(p('/o/s/b.html')))?.kind).toBe('file')
  } finally {
    disk.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('W3 what a disk says comes out as a sentence that helps, without its code', async () => {
  const folder = await tempFolder()
  const disk = failingFs(nodeFs)
  const store = await openStore({ folder, fs: disk.fs })
  try {
    await store.write(p('/o/s/a.html'), bytes('a'), { by: ada })
    for (const code of ['ENOENT', 'ESTALE', 'ENODEV', 'EIO', 'EBUSY']) {
      disk.failAt(0, code, true)
      const failed = await store
        .write(p('/o/s/a.html'), bytes(code), { by: ada })
        .catch((error: unknown) => error)
      disk.stop()
      expect(failed, code).toMatchObject({ reason: 'io-failed' })
      const { message } = failed instanceof Error ? failed : new Error('It was written.')
      expect(message).toMatch(/Nothing was changed\. (?:See|Copy|Close)/)
      expect(message).not.toContain(code)
      const kept = await store.read(p('/o/s/a.html'))
      expect(Buffer.from(kept?.bytes ?? []).toString()).toBe('a')
    }
  } finally {
    disk.stop()
    await store.close()
  }
})
