import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { restoreBackup } from '../../../src/main/backup'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import { trustFile } from '../../../src/main/trust/trust-file'
import { backedUp } from '../../support/backup'
import { ada, bytes, p, tempFolder, text } from '../../support/workspace'

/** What a disk without locks says; no such disk can be had everywhere. */
const answer = vi.hoisted(() => {
  // files before this one have the real locks loaded already
  vi.resetModules()
  return { code: 'ENOLCK' }
})
vi.mock('fs-native-extensions', () => ({
  tryLock: () => {
    throw Object.assign(new Error(`${answer.code}: no locks available`), { code: answer.code })
  }
}))
afterEach(() => void (answer.code = 'ENOLCK'))
afterAll(() => vi.resetModules())

const page = p('/o/s/page.html')

test.each(['ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])(
  'W13 W7 on a disk that knows no locks (%s) a workspace is opened, told of once, saved, examined, backed up and restored',
  async (code) => {
    answer.code = code
    const folder = await tempFolder()
    await mkdir(join(folder, 'target'))
    const store = await openStore({ folder: join(folder, 'work'), watch: false })
    expect(store.folder.problems().map(({ message }) => message)).toEqual([
      expect.stringContaining('knows no locks') as unknown
    ])
    await store.write(page, bytes('words'), { by: ada })
    const backup = await backedUp(store, join(folder, 'target'))
    await store.close()
    expect((await examine(join(folder, 'work'), { repair: true })).findings).toEqual([])
    await restoreBackup(backup.file, join(folder, 'restored'))
    expect((await readdir(folder)).sort()).toEqual(['restored', 'target', 'work'])
    const again = await openStore({ folder: join(folder, 'restored'), watch: false })
    expect(text((await again.read(page))?.bytes)).toBe('words')
    await again.close()
    // a home folder may lie on such a disk as well
    const trusted = trustFile(join(folder, 'trusted.json'), () => undefined)
    await trusted.add(
      { id: '00000000-0000-4000-8000-000000000000', path: join(folder, 'work'), dev: '1', ino: '1' },
      1
    )
    expect(await trusted.list()).toHaveLength(1)
    await rm(folder, { recursive: true })
  }
)

test('W7 a lock that fails otherwise is no disk without locks', async () => {
  answer.code = 'EIO'
  const folder = await tempFolder()
  await expect(openStore({ folder, watch: false })).rejects.toMatchObject({ reason: 'io-failed' })
  await rm(folder, { recursive: true })
})
