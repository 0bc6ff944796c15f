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

onRealDisk()

/** How long people write: an hour with `GALLEY_ROOM_MINUTES=60`; else some seconds. */
const MINUTES = Number(process.env['GALLEY_ROOM_MINUTES'] ?? 0)
const KILLS = Number(process.env['GALLEY_ROOM_KILLS'] ?? 3)
/** Milliseconds between two kills. */
const LIFE = MINUTES > 0 ? 30_000 : 2_500
const people = ['ada', 'bob', 'eve']
const page = p('/o/s/page.html')

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
  `RT1 RT6 galley serve is killed while three people type, lines are cut and another program writes: each acknowledged word is there once (${MINUTES > 0 ? `${MINUTES} minutes` : `${KILLS} kills`})`,
  { timeout: MINUTES * 60_000 + KILLS * 60_000 + 120_000 },
  async () => {
    const folder = await tempFolder()
    const store = await openStore({ folder, watch: false })
    await store.write(
      page,
      new TextEncoder().encode('<body><main><div><p>begin end</p></div></main></body>'),
      {
        by: { email: 'first@example.com' }
      }
    )
    await store.close()
    const tokens = new Map<string, string>()
    for (const name of [...people, 'program'])
      tokens.set(name, await makeToken(folder, { email: `${name}@example.com` }))
    const words: Words = { begun: new Set(), acknowledged: new Set(), leaving: new Set(), gone: new Set() }
    let served: Served | null = null
    let isOver = false
    const askOf = (name: string) => (): Asking | null => {
      const origin = served?.origin
      if (origin === undefined) return null
      const headers = { Authorization: `Bearer ${tokens.get(name) ?? ''}` }
      return (path, init: RequestInit = {}) =>
        fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
    }
    const typists = people.map((name) => new Typist(name, page, words))
    const running = [
      ...typists.map((one) =>
        one.run(
          askOf(one.name),
          () => isOver,
          () => 10 + random(60)
        )
      ),
      outside(askOf('program'), words, () => isOver),
      cuts(typists, () => isOver)
    ]
    const end = Date.now() + MINUTES * 60_000
    let kills = 0
    let megabytes = 0
    try {
      for (; MINUTES > 0 ? Date.now() < end : kills < KILLS; kills += 1) {
        served = await serveCli(cli, ['--data', folder, '--port', '0', '--trust', '--limits', 'off'])
        await new Promise((resolve) => setTimeout(resolve, LIFE / 2 + random(LIFE)))
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
      // who comes has what only the log knows get into the file
      const shared = ask && (await new Typist('reader', page, words).look(ask))
      await until(async () => {
        const source = await (await ask?.(`/source${page}`))?.text()
        return source !== undefined && missing(source, words).length === 0
      })
      const source = (await (await ask?.(`/source${page}`))?.text()) ?? ''
      for (const text of [source, shared ?? '']) {
        expect(missing(text, words)).toEqual([])
        const found = [...text.matchAll(/\b[a-z]+x\d+z\b/g)].map(([word]) => word)
        expect(found.filter((word, at) => found.indexOf(word) !== at)).toEqual([])
        expect(found.filter((word) => !words.begun.has(word) || words.gone.has(word))).toEqual([])
      }
      expect(words.acknowledged.size).toBeGreaterThan(kills * 10)
      const log = await logSize(folder)
      process.stdout.write(
        `${kills} kills, ${words.acknowledged.size} words acknowledged, ${words.gone.size} taken away again, 0 lost, 0 twice; began anew ${typists.reduce((sum, one) => sum + one.anew, 0)} times; page ${source.length} bytes, log ${log}; most memory ${Math.round(megabytes)} MB\n`
      )
    } finally {
      served.process.kill('SIGTERM')
      await served.done
      await rm(folder, { recursive: true })
    }
  }
)

/** Another program reads the file and writes it, where nobody was quicker. */
async function outside(ask: () => Asking | null, words: Words, isOver: () => boolean): Promise<void> {
  for (let count = 1; !isOver(); count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300 + random(900)))
    const now = ask()
    const word = `otherx${count}z`
    try {
      const found = await now?.(`/source${page}`)
      if (!found?.ok) continue
      const body = new TextEncoder().encode((await found.text()).replace('end</p>', `${word} end</p>`))
      words.begun.add(word)
      const headers = { 'If-Match': found.headers.get('ETag') ?? '' }
      const put = await now?.(`/source${page}`, { method: 'PUT', body, headers })
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
