import { describe, expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import type { FileEntry, FolderStore } from '../../src/main/store/types'
import type { ContentPath } from '../../src/common/content/paths'
import { MemoryDisk } from '../support/memory-fs'
import { ALL_CUTS, cuts, cutsByTurns, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p, text } from '../support/workspace'

const body = (name: string) => `<main><p>${name.repeat(40)}</p></main>`
const page = p('/o/s/page.html')

/** What the world knows for certain at one moment. */
interface Known {
  readonly id: string
  /** Every content that was acknowledged: each must be current or in a version, here or in the trash. */
  readonly acknowledged: Set<string>
  readonly submitted: Set<string>
  /** While an autosave replaces the one before it: one of the two must be there. */
  oneOf: string[]
}

/** Runs a scenario on a recorded disk; after each of its calls kinds of power cut are tried on a copy. */
async function everyCut(disk: MemoryDisk, scenario: (world: World) => Promise<void>): Promise<number> {
  const world = new World(await openStore({ folder: '/w', fs: disk.fs, watch: false }))
  const images: { disk: MemoryDisk; known: Known[]; step: number; how: string }[] = []
  let step = 0
  const snapshot = () => {
    step++
    const known = world.known()
    for (const [how, cut] of cutsByTurns(step)) images.push({ disk: disk.cut(cut), known, step, how })
  }
  disk.onStep = snapshot
  await scenario(world)
  snapshot()
  disk.onStep = () => undefined
  await world.store.close()
  for (const image of images) {
    try {
      await verify(image.disk, image.known)
    } catch (error) {
      throw new Error(
        `after call ${image.step}, ${image.how}: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error
        }
      )
    }
  }
  return images.length
}

class World {
  private readonly files = new Map<string, Known>()
  constructor(readonly store: FolderStore) {}

  async write(path: ContentPath, content: string, session?: string): Promise<FileEntry> {
    const before = await this.store.stat(path)
    const there = before?.kind === 'file' ? this.files.get(before.id) : undefined
    there?.submitted.add(content)
    if (there && session !== undefined && before?.kind === 'file' && before.session === session) {
      const last = text((await this.store.read(path))?.bytes)
      there.acknowledged.delete(last)
      there.oneOf = [last, content]
    }
    const { entry } = await this.store.write(path, bytes(content), { by: ada, ...(session && { session }) })
    const known: Known = there ?? {
      id: entry.id,
      acknowledged: new Set(),
      submitted: new Set([content]),
      oneOf: []
    }
    known.oneOf = []
    // empty content makes no version (description, Version record 5)
    if (content !== '') known.acknowledged.add(content)
    this.files.set(entry.id, known)
    return entry
  }

  /** All of them get the content. */
  async change(
    paths: readonly ContentPath[],
    content: string,
    moves: readonly (readonly [from: ContentPath, to: ContentPath])[] = []
  ): Promise<void> {
    const edits = []
    for (const path of paths) {
      const entry = await this.store.stat(path)
      if (entry?.kind !== 'file') throw new Error(`${path} is not there`)
      this.files.get(entry.id)?.submitted.add(content)
      edits.push({ path, from: entry.hash, to: bytes(content) })
    }
    const after = await this.store.change({
      edits,
      moves: moves.map(([from, to]) => ({ from, to })),
      by: ada
    })
    for (const { id } of after) this.files.get(id)?.acknowledged.add(content)
  }

  known(): Known[] {
    return [...this.files.values()].map(({ id, acknowledged, submitted, oneOf }) => ({
      id,
      oneOf: [...oneOf],
      acknowledged: new Set(acknowledged),
      submitted: new Set(submitted)
    }))
  }
}

async function verify(disk: MemoryDisk, known: readonly Known[]): Promise<void> {
  const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
  try {
    const files = new Map((await filesOf(store, p('/'))).map((entry) => [entry.id, entry]))
    for (const [index, item] of (await store.trash(p('/'))).entries()) {
      if (await store.stat(p(item.path)))
        await store.move(p(item.path), p(`/o/aside/${index}.html`), { by: ada })
      await store.restoreFromTrash(p('/'), item.id, { by: ada })
    }
    for (const entry of await filesOf(store, p('/'))) files.set(entry.id, entry)
    for (const { id, acknowledged, submitted, oneOf } of known) {
      const entry = files.get(id)
      if (!entry) throw new Error(`file ${id} is gone`)
      const found = await contentsOf(store, entry)
      for (const content of found)
        if (!submitted.has(content)) throw new Error(`${entry.path} holds half: “${content}”`)
      if (oneOf.length > 0 && !oneOf.some((content) => found.includes(content)))
        throw new Error(`${entry.path} lost both`)
      for (const content of acknowledged)
        if (!found.includes(content)) throw new Error(`${entry.path} lost “${content}”`)
    }
    const damaged = store.folder.problems().map(({ message }) => message)
    expect(damaged).toEqual([])
  } finally {
    await store.close()
  }
}

async function contentsOf(store: FolderStore, entry: FileEntry): Promise<string[]> {
  const found = [text((await store.read(entry.path))?.bytes)]
  for (const version of await store.versions(entry.path)) {
    found.push(text((await store.readVersion('o', entry.id, version.id))?.bytes))
  }
  return found
}

async function filesOf(store: FolderStore, folder: ContentPath): Promise<FileEntry[]> {
  const entries = (await store.list(folder)) ?? []
  const below = await Promise.all(
    entries.map((one) => (one.kind === 'folder' ? filesOf(store, one.path) : [one]))
  )
  return below.flat()
}

describe('a power cut at any moment', () => {
  const cases: [string, (world: World) => Promise<void>][] = [
    [
      'W1 W2 W5 of saves with versions',
      async (world) => {
        for (const one of ['a', 'b', 'c']) await world.write(page, body(one))
        await world.store.createVersion(page, { by: ada, label: 'x' })
        await world.write(page, body('a'))
        await world.write(p('/o/s/deep/er/two.json'), JSON.stringify({ one: 1 }))
      }
    ],
    [
      'W1 W2 of many first saves at once',
      async (world) => {
        const names = ['a', 'b', 'c', 'd', 'e', 'f']
        await Promise.all(names.map((name) => world.write(p(`/o/s/${name}/one.html`), body(name))))
        await world.write(p('/o/s/c/one.html'), body('g'))
        await Promise.all(names.map((name) => world.write(p(`/o/s/c/${name}.html`), body(name))))
      }
    ],
    [
      'W1 W2 W5 of many saves at once onto files that exist',
      async (world) => {
        const paths = ['a', 'b', 'c', 'd'].map((name) => p(`/o/s/${name}/one.html`))
        await Promise.all(paths.map((path, at) => world.write(path, body(`a${at}`))))
        await Promise.all(paths.map((path, at) => world.write(path, body(`b${at}`))))
        // a content that was there before has its blob, and two have the same
        await Promise.all(paths.map((path, at) => world.write(path, body(at < 2 ? `a${at}` : 'c'))))
        await Promise.all(paths.map((path, at) => world.write(path, body(`d${at}`), 'tab')))
        await Promise.all(paths.map((path, at) => world.write(path, body(`e${at}`), 'tab')))
      }
    ],
    [
      'W1 W2 of autosaves and emptying',
      async (world) => {
        await world.write(page, body('a'))
        for (const one of ['b', 'c', 'd', 'b']) await world.write(page, body(one), 'tab')
        await world.write(page, '')
        await world.write(page, body('e'), 'tab')
      }
    ],
    [
      'S5 of deleting and restoring',
      async (world) => {
        await world.write(page, body('a'))
        await world.write(p('/o/s/f/one.html'), body('b'))
        const file = await world.store.remove(page, { by: ada })
        const folder = await world.store.remove(p('/o/s/f'), { by: ada })
        await world.store.restoreFromTrash(p('/o/s'), folder.id, { by: ada })
        await world.store.restoreFromTrash(p('/o/s'), file.id, { by: ada })
      }
    ],
    [
      'S4 of moves, of files, folders and into folders',
      async (world) => {
        await world.write(page, body('a'))
        await world.write(p('/o/s/f/one.html'), body('b'))
        await world.write(p('/o/s/g/one.html'), body('c'))
        await world.write(p('/o/s/f/h/two.html'), body('d'))
        await world.store.move(page, p('/o/s/new/page.html'), { by: ada })
        // the index hears of a save only later
        await world.write(p('/o/s/f/one.html'), body('f'))
        await world.write(p('/o/s/f/h/two.html'), body('h'))
        await world.store.move(p('/o/s/f'), p('/o/s/g'), { by: ada, overwrite: true })
        await world.store.move(p('/o/s/g'), p('/o/t/k'), { by: ada })
        await world.write(p('/o/t/k/one.html'), body('e'))
      }
    ],
    [
      'S4 S5 of a folder onto one that has most of its files, and a copy onto it',
      async (world) => {
        const names = ['a', 'b', 'c/d']
        for (const name of names) {
          await world.write(p(`/o/s/f/${name}.html`), body(`f${name}`))
          await world.write(p(`/o/s/g/${name}.html`), body(`g${name}`))
        }
        await world.write(p('/o/s/f/new.html'), body('new'))
        await world.store.move(p('/o/s/f'), p('/o/s/g'), { by: ada, overwrite: true })
        await world.store.copy(p('/o/s/g/c'), p('/o/s/g'), { by: ada, overwrite: true })
        await world.write(p('/o/s/g/a.html'), body('after'))
      }
    ],
    [
      'W14 of changes of several documents and moves',
      async (world) => {
        await world.write(page, body('a'))
        await world.write(p('/o/s/f/one.html'), body('b'))
        await world.write(p('/o/s/other.html'), body('c'))
        await world.change([page, p('/o/s/f/one.html')], body('x'), [[p('/o/s/f'), p('/o/t/g')]])
        await world.change([p('/o/s/other.html'), p('/o/t/g/one.html')], body('y'))
        await world.write(page, body('d'))
      }
    ],
    [
      'S4 of copies',
      async (world) => {
        await world.write(page, body('a'))
        await world.write(p('/o/s/f/one.html'), body('b'))
        await world.store.copy(p('/o/s'), p('/o/t'), { by: ada })
        await world.store.copy(p('/o/s/f'), p('/o/t/f'), { by: ada, overwrite: true })
        await world.write(page, body('c'))
      }
    ]
  ]
  for (const [at, [name, scenario]] of cases.entries()) {
    test(`${name}: nothing acknowledged is lost, nothing is half`, { timeout: 120_000 }, async () => {
      // one of them in a workspace with all of its folders, the others where a save makes those it needs
      const disk = ALL_CUTS || at === 0 ? new MemoryDisk() : await diskWithoutEmptyFolders()
      expect(await everyCut(disk, scenario)).toBeGreaterThan(ALL_CUTS ? 300 : 100)
    })
  }
})

test('W1 W2 S5 an upload over media at any moment: the old or the new bytes, and the old ones in the trash once it is acknowledged', async () => {
  const image = p('/o/s/image.png')
  const disk = await diskWithoutEmptyFolders()
  const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
  await store.write(image, bytes('the old picture'), { by: ada })
  const images: { disk: MemoryDisk; how: string; done: boolean }[] = []
  let step = 0
  let done = false
  disk.onStep = () => {
    step++
    for (const [how, cut] of cuts(step))
      images.push({ disk: disk.cut(cut), how: `call ${step}, ${how}`, done })
  }
  await store.write(image, bytes('the new picture'), { by: ada })
  done = true
  disk.onStep()
  disk.onStep = () => undefined
  await store.close()
  for (const { disk: after, how, done: acknowledged } of images) {
    const again = await openStore({ folder: '/w', fs: after.fs, watch: false })
    const current = text((await again.read(image))?.bytes)
    expect(acknowledged ? ['the new picture'] : ['the old picture', 'the new picture'], how).toContain(
      current
    )
    const [item] = await again.trash(p('/o/s'))
    if (current === 'the new picture') {
      await again.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
      expect(text((await again.read(image))?.bytes), how).toBe('the old picture')
    }
    expect(again.folder.problems(), how).toEqual([])
    await again.close()
  }
  expect(images.length).toBeGreaterThan(60)
})
