import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { contentPath } from '../../../src/common/content/paths'
import { readPage } from '../../../src/common/formats/page/read'
import { writePage } from '../../../src/common/formats/page/write'
import { createRoomEngine } from '../../../src/main/rooms/engine'
import { openRooms, type News } from '../../../src/main/rooms'
import { WindowLine, type Ask } from '../../contract/line'
import { inOneText } from '../../unit/rooms/flat/people'
import { Writer } from '../../unit/rooms/kept/people'
import { bodyOf, writer } from '../documents'
import { interleaved, summaryOf, timed, type Summary } from '../measure'
import { RawWriter, Travels } from '../raw-writer'
import type { Finding, Row } from '../row'
import { authoredPage } from '../written-page'
import { withWorkspace } from '../workspace'

const WORDS = 10_000
const BLOCKS = 200
const WRITERS = 50
const WRITING_MS = 8_000
/** Keys a second of each: as fast as people type. */
const KEYS = 5
const EDITS = 2_000
const RUNS = 60
const MB = 1024 * 1024

/** What it costs that people write together, at the service and in what both ends share. */
export const rooms: Row = {
  name: 'rooms',
  title: 'people writing together in a page of 10,000 words',
  run: async (place) => [
    ...(await served(join(place, 'served'))),
    afterAway(),
    memory(),
    await saved(join(place, 'saved'))
  ]
}

const opened = z.object({ port: z.number(), token: z.string() })
const watched = z.object({
  waits: z.object({ median: z.number(), p95: z.number(), p99: z.number(), most: z.number() })
})

async function served(place: string): Promise<Finding[]> {
  const child = fork(join(import.meta.dirname, 'served.mjs'), [place])
  const hear = async () => (await once(child, 'message'))[0] as unknown
  try {
    const { port, token } = opened.parse(await hear())
    const ask: Ask = (path, init) =>
      fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { Authorization: `Bearer ${token}` } })
    const put = async (path: string, text: string) =>
      bodyOf(await ask(`/source${path}`, { method: 'PUT', body: new TextEncoder().encode(text) }))
    const page = contentPath('/bench/site/together.html')
    const large = contentPath('/bench/site/large.html')
    await put(page, authoredPage(0, WORDS, BLOCKS))
    await put(large, authoredPage(0, WORDS * 40, BLOCKS * 40))
    const watch = async (work: () => Promise<number>): Promise<Summary> => {
      child.send('begin')
      const began = performance.now()
      const runs = await work()
      const seconds = (performance.now() - began) / 1000
      child.send('end')
      const { waits } = watched.parse(await hear())
      return { ...waits, runs, perSecond: runs / seconds }
    }
    const idle = await watch(() => setTimeout(3_000, 1))
    const lines: WindowLine[] = []
    const line = async () => {
      const made = await WindowLine.open(ask)
      lines.push(made)
      return made
    }
    const travels = new Travels()
    const all = Array.from({ length: WRITERS }, (_, at) => new RawWriter(`person-${at}`, travels))
    for (const [number, one] of all.entries()) await one.join(await line(), page, number / WRITERS)
    const echoing = await line()
    const echoes: number[] = []
    const busy = await watch(async () => {
      const [keys] = await Promise.all([writing(all), echo(echoing, echoes)])
      return keys
    })
    const withAll = summaryOf(travels.took.splice(0))
    // of a few, while another document is read, joined and written whole
    const few = all.slice(0, 6)
    await writing(few)
    const quiet = summaryOf(travels.took.splice(0))
    // elsewhere: what a window does with a document of megabytes holds up nobody but itself
    const joining = fork(join(import.meta.dirname, 'joining.mjs'), [String(port), token, large])
    await once(joining, 'message')
    travels.took.splice(0)
    await writing(few)
    const beside = summaryOf(travels.took.splice(0))
    joining.send('end')
    await once(joining, 'exit')
    for (const one of lines) one.cut()
    return [
      {
        what: `service held up while ${WRITERS} write ${KEYS} keys a second each`,
        galley: busy,
        baseline: { what: 'no room', took: idle },
        budget: { kind: 'most', atMost: 50, unit: 'ms', of: 'p99' }
      },
      {
        what: `key to each of the ${WRITERS - 1} others`,
        galley: withAll,
        baseline: { what: 'an echo over the same kind of line, meanwhile', took: summaryOf(echoes) },
        budget: { kind: 'more', atMost: 120, of: 'p95' }
      },
      {
        what: 'key of 6 to each other while a page of 4 MB is joined again and again',
        galley: beside,
        baseline: { what: 'the same without that', took: quiet },
        budget: { kind: 'more', atMost: 50, of: 'p95' }
      }
    ]
  } finally {
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** All type at their own times. @returns how many keys */
async function writing(all: readonly RawWriter[]): Promise<number> {
  let keys = 0
  const end = performance.now() + WRITING_MS
  await Promise.all(
    all.map(async (one, number) => {
      await setTimeout((number * 1000) / KEYS / all.length)
      for (; performance.now() < end; keys += 1) {
        one.type()
        await setTimeout(1000 / KEYS)
      }
      await one.settled()
    })
  )
  await setTimeout(500)
  return keys
}

/** Something is said on a line, and answered on it. */
async function echo(line: WindowLine, took: number[]): Promise<void> {
  const end = performance.now() + WRITING_MS
  const nobody = { person: { email: '' }, session: 'echo', tell: () => undefined }
  while (performance.now() < end) {
    took.push(
      await timed(() => line.join(contentPath('/.config/none.json'), nobody, null).catch(() => undefined))
    )
    await setTimeout(250)
  }
}

/** Two have been apart for hours, and hear of each other. */
function afterAway(): Finding {
  const source = authoredPage(0, WORDS, BLOCKS)
  const page = pageIn(source)
  const took: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const { all, meet } = inOneText(page, 2)
    for (const [number, one] of all.entries())
      for (let edit = 0; edit < EDITS; edit += 1) {
        const places: number[] = []
        one.state.doc.descendants((node, pos) => {
          if (node.isTextblock && node.content.size > 0) places.push(pos + 1)
        })
        const place = places[(edit * 7_919 + number * 31) % places.length] ?? 1
        one.write(one.state.apply(one.state.tr.insertText('x', place)))
      }
    const began = performance.now()
    meet(0, 1)
    for (const one of all) one.sees()
    took.push(performance.now() - began)
  }
  const once = Array.from({ length: 9 }, () => {
    const began = performance.now()
    writePage(pageIn(source))
    return performance.now() - began
  })
  return {
    what: `two meet again who made ${EDITS.toLocaleString('en')} edits each apart`,
    galley: summaryOf(took),
    baseline: { what: 'reading and writing the page once', took: summaryOf(once) },
    budget: { kind: 'ratio', atMost: 10 }
  }
}

function pageIn(source: string) {
  const reading = readPage(source)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return reading.page
}

function memory(): Finding {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    collect()
    return process.memoryUsage().heapUsed / MB
  }
  const bytes = new TextEncoder().encode(authoredPage(0, WORDS, BLOCKS))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const engine = createRoomEngine()
  const open = (room: string) => engine.open({ room, bytes, hash, format: 'page', log: null, wasSaved: [] })
  open('first')
  const before = used()
  const ROOMS = 10
  for (let room = 0; room < ROOMS; room += 1) {
    open(`room-${room}`)
    engine.toSave({ room: `room-${room}` })
  }
  const megabytes = (used() - before) / ROOMS
  const size = bytes.length / MB
  engine.close({ room: 'first' })
  return {
    what: 'memory of a room',
    galley: { value: megabytes, unit: 'MB' },
    baseline: { what: 'its source', took: { value: size, unit: 'MB' } },
    budget: { kind: 'most', atMost: Math.round((size * 40 + 1) * 100) / 100, unit: 'MB', of: 'value' }
  }
}

/** Somebody who waits for what is saved. */
class Hearing extends Writer {
  heard: (() => void) | null = null

  override tell(news: News): void {
    super.tell(news)
    if (news.kind === 'saved') this.heard?.()
  }
}

/** From when it is asked for until the window hears that it is saved. */
async function saved(place: string): Promise<Finding> {
  return withWorkspace(place, async ({ store }) => {
    const [shared, plain] = [contentPath('/bench/site/shared.html'), contentPath('/bench/site/plain.html')]
    const source = authoredPage(0, WORDS / 10, BLOCKS / 10)
    for (const path of [shared, plain])
      await store.write(path, new TextEncoder().encode(source), { by: writer })
    const all = openRooms({
      store,
      program: join(import.meta.dirname, 'room.mjs'),
      keptTimes: null,
      report: (error) => process.stderr.write(`${String(error)}\n`)
    })
    try {
      const one = new Hearing('ada')
      await one.join(all, shared)
      let number = 0
      const type = async () => {
        one.type('Part 1', `${(number += 1) % 10}`)
        await one.settled()
      }
      await type()
      const took: number[] = []
      const without = await interleaved(RUNS, {
        galley: async () => {
          await type()
          took.push(
            await timed(async () => {
              one.membership.save()
              await new Promise<void>((resolve) => (one.heard = resolve))
            })
          )
        },
        baseline: () =>
          store.write(plain, new TextEncoder().encode(source.replace('Part 1', `Part ${(number += 1)}`)), {
            by: writer,
            session: 'window-plain'
          })
      })
      return {
        what: 'save of a page of 1,000 words',
        galley: summaryOf(took.slice(-RUNS)),
        baseline: { what: 'a save without a room', took: without.baseline },
        budget: { kind: 'ratio', atMost: 1.2 }
      }
    } finally {
      await all.close()
    }
  })
}
