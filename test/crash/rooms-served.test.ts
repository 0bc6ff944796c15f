import { copyFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import { makeToken } from '../contract/over-http'
import { bundleProgram } from '../support/bundle'
import { buildCli, serveCli, type CliProgram, type Served } from '../support/cli-program'
import { onRealDisk, p, tempFolder, until } from '../support/workspace'
import { missing, Typist, type Words } from './room-typist'
import { writtenForm, writtenPage, writtenSheet, type Written } from './words-in'

onRealDisk()

/** How long people write: an hour with `GALLEY_ROOM_MINUTES=60`; else some seconds. */
const MINUTES = Number(process.env['GALLEY_ROOM_MINUTES'] ?? 0)
const KILLS = Number(process.env['GALLEY_ROOM_KILLS'] ?? 3)
/** Milliseconds between two kills. */
const LIFE = MINUTES > 0 ? 30_000 : 2_500
const people = ['ada', 'bob', 'eve']
/** What people write in, by the letter that the words in it have behind the name. */
const documents = new Map([
  ['p', { path: p('/o/s/page.html'), ...writtenPage }],
  ['f', { path: p('/o/s/form.html'), ...writtenForm }],
  ['s', { path: p('/o/s/sheet.json'), ...writtenSheet }]
])

let cli: CliProgram
beforeAll(async () => {
  cli = await buildCli()
  const rooms = join(dirname(cli.file), 'rooms.js')
  await copyFile(await bundleProgram('src/main/rooms/program.ts'), `${rooms}.${process.pid}`)
  await rename(`${rooms}.${process.pid}`, rooms)
}, 120_000)

type Asking = (
  path: string,
  init?: RequestInit & { signal?: AbortSignal; body?: Uint8Array<ArrayBuffer> }
) => Promise<Response>

const random = (most: number) => Math.floor(Math.random() * most)

test(
  `RT1 RT6 galley serve is killed while three people type into a page, a form and a sheet, lines are cut and another program writes: each acknowledged word is there once (${MINUTES > 0 ? `${MINUTES} minutes` : `${KILLS} kills`})`,
  { timeout: MINUTES * 60_000 + KILLS * 60_000 + 120_000 },
  async () => {
    const folder = await tempFolder()
    const store = await openStore({ folder, watch: false })
    for (const { path, source } of documents.values())
      await store.write(path, new TextEncoder().encode(source), { by: { email: 'first@example.com' } })
    await store.close()
    const tokens = new Map<string, string>()
    for (const name of [...people, 'program'])
      tokens.set(name, await makeToken(folder, { email: `${name}@example.com` }))
    let served: Served | null = null
    let isOver = false
    const askOf = (name: string) => (): Asking | null => {
      const origin = served?.origin
      if (origin === undefined) return null
      const headers = { Authorization: `Bearer ${tokens.get(name) ?? ''}` }
      return (path, init: RequestInit = {}) =>
        fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
    }
    const written = [...documents].map(([sign, document]) => {
      const words: Words = { begun: new Set(), acknowledged: new Set(), leaving: new Set(), gone: new Set() }
      const { path, open } = document
      const typists = people.map((name) => ({
        name,
        typist: new Typist(name + sign, path, words, (at) => at, open)
      }))
      return { ...document, words, typists }
    })
    const typists = written.flatMap((one) => one.typists)
    const running = [
      ...typists.map(({ name, typist }) =>
        typist.run(
          askOf(name),
          () => isOver,
          () => 10 + random(60 * documents.size)
        )
      ),
      ...written.map((one) => outside(askOf('program'), one, () => isOver)),
      cuts(
        typists.map(({ typist }) => typist),
        () => isOver
      )
    ]
    const end = Date.now() + MINUTES * 60_000
    let kills = 0
    let megabytes = 0
    try {
      for (; MINUTES > 0 ? Date.now() < end : kills < KILLS; kills += 1) {
        served = await serveCli(cli, ['--data', folder, '--port', '0', '--trust', '--limits', 'off'])
        const before = written.map(({ words }) => words.acknowledged.size)
        await new Promise((resolve) => setTimeout(resolve, LIFE / 2 + random(LIFE)))
        // on a busy machine a life is longer
        await until(
          () => written.every(({ words }, at) => words.acknowledged.size > (before[at] ?? 0) + 4),
          60_000
        )
        megabytes = Math.max(megabytes, await memoryOf(served))
        const dying = served
        served = null
        dying.process.kill('SIGKILL')
        await dying.done
        const { findings } = await examine(folder)
        expect(findings.filter(({ kind }) => kind !== 'leftover')).toEqual([])
      }
    } finally {
      isOver = true
      await Promise.all(running)
    }
    served = await serveCli(cli, ['--data', folder, '--port', '0', '--trust', '--limits', 'off'])
    try {
      const ask = askOf('program')()
      if (!ask) throw new Error('It is not served.')
      const stored = async (path: string) => (await ask(`/source${path}`)).text()
      for (const { path, words, open } of written) {
        // who comes has what only the log knows get into the file
        const shared = await until(
          () => new Typist('reader', path, words, (at) => at, open).look(ask),
          60_000
        )
        await until(async () => missing(await stored(path), words).length === 0)
        const source = await stored(path)
        for (const text of [source, shared]) {
          expect(missing(text, words)).toEqual([])
          const found = [...text.matchAll(/\b[a-z]+x\d+z\b/g)].map(([word]) => word)
          expect(found.filter((word, at) => found.indexOf(word) !== at)).toEqual([])
          expect(found.filter((word) => !words.begun.has(word) || words.gone.has(word))).toEqual([])
        }
        process.stdout.write(
          `${path}: ${words.acknowledged.size} words acknowledged, ${words.gone.size} taken away again, 0 lost, 0 twice, ${source.length} bytes\n`
        )
      }
      const anew = typists.reduce((sum, { typist }) => sum + typist.anew, 0)
      process.stdout.write(
        `${kills} kills, began anew ${anew} times; logs ${await logSize(folder)}; most memory ${Math.round(megabytes)} MB\n`
      )
    } finally {
      served.process.kill('SIGTERM')
      await served.done
      await rm(folder, { recursive: true })
    }
  }
)

/** Another program reads the file and writes it, where nobody was quicker. */
async function outside(
  ask: () => Asking | null,
  { path, withWord, words }: Written & { readonly path: string; readonly words: Words },
  isOver: () => boolean
): Promise<void> {
  for (let count = 1; !isOver(); count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300 + random(900)))
    const now = ask()
    const word = `otherx${count}z`
    try {
      const found = await now?.(`/source${path}`)
      if (!found?.ok) continue
      const body = new TextEncoder().encode(withWord(await found.text(), word))
      words.begun.add(word)
      const headers = { 'If-Match': found.headers.get('ETag') ?? '' }
      const put = await now?.(`/source${path}`, { method: 'PUT', body, headers })
      if (put?.ok) words.acknowledged.add(word)
    } catch {
      // the service is gone
    }
  }
}

async function cuts(typists: readonly Typist[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 200 + random(1500)))
    typists[random(typists.length)]?.cut()
  }
}

async function memoryOf({ process: { pid } }: Served): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function logSize(folder: string): Promise<number> {
  const logs = join(folder, '.galley/rooms')
  const sizes = await Promise.all(
    (await readdir(logs)).map(async (name) => (await stat(join(logs, name))).size)
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
