import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../src/common/person'
import type { ContentPath } from '../../../src/common/content/paths'
import type { Environment } from '../../../src/common/publishing/environments'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { layoutOf } from '../../../src/main/store/layout/layout'
import { createProblems } from '../../../src/main/store/damaged/problems'
import { openPublishedLog } from '../../../src/main/store/published/published-log'
import type { PublishedState } from '../../../src/main/store/types'
import type { FolderStore } from '../../../src/main/store/types'
import { failingFs } from '../../support/failing-fs'
import { ada, bob, bytes, filesBelow, p, tempFolder, text } from '../../support/workspace'

const page = p('/o/s/page.html')
const image = p('/o/s/media/a.png')
const log = '.galley/published/o/s/states.log'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function fresh(): Promise<string> {
  const folder = await tempFolder()
  folders.push(folder)
  return folder
}

async function opened<T>(folder: string, work: (store: FolderStore) => Promise<T>, fs = nodeFs): Promise<T> {
  const store = await openStore({ folder, watch: false, fs })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function publish(
  store: FolderStore,
  path: ContentPath,
  environments: readonly Environment[] = ['preview'],
  by: Person = ada
): Promise<PublishedState> {
  const entry = await store.published.keep(path)
  if (!entry) throw new Error('nothing to publish')
  const { hash, size, lastModified: sourceAt } = entry
  const states = environments.map((environment) => ({
    environment,
    path,
    hash,
    size,
    at: 1_700_000_000_000,
    by,
    sourceAt,
    kind: 'page'
  }))
  await store.published.put(states)
  const [state] = states
  if (!state) throw new Error('no environment')
  return state
}

const readBack = async (store: FolderStore, environment: Environment, path: ContentPath) => {
  const state = await store.published.get(environment, path)
  return state && text(await store.published.read(state.hash, path))
}

describe('published states', () => {
  it('U1 a state keeps the content, the person and the time, whatever happens to the source', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      await store.write(page, bytes('<main>one</main>'), { by: ada })
      await publish(store, page, ['preview', 'live'])
      await store.write(page, bytes('<main>two</main>'), { by: ada })
      await publish(store, page, ['preview'], bob)
      await store.remove(page, { by: ada })
    })
    await opened(folder, async (store) => {
      expect(await readBack(store, 'live', page)).toBe('<main>one</main>')
      expect(await readBack(store, 'preview', page)).toBe('<main>two</main>')
      expect((await store.published.get('live', page))?.by).toEqual(ada)
      expect((await store.published.get('preview', page))?.by).toEqual(bob)
      expect(await store.published.get('live', p('/o/s/other.html'))).toBeNull()
    })
  })

  it('U1 what is unpublished is gone in one environment, and stays gone', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      await store.write(page, bytes('<main>one</main>'), { by: ada })
      await publish(store, page, ['preview', 'live'])
      expect(await store.published.remove('live', page)).toBe(true)
      expect(await store.published.remove('live', page)).toBe(false)
    })
    await opened(folder, async (store) => {
      expect(await store.published.get('live', page)).toBeNull()
      expect(await readBack(store, 'preview', page)).toBe('<main>one</main>')
    })
  })

  it('U1 lists tell what is published below a folder, sorted, one environment at a time', async () => {
    await opened(await fresh(), async (store) => {
      for (const name of ['b', 'a', 'deep/c', 'deeper/d']) {
        await store.write(p(`/o/s/${name}.html`), bytes(`<main>${name}</main>`), { by: ada })
        await publish(store, p(`/o/s/${name}.html`))
      }
      const paths = async (folder: string) =>
        (await store.published.list('preview', p(folder))).map(({ path }) => path)
      expect(await paths('/o/s')).toEqual([
        '/o/s/a.html',
        '/o/s/b.html',
        '/o/s/deep/c.html',
        '/o/s/deeper/d.html'
      ])
      expect(await paths('/o/s/deep')).toEqual(['/o/s/deep/c.html'])
      expect(await store.published.list('live', p('/o/s'))).toEqual([])
    })
  })

  it('V6 a published document and the version of the same content are one blob', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      await store.write(page, bytes('<main>one</main>'), { by: ada })
      await publish(store, page, ['preview', 'live'])
      await store.createVersion(page, { by: ada, label: 'Published' })
      await store.write(page, bytes('<main>two</main>'), { by: ada })
      expect(await readBack(store, 'live', page)).toBe('<main>one</main>')
    })
    expect(await filesBelow(join(folder, '.galley/blobs'))).toHaveLength(1)
  })

  it('U1 media is copied: another program that writes into the source file does not change what is published', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      await store.write(image, bytes('the picture'), { by: ada })
      const state = await publish(store, image)
      await writeFile(join(folder, 'content/o/s/media/a.png'), 'not a picture')
      expect(text(await store.published.read(state.hash, image))).toBe('the picture')
      const part = await store.published.openRead(state, { start: 4, end: 6 })
      expect(await new Response(part).text()).toBe('pic')
      expect(await new Response(await store.published.openRead(state)).text()).toBe('the picture')
    })
    expect(await filesBelow(join(folder, '.galley/staging'))).toEqual([])
  })

  it('W8 a damaged copy is set aside and told; publishing again mends it', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      await store.write(image, bytes('the picture'), { by: ada })
      const { hash } = await publish(store, image)
      await writeFile(join(folder, '.galley/blobs', hash.slice(0, 2), hash), 'the pXcture')
      await expect(store.published.read(hash, image)).rejects.toMatchObject({ reason: 'damaged' })
      expect(store.folder.problems()).toHaveLength(1)
      await publish(store, image)
      expect(text(await store.published.read(hash, image))).toBe('the picture')
    })
  })

  it('W6 without a second copy, a damaged line of the log costs only the state that it told of', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      for (const name of ['a', 'b', 'c']) {
        await store.write(p(`/o/s/${name}.html`), bytes(`<main>${name}</main>`), { by: ada })
        await publish(store, p(`/o/s/${name}.html`))
      }
    })
    await rm(join(folder, '.galley/published/o/s/states.copy.log'))
    const lines = (await readFile(join(folder, log), 'utf8')).split('\n')
    lines[1] = lines[1]?.replace('"path"', '"pAth"') ?? ''
    await writeFile(join(folder, log), `${lines.join('\n')}deadbeef {"torn`)
    await opened(folder, async (store) => {
      const left = await store.published.list('preview', p('/o/s'))
      expect(left.map(({ path }) => path)).toEqual(['/o/s/a.html', '/o/s/c.html'])
      expect(store.folder.problems()).toHaveLength(1)
      await publish(store, p('/o/s/b.html'))
    })
    await opened(folder, async (store) => {
      expect(await store.published.list('preview', p('/o/s'))).toHaveLength(3)
      expect(store.folder.problems()).toEqual([])
    })
  })

  it('U1 the log is tidied up, so that a page published over and over does not make it grow without end', async () => {
    const folder = await fresh()
    await opened(folder, async (store) => {
      await store.write(page, bytes('<main>one</main>'), { by: ada })
      const state = await publish(store, page)
      const again = Array.from({ length: 1_500 }, () => state)
      for (let round = 0; round < 3; round++) await store.published.put(again)
      expect(await readBack(store, 'preview', page)).toBe('<main>one</main>')
    })
    expect((await readFile(join(folder, log), 'utf8')).split('\n').length).toBeLessThan(2_100)
    await opened(folder, async (store) =>
      expect(await readBack(store, 'preview', page)).toBe('<main>one</main>')
    )
  })

  it('W3 a disk that fails at any call leaves the old state, and the next attempt works', async () => {
    const folder = await fresh()
    const disk = failingFs(nodeFs)
    await opened(
      folder,
      async (store) => {
        await store.write(page, bytes('<main>0</main>'), { by: ada })
        await publish(store, page, ['preview', 'live'])
        let nth = 0
        for (let failed = true; failed; nth++) {
          await store.write(page, bytes(`<main>${nth + 1}</main>`), { by: ada })
          disk.failAt(nth + 1, 'ENOSPC')
          const problem = await publish(store, page, ['preview', 'live']).then(
            () => null,
            (error: unknown) => error
          )
          disk.stop()
          failed = problem !== null
          if (failed) expect(problem).toMatchObject({ reason: 'disk-full' })
          const wanted = `<main>${failed ? nth : nth + 1}</main>`
          const shown = [await readBack(store, 'preview', page), await readBack(store, 'live', page)]
          expect(shown, `call ${nth + 1}`).toEqual([wanted, wanted])
          await publish(store, page, ['preview', 'live'])
          expect(await readBack(store, 'live', page)).toBe(`<main>${nth + 1}</main>`)
        }
        expect(nth).toBeGreaterThan(3)
      },
      disk.fs
    )
    await opened(folder, async (store) =>
      expect(await store.published.list('live', p('/o/s'))).toHaveLength(1)
    )
  })
})

describe('the second copy of what is published', () => {
  const damages: Readonly<Record<string, (file: string, older: Buffer) => Promise<void>>> = {
    'is deleted': (file) => rm(file),
    'is emptied': (file) => writeFile(file, ''),
    'has a flipped bit': async (file) => {
      const content = await readFile(file)
      content[20] = (content[20] ?? 0) ^ 1
      await writeFile(file, content)
    },
    'is an older one': (file, older) => writeFile(file, older)
  }
  /** A page that is published, taken off, and another published after it. */
  async function published(folder: string): Promise<Buffer> {
    let older = Buffer.alloc(0)
    await opened(folder, async (store) => {
      for (const name of ['a', 'b', 'c']) await store.write(p(`/o/s/${name}.html`), bytes(name), { by: ada })
      await publish(store, p('/o/s/a.html'))
      older = await readFile(join(folder, log))
      await publish(store, p('/o/s/b.html'))
      await store.published.remove('preview', p('/o/s/b.html'))
      const entry = await store.published.keep(p('/o/s/c.html'))
      if (entry) {
        const { hash, size, lastModified: sourceAt } = entry
        const at = 1_700_000_000_001
        await store.published.put([
          { environment: 'preview', path: p('/o/s/c.html'), hash, size, at, by: ada, sourceAt, kind: 'page' }
        ])
      }
    })
    return older
  }
  const listed = (folder: string) =>
    opened(folder, async (store) => {
      const states = await store.published.list('preview', p('/o/s'))
      return { paths: states.map(({ path }) => path).sort(), problems: store.folder.problems().length }
    })

  for (const [what, damage] of Object.entries(damages)) {
    it(`F1 W6 nothing is taken off, and nothing comes back, when the list ${what}`, async () => {
      const folder = await fresh()
      await damage(join(folder, log), await published(folder))
      expect(await listed(folder)).toEqual({ paths: ['/o/s/a.html', '/o/s/c.html'], problems: 1 })
      expect(await listed(folder)).toEqual({ paths: ['/o/s/a.html', '/o/s/c.html'], problems: 0 })
    })

    it(`L4 the doctor tells and mends it when the list ${what}`, async () => {
      const folder = await fresh()
      await damage(join(folder, log), await published(folder))
      const found = (await examine(folder)).findings.filter(({ kind }) => kind === 'damage')
      expect(found).toMatchObject([{ where: log, repaired: false }])
      await examine(folder, { repair: true })
      expect((await examine(folder)).findings.filter(({ kind }) => kind === 'damage')).toEqual([])
      expect((await listed(folder)).paths).toEqual(['/o/s/a.html', '/o/s/c.html'])
    })
  }

  it('F1 W6 a copy that lacks a line, or is damaged, is written anew and never believed', async () => {
    const folder = await fresh()
    await published(folder)
    const copy = join(folder, '.galley/published/o/s/states.copy.log')
    const whole = await readFile(copy)
    for (const bad of [whole.subarray(0, 100), whole.subarray(0, whole.length - 7), Buffer.from('x\n')]) {
      await writeFile(copy, bad)
      expect((await listed(folder)).paths).toEqual(['/o/s/a.html', '/o/s/c.html'])
      await rm(join(folder, log))
      expect((await listed(folder)).paths).toEqual(['/o/s/a.html', '/o/s/c.html'])
    }
  })

  it('F1 W6 what is published and taken off at once is in the copy as in the list', async () => {
    const folder = await fresh()
    await published(folder)
    const [file, copy] = [join(folder, log), join(folder, '.galley/published/o/s/states.copy.log')]
    const problems = createProblems(nodeFs, layoutOf(folder), Date.now, () => undefined)
    const open = () => openPublishedLog(nodeFs, file, copy, '/o/s', problems)
    const states = async () => [...(await open()).states.keys()].sort()
    const one = await open()
    const [key, state] = [...one.states][0] ?? []
    if (key === undefined || !state) throw new Error('nothing is published')
    await Promise.all([one.append([{ key, state }]), one.append([{ key, state: null }])])
    const told = [...one.states.keys()].sort()
    expect(told).not.toContain(key)
    await rm(file)
    expect(await states()).toEqual(told)
  })
})
