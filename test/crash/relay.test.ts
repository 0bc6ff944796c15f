import { rm } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Ask } from '../contract/line'
import { makeToken } from '../contract/over-http'
import { bundleProgram } from '../support/bundle'
import { onRealDisk, p, tempFolder, until } from '../support/workspace'
import { Typist, type Words } from './room-typist'
import { Machine } from './syncing-machines'

onRealDisk()

/** How often one of the two is killed; more: `GALLEY_RELAY_KILLS=8`. */
const KILLS = Number(process.env['GALLEY_RELAY_KILLS'] ?? 1)
const page = p('/acme/site/page.html')

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/syncing-galley.ts')
}, 120_000)

/** Words of which no two look like one that was changed a little. */
const unlike = (count: number) => (count * 7_368_787) % 1_000_000_007
const passed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const random = (below: number) => Math.floor(Math.random() * below)

test(
  `RT1 RT6 RT13 people type into one page, at a server and at a service that is paired with it, and each of the two is killed: every acknowledged word is there once, on both sides (${KILLS} kills)`,
  { timeout: KILLS * 60_000 + 120_000 },
  async () => {
    const folders = [await tempFolder(), await tempFolder()] as const
    const server = new Machine('server', folders[0], program, '')
    await server.start()
    const client = new Machine('client', folders[1], program, await makeToken(folders[0]), true)
    await client.start()
    const words: Words = { begun: new Set(), acknowledged: new Set(), leaving: new Set(), gone: new Set() }
    const typists = [
      [new Typist('ada', page, words, unlike), client],
      [new Typist('bob', page, words, unlike), server],
      [new Typist('eve', page, words, unlike), client]
    ] as const
    const down = new Set<Machine>()
    const askOf = (machine: Machine): Ask | null =>
      down.has(machine)
        ? null
        : (path, init = {}) => fetch(machine.address + path, { ...init, headers: { 'x-owner': 'yes' } })
    let isOver = false
    const texts = async () =>
      Promise.all(
        [server, client].map(async (machine) => {
          const answer = await machine.ask('GET', `/source${page}`)
          return answer.ok ? answer.text() : ''
        })
      )
    try {
      const first = '<body><main><div><p>begin end</p></div></main></body>'
      await server.ask('PUT', `/source${page}`, first, 'text/html')
      const { id } = await client.json<{ id: string }>('POST', '/sync/remotes', {
        name: 'Server',
        base: server.address,
        token: null
      })
      await client.json('POST', '/sync/pairs', { remoteId: id, local: '/acme/site', remote: '/acme/site' })
      while ((await texts())[1] !== first) await passed(50)
      const running = typists.map(([one, machine]) =>
        one.run(
          () => askOf(machine),
          () => isOver,
          () => 20 + random(80)
        )
      )
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = words.acknowledged.size
        await passed(2000 + random(2000))
        // on a busy machine it takes longer until enough is written
        await until(() => words.acknowledged.size > before + 10, 60_000)
        const machine = kill % 2 === 0 ? client : server
        down.add(machine)
        await machine.end('SIGKILL')
        await passed(random(1500))
        await machine.start()
        down.delete(machine)
      }
      await passed(2500)
      isOver = true
      await Promise.all(running)
      const end = Date.now() + 60_000
      for (;;) {
        const [there = '', here = ''] = await texts()
        if ((here === there && missing(here, words).length === 0) || Date.now() > end) break
        await passed(200)
      }
      const [there = '', here = ''] = await texts()
      expect({ here: missing(here, words), there: missing(there, words) }).toEqual({ here: [], there: [] })
      expect(here).toBe(there)
      const found = [...here.matchAll(/\b[a-z]+x\d+z\b/g)].map(([word]) => word)
      expect(found.filter((word, at) => found.indexOf(word) !== at)).toEqual([])
      expect(found.filter((word) => !words.begun.has(word) || words.gone.has(word))).toEqual([])
      expect(await client.conflicts()).toEqual([])
      // somebody was writing a moment ago
      for (const last = Date.now() + 20_000; ; await passed(500)) {
        const { failures, files } = await client.run()
        expect(failures).toEqual([])
        if (files.files.length === 0) break
        expect({ files: files.files, isLate: Date.now() > last }).toMatchObject({ isLate: false })
      }
      process.stdout.write(
        `${KILLS} kills, ${words.acknowledged.size} words acknowledged, ${words.gone.size} taken away again, 0 lost, 0 twice\n`
      )
    } finally {
      isOver = true
      await client.end('SIGTERM')
      await server.end('SIGTERM')
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    }
  }
)

/** Of what was acknowledged and nobody took away: what is not there. */
const missing = (text: string, { acknowledged, leaving }: Words): string[] =>
  [...acknowledged].filter((word) => !leaving.has(word) && !new RegExp(`\\b${word}\\b`).test(text))
