import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ContentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import type { Store } from '../../../src/main/store/types'
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

async function opened<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(folder, { watch: false })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function publish(store: Store, path: ContentPath, content: string): Promise<void> {
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

const live = async (store: Store, path: ContentPath) => {
  const state = await store.published.get('live', path)
  return state && text(await store.published.read(state.hash, path))
}
const later = () => Date.now() + 1

it('U1 what is published moves with its folder, in both environments, and stays moved after a start', async () => {
  const folder = await fresh()
  await opened(folder, async (store) => {
    await publish(store, p('/o/s/docs/a.html'), 'a')
    await publish(store, p('/o/s/docs/deep/b.html'), 'b')
    await publish(store, p('/o/s/docs-2.html'), 'other')
    const moved = await store.published.move(p('/o/s/docs'), p('/o/s/guides'), later())
    expect(moved.map(({ path }) => path).sort()).toEqual([
      '/o/s/guides/a.html',
      '/o/s/guides/a.html',
      '/o/s/guides/deep/b.html',
      '/o/s/guides/deep/b.html'
    ])
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
    await store.published.move(a, b, later())
    expect([await live(store, a), await live(store, b)]).toEqual([null, 'a'])
    expect(await store.published.movedTo('live', a)).toBe(b)
    await store.published.move(b, a, later())
    expect([await live(store, a), await live(store, b)]).toEqual(['a', null])
    expect(await store.published.movedTo('live', b)).toBe(a)
    await store.published.remove('live', a)
    expect(await store.published.movedTo('live', b)).toBeNull()
  })
})

it('U1 what was published at the new path since the move stays; what was there before is replaced', async () => {
  await opened(await fresh(), async (store) => {
    const [a, b] = [p('/o/s/a.html'), p('/o/s/b.html')]
    await publish(store, a, 'a')
    await publish(store, b, 'older')
    await store.published.move(a, b, later())
    expect(await live(store, b)).toBe('a')
    await publish(store, a, 'a again')
    const movedAt = Date.now() - 1
    await publish(store, b, 'newer')
    await store.published.move(a, b, movedAt)
    expect([await live(store, a), await live(store, b)]).toEqual([null, 'newer'])
  })
})

it('W6 a log that was tidied up still knows the traces of moves', async () => {
  const folder = await fresh()
  await opened(folder, async (store) => {
    await publish(store, p('/o/s/a.html'), 'a')
    await store.published.move(p('/o/s/a.html'), p('/o/s/b.html'), later())
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
