import { randomUUID } from 'node:crypto'
import { contentPath, type ContentPath } from '../../common/content/paths'
import type { Person } from '../../common/person'
import type { RoomsLine } from '../../common/rooms/window/rooms-line'
import type { EventHub } from '../events/event-hub'
import type { RoomsHere } from '../rooms'
import type { Store } from '../store/types'
import { openRelayed, type Relaying } from '../sync'
import { lineThere } from './line-there'
import { RelayedDocument } from './relayed-document'

interface RelayParts {
  readonly store: Pick<Store, 'read' | 'stat' | 'records'>
  readonly rooms: RoomsHere
  readonly relaying: Relaying
  readonly events: Pick<EventHub, 'subscribe'>
  /** Who stands for what is relayed here. */
  readonly by: () => Person
  readonly report: (error: unknown) => void
}

/** Keeps the documents that people write in here alike with those of the servers that they are paired with (RT13). */
interface Relay {
  close(): Promise<void>
}

interface Relayed {
  /** Somebody is in it here. */
  isWanted: boolean
  document: RelayedDocument | null
  timer: ReturnType<typeof setTimeout> | undefined
  leaving: ReturnType<typeof setTimeout> | undefined
  failures: number
}

/** Until it is tried again: twice as long each time. */
const FIRST_AGAIN = 500
const MOST_AGAIN = 15_000
/** A server without a line is asked again after so long. */
const UNKNOWN_THERE = 5 * 60_000
/** How often it is said on the disk who looks after a file. */
const SAYING = 60_000
const CLOSING = 3000
/** What was kept alike for so long has not failed. */
const LASTING = 5000
/** After nobody has been in it for so long, it ends. */
const LEAVING = 1500

export function openRelay(parts: RelayParts): Relay {
  const { store, rooms, relaying, events, by, report } = parts
  const records = openRelayed(store)
  const all = new Map<ContentPath, Relayed>()
  const lines = new Map<string, RoomsLine>()
  /** Pairs whose server knows no line, until when. */
  const without = new Map<string, number>()
  const session = `relay-${randomUUID()}`
  let isClosed = false

  function lineOf(pair: string, ask: Parameters<typeof lineThere>[0]): RoomsLine {
    const known = lines.get(pair)
    if (known) return known
    const line = lineThere(ask, () => unable(pair))
    lines.set(pair, line)
    return line
  }

  /** Nobody writes together at that server, or not with those of other services. */
  function unable(pair: string): void {
    without.set(pair, Date.now() + UNKNOWN_THERE)
    lines.delete(pair)
    for (const { document } of all.values()) if (document?.pair === pair) void document.over('let-go')
  }

  function wanted(path: ContentPath, isWanted: boolean): void {
    const known = all.get(path)
    if (!known && !isWanted) return
    const one = known ?? { isWanted, document: null, timer: undefined, leaving: undefined, failures: 0 }
    all.set(path, one)
    one.isWanted = isWanted
    clearTimeout(one.leaving)
    if (isWanted) one.document?.stay()
    // a window that joins the document anew is there again at once
    if (!isWanted) one.leaving = setTimeout(() => one.document?.leave(), LEAVING).unref()
    else if (!one.document && !known) void begin(path, one).catch(report)
  }

  async function begin(path: ContentPath, one: Relayed): Promise<void> {
    const [file, entry] = await Promise.all([relaying.fileAt(path), store.stat(path)])
    if (isClosed || one.document) return
    const isKnown = file !== null && (without.get(file.pair) ?? 0) < Date.now()
    if (!file || !isKnown || entry?.kind !== 'file') {
      if (entry?.kind === 'file' && (await records.get(entry.id))?.spent === undefined)
        await records.remove(entry.id)
      if (!one.isWanted) all.delete(path)
      return
    }
    const document = new RelayedDocument({
      place: { path, id: entry.id },
      file,
      store,
      rooms,
      records,
      line: lineOf(file.pair, file.ask),
      unable: () => unable(file.pair),
      person: by(),
      session,
      report
    })
    one.document = document
    const began = Date.now()
    if (!one.isWanted) document.leave()
    const ending = await document.ended
    one.document = null
    if (isClosed) return
    if (ending === 'done' || (document.isBeside && Date.now() - began > LASTING)) one.failures = 0
    else one.failures += 1
    if (!one.isWanted && ending !== 'again') return void all.delete(path)
    const wait = Math.min(MOST_AGAIN, FIRST_AGAIN * 2 ** Math.min(10, one.failures))
    one.timer = setTimeout(() => void begin(path, one).catch(report), wait)
    one.timer.unref()
  }

  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'presence') wanted(contentPath(event.path), event.people.length > 0)
    if (event.type === 'sync') void lookAtPairs().catch(report)
  })

  /** A pair that was made, paused or removed. */
  async function lookAtPairs(): Promise<void> {
    // a server that answers again need not be waited for
    for (const line of lines.values()) line.nudge()
    for (const [path, one] of [...all]) {
      const file = await relaying.fileAt(path)
      if (one.document && file?.pair !== one.document.pair) one.document.leave()
      else if (file && !one.document && one.timer === undefined && one.isWanted) await begin(path, one)
    }
  }

  /** What was under way when the service ended. */
  async function goOn(): Promise<void> {
    const { records: kept, damaged } = await records.list()
    for (const key of damaged) await records.remove(key)
    for (const { value } of kept) {
      if (value.spent) continue
      const path = contentPath(value.path)
      if (all.has(path)) continue
      const one = { isWanted: false, document: null, timer: undefined, leaving: undefined, failures: 0 }
      all.set(path, one)
      void begin(path, one).catch(report)
    }
  }
  const going = goOn().catch(report)

  const saying = setInterval(() => {
    const at = Date.now()
    for (const { document } of all.values())
      if (document) void records.change(document.id, (now) => now && { ...now, at }).catch(report)
  }, SAYING)
  saying.unref()

  return {
    async close() {
      unsubscribe()
      isClosed = true
      clearInterval(saying)
      await going
      const documents = [...all.values()].flatMap(({ timer, leaving, document }) => {
        clearTimeout(timer)
        clearTimeout(leaving)
        return document ?? []
      })
      for (const document of documents) document.leave()
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise((resolve) => (timer = setTimeout(resolve, CLOSING)))
      await Promise.race([Promise.all(documents.map(({ ended }) => ended)), late])
      clearTimeout(timer)
      await Promise.all(documents.map((document) => document.over('again')))
    }
  }
}
