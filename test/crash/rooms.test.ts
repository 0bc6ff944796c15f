import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { openRooms } from '../../src/main/rooms'
import { openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import { bundleProgram } from '../support/bundle'
import { onRealDisk, p, tempFolder, text } from '../support/workspace'
import { DataWriter } from '../unit/rooms/kept/data-writer'
import { until, Writer } from '../unit/rooms/kept/people'

onRealDisk()

const keptTimes = { begin: 0, rest: 0, again: 1_000_000, keep: 1_000_000_000 }
const KILLS = Number(process.env['GALLEY_ROOM_KILLS'] ?? 5)
const page = p('/o/s/page.html')
const sheet = p('/o/s/crew.json')

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-rooms.ts')
})

/** Words by what was said of them. */
interface Told {
  readonly begun: Set<string>
  readonly acknowledged: Set<string>
  readonly failures: string[]
}

test(
  `RT1 RT6 ${KILLS} kill -9 while people write: each acknowledged word is there once, in the page and in its file, and none is there twice`,
  { timeout: KILLS * 60_000 },
  async () => {
    const folder = await tempFolder()
    const told: Told = { begun: new Set(), acknowledged: new Set(), failures: [] }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await writeUntilKilled(folder, kill, told)
      expect(told.failures).toEqual([])
      const { findings } = await examine(folder)
      expect(findings.filter(({ kind }) => kind !== 'leftover')).toEqual([])
      await verify(folder, told)
    }
    expect(told.acknowledged.size).toBeGreaterThan(KILLS * 5)
    await rm(folder, { recursive: true })
  }
)

test(
  `RT1 RT6 ${KILLS} kill -9 while people write in a sheet: each acknowledged row is there once`,
  { timeout: KILLS * 60_000 },
  async () => {
    const folder = await tempFolder()
    const told: Told = { begun: new Set(), acknowledged: new Set(), failures: [] }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await writeUntilKilled(folder, kill, told, 'sheet')
      expect(told.failures).toEqual([])
      const { findings } = await examine(folder)
      expect(findings.filter(({ kind }) => kind !== 'leftover')).toEqual([])
      await verifySheet(folder, told)
    }
    expect(told.acknowledged.size).toBeGreaterThan(KILLS * 5)
    await rm(folder, { recursive: true })
  }
)

async function verifySheet(folder: string, { acknowledged, begun }: Told): Promise<void> {
  const store = await openStore({ folder, watch: false })
  const rooms = openRooms({ store, program: null, report: () => undefined, keptTimes })
  const timesIn = (source: string, word: string) => source.split(`"${word}"`).length - 1
  try {
    // nobody joins: what was acknowledged gets into the file by itself
    await until(async () => {
      const source = text((await store.read(sheet))?.bytes)
      return [...acknowledged].every((word) => timesIn(source, word) === 1)
    })
    const reader = new DataWriter('reader')
    await reader.join(rooms, sheet)
    const source = reader.data.source()
    const words: readonly string[] = source.match(/w\d+x\d+/g) ?? []
    expect(words.filter((word) => timesIn(source, word) !== 1)).toEqual([])
    expect(words.filter((word) => !begun.has(word))).toEqual([])
  } finally {
    await rooms.close()
    await store.close()
  }
}

async function writeUntilKilled(folder: string, seed: number, told: Told, what = 'page'): Promise<void> {
  const child = spawn(process.execPath, [program, folder, String(seed), what], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const lines = 10 + ((seed * 37) % 160)
  let heard = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, word = ''] = line.split(' ')
    if (kind === 'begin') told.begun.add(word)
    else if (kind === 'acknowledged') told.acknowledged.add(word)
    else if (kind === 'failed') told.failures.push(line)
    if (++heard === lines) setTimeout(() => child.kill('SIGKILL'), seed % 7)
  }
  await ended
}

async function verify(folder: string, { acknowledged, begun }: Told): Promise<void> {
  const store = await openStore({ folder, watch: false })
  const rooms = openRooms({ store, program: null, report: () => undefined, keptTimes })
  try {
    // nobody joins: what was acknowledged gets into the file by itself
    await until(async () => {
      const source = text((await store.read(page))?.bytes)
      return [...acknowledged].every((word) => source.split(new RegExp(`\\b${word}\\b`)).length === 2)
    })
    const reader = new Writer('reader')
    await reader.join(rooms, page)
    const words: readonly string[] = reader.text.match(/w\d+x\d+/g) ?? []
    expect([...acknowledged].filter((word) => !words.includes(word))).toEqual([])
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
    expect(words.filter((word) => !begun.has(word))).toEqual([])
    await until(async () => {
      const source = text((await store.read(page))?.bytes)
      return words.every((word) => source.split(new RegExp(`\\b${word}\\b`)).length === 2)
    })
  } finally {
    await rooms.close()
    await store.close()
  }
}
