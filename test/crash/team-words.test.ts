import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { readQuestion } from '../../src/common/search/question'
import { sideBySide } from '../../src/common/side-by-side'
import { KEPT_FORM, openKept } from '../../src/main/search'
import { openPostgres } from '../../src/main/store/postgres'
import { openDatabase } from '../../src/main/store/postgres/database'
import { examineWorkspace } from '../../src/main/store/postgres/examine'
import { openWorkers } from '../../src/main/workers'
import { bundleProgram } from '../support/bundle'
import { newWorkspace } from '../support/search-twins'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { ada, bytes, p, until } from '../support/workspace'

const KILLS = Number(process.env['GALLEY_WORDS_KILLS'] ?? 3)
const FILES = 120
const url = useTeamDatabase()

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-reader.ts')
})

const linkOf = (kill: number, path: string) => `/to-${kill}${path}`

/** Kills it once it has begun, and what is waited for has come. */
async function readUntilKilled(workspace: string, come: () => Promise<unknown>): Promise<void> {
  const child = spawn(process.execPath, [program, url(), workspace], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal))
  )
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).toBe('begun')
    await come()
    child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
}

describe.skipIf(noDatabase)('words and links that are being read', () => {
  it(
    `TM18 ${KILLS} kill -9 in the middle of reading: nothing unread is lost or taken for read, and whoever comes next reads it`,
    { timeout: Math.max(120_000, KILLS * 20_000) },
    async () => {
      const workspace = newWorkspace()
      const database = openDatabase(url(), { most: 4 })
      const store = await openPostgres({ database, workspace })
      const words = store.words?.(KEPT_FORM)
      if (!words) throw new Error('it keeps none')
      const workers = openWorkers({ program: null })
      const paths = Array.from({ length: FILES }, (_, number) => p(`/o/s/p${number}.html`))
      const left: number[] = []
      try {
        await words.begin()
        for (let kill = 1; kill <= KILLS; kill++) {
          await sideBySide(paths, 8, async (path) => {
            const text = `<p>round${kill} <a href="${linkOf(kill, path)}">x</a></p>`
            await store.write(path, bytes(text), { by: ada })
          })
          // as soon as some are read, or some moments after the beginning
          await readUntilKilled(workspace, () =>
            kill % 2 === 0 ? sleep((kill * 37) % 150) : until(async () => (await words.unread()) < FILES)
          )
          left.push(await words.unread())
          expect((await examineWorkspace(database, store.id)).outdated, `kill ${kill}`).toEqual([])
          const kept = openKept({ store, words, workers, report: (error) => expect(error).toBeNull() })
          try {
            await kept.begin()
            const links = await kept.links(paths)
            expect(links).toHaveLength(FILES)
            for (const { path, hash, facts } of links) {
              const entry = await store.stat(path)
              expect(entry, path).toMatchObject({ hash })
              expect(facts?.links.map(({ value }) => value)).toEqual([linkOf(kill, path)])
            }
            const asked = { scope: '/', sort: 'path', weighs: false, most: 1000, within: false } as const
            const found = (q: string) => words.find({ ...asked, question: readQuestion(q, 0) })
            expect(await found(`round${kill}`)).toHaveLength(FILES)
            expect(await found(`round${kill - 1}`)).toEqual([])
          } finally {
            await kept.close()
          }
        }
        // it was killed while some were read and some were not: otherwise nothing of this was shown
        expect(
          left.some((count) => count > 0 && count < FILES),
          String(left)
        ).toBe(true)
      } finally {
        await workers.close()
        await store.close()
        await database.close()
      }
    }
  )
})
