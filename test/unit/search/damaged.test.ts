import { copyFile, link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { FolderStore } from '../../../src/main/store/types'
import { freshDump, happens, openSearched } from '../../support/searched'
import { quickFolder, sparseWorkspace } from '../../support/workspace'
import { randomOf, type Random } from '../links/random-site'

const DAMAGES = Number(process.env['GALLEY_SEARCH_DAMAGES'] ?? 24)

let folder = ''
let store: FolderStore
let file = ''
/** What the index should be, and its file as it was when it was closed. */
let fresh: string[] = []
let whole = Buffer.alloc(0)
let sum = Buffer.alloc(0)

beforeAll(async () => {
  folder = await sparseWorkspace(quickFolder())
  store = await openStore({ folder, watch: false })
  file = join(folder, 'index', 'search-seal.db')
  const random = randomOf(3)
  for (let count = 0; count < 80; count++) await happens(store, random)
  const searched = await openSearched(store, file)
  await searched.dump()
  await searched.close()
  fresh = await freshDump(store)
  whole = await readFile(file)
  sum = await readFile(`${file}.sum`)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const kinds = ['bytes', 'zeros', 'pages', 'cut', 'noise', 'short', 'empty'] as const

function damaged(kind: (typeof kinds)[number], random: Random): Buffer {
  const page = 4096
  const some = Buffer.from(whole)
  const at = random.below(some.length)
  if (kind === 'bytes') for (let n = 0; n < 40; n++) some[random.below(some.length)] = random.below(256)
  if (kind === 'zeros') some.fill(0, at, Math.min(some.length, at + page))
  if (kind === 'pages') {
    const pages = some.length / page
    const [one, other] = [random.below(pages) * page, random.below(pages) * page]
    whole.copy(some, one, other, other + page)
    whole.copy(some, other, one, one + page)
  }
  if (kind === 'noise') for (let n = 0; n < page; n++) some[(at + n) % some.length] = random.below(256)
  if (kind === 'cut') return some.subarray(0, at)
  if (kind === 'short') return some.subarray(0, random.below(100))
  return kind === 'empty' ? Buffer.alloc(0) : some
}

/** Opens what is there, and shows that it comes to what it should be. */
async function expectWhole(what: string): Promise<void> {
  const again = await openSearched(store, file)
  try {
    expect(await again.dump(), what).toEqual(fresh)
  } finally {
    await again.close()
  }
}

describe('an index that is not as it was', () => {
  it(`FI5: ${DAMAGES} damaged files are right or made anew, and nobody is told anything wrong`, async () => {
    for (let seed = 1; seed <= DAMAGES; seed++) {
      const kind = kinds[seed % kinds.length] ?? 'noise'
      await writeFile(file, damaged(kind, randomOf(seed)))
      await writeFile(`${file}.sum`, sum)
      await expectWhole(`${kind}, seed ${seed}`)
    }
  })

  it('FI5: one that nobody closed is looked through, and answers, whatever became of it', async () => {
    await rm(`${file}.sum`)
    await writeFile(file, whole)
    await expectWhole('whole, not closed')
    for (let seed = 1; seed <= DAMAGES; seed++) {
      const kind = kinds[seed % kinds.length] ?? 'noise'
      await rm(`${file}.sum`)
      await writeFile(file, damaged(kind, randomOf(seed)))
      const again = await openSearched(store, file)
      // a letter that became another one within a value is not to be told from one that was written
      expect((await again.dump()).length, `${kind}, seed ${seed}`).toBeGreaterThan(0)
      expect(again.failures, `${kind}, seed ${seed}`).toEqual([])
      await again.close()
    }
  })

  it('FI5: indices that lie in its folder from a stranger are removed and never opened, links are not followed', async () => {
    const outside = join(folder, 'outside')
    await mkdir(join(outside, 'folder'), { recursive: true })
    const ours = ['search-seal.db', 'search-seal.db-journal', 'search-seal.db.sum']
    const theirs = ['theirs.db', 'folder/kept.txt', 'journal', 'lock']
    for (const name of theirs) await writeFile(join(outside, name), whole)
    const index = dirname(file)
    const bait: readonly (() => Promise<unknown>)[] = [
      () => symlink(join(outside, 'theirs.db'), file),
      () => link(join(outside, 'theirs.db'), file),
      () => mkdir(file),
      () => symlink(join(outside, 'folder'), `${file}.lock`),
      () => symlink(join(outside, 'journal'), `${file}-journal`),
      () => symlink(join(outside, 'journal'), `${file}.sum`),
      () => link(join(outside, 'lock'), `${file}.sum`),
      () => link(join(outside, 'journal'), `${file}-journal`),
      () => symlink(join(outside, 'folder'), join(index, 'search-other.past.db')),
      () => copyFile(join(outside, 'theirs.db'), join(index, 'search-of-another.db')),
      () => mkdir(`${file}.lock`)
    ]
    for (const [at, lay] of bait.entries()) {
      await rm(index, { recursive: true, force: true })
      await mkdir(index)
      await lay()
      await expectWhole(`bait ${at}`)
      expect(new Set(await readdir(index)), `bait ${at}`).toEqual(new Set(ours))
      for (const name of theirs)
        expect((await readFile(join(outside, name))).equals(whole), `${name} after bait ${at}`).toBe(true)
    }
  })

  it('FI5: what lies in its folder and is no index stays as it is, a folder of an index’s name too', async () => {
    const index = dirname(file)
    const kept = ['notes.txt', 'work/page.html', 'search-of-another.db/page.html', 'search-plan.db.txt']
    for (const name of kept) {
      await mkdir(dirname(join(index, name)), { recursive: true })
      await writeFile(join(index, name), name)
    }
    await writeFile(join(index, 'search-old.db-journal'), whole)
    await expectWhole('beside what is no index')
    for (const name of kept) expect(await readFile(join(index, name), 'utf8')).toBe(name)
    expect(await readdir(index)).not.toContain('search-old.db-journal')
    await rm(index, { recursive: true })
    await expectWhole('alone again')
  })

  it('FI5: a folder that is a link is not gone into: searching fails, and says why', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, 'kept.txt'), 'kept')
    const index = dirname(file)
    await rm(index, { recursive: true, force: true })
    await symlink(elsewhere, index)
    await expect(openSearched(store, file)).rejects.toThrow(/no folder/)
    expect(await readdir(elsewhere)).toEqual(['kept.txt'])
    await rm(index)
    await expectWhole('without the link')
  })
})
