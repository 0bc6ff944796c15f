import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { VersionRecord } from '../../src/common/api/types'
import { startTryServer } from '../../src/main/team/try-server'
import { bundleProgram } from '../support/bundle'
import { buildCli, type CliProgram } from '../support/cli-program'
import { noDatabase } from '../support/team-database'
import { p, tempFolder, until } from '../support/workspace'
import { missing, Typist, type Words } from './room-typist'
import { leads, startNode, type Node } from './team-world/node'

/** How often a node is killed, and the database; an afternoon with `GALLEY_NODE_KILLS=200`. */
const KILLS = Number(process.env['GALLEY_NODE_KILLS'] ?? 1)
const WRITERS = 6
/** What is written in together, beside the pages that are saved. */
const shared = p('/o/s/together.html')
const typists = ['ada', 'bob', 'eve']
const pages = ['/o/s/a.html', '/o/s/b.html', '/o/s/c.html']
const run = promisify(execFile)
/** Without what is said to this test alone: a node refuses a name that it does not know. */
const { GALLEY_NODE_KILLS: _kills, ...environmentOfAll } = process.env

let cli: CliProgram
const start = (url: string) => startNode(cli.file, { ...environmentOfAll, GALLEY_TEAM_DATABASE_URL: url })
beforeAll(async () => {
  cli = await buildCli()
  const rooms = join(dirname(cli.file), 'rooms.js')
  await copyFile(await bundleProgram('src/main/rooms/program.ts'), `${rooms}.${process.pid}`)
  await rename(`${rooms}.${process.pid}`, rooms)
}, 120_000)

const bodyOf = (text: string) => `<body><main><p>${text}</p></main></body>`
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

test.skipIf(noDatabase)(
  `TM2 TM3 RT7 nodes and the database are killed while people save and write together on all of them: each acknowledged content and word is there once (${KILLS} rounds)`,
  { timeout: KILLS * 120_000 + 120_000 },
  async () => {
    const folder = await tempFolder()
    let server = await startTryServer({ folder })
    let nodes: Node[] = []
    // also where it fails amid all of that
    onTestFinished(async () => {
      for (const { process } of nodes) process.kill('SIGKILL')
      await Promise.all(nodes.map(({ ended }) => ended))
      await server.stop()
    })
    const environment = { ...environmentOfAll, GALLEY_TEAM_DATABASE_URL: server.url }
    const galley = (...args: string[]) => run(process.execPath, [cli.file, ...args], { env: environment })
    expect((await galley('team', 'migrate')).stdout).toMatch(/^the tables are at step \d+ now\n$/)
    nodes = [start(server.url), start(server.url), start(server.url)]
    const isReady = () => nodes.every(({ origin }) => origin) && nodes.some(leads)
    await until(isReady, 60_000)
    const made = await galley('token', 'create', '--data', 'team:', '--email', 'maria@example.com')
    const headers = { Authorization: `Bearer ${made.stdout.trim()}` }
    const acknowledged = new Map(pages.map((page) => [page, new Set<string>()]))
    const unsure = new Map(pages.map((page) => [page, new Set<string>()]))
    let isOver = false
    let saved = 0
    /** Each request reaches another node. */
    let turn = 0
    const serving = () => {
      const all = nodes.flatMap(({ origin }) => origin ?? [])
      return all[turn++ % all.length] ?? null
    }
    const ask = async (path: string, init: RequestInit = {}) =>
      fetch(`${serving() ?? 'http://127.0.0.1:1'}${path}`, {
        ...init,
        headers: { ...headers, ...init.headers }
      })
    /** Asked again while it is busy, as every client does. */
    const answered = async (path: string): Promise<Response> => {
      for (;;) {
        const answer = await ask(path)
        if (answer.ok) return answer
        expect(answer.status).toBe(503)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    const begun = bodyOf('begin end')
    const first = { method: 'PUT', headers: { 'Content-Type': 'text/html' }, body: begun }
    expect((await ask(`/source${shared}`, first)).ok).toBe(true)
    const words: Words = { begun: new Set(), acknowledged: new Set(), leaving: new Set(), gone: new Set() }
    const typing = typists.map((name) =>
      new Typist(name, shared, words).run(
        () => ask,
        () => isOver,
        () => 40
      )
    )

    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; !isOver; number++) {
        const origin = serving()
        const page = pages[(writer + number) % pages.length] ?? ''
        const content = bodyOf(`${writer} ${number}`)
        const answer = origin
          ? await fetch(`${origin}/source${page}`, {
              method: 'PUT',
              headers: { ...headers, 'Content-Type': 'text/html' },
              body: content
            }).catch(() => null)
          : null
        if (answer?.ok) {
          acknowledged.get(page)?.add(hashOf(content))
          saved++
        } else {
          unsure.get(page)?.add(hashOf(content))
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    })

    for (let round = 0; round < KILLS; round++) {
      // the node that leads, and then one that does not
      for (const isNext of [leads, (node: Node) => !leads(node)]) {
        const before = saved
        const then = words.acknowledged.size
        await until(() => saved > before + 10 && words.acknowledged.size > then + 10, 60_000)
        const dying = nodes.find((node) => node.origin && isNext(node))
        dying?.process.kill('SIGKILL')
        await dying?.ended
        nodes = [...nodes.filter((node) => node !== dying), start(server.url)]
        await until(isReady, 60_000)
      }
      // the database, all of it at once
      const then = saved
      await until(() => saved > then + 10, 60_000)
      const { stdout } = await run('pgrep', ['-P', String(server.pid)])
      for (const pid of [server.pid, ...stdout.split('\n').filter(Boolean).map(Number)])
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // it has ended with the others
        }
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      server = await startTryServer({ folder })
      const after = saved
      const since = words.acknowledged.size
      await until(() => saved > after + 10 && words.acknowledged.size > since + 10, 60_000)
    }
    isOver = true
    await Promise.all([...writers, ...typing])

    const source = async () => (await ask(`/source${shared}`)).text()
    await until(async () => missing(await source(), words).length === 0, 60_000)
    const found = [...(await source()).matchAll(/\b[a-z]+x\d+z\b/g)].map(([word]) => word)
    expect(found.filter((word, at) => found.indexOf(word) !== at)).toEqual([])
    expect(found.filter((word) => !words.begun.has(word) || words.gone.has(word))).toEqual([])
    for (const page of pages) {
      const now = hashOf(await (await answered(`/source${page}`)).text())
      const versions = (await (await answered(`/versionlist${page}`)).json()) as VersionRecord[]
      const kept = await Promise.all(
        versions.map(async ({ url }) =>
          hashOf(await (await answered(new URL(url, 'http://node').pathname)).text())
        )
      )
      const all = [now, ...kept]
      expect(new Set(all).size).toBe(all.length)
      for (const hash of acknowledged.get(page) ?? []) expect(all).toContain(hash)
      for (const hash of all)
        expect(acknowledged.get(page)?.has(hash) === true || unsure.get(page)?.has(hash) === true).toBe(true)
      const times = versions.map(({ timestamp }) => Number(timestamp))
      expect(times.every((time, at) => at === 0 || time < (times[at - 1] ?? 0))).toBe(true)
    }
    expect(saved).toBeGreaterThan(30 * KILLS)
    for (const node of nodes) node.process.kill('SIGTERM')
    await Promise.all(nodes.map(({ ended }) => ended))
    expect(nodes.map(({ process: { exitCode }, said }) => (exitCode === 0 ? 'ended well' : said))).toEqual(
      nodes.map(() => 'ended well')
    )
  }
)
