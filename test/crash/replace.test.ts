import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/main/store'
import { buildCli, runCli, type CliProgram } from '../support/cli-program'
import { ada, bytes, p } from '../support/workspace'

const FILES = Number(process.env['GALLEY_REPLACE_FILES'] ?? '300')
const KILLS = Number(process.env['GALLEY_REPLACE_KILLS'] ?? '3')

let cli: CliProgram
let data: string
beforeAll(async () => {
  cli = await buildCli()
  data = await mkdtemp(join(tmpdir(), 'galley-replaced-'))
}, 60_000)
afterAll(() => rm(data, { recursive: true, force: true }))

const path = (n: number) => p(`/acme/site/p${n}.html`)
const page = (n: number, word: string) =>
  `<body><main><div><p>The ${word} number ${n}.</p></div></main></body>`

/** Of each file the word that it says; everything else must be as it was. */
async function look(): Promise<Set<string>> {
  const store = await openStore({ folder: data, watch: false })
  try {
    const words = new Set<string>()
    for (let n = 0; n < FILES; n += 1) {
      const text = new TextDecoder().decode((await store.read(path(n)))?.bytes)
      const [, word = ''] = /The (.+) number/.exec(text) ?? []
      expect(text).toBe(page(n, word))
      words.add(word)
    }
    return words
  } finally {
    await store.close()
  }
}

const journal = async () => (await readdir(join(data, '.galley/journal')).catch(() => [])).length

it(
  'RP4 W14 killed in the middle of many files, each is whole, and all of them say the same',
  { timeout: 600_000 },
  async () => {
    const store = await openStore({ folder: data, watch: false })
    for (let n = 0; n < FILES; n += 1) await store.write(path(n), bytes(page(n, 'ferry')), { by: ada })
    await store.close()
    let within = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = spawn(process.execPath, [cli.file, 'replace', '--data', data, 'ferry', 'boat'])
      const ended = new Promise((resolve) => child.once('exit', resolve))
      let isOver = false
      void ended.then(() => (isOver = true))
      while (!isOver && (await journal()) === 0) await sleep(1)
      // at another moment of the work each time
      await sleep(kill * 40)
      if (!isOver && (await journal()) > 0) within += 1
      child.kill('SIGKILL')
      await ended
      const words = await look()
      expect([...words], `after kill ${kill}`).toHaveLength(1)
      if (words.has('boat')) await runCli(cli, ['replace', '--data', data, 'boat', 'ferry'])
    }
    expect(within).toBeGreaterThan(0)
    const done = await runCli(cli, ['replace', '--data', data, 'ferry', 'boat'])
    expect(done.err).toContain(`replaced ${FILES} places in ${FILES} files`)
    expect([...(await look())]).toEqual(['boat'])
  }
)
