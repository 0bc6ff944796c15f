import { randomUUID } from 'node:crypto'
import type { Cut } from './memory-fs'
import { MemoryDisk } from './memory-fs'

/**
 * A disk with a workspace at `/w` that lacks the hundreds of folders that a new one gets, as each has that another program copied without
 * its empty folders: to look at them again after every cut would be most of the work.
 */
export async function diskWithoutEmptyFolders(): Promise<MemoryDisk> {
  const disk = new MemoryDisk()
  const { fs } = disk
  for (const folder of ['/w', '/w/.galley']) await fs.mkdir(folder)
  const file = await fs.open('/w/.galley/workspace.json', 'create')
  await file.write(Buffer.from(JSON.stringify({ format: 1, id: randomUUID() })))
  await file.sync()
  for (const folder of ['/w/.galley', '/w', '/']) await fs.syncFolder(folder)
  return disk
}

/** All kinds of power cut are tried after each call; else two of the six, by turns. */
export const ALL_CUTS = process.env['GALLEY_POWER_CUTS'] === 'all'

/** The kinds that are tried after this call: each kind is met by each third of the calls. */
export const cutsByTurns = (step: number): [string, Cut][] =>
  cuts(step).filter((_cut, at) => ALL_CUTS || (at + step) % 3 === 0)

/** Nothing, everything, one of the two, and some of both, by a random choice that the step decides. */
export function cuts(step: number): [string, Cut][] {
  const random = mulberry(step)
  return [
    ['everything unsynced kept', { keepNames: () => true, keepData: () => 1 }],
    ['everything unsynced lost', { keepNames: () => false, keepData: () => 0 }],
    ['names kept, data lost', { keepNames: () => true, keepData: () => 0 }],
    ['names lost, data kept', { keepNames: () => false, keepData: () => 1 }],
    ['names out of order, data torn', { keepNames: () => random() < 0.5, keepData: () => random() }],
    ['last names lost, data torn', { keepNames: (at, count) => at < count / 2, keepData: () => random() }]
  ]
}

function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
