import { writeSync } from 'node:fs'
import { openStore } from '../../src/main/store'
import { ask, type Asked } from './room-words'

/**
 * Writes into rooms of a store until it is killed. Tells what it is about to ask and what was acknowledged, a JSON line each.
 * Arguments: workspace, a seed, the ids of the rooms.
 */
const [, , location = '', seed = '1', ...ids] = process.argv
let state = Number(seed) | 0
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 8) % below
}
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)
const word = (count: number) => `${seed}-${count} ${'x'.repeat(random(2000))}`

async function main(): Promise<void> {
  const { rooms } = await openStore({ folder: location, watch: false })
  for (const id of ids) if (!(await rooms.load(id))) await rooms.replace(id, [])
  say({ ready: true })
  let number = 0
  const one = async (room: number, asked: Asked) => {
    const mine = number++
    say({ room, number: mine, asked })
    await ask(rooms, ids[room] ?? '', asked)
    say({ acknowledged: mine })
  }
  const lane = async (room: number) => {
    for (let count = 0; ; count++) {
      const asked = Array.from({ length: 1 + random(4) }, (): Asked => {
        const words = Array.from({ length: 1 + random(3) }, () => word(count))
        return { do: random(9) === 0 ? 'replace' : 'append', words }
      })
      await Promise.all(asked.map((each) => one(room, each)))
    }
  }
  await Promise.all(ids.map((_, room) => lane(room)))
}

void main().catch((error: unknown) => {
  say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  process.exitCode = 1
})
