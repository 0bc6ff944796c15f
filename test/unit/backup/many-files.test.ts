import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { faultsIn, openArchive } from '../../../src/main/backup'
import { writeArchive } from '../../../src/main/backup/write-archive'
import type { WorkspaceSnapshot } from '../../../src/main/store/types'
import { bytes, tempFolder } from '../../support/workspace'

afterEach(() => void vi.restoreAllMocks())

/** So many small files, and among them a folder each hundredth time. */
function snapshotOf(count: number): WorkspaceSnapshot {
  return {
    workspace: { id: '00000000-0000-4000-8000-000000000000', location: '/work' },
    takenAt: Date.now(),
    expected: 0,
    leftOut: [],
    async *entries() {
      for (let number = 0; number < count; number++) {
        const read = async function* () {
          yield await Promise.resolve(bytes(`page ${number}`))
        }
        const size = `page ${number}`.length
        if (number % 100 === 0) yield { kind: 'folder', path: `content/o/s/f${number}` }
        yield { kind: 'file', path: `content/o/s/page-${number}.html`, size, read }
      }
    }
  }
}

test('BK1 the list that the zip library looks through with each file stays short, and the backup has them all', async () => {
  const lengths: number[] = []
  const add = Reflect.get(ZipFile.prototype, 'addReadStream')
  vi.spyOn(ZipFile.prototype, 'addReadStream').mockImplementation(function (this: ZipFile, ...args) {
    lengths.push(this.entries.length)
    add.apply(this, args)
  })
  const folder = await tempFolder()
  const pieces: Uint8Array[] = []
  for await (const piece of writeArchive(snapshotOf(1_200), { galley: '0.0.0' }).stream) pieces.push(piece)
  expect(lengths).toHaveLength(1_200)
  expect(Math.max(...lengths)).toBeLessThan(600)
  await writeFile(join(folder, 'backup.zip'), Buffer.concat(pieces))
  const archive = await openArchive(join(folder, 'backup.zip'))
  expect(archive.files.map(({ path }) => path)).toEqual(
    Array.from({ length: 1_200 }, (_, number) => `content/o/s/page-${number}.html`)
  )
  expect(archive.folders).toHaveLength(12)
  expect(await faultsIn(archive)).toEqual([])
  archive.close()
  await rm(folder, { recursive: true })
})
