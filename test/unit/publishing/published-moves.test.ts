import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ContentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { examine } from '../../../src/main/store/doctor'
import type { FolderStore } from '../../../src/main/store/types'
import { ada, bytes, p, tempFolder, text } from '../../support/workspace'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function fresh(): Promise<string> {
  const folder = await tempFolder()
  folders.push(folder)
  return folder
}

async function opened<T>(folder: string, work: (store: FolderStore) => Promise<T>): Promise<T> {
  const store = await openStore({ folder, watch: false })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function publish(store: FolderStore, path: ContentPath, content: string): Promise<void> {
  await store.write(path, bytes(content), { by: ada })
  const entry = await store.published.keep(path)
  if (!entry) throw new Error('nothing to publish')
  const { hash, size, lastModified: sourceAt } = entry
  const state = { path, hash, size, at: Date.now(), by: ada, sourceAt, kind: 'page' }
  await store.published.put([
    { ...state, environment: 'preview' },
    { ...state, environment: 'live' }
  ])
}

const live = async (store: FolderStore, path: ContentPath) => {
  const state = await store.published.get('live', path)
  return state && text(await store.published.read(state.hash, path))
}

it('U1 what is published moves with its folder, in both environments, and stays moved after a start', async () => {
  const folder = await fresh()
  await opened(folder, async (store) => {
    await publish(store, p('/o/s/docs/a.html'), 'a')
    await publish(store, p('/o/s/docs/deep/b.html'), 'b')
    await publish(store, p('/o/s/docs-2.html'), 'other')
    await store.move(p('/o/s/docs'), p('/o/s/guides'), { by: ada })
    expect(await live(store, p('/o/s/guides/deep/b.html'))).toBe('b')
  })
  await opened(folder, async (store) => {
    const paths = (await store.published.list('preview', p('/o/s'))).map(({ path }) => path)
    expect(paths).toEqual(['/o/s/docs-2.html', '/o/s/guides/a.html', '/o/s/guides/deep/b.html'])
    expect(await live(store, p('/o/s/guides/deep/b.html'))).toBe('b')
    expect(await store.published.get('live', p('/o/s/docs/a.html'))).toBeNull()
    expect(await store.published.remove('live', p('/o/s/docs/a.html'))).toBe(false)
    expect(await store.published.movedTo('live', p('/o/s/docs/a.html'))).toBe('/o/s/guides/a.html')
    expect(await store.published.movedTo('live', p('/o/s/guides/a.html'))).toBeNull()
  })
  expect((await examine(folder)).findings).toEqual([])
})

it('U1 moves to another site, and back, and a trace in a circle leads nowhere for ever', async () => {
  await opened(await fresh(), async (store) => {
    const [a, b] = [p('/o/s/a.html'), p('/o/t/a.html')]
    await publish(store, a, 'a')
    await store.move(a, b, { by: ada })
    expect([await live(store, a), await live(store, b)]).toEqual([null, 'a'])
    expect(await store.published.movedTo('live', a)).toBe(b)
    await store.move(b, a, { by: ada })
    expect([await live(store, a), await live(store, b)]).toEqual(['a', null])
    expect(await store.published.movedTo('live', b)).toBe(a)
    await store.published.remove('live', a)
    expect(await store.published.movedTo('live', b)).toBeNull()
  })
})

it('U1 a folder that is moved into one that exists takes what is published of it along, over what was published there', async () => {
  await opened(await fresh(), async (store) => {
    await publish(store, p('/o/s/from/a.html'), 'a')
    await publish(store, p('/o/s/to/a.html'), 'older')
    await publish(store, p('/o/s/to/b.html'), 'b')
    await store.move(p('/o/s/from'), p('/o/s/to'), { by: ada, overwrite: true })
    const shown = [p('/o/s/from/a.html'), p('/o/s/to/a.html'), p('/o/s/to/b.html')]
    expect(await Promise.all(shown.map((path) => live(store, path)))).toEqual([null, 'a', 'b'])
  })
})

it('U1 W2 a move whose publications cannot follow does not take place', async () => {
  let full = false
  const fs: DurableFs = {
    ...nodeFs,
    open: (path, mode) =>
      full && path.endsWith('states.log') && mode !== 'read'
        ? Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
        : nodeFs.open(path, mode)
  }
  const store = await openStore({ folder: await fresh(), fs, watch: false })
  const [a, b] = [p('/o/s/a.html'), p('/o/s/b.html')]
  await publish(store, a, 'a')
  full = true
  await expect(store.move(a, b, { by: ada })).rejects.toMatchObject({ reason: 'disk-full' })
  full = false
  expect([await store.stat(b), (await store.stat(a))?.kind]).toEqual([null, 'file'])
  expect([await live(store, a), await live(store, b)]).toEqual(['a', null])
  await store.move(a, b, { by: ada })
  expect(await live(store, b)).toBe('a')
  await store.close()
})

it('U1 what is published goes with a file that another program renamed', async () => {
  const folder = await fresh()
  await opened(folder, async (store) => {
    await publish(store, p('/o/s/a.html'), 'a page that keeps its bytes')
    await rename(join(folder, 'content/o/s/a.html'), join(folder, 'content/o/s/b.html'))
    expect((await store.stat(p('/o/s/b.html')))?.kind).toBe('file')
    expect(await live(store, p('/o/s/b.html'))).toBe('a page that keeps its bytes')
    expect(await store.published.movedTo('live', p('/o/s/a.html'))).toBe('/o/s/b.html')
  })
})

it('W6 a log that was tidied up still knows the traces of moves', async () => {
  const folder = await fresh()
  await opened(folder, async (store) => {
    await publish(store, p('/o/s/a.html'), 'a')
    await store.move(p('/o/s/a.html'), p('/o/s/b.html'), { by: ada })
    const [state] = await store.published.list('live', p('/o/s'))
    if (!state) throw new Error('nothing is live')
    await store.published.put(Array.from({ length: 2100 }, () => state))
  })
  const log = await readFile(join(folder, '.galley/published/o/s/states.log'), 'utf8')
  expect(log.split('\n').length).toBeLessThan(10)
  await opened(folder, async (store) =>
    expect(await store.published.movedTo('live', p('/o/s/a.html'))).toBe('/o/s/b.html')
  )
})

it('U1 what a crash interrupted is finished at the start: only what was published before the move goes along', async () => {
  const folder = await fresh()
  const [a, b] = [p('/o/s/a.html'), p('/o/s/b.html')]
  const began = await opened(folder, async (store) => {
    await publish(store, a, 'a')
    return Date.now()
  })
  const move = randomUUID()
  const intent = { op: 'move', id: move, from: a, to: b, at: began }
  const journal = join(folder, '.galley/journal')
  await mkdir(journal, { recursive: true })
  const interrupted = () => writeFile(join(journal, `${move}.json`), JSON.stringify(intent))
  await interrupted()
  await rename(join(folder, 'content/o/s/a.html'), join(folder, 'content/o/s/b.html'))
  await opened(folder, async (store) =>
    expect([await live(store, a), await live(store, b)]).toEqual([null, 'a'])
  )

  // the record of the move comes back with a power cut; meanwhile something else was published at the old path, and deleted
  await opened(folder, async (store) => {
    while (Date.now() <= began) await new Promise((resolve) => setTimeout(resolve, 1))
    await publish(store, a, 'another')
    await store.remove(a, { by: ada })
  })
  await interrupted()
  await opened(folder, async (store) =>
    expect([await live(store, a), await live(store, b)]).toEqual(['another', 'a'])
  )
})
