import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../src/common/content/paths'
import { readQuestion } from '../../../src/common/search/question'
import { openEngine } from '../../../src/main/search/engine/engine'
import type { FileToRead } from '../../../src/main/search/engine/types'
import { KEPT_FORM, openKept } from '../../../src/main/search/kept'
import { isRead, marksFrom, storedPath } from '../../../src/main/search/marks'
import { openPostgres } from '../../../src/main/store/postgres'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import type { KeptWords, Store } from '../../../src/main/store/types'
import { openWorkers } from '../../../src/main/workers'
import { oddPath, oddQuestion, oddText, someWords } from '../../support/random-words'
import { newWorkspace } from '../../support/search-twins'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { ada, bob, bytes, p } from '../../support/workspace'
import { randomOf } from '../links/random-site'

const SEED = Number(process.env['GALLEY_SEED'] ?? 11)
const FILES = Number(process.env['GALLEY_SEARCH_OPERATIONS'] ?? 120)
const QUESTIONS = Number(process.env['GALLEY_SEARCH_QUESTIONS'] ?? 200)
const url = useTeamDatabase()

/** A process that keeps the words of a workspace. */
async function opened(workspace: string, form = KEPT_FORM) {
  const database = openDatabase(url(), { most: 6 })
  const store = await openPostgres({ database, workspace })
  const words = wordsOf(store, form)
  const workers = openWorkers({ program: null })
  const failures: unknown[] = []
  const kept = openKept({ store, words, workers, report: (error) => failures.push(error) })
  return {
    database,
    store,
    words,
    kept,
    failures,
    async close() {
      await kept.close()
      await workers.close()
      await store.close()
      await database.close()
    }
  }
}

function wordsOf(store: Store, form: number): KeptWords {
  const words = store.words?.(form)
  if (!words) throw new Error('it keeps none')
  return words
}

async function filesOf(store: Store): Promise<FileToRead[]> {
  const files: FileToRead[] = []
  for await (const marks of marksFrom(store, ROOT))
    for (const mark of marks)
      files.push({
        ...mark,
        bytes: isRead(mark) ? ((await store.read(storedPath(mark)))?.bytes ?? null) : null
      })
  return files
}

const asked = (q: string, more: Partial<Parameters<KeptWords['find']>[0]> = {}) => ({
  question: readQuestion(q, 1_700_000_000_000),
  scope: '/',
  sort: 'best' as const,
  weighs: true,
  most: 1001,
  within: false,
  ...more
})

const pathsOf = (found: readonly (readonly [number, string])[]) => found.map(([, path]) => path)

describe.skipIf(noDatabase)('words in PostgreSQL', () => {
  it.each([SEED, SEED + 1, SEED + 2])(
    'TM18 FI2: random questions find the same in the same order as a new index of SQLite, of long files too (seed %i)',
    { timeout: 180_000 },
    async (seed) => {
      const random = randomOf(seed)
      const node = await opened(newWorkspace())
      const engine = openEngine(null)
      try {
        const { store, words, kept } = node
        for (let count = 0; count < FILES; count++) {
          const path = oddPath(random)
          const at = 1_700_000_000_000 + count * 1000
          await store.write(path, bytes(oddText(random, path)), { by: random.one([ada, bob]), at })
        }
        const long = Array.from({ length: 900 }, () => `<p>${someWords(random, 50)}</p>`).join('')
        await store.write(p('/acme/site/long.html'), bytes(`<body><main><div>${long}</div></main></body>`), {
          by: ada
        })
        await kept.begin()
        await kept.settled()
        engine.take(await filesOf(store))
        for (let count = 0; count < QUESTIONS; count++) {
          const q = oddQuestion(random)
          const how = {
            scope: random.one(['/', '/acme', '/acme/site', '/zeta/site/secret']),
            sort: random.one(['best', 'best', 'best', 'changed', 'path'] as const),
            weighs: random.chance(0.7),
            within: random.chance(0.2),
            most: random.one([5, 1001])
          }
          expect(
            pathsOf(await words.find(asked(q, how))),
            `seed ${seed}: ${q} ${JSON.stringify(how)}`
          ).toEqual(pathsOf(engine.find(asked(q, how))))
        }
        for (const word of ['ferri', 'summe', 'streasse', 'naive', 'the'])
          expect(await words.near({ word, most: 20 }), word).toEqual(engine.near({ word, most: 20 }))
        expect(node.failures).toEqual([])
      } finally {
        engine.close()
        await node.close()
      }
    }
  )

  it('TM18: a process that begins when all is read reads no content, and another one neither', async () => {
    const workspace = newWorkspace()
    const before = await opened(workspace)
    await before.kept.begin()
    for (let count = 0; count < 50; count++)
      await before.store.write(p(`/o/s/p${count}.html`), bytes(`<p>ferry ${count}</p>`), { by: ada })
    await before.kept.settled()
    const after = await opened(workspace)
    const texts: string[] = []
    const seen: string[] = []
    try {
      watch(before.database, seen)
      await before.store.write(p('/o/s/p0.html'), bytes('<p>ferry again</p>'), { by: ada })
      await before.kept.settled()
      expect(seen.filter((text) => /from blobs/.test(text))).not.toEqual([])
      watch(after.database, texts)
      await after.kept.begin()
      await after.kept.ready(null)
      expect(await after.words.find(asked('ferry'))).toHaveLength(50)
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.filter((text) => /from blobs/.test(text))).toEqual([])
      expect(after.kept.state()).toBeNull()
      // and one that is not read yet is read, once
      await before.store.write(p('/o/s/new.html'), bytes('<p>ferry</p>'), { by: ada })
      await after.kept.ready(null)
      expect(texts.filter((text) => /from blobs/.test(text)).length).toBeLessThanOrEqual(1)
      expect(await after.words.find(asked('ferry'))).toHaveLength(51)
    } finally {
      await before.close()
      await after.close()
    }
  })

  it('TM18: what is saved is found with the next question at another process, moved, deleted, restored and under its new name', async () => {
    const workspace = newWorkspace()
    const [one, two] = [await opened(workspace), await opened(workspace)]
    const find = async (q: string) => {
      await two.kept.ready(null)
      return pathsOf(await two.words.find(asked(q))).sort()
    }
    try {
      await one.kept.begin()
      await two.kept.begin()
      const by = { by: ada }
      const path = p('/o/s/a/page.html')
      await one.store.write(path, bytes('<p>quokka</p>'), by)
      expect(await find('quokka')).toEqual(['/o/s/a/page.html'])
      await one.store.write(path, bytes('<p>wombat</p>'), by)
      expect([await find('quokka'), await find('wombat')]).toEqual([[], ['/o/s/a/page.html']])
      await one.store.move(p('/o/s/a'), p('/o/t/b'), by)
      expect([await find('wombat'), await find('path:/o/t/b wombat')]).toEqual([
        ['/o/t/b/page.html'],
        ['/o/t/b/page.html']
      ])
      await one.store.move(p('/o/t/b/page.html'), p('/o/t/b/kiwi.html'), by)
      expect([await find('page'), await find('kiwi')]).toEqual([[], ['/o/t/b/kiwi.html']])
      const item = await one.store.remove(p('/o/t/b'), by)
      expect(await find('wombat')).toEqual([])
      await one.store.restoreFromTrash(p('/o/t'), item.id, by)
      expect(await find('wombat')).toEqual(['/o/t/b/kiwi.html'])
      await one.store.move(p('/o/t/b/kiwi.html'), p('/o/t/.trash/kiwi.html'), by)
      expect(await find('wombat')).toEqual([])
      await one.store.copy(p('/o/t/.trash/kiwi.html'), p('/o/t/c/kiwi.html'), by)
      expect(await find('wombat')).toEqual(['/o/t/c/kiwi.html'])
    } finally {
      await one.close()
      await two.close()
    }
  })

  it('TM18: words of another form stand beside, and each form has all files, whoever writes', async () => {
    const workspace = newWorkspace()
    const old = await opened(workspace, 1)
    const by = { by: ada }
    await old.kept.begin()
    await old.store.write(p('/o/s/first.html'), bytes('<p>ferry</p>'), by)
    await old.kept.settled()
    const later = await opened(workspace, 2)
    try {
      await later.kept.begin()
      await later.kept.settled()
      await old.store.write(p('/o/s/second.html'), bytes('<p>ferry</p>'), by)
      for (const one of [old, later]) {
        await one.kept.ready(null)
        expect(pathsOf(await one.words.find(asked('ferry', { sort: 'path' })))).toEqual([
          '/o/s/first.html',
          '/o/s/second.html'
        ])
      }
    } finally {
      await old.close()
      await later.close()
    }
  })

  it('TM18: a file that is renamed while much is unread is found by its new name, and by what it said before', async () => {
    const workspace = newWorkspace()
    const [one, two] = [await opened(workspace), await opened(workspace)]
    const by = { by: ada }
    const find = async (q: string) => pathsOf(await two.words.find(asked(q)))
    try {
      await one.kept.begin()
      const text = '<body><main><div><h1>Quokka</h1><p>wombat</p></div></main></body>'
      await one.store.write(p('/o/s/emu.html'), bytes(text), by)
      await one.store.write(p('/o/s/other-emu.html'), bytes('<p>other</p>'), by)
      await one.kept.settled()
      await one.kept.close()
      await one.store.move(p('/o/s/emu.html'), p('/o/s/kiwi.html'), by)
      await one.store.write(p('/o/s/other-emu.html'), bytes('<p>changed</p>'), by)
      for (let count = 0; count < 60; count++)
        await one.store.write(p(`/o/s/p${count}.html`), bytes(`<p>${count}</p>`), by)
      // nobody else reads them for now
      await one.words.take(100, true)
      await two.kept.ready(null)
      expect(two.kept.state()).toMatchObject({ of: 62 })
      expect(await find('emu')).toEqual(['/o/s/other-emu.html'])
      for (const q of ['kiwi', 'title:quokka', 'wombat', 'quokka'])
        expect(await find(q), q).toEqual(['/o/s/kiwi.html'])
      expect([await find('changed'), await find('other')]).toEqual([[], ['/o/s/other-emu.html']])
    } finally {
      await one.close()
      await two.close()
    }
  })

  it('TM18: whoever dies while it reads leaves it to others, and what changes meanwhile is read again', async () => {
    const workspace = newWorkspace()
    const [dying, living] = [await opened(workspace), await opened(workspace)]
    try {
      await living.kept.begin()
      await living.kept.settled()
      const path = p('/o/s/page.html')
      await dying.store.write(path, bytes('<p>quokka</p>'), { by: ada })
      // taken, and never kept
      const [taken] = await dying.words.take(10, true)
      if (!taken) throw new Error('nothing was taken')
      expect(await living.words.take(10, true)).toEqual([])
      await living.kept.ready(null)
      expect(pathsOf(await living.words.find(asked('quokka')))).toEqual([path])
      // one that wakes up keeps nothing that is not so any more
      await living.store.write(path, bytes('<p>wombat</p>'), { by: ada })
      await dying.words.keep([{ of: taken, texts: { ...noTexts, body: 'quokka' }, links: null }], false)
      await living.kept.ready(null)
      expect(pathsOf(await living.words.find(asked('quokka')))).toEqual([])
      expect(pathsOf(await living.words.find(asked('wombat')))).toEqual([path])
    } finally {
      await dying.close()
      await living.close()
    }
  })
})

const noTexts = {
  kind: 'page',
  shownTitle: '',
  title: '',
  names: '',
  tags: '',
  heads: '',
  body: '',
  data: '',
  also: '',
  isCut: false
} as const

/** Notes each statement that is asked from now on. */
function watch(database: Database, texts: string[]): void {
  for (const name of ['all', 'one', 'change'] as const) {
    const asks = database[name] as (...given: readonly unknown[]) => Promise<unknown>
    Object.assign(database, {
      [name]: (...given: readonly unknown[]) => {
        texts.push(String(given[0]))
        return asks(...given)
      }
    })
  }
}
