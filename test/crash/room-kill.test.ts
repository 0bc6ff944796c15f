import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import { bundleProgram } from '../support/bundle'
import { ada, bytes, onRealDisk, p, tempFolder } from '../support/workspace'
import { RoomOracle, wordsIn } from './room-words'

onRealDisk()

const KILLS = Number(process.env['GALLEY_KILLS'] ?? 10)
const ROOMS = 3

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-room.ts')
})

const line = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({
    room: z.number(),
    number: z.number(),
    asked: z.object({ do: z.enum(['append', 'replace']), words: z.array(z.string()) })
  }),
  z.object({ acknowledged: z.number() }),
  z.object({ failed: z.string() })
])

/** Starts a writer and kills it when it has said so many lines. @returns what each room may hold then, and how much was acknowledged */
async function writeUntilKilled(
  folder: string,
  seed: number,
  ids: readonly string[],
  oracles: readonly RoomOracle[]
): Promise<number> {
  const child = spawn(process.execPath, [program, folder, String(seed), ...ids], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const acknowledge = new Map<number, (() => void) | undefined>()
  let heard = 0
  let acknowledged = 0
  for await (const text of createInterface({ input: child.stdout })) {
    heard++
    if (heard === 20 + (seed % 97)) setTimeout(() => child.kill('SIGKILL'), (seed % 5) * 0.4)
    // the kill may come in the middle of a line
    const said = line.safeParse(jsonOf(text)).data
    if (!said) continue
    if ('failed' in said) throw new Error(said.failed)
    if ('room' in said) acknowledge.set(said.number, oracles[said.room]?.about(said.asked))
    if (!('acknowledged' in said)) continue
    acknowledged++
    acknowledge.get(said.acknowledged)?.()
  }
  await ended
  return acknowledged
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

test(
  `W2 W15 ${KILLS} kill -9: what was acknowledged of a room is there, in order, nothing is half, and the doctor finds no damage`,
  { timeout: Math.max(10 * 60_000, KILLS * 5_000) },
  async () => {
    const folder = await tempFolder()
    // the doctor takes rooms of no file for leftovers
    const store = await openStore({ folder, watch: false })
    const ids: string[] = []
    for (let room = 0; room < ROOMS; room++)
      ids.push((await store.write(p(`/o/s/${room}.html`), bytes(randomUUID()), { by: ada })).entry.id)
    await store.close()
    const known = ids.map((): readonly string[] => [])
    let acknowledged = 0
    for (let kill = 1; kill <= KILLS; kill++) {
      const oracles = known.map((words) => {
        const oracle = new RoomOracle()
        oracle.about({ do: 'replace', words })()
        return oracle
      })
      acknowledged += await writeUntilKilled(folder, kill * 7_919, ids, oracles)
      const { findings } = await examine(folder)
      expect(
        findings.filter(({ kind }) => kind === 'damage'),
        `kill ${kill}`
      ).toEqual([])
      const again = await openStore({ folder, watch: false })
      for (const [room, id] of ids.entries()) {
        const found = await wordsIn(again.rooms, id)
        expect(oracles[room]?.allowed(), `kill ${kill}, room ${room}`).toContain(JSON.stringify(found ?? []))
        known[room] = found ?? []
      }
      expect(again.folder.problems()).toEqual([])
      await again.close()
    }
    expect(acknowledged).toBeGreaterThan(KILLS * 5)
    await rm(folder, { recursive: true })
  }
)
