import { expect, test } from 'vitest'
import { openRooms } from '../../src/main/rooms'
import { openStore } from '../../src/main/store'
import type { MemoryDisk } from '../support/memory-fs'
import { ALL_CUTS, cutsByTurns, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bob, bytes, p, text } from '../support/workspace'
import { insertRows, setCells, type Sheet } from '../../src/common/formats/sheet'
import { DataWriter } from '../unit/rooms/kept/data-writer'
import { until, Writer } from '../unit/rooms/kept/people'

const page = p('/o/s/page.html')

test('RT1 RT6 a power cut at every call while people write, save and are written over: what was acknowledged is there once', async () => {
  const disk = await diskWithoutEmptyFolders()
  const acknowledged: string[] = []
  const images: { disk: MemoryDisk; known: readonly string[]; step: number; how: string }[] = []
  const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
  const rooms = openRooms({ store, program: null, report: fails })
  await store.write(page, bytes('<main><div><p>begin end</p></div></main>'), { by: ada })
  let step = 0
  const snapshot = () => {
    step += 1
    for (const [how, cut] of cutsByTurns(step))
      images.push({ disk: disk.cut(cut), known: [...acknowledged], step, how })
  }
  disk.onStep = snapshot
  const [one, other] = [new Writer('ada'), new Writer('bob')]
  await one.join(rooms, page)
  await other.join(rooms, page)
  const types = async (person: Writer, word: string) => {
    person.type('begin', ` ${word}`)
    await person.settled()
    acknowledged.push(word)
  }
  const isSaved = (word: string) => until(async () => text((await store.read(page))?.bytes).includes(word))
  await types(one, 'w1')
  await Promise.all([types(one, 'w2'), types(other, 'w3')])
  await isSaved('w3')
  await types(other, 'w4')
  const before = text((await store.read(page))?.bytes)
  await store.write(page, bytes(before.replace('end</p>', 'w5 end</p>')), { by: bob })
  acknowledged.push('w5')
  await until(() => one.text.includes('w5') && other.text.includes('w5'))
  await isSaved('w4')
  await types(one, 'w6')
  one.leave()
  other.leave()
  await rooms.close()
  await store.close()
  snapshot()
  disk.onStep = () => undefined
  expect(acknowledged).toHaveLength(6)
  for (const image of images) await verify(image).catch(because(image))
  expect(images.length).toBeGreaterThan(ALL_CUTS ? 400 : 130)
}, 300_000)

test('RT1 RT6 the same of a sheet: cells and rows that were acknowledged are there once', async () => {
  const disk = await diskWithoutEmptyFolders()
  const acknowledged: string[] = []
  const images: { disk: MemoryDisk; known: readonly string[]; step: number; how: string }[] = []
  const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
  const rooms = openRooms({ store, program: null, report: fails })
  await store.write(sheet, bytes(crew), { by: ada })
  let step = 0
  const snapshot = () => {
    step += 1
    for (const [how, cut] of cutsByTurns(step))
      images.push({ disk: disk.cut(cut), known: [...acknowledged], step, how })
  }
  disk.onStep = snapshot
  const [one, other] = [new DataWriter('ada'), new DataWriter('bob')]
  await one.join(rooms, sheet)
  await other.join(rooms, sheet)
  const writes = async (person: DataWriter, word: string, write: () => void) => {
    write()
    await person.settled()
    acknowledged.push(word)
  }
  const stored = async () => text((await store.read(sheet))?.bytes)
  const isSaved = (word: string) => until(async () => (await stored()).includes(word))
  const withRow = (word: string) => (now: Sheet) =>
    setCells(insertRows(now, 1, 1), [{ row: 1, slot: 0, value: word }])
  await writes(one, 'w1', () => one.set(0, 1, 'w1'))
  await Promise.all([
    writes(one, 'w2', () => one.edit(withRow('w2'))),
    writes(other, 'w3', () => other.edit(withRow('w3')))
  ])
  await isSaved('w3')
  await writes(other, 'w4', () => other.set(0, 2, 'w4'))
  await store.write(sheet, bytes((await stored()).replace('"outside"', '"w5"')), { by: bob })
  acknowledged.push('w5')
  await until(() => [one, other].every(({ data }) => data.source().includes('w5')))
  await isSaved('w4')
  // what another program lays out anew begins the document anew
  await store.write(sheet, bytes(`${await stored()} `), { by: bob })
  await until(() => one.news.includes('anew'))
  await one.join(rooms, sheet)
  await writes(one, 'w6', () => one.edit(withRow('w6')))
  one.leave()
  await rooms.close()
  await store.close()
  snapshot()
  disk.onStep = () => undefined
  expect(acknowledged).toHaveLength(6)
  for (const image of images) await verifySheet(image).catch(because(image))
  expect(images.length).toBeGreaterThan(ALL_CUTS ? 400 : 130)
}, 300_000)

const sheet = p('/o/s/crew.json')
const crew = `{ "total": 2, "limit": 2, "offset": 0, "data": [ {"key": "r0", "a": "", "b": ""}, {"key":"r1","a":"outside","b":"" } ], ":type": "sheet" }`

async function verifySheet({ disk, known, step }: Image): Promise<void> {
  const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
  // half of the times nobody joins before the words are in the file
  const keptTimes = step % 4 < 2 ? { begin: 0, rest: 0, again: 1_000_000, keep: 1_000_000_000 } : null
  const rooms = openRooms({ store, program: null, report: fails, keptTimes })
  const isOnce = (source: string, word: string) => source.split(word).length === 2
  try {
    if (!(await store.stat(sheet))) return expect(known).toEqual([])
    const stored = async () => text((await store.read(sheet))?.bytes)
    if (keptTimes)
      await until(async () => {
        const source = await stored()
        return known.every((word) => isOnce(source, word))
      })
    const reader = new DataWriter('reader')
    await reader.join(rooms, sheet)
    expect(reader.kind).toBe('data')
    const source = reader.data.source()
    const words = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6'].filter((word) => source.includes(word))
    expect(known.filter((word) => !words.includes(word))).toEqual([])
    expect(words.filter((word) => !isOnce(source, word))).toEqual([])
    reader.leave()
    await rooms.close()
    expect(await stored()).toBe(source)
  } finally {
    await rooms.close()
    await store.close()
  }
}

interface Image {
  readonly disk: MemoryDisk
  readonly known: readonly string[]
  readonly step: number
}

async function verify({ disk, known, step }: Image): Promise<void> {
  const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
  // half of the times nobody joins before the words are in the file
  const keptTimes = step % 4 < 2 ? { begin: 0, rest: 0, again: 1_000_000, keep: 1_000_000_000 } : null
  const rooms = openRooms({ store, program: null, report: fails, keptTimes })
  try {
    if (!(await store.stat(page))) return expect(known).toEqual([])
    if (keptTimes)
      await until(async () => {
        const source = text((await store.read(page))?.bytes)
        return known.every((word) => source.split(word).length === 2)
      })
    const reader = new Writer('reader')
    await reader.join(rooms, page)
    const words: readonly string[] = reader.text.match(/w\d/g) ?? []
    expect(known.filter((word) => !words.includes(word))).toEqual([])
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
    expect(reader.text.split('begin')).toHaveLength(2)
    reader.leave()
    await rooms.close()
    const source = text((await store.read(page))?.bytes)
    expect(words.filter((word) => source.split(word).length !== 2)).toEqual([])
  } finally {
    await rooms.close()
    await store.close()
  }
}

const because =
  ({ step, how }: { step: number; how: string }) =>
  (error: unknown) => {
    throw new Error(`after call ${step}, ${how}: ${error instanceof Error ? error.message : String(error)}`)
  }

function fails(error: unknown): void {
  throw error
}
