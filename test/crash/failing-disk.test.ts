import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { GalleyError } from '../../src/common/errors'
import { openStore } from '../../src/main/store'
import { nodeFs } from '../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../src/main/store/types'
import { ALL_FAULTS, failingFs } from '../support/failing-fs'
import { ada, bytes, p, quickFolder, sparseWorkspace, tempFolder, text } from '../support/workspace'

const page = p('/o/s/page.html')
const image = p('/o/s/image.png')
const folder = p('/o/s/f')
const inFolder = p('/o/s/f/in.html')

interface Look {
  readonly files: readonly [string, string, string][]
  readonly versions: readonly string[]
}

/** Everything that a person can see of the store. */
async function look(store: FolderStore): Promise<Look> {
  const files: [string, string, string][] = []
  for (const path of [
    page,
    image,
    inFolder,
    ...['f/two', 'g/in', 'g/two', 'new/x'].map((name) => p(`/o/s/${name}.html`))
  ]) {
    const found = await store.read(path)
    if (found) files.push([path, found.entry.id, text(found.bytes)])
  }
  const entry = await store.stat(page)
  const versions: string[] = []
  for (const version of await store.versions(page)) {
    const content = await store.readVersion('o', entry?.kind === 'file' ? entry.id : '', version.id)
    versions.push(`${version.label ?? ''}:${text(content?.bytes)}`)
  }
  return { files, versions }
}

const operations: [
  string,
  (store: FolderStore) => Promise<unknown>,
  prepare?: (store: FolderStore) => Promise<unknown>
][] = [
  ['a save', (store) => store.write(page, bytes('<main>new</main>'), { by: ada })],
  ['an autosave', (store) => store.write(page, bytes('<main>new</main>'), { by: ada, session: 'tab' })],
  ['a new file', (store) => store.write(p('/o/s/new/x.html'), bytes('<main>x</main>'), { by: ada })],
  ['an upload', (store) => store.write(image, bytes('new image'), { by: ada })],
  ['a version', (store) => store.createVersion(page, { by: ada, label: 'x' })],
  ['a deletion', (store) => store.remove(page, { by: ada })],
  ['a deletion of a folder', (store) => store.remove(folder, { by: ada })],
  ['a move', (store) => store.move(folder, p('/o/s/g'), { by: ada })],
  ['a copy', (store) => store.copy(folder, p('/o/s/g'), { by: ada })],
  [
    'a move into a folder that is there',
    (store) => store.move(folder, p('/o/s/g'), { by: ada, overwrite: true }),
    (store) => store.write(p('/o/s/g/in.html'), bytes('<main>in the way</main>'), { by: ada })
  ],
  [
    'a move into a folder that has several of its files',
    (store) => store.move(folder, p('/o/s/g'), { by: ada, overwrite: true }),
    async (store) => {
      await store.write(p('/o/s/f/two.html'), bytes('<main>two</main>'), { by: ada })
      for (const name of ['in', 'two'])
        await store.write(p(`/o/s/g/${name}.html`), bytes('<main>in the way</main>'), { by: ada })
    }
  ],
  ['a change of two documents and a move', changeSome],
  ['restoring a deleted organization', restoreAll, (store) => store.remove(p('/o'), { by: ada })]
]

async function changeSome(store: FolderStore): Promise<void> {
  const edits = []
  for (const path of [page, inFolder]) {
    const found = await store.stat(path)
    if (found?.kind === 'file') edits.push({ path, from: found.hash, to: bytes('<main>changed</main>') })
  }
  await store.change({ edits, moves: [{ from: folder, to: p('/o/s/g') }], by: ada })
}

async function restoreAll(store: FolderStore): Promise<void> {
  for (const { id } of await store.trash(p('/'))) await store.restoreFromTrash(p('/'), id, { by: ada })
}

describe('W3 the Nth call to the disk fails once, for every N', () => {
  for (const [name, operation, prepare] of operations) {
    for (const [turn, code] of ['ENOSPC', 'EIO'].entries()) {
      test(`W3 ${name} that meets ${code} fails, changes nothing, and works the next time`, async () => {
        let failures = 0
        for (let nth = ALL_FAULTS ? 1 : 1 + turn; ; nth += ALL_FAULTS ? 1 : 2) {
          const at = await sparseWorkspace(quickFolder())
          const disk = failingFs(nodeFs)
          const store = await openStore({ folder: at, fs: disk.fs, watch: false })
          await store.write(page, bytes('<main>1</main>'), { by: ada })
          await store.write(page, bytes('<main>2</main>'), { by: ada })
          await store.write(image, bytes('image'), { by: ada })
          await store.write(inFolder, bytes('<main>in</main>'), { by: ada })
          await prepare?.(store)
          const before = await look(store)
          const trash = await store.trash(p('/'))
          disk.failAt(nth, code)
          const error = await operation(store).then(
            () => null,
            (reason: unknown) => reason
          )
          const calls = disk.stop()
          if (error !== null) {
            failures++
            const reason = error instanceof GalleyError ? error.reason : 'untranslated'
            expect(reason, `call ${nth}`).toBe(code === 'ENOSPC' ? 'disk-full' : 'io-failed')
            expect(await look(store), `after call ${nth} failed`).toEqual(before)
            expect(await store.trash(p('/'))).toEqual(trash)
            await operation(store)
          }
          const after = await look(store)
          await store.close()
          const again = await openStore({ folder: at, watch: false })
          expect(await look(again), `after a restart, call ${nth}`).toEqual(after)
          await again.close()
          await rm(at, { recursive: true })
          if (calls < nth) break
        }
        expect(failures).toBeGreaterThan(ALL_FAULTS ? 2 : 1)
      })
    }
  }
})

test('W3 a disk that stays full from any call on: saves fail with a sentence, what is there can be read', async () => {
  const at = await tempFolder()
  const disk = failingFs(nodeFs)
  const store = await openStore({ folder: at, fs: disk.fs, watch: false })
  await store.write(page, bytes('<main>1</main>'), { by: ada })
  for (let nth = 1; nth < 14; nth++) {
    disk.failAt(nth, 'ENOSPC', true)
    const before = text((await store.read(page))?.bytes)
    const failed = await store
      .write(page, bytes(`<main>try ${nth}</main>`), { by: ada })
      .catch((error: unknown) => error)
    disk.stop()
    if (!(failed instanceof Error)) continue
    expect(failed).toMatchObject({ reason: 'disk-full', message: expect.stringContaining('Free some space') })
    expect([before, `<main>try ${nth}</main>`]).toContain(text((await store.read(page))?.bytes))
  }
  await store.write(page, bytes('<main>at last</main>'), { by: ada })
  expect(text((await store.read(page))?.bytes)).toBe('<main>at last</main>')
  await store.close()
  await rm(at, { recursive: true })
})
