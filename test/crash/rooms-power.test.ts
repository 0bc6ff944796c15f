import { expect, test } from 'vitest'
import { openRooms } from '../../src/main/rooms'
import { openStore } from '../../src/main/store'
import type { MemoryDisk } from '../support/memory-fs'
import { cuts, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bob, bytes, p, text } from '../support/workspace'
import { until, Writer } from '../unit/rooms/kept/people'

const page = p('/o/s/page.html')
/** Else half of the kinds after each call, by turns. */
const ALL = process.env['GALLEY_POWER_CUTS'] === 'all'

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
    for (const [at, [how, cut]] of cuts(step).entries())
      if (ALL || (at + step) % 2 === 0)
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
  expect(images.length).toBeGreaterThan(200)
}, 300_000)

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
