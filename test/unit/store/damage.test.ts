import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { ada, bytes, filesBelow, p, tempFolder, text, withStore } from '../../support/workspace'

const page = p('/o/s/page.html')
const html = (body: string) => bytes(`<main>${body}</main>`)

/** A workspace with three contents of one page, closed again. */
async function closedWorkspace(): Promise<{ folder: string; id: string }> {
  const folder = await tempFolder()
  const store = await openStore({ folder, watch: false })
  for (const one of ['1', '2', '3']) await store.write(page, html(one), { by: ada })
  const entry = await store.stat(page)
  await store.close()
  return { folder, id: entry?.kind === 'file' ? entry.id : '' }
}
const logOf = (folder: string, id: string) => join(folder, '.galley/files', id.slice(0, 2), `${id}.log`)

test('W8 a damaged version is refused and set aside; the others are intact', async () => {
  const { folder, id } = await closedWorkspace()
  const store = await openStore({ folder, watch: false })
  const [newer, older] = await store.versions(page)
  const blob = join(folder, '.galley/blobs', older?.hash.slice(0, 2) ?? '', older?.hash ?? '')
  await writeFile(blob, '<main>!</main>')
  await expect(store.readVersion('o', id, older?.id ?? '')).rejects.toMatchObject({ reason: 'damaged' })
  expect(text((await store.readVersion('o', id, newer?.id ?? ''))?.bytes)).toBe('<main>2</main>')
  expect(store.folder.problems().length).toBeGreaterThan(0)
  expect(await readdir(join(folder, '.galley/damaged'))).toHaveLength(1)
  await store.close()
  await rm(folder, { recursive: true })
})

test('W8 a damaged content does not cost the sound copy of the same bytes that is saved, synced or published later', async () => {
  await withStore(async (store, folder) => {
    const picture = p('/o/s/picture.png')
    const flip = async (hash: string) => {
      const blob = join(folder, '.galley/blobs', hash.slice(0, 2), hash)
      const content = await readFile(blob)
      await writeFile(blob, content.fill((content[6] ?? 0) ^ 1, 6, 7))
    }
    for (const one of ['1', '2']) await store.write(page, html(one), { by: ada })
    await store.write(picture, bytes('a picture'), { by: ada })
    const first = (await store.versions(page)).at(-1)
    const published = await store.published.keep(picture)
    if (!first || !published) throw new Error('nothing was kept')
    await flip(first.hash)
    await flip(published.hash)

    for (const one of ['1', '3']) await store.write(page, html(one), { by: ada })
    const [newest] = await store.versions(page)
    expect(newest?.hash).toBe(first.hash)
    expect(text((await store.readVersion('o', first.fileId, first.id))?.bytes)).toBe('<main>1</main>')

    await flip(first.hash)
    const kept = await store.sync.keep(html('1'))
    expect(text((await store.sync.content(kept)) ?? undefined)).toBe('<main>1</main>')

    await store.published.keep(picture)
    expect(text(await store.published.read(published.hash, picture))).toBe('a picture')
    expect(store.folder.problems()).toEqual([])
  })
})

test('W6 a damaged line of a history costs that line only, and the original is kept', async () => {
  const { folder, id } = await closedWorkspace()
  const log = logOf(folder, id)
  const original = await readFile(log, 'utf8')
  await writeFile(log, original.replace('"event":"version"', '"event":"vErsion"'))
  const store = await openStore({ folder, watch: false })
  expect(await store.versions(page)).toHaveLength(1)
  expect(text((await store.read(page))?.bytes)).toBe('<main>3</main>')
  expect(store.folder.problems()).toHaveLength(1)
  expect(await filesBelow(join(folder, '.galley/damaged'))).toHaveLength(1)
  await store.close()
  await rm(folder, { recursive: true })
})

test('W6 a torn last line is cut off, and the history goes on', async () => {
  const { folder, id } = await closedWorkspace()
  await appendFile(logOf(folder, id), '12345678 {"event":"ver')
  const store = await openStore({ folder, watch: false })
  await store.write(page, html('4'), { by: ada })
  expect(await store.versions(page)).toHaveLength(3)
  expect(store.folder.problems()).toEqual([])
  await store.close()
  const again = await openStore({ folder, watch: false })
  expect(await again.versions(page)).toHaveLength(3)
  await again.close()
  await rm(folder, { recursive: true })
})

test('W6 the index is rebuilt when it is missing, damaged or torn: ids and histories stay', async () => {
  const { folder, id } = await closedWorkspace()
  const index = join(folder, '.galley/index.log')
  const spoil = [
    () => rm(index),
    () => writeFile(index, 'no index'),
    async () => writeFile(index, (await readFile(index, 'utf8')).replaceAll('page', 'qage')),
    () => truncate(index, 3)
  ]
  for (const one of spoil) {
    await one()
    const store = await openStore({ folder, watch: false })
    expect(await store.stat(page)).toMatchObject({ id })
    expect(await store.versions(page)).toHaveLength(2)
    await store.close()
  }
  await rm(folder, { recursive: true })
})

test('W6 a damaged document begins anew and the damaged one is kept', () =>
  withStore(async (store, folder) => {
    await mkdir(join(folder, '.galley/documents'), { recursive: true })
    await writeFile(join(folder, '.galley/documents/settings.json'), '{"n":')
    const document = store.document('settings', () => ({ n: 1 }), { n: 0 })
    expect(await document.read()).toEqual({ n: 0 })
    expect(store.folder.problems()).toHaveLength(1)
    expect(await readdir(join(folder, '.galley/damaged'))).toHaveLength(1)
  }))

test('W7 a second opener is told who holds the workspace', () =>
  withStore(async (_store, folder) => {
    await expect(openStore({ folder })).rejects.toMatchObject({
      reason: 'in-use',
      message: expect.stringContaining(String(process.pid))
    })
  }))

test('a folder of other things is not taken for a workspace, and nothing is put into it', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'thesis.doc'), 'x')
  await expect(openStore({ folder })).rejects.toMatchObject({ reason: 'not-a-workspace' })
  expect(await readdir(folder)).toEqual(['thesis.doc'])
  await rm(folder, { recursive: true })
})

const run = promisify(execFile)
const canMount = process.platform === 'linux' && process.getuid?.() === 0

test('W3 tests on a full and a read-only disk can run here (they need root on Linux to mount one)', () => {
  if (canMount) return
  console.warn('NOT RUN: a really full and a really read-only disk. Run the tests as root on Linux for them.')
  expect(process.env['CI'], 'under CI nothing may be left out').toBeUndefined()
})

test.skipIf(!canMount)(
  'W3 a disk that is really full, then really read-only (needs root to mount)',
  async () => {
    const folder = await tempFolder()
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    try {
      const store = await openStore({ folder, watch: false })
      await store.write(page, html('before'), { by: ada })
      const large = bytes(`<main>${'x'.repeat(2_000_000)}</main>`)
      await expect(store.write(page, large, { by: ada })).rejects.toMatchObject({ reason: 'disk-full' })
      expect(text((await store.read(page))?.bytes)).toBe('<main>before</main>')
      await store.write(page, html('after'), { by: ada })
      await store.close()
      await run('mount', ['-o', 'remount,ro', folder])
      await expect(openStore({ folder })).rejects.toMatchObject({ reason: 'read-only' })
    } finally {
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    }
  }
)
