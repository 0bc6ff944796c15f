import { createHash } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FolderStore } from '../../../src/main/store/types'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { examineOpen } from '../../../src/main/store/doctor'
import { openStore } from '../../../src/main/store'
import { ada, bytes, filesBelow, p, quickFolder } from '../../support/workspace'

const page = p('/o/s/page.html')
const html = (body: string) => bytes(`<main>${body}</main>`)
const CALLS_A_STEP = 15
const again = () => Promise.resolve()
const looked = async (folder: string) => (await examineOpen(folder, { again })).findings

/** A store in a folder in memory, where there is one. */
async function withStore(work: (store: FolderStore, folder: string) => Promise<void>): Promise<void> {
  const folder = await quickFolder()
  const store = await openStore({ folder, watch: false })
  try {
    await work(store, folder)
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function publish(store: FolderStore, path = page): Promise<void> {
  const kept = await store.published.keep(path)
  if (!kept) throw new Error('nothing to publish')
  const { hash, size } = kept
  await store.published.put([
    { environment: 'live', path, hash, size, at: Date.now(), by: ada, sourceAt: 1, kind: 'x' }
  ])
}

/** One bit, with the outside of the file as it was. */
async function flip(file: string): Promise<void> {
  const { atime, mtime } = await stat(file)
  const data = await readFile(file)
  data[0] = (data[0] ?? 0) ^ 1
  await writeFile(file, data)
  await utimes(file, atime, mtime)
}

const hashOf = (text: string) => createHash('sha256').update(html(text)).digest('hex')
const blobOf = (folder: string, hash: string) => join(folder, '.galley/blobs', hash.slice(0, 2), hash)

describe('examining a workspace that is open', () => {
  test('W11 writing, publishing, moving and deleting all the time looks like no damage', () =>
    withStore(async (store, folder) => {
      const auto = p('/o/s/auto.html')
      const shown = p('/o/s/shown.html')
      const image = p('/o/s/image.png')
      const jobs = store.records('jobs', (value) => value)
      const settings = await store.document<unknown>('settings', (value) => value, {})
      const steps: readonly ((round: number) => Promise<unknown>)[] = [
        // contents that come back are the hardest: their copies are there, gone, there
        (round) => store.write(page, html(`${round % 3}`), { by: ada }),
        (round) => store.write(auto, html(`${round % 2}`), { by: ada, session: 'one' }),
        async (round) => {
          const [from, to] = [p(`/o/s/new-${round}.html`), p(`/o/s/moved-${round}.html`)]
          for (const one of ['new', 'newer']) await store.write(from, html(one), { by: ada })
          await store.move(from, to, { by: ada })
          const { id } = await store.remove(to, { by: ada })
          if (round % 3 === 0) await store.restoreFromTrash(p('/o/s'), id, { by: ada })
          else await store.deleteFromTrash(p('/o/s'), id)
        },
        async (round) => {
          await store.write(shown, html(`${round}`), { by: ada })
          await publish(store, shown)
          if (round % 2 === 0) await store.published.remove('live', shown)
        },
        async (round) => {
          await store.write(image, bytes(`picture ${round % 2}`), { by: ada })
          if (round % 5 === 0) await store.remove(image, { by: ada })
        },
        async (round) => {
          await jobs.put('one', { round })
          await jobs.remove('one')
          await settings.update(() => ({ round }))
        },
        async (round) => {
          const { entry } = await store.write(p('/o/s/together.html'), html(`${round}`), { by: ada })
          const update = { kind: 'update', bytes: bytes(`${round}`) } as const
          if (round % 4 === 0) await store.rooms.replace(entry.id, [{ kind: 'saved', hash: entry.hash }])
          else if (round % 4 === 3) await store.rooms.drop(entry.id)
          else await Promise.all([1, 2, 3].map(() => store.rooms.append(entry.id, [update])))
        }
      ]
      let calls = 0
      let done = 0
      let underWay: Promise<unknown> = Promise.resolve()
      /** Something is always under way while the disk is asked. */
      const pause = async () => {
        if (++calls % CALLS_A_STEP !== 0) return
        await underWay
        underWay = steps[done % steps.length]?.(Math.floor(done / steps.length)) ?? underWay
        done++
      }
      for (let round = 0; round < 2; round++) {
        const before = done
        expect((await examineOpen(folder, { again, pause })).findings).toEqual([])
        expect(done).toBeGreaterThan(before + 20)
      }
      await underWay
    }))

  test('W11 a flipped bit in a version is found and named while the workspace is open and written to', () =>
    withStore(async (store, folder) => {
      for (const one of ['1', '2', '3']) await store.write(page, html(one), { by: ada })
      await flip(blobOf(folder, hashOf('1')))
      let ended = false
      const writing = (async () => {
        for (let round = 0; !ended; round++) await store.write(page, html(`round ${round}`), { by: ada })
      })()
      const found = await looked(folder)
      ended = true
      await writing
      expect(found).toMatchObject([
        { kind: 'damage', where: `.galley/blobs/${hashOf('1').slice(0, 2)}/${hashOf('1')}` }
      ])
      expect(found[0]?.message).toMatch(/the version of \/o\/s\/page\.html of .* is damaged/)
    }))

  test.each<[string, (folder: string) => Promise<void>, RegExp]>([
    ['a document', (folder) => flip(join(folder, 'content/o/s/page.html')), /changed though no program/],
    [
      'a history',
      (folder) => rm(join(folder, '.galley/files'), { recursive: true }),
      /history .* is missing/
    ],
    ['settings', (folder) => flip(join(folder, '.galley/documents/settings.json')), /settings “settings”/],
    [
      'a deleted file',
      async (folder) => {
        const names = await filesBelow(join(folder, '.galley/trash'))
        const name = names.find((one) => one.endsWith('content'))
        await flip(join(folder, '.galley/trash', name ?? ''))
      },
      /which was deleted, is damaged in the trash/
    ]
  ])('W11 damage to %s is found while the workspace is open', (_name, damage, message) =>
    withStore(async (store, folder) => {
      await store.write(page, html('1'), { by: ada })
      await store.write(p('/o/s/gone.png'), bytes('picture'), { by: ada })
      await store.remove(p('/o/s/gone.png'), { by: ada })
      const settings = await store.document<unknown>('settings', (value) => value, {})
      await settings.update(() => ({ a: 1 }))
      // a time that can be set again
      const document = join(folder, 'content/o/s/page.html')
      await utimes(document, 1_700_000_000, 1_700_000_000)
      await store.read(page)
      expect(await looked(folder)).toEqual([])
      await store.close()
      await damage(folder)
      expect((await looked(folder)).map((one) => one.message)).toEqual(
        expect.arrayContaining([expect.stringMatching(message)])
      )
    })
  )

  test('W11 what looked wrong once and no more is not told', () =>
    withStore(async (store, folder) => {
      for (const one of ['1', '2']) await store.write(page, html(one), { by: ada })
      const blob = blobOf(folder, hashOf('1'))
      await rm(blob)
      const found = await examineOpen(folder, { again: () => writeFile(blob, html('1')) })
      expect(found.findings).toEqual([])
    }))

  test('W11 examining writes nothing, and ends when it is told to', () =>
    withStore(async (store, folder) => {
      for (const one of ['1', '2']) await store.write(page, html(one), { by: ada })
      await publish(store)
      await rm(blobOf(folder, hashOf('1')))
      const written: string[] = []
      const watched: DurableFs = {
        ...nodeFs,
        open: (path, mode) => {
          if (mode !== 'read') written.push(path)
          return nodeFs.open(path, mode)
        },
        rename: (from, to) => {
          written.push(to)
          return nodeFs.rename(from, to)
        },
        unlink: (path) => {
          written.push(path)
          return nodeFs.unlink(path)
        }
      }
      expect((await examineOpen(folder, { again, fs: watched })).findings).toHaveLength(1)
      expect(written).toEqual([])
      let calls = 0
      const pause = () => (++calls > 20 ? Promise.reject(new Error('enough')) : Promise.resolve())
      await expect(examineOpen(folder, { again, pause })).rejects.toThrow('enough')
      expect(calls).toBe(21)
    }))
})
