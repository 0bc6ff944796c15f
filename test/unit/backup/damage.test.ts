import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp, faultsIn, openArchive, restoreBackup } from '../../../src/main/backup'
import { GalleyError } from '../../../src/common/errors'
import { openStore } from '../../../src/main/store'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { backedUp, everythingIn, fill, inWorkspace, withPlaces } from '../../support/backup'
import { failingFs } from '../../support/failing-fs'
import { ada, p, text } from '../../support/workspace'

/** What verifying says about an archive: nothing, or a sentence. */
async function verdictOn(file: string): Promise<string[]> {
  try {
    const archive = await openArchive(file)
    try {
      return (await faultsIn(archive)).map(({ message }) => message)
    } finally {
      archive.close()
    }
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    return [error.message]
  }
}

test('BK2 a flipped byte in the content of a backup is found, named with its file, and keeps it from being restored', () =>
  withPlaces(async ({ workspace, target, restored, folder }) => {
    const { file } = await inWorkspace(workspace, async (store) => {
      await fill(store)
      return backedUp(store, target)
    })
    expect(await verdictOn(file)).toEqual([])
    const whole = await readFile(file)
    const at = whole.indexOf(Buffer.alloc(50, 2))
    expect(at).toBeGreaterThan(0)
    whole[at] = 9
    await writeFile(file, whole)
    expect(await verdictOn(file)).toEqual([
      'The backup is damaged at “content/o/s/img/picture.png”: its bytes are not those that were written.'
    ])
    await expect(restoreBackup(file, restored)).rejects.toMatchObject({
      reason: 'damaged',
      where: 'content/o/s/img/picture.png'
    })
    expect((await readdir(folder)).sort()).toEqual(['target', 'work'])
  }))

test('BK2 a byte that is flipped anywhere is found, or changes nothing of what is restored; so is an end that is missing', () =>
  withPlaces(async ({ workspace, target, folder }) => {
    const { file, files } = await inWorkspace(workspace, async (store) => {
      await store.write(p('/o/s/a.html'), Buffer.from('<main>alone</main>'), { by: ada })
      return backedUp(store, target)
    })
    const whole = await readFile(file)
    const flipped = join(folder, 'flipped.zip')
    let found = 0
    for (let at = 3; at < whole.length; at += 29) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0x41
      await writeFile(flipped, bytes)
      const verdict = await verdictOn(flipped)
      if (verdict.length > 0) found++
      else expect((await openArchive(flipped)).files).toHaveLength(files)
    }
    expect(found).toBeGreaterThan(20)
    for (const length of [0, 1, 100, whole.length - 30, whole.length - 1]) {
      await writeFile(flipped, whole.subarray(0, length))
      expect(await verdictOn(flipped)).toHaveLength(1)
    }
  }))

test('BK2 a disk that writes other bytes than it was given is found before the backup counts', () =>
  withPlaces(async ({ workspace, target }) => {
    await inWorkspace(workspace, async (store) => {
      await fill(store)
      const fs = {
        ...nodeFs,
        open: async (path: string, mode: Parameters<typeof nodeFs.open>[1]) => {
          const handle = await nodeFs.open(path, mode)
          let written = 0
          return {
            ...handle,
            write: async (data: Uint8Array) => {
              const bytes = Buffer.from(data)
              if (written < 9000 && written + bytes.length > 9000)
                bytes[9000 - written] = (bytes[9000 - written] ?? 0) ^ 1
              written += bytes.length
              await handle.write(bytes)
            }
          }
        }
      }
      await expect(backUp(store.folder, target, { galley: '0.0.0', fs })).rejects.toMatchObject({
        reason: 'damaged'
      })
    })
    expect(await readdir(target)).toEqual([])
  }))

test.each(['ENOSPC', 'EIO', 'EFBIG', 'EROFS'])(
  'BK2 BK3 %s at any moment: nothing is left that looks like a backup, and the workspace is as it was',
  (code) =>
    withPlaces(async ({ workspace, target }) => {
      await inWorkspace(workspace, async (store) => {
        await store.write(p('/o/s/a.html'), Buffer.from('<main>alone</main>'), { by: ada })
        const before = await everythingIn(store)
        const disk = failingFs(nodeFs)
        let failed = 0
        for (let nth = 1; ; nth += nth < 6 ? 1 : 7) {
          disk.failAt(nth, code, true)
          const outcome = await backUp(store.folder, target, {
            galley: '0.0.0',
            fs: disk.fs
          }).then(
            () => null,
            (error: unknown) => error
          )
          const calls = disk.stop()
          if (outcome === null || calls < nth) break
          failed++
          expect(outcome).toBeInstanceOf(GalleyError)
          // a disk that refuses to the last cannot be tidied up, but what has the name of a backup is one
          for (const name of await readdir(target))
            if (name.endsWith('.zip')) expect(await verdictOn(join(target, name))).toEqual([])
        }
        expect(failed).toBeGreaterThan(4)
        expect(await everythingIn(store)).toEqual(before)
      })
    })
)

test.each(['ENOSPC', 'EIO'])(
  'BK4 %s at any moment of a restore: there is no workspace, and a sentence',
  (code) =>
    withPlaces(async ({ workspace, target, restored }) => {
      const { file } = await inWorkspace(workspace, async (store) => {
        await store.write(p('/o/s/a.html'), Buffer.from('<main>alone</main>'), { by: ada })
        return backedUp(store, target)
      })
      const disk = failingFs(nodeFs)
      let failed = 0
      for (let nth = 1; ; nth += 5) {
        disk.failAt(nth, code)
        const outcome = await restoreBackup(file, restored, { fs: disk.fs }).then(
          () => null,
          (error: unknown) => error
        )
        if (outcome === null || disk.stop() < nth) break
        failed++
        expect(outcome).toBeInstanceOf(GalleyError)
        expect(await nodeFs.lstat(restored)).toBeNull()
      }
      expect(failed).toBeGreaterThan(4)
    })
)

test('BK3 a backup is refused in the workspace itself, in a folder that is not there, and what a crash left of one is swept', () =>
  withPlaces(async ({ workspace, target }) => {
    await inWorkspace(workspace, async (store) => {
      const into = (folder: string) => backUp(store.folder, folder, { galley: '0.0.0' })
      await expect(into(join(workspace, 'content'))).rejects.toMatchObject({ reason: 'bad-path' })
      await expect(into(workspace)).rejects.toMatchObject({ reason: 'bad-path' })
      await expect(into(join(target, 'missing'))).rejects.toMatchObject({ reason: 'not-found' })
      const left = join(target, 'Galley work 2020-01-01 00-00.zip.unfinished')
      await (await open(left, 'w')).close()
      const { file } = await into(target)
      expect(await readdir(target)).toEqual([file.slice(target.length + 1)])
      const again = await into(target)
      expect(again.file).not.toBe(file)
    })
  }))

test('BK2 what a failing disk does not give is told; documents come from the store’s own copy, and all else is there', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    await inWorkspace(workspace, fill)
    const fails = new Set(['data.json', 'large.mp4'])
    const refuse = (path: string) => {
      if (path.includes('/content/') && fails.has(basename(path)))
        throw Object.assign(new Error('EIO'), { code: 'EIO' })
    }
    const fs: typeof nodeFs = {
      ...nodeFs,
      open: async (path, mode) => {
        refuse(path)
        return nodeFs.open(path, mode)
      }
    }
    const store = await openStore({ folder: workspace, watch: false, fs })
    const backup = await backedUp(store, target).finally(() => store.close())
    expect(backup.leftOut.map(({ path }) => path).sort()).toEqual([
      'content/o/s/data.json',
      'content/o/s/img/large.mp4'
    ])
    await restoreBackup(backup.file, restored)
    await inWorkspace(restored, async (again) => {
      expect(text((await again.read(p('/o/s/data.json')))?.bytes)).toBe('{"a":1}')
      expect(await again.stat(p('/o/s/img/large.mp4'))).toBeNull()
      expect(await again.versions(p('/o/s/page.html'))).toHaveLength(3)
    })
  }))
