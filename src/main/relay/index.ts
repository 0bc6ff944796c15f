import { randomUUID } from 'node:crypto'
import { contentPath, type ContentPath } from '../../common/content/paths'
import type { Person } from '../../common/person'
import type { RoomsLine } from '../../common/rooms/window/rooms-line'
import type { SyncFiles, WhyApart } from '../../common/sync'
import type { EventHub } from '../events/event-hub'
import type { RoomsHere } from '../rooms'
import type { Store } from '../store/types'
import { openRelayed, type HoldsFile, type PairedFile, type Relaying } from '../sync'
import { lineThere } from './line-there'
import { RelayedDocument } from './relayed-document'

interface RelayParts {
  readonly store: Pick<Store, 'read' | 'stat' | 'records'>
  readonly rooms: RoomsHere
  readonly relaying: Relaying
  readonly events: Pick<EventHub, 'subscribe' | 'tell'>
  /** Who stands for what is relayed here. */
  readonly by: () => Person
  readonly report: (error: unknown) => void
}

/** Keeps the documents that people write in here alike with those of the servers that they are paired with (RT13). */
export interface Relay {
  /** Whether the file of this id and path is in hand: it is, or is about to be. A sync has any other. */
  readonly holds: HoldsFile
  /** The documents that are one with those of servers just now. */
  alike(): readonly ContentPath[]
  /** The documents that people are in and that are not. */
  apart(): NonNullable<SyncFiles['apart']>
  close(): Promise<void>
}

interface Relayed {
  /** Somebody is in it here. */
  isWanted: boolean
  /** Of its file, once that is known. */
  id: string | null
  /** What there is of it is being looked up. */
  isBeginning: boolean
  document: RelayedDocument | null
  /** Why it is not one with that of the server, and since when; null while it is. */
  apart: { readonly why: WhyApart; readonly since: number } | null
  timer: ReturnType<typeof setTimeout> | undefined
  leaving: ReturnType<typeof setTimeout> | undefined
  failures: number
  /** How often it failed though the server answers. */
  inVain: number
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
/** After so many failures one after the other, at a server that answers, the sync has it. */
const MOST_IN_VAIN = 3
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
  /** What an earlier run had in hand has been taken up. */
  let isTakenUp = false

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
    for (const { document } of all.values())
      if (document?.pair === pair) void document.over('let-go', 'older')
  }

  function put(path: ContentPath, isWanted: boolean): Relayed {
    const one: Relayed = {
      isWanted,
      id: null,
      isBeginning: false,
      document: null,
      apart: { why: 'joining', since: Date.now() },
      timer: undefined,
      leaving: undefined,
      failures: 0,
      inVain: 0
    }
    all.set(path, one)
    return one
  }

  function stands(one: Relayed, why: WhyApart | null): void {
    if ((one.apart?.why ?? null) === why) return
    one.apart = why && { why, since: Date.now() }
    void events.tell({ type: 'sync' }).catch(report)
  }

  function wanted(path: ContentPath, isWanted: boolean): void {
    const known = all.get(path)
    if (!known && !isWanted) return
    const one = known ?? put(path, isWanted)
    one.isWanted = isWanted
    clearTimeout(one.leaving)
    if (isWanted) one.document?.stay()
    // a window that joins the document anew is there again at once
    if (!isWanted) one.leaving = setTimeout(() => one.document?.leave(), LEAVING).unref()
    else if (!known) begin(path, one)
  }

  /** Whether somebody has it, or will. */
  const isUnderWay = ({ isBeginning, document, timer }: Relayed) =>
    isBeginning || document !== null || timer !== undefined

  function begin(path: ContentPath, one: Relayed): void {
    if (isClosed || one.isBeginning || one.document) return
    clearTimeout(one.timer)
    one.timer = undefined
    one.isBeginning = true
    void open(path, one)
      .catch((error: unknown) => {
        report(error)
        one.failures += 1
        one.inVain += 1
        if (one.isWanted || one.inVain < MOST_IN_VAIN) again(path, one)
        else all.delete(path)
      })
      .finally(() => (one.isBeginning = false))
  }

  function again(path: ContentPath, one: Relayed): void {
    const wait = Math.min(MOST_AGAIN, FIRST_AGAIN * 2 ** Math.min(10, one.failures))
    one.timer = setTimeout(() => begin(path, one), wait)
    one.timer.unref()
  }

  async function open(path: ContentPath, one: Relayed): Promise<void> {
    const [file, entry] = await Promise.all([relaying.fileAt(path), store.stat(path)])
    if (isClosed) return
    const isOlder = file !== null && (without.get(file.pair) ?? 0) >= Date.now()
    if (!file || isOlder || entry?.kind !== 'file') {
      if (!one.isWanted) all.delete(path)
      else stands(one, isOlder ? 'older' : 'left-out')
      return
    }
    one.id = entry.id
    const document = new RelayedDocument({
      place: { path, id: entry.id },
      file,
      store,
      rooms,
      records,
      line: lineOf(file.pair, file.ask),
      unable: () => unable(file.pair),
      stands: (why) => stands(one, why),
      person: by(),
      session,
      report
    })
    one.document = document
    if (!one.isWanted) document.leave()
    void follow(path, one, document, file).catch(report)
  }

  async function follow(
    path: ContentPath,
    one: Relayed,
    document: RelayedDocument,
    file: PairedFile
  ): Promise<void> {
    const began = Date.now()
    const ending = await document.ended
    if (isClosed) return
    const isFine = ending === 'done' || (one.isWanted && document.isBeside && Date.now() - began > LASTING)
    one.failures = isFine ? 0 : one.failures + 1
    if (isFine) one.inVain = 0
    else if (ending === 'again' && (await file.answers().catch(() => false))) one.inVain += 1
    const isGivenUp = one.inVain >= MOST_IN_VAIN
    if (isGivenUp) {
      one.inVain = 0
      await document.letGo().catch(report)
    }
    one.document = null
    if (isClosed) return
    if (!one.isWanted && (isGivenUp || ending !== 'again')) all.delete(path)
    else again(path, one)
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
      else if (file && one.isWanted && !isUnderWay(one)) begin(path, one)
    }
  }

  /** What was under way when the service ended. */
  async function goOn(): Promise<void> {
    const { records: kept, damaged } = await records.list()
    for (const key of damaged) await records.remove(key)
    for (const { value } of kept) {
      if (value.spent) continue
      const path = contentPath(value.path)
      if (!all.has(path)) begin(path, put(path, false))
    }
  }
  const going = goOn()
    .catch(report)
    .finally(() => (isTakenUp = true))

  const saying = setInterval(() => {
    const at = Date.now()
    for (const { document } of all.values())
      if (document) void records.change(document.id, (now) => now && { ...now, at }).catch(report)
  }, SAYING)
  saying.unref()

  return {
    holds(id, path) {
      if (!isTakenUp || isClosed) return true
      const one = all.get(contentPath(path))
      if (!one || one.isBeginning) return one !== undefined
      return one.id === id && isUnderWay(one) && (one.document !== null || one.inVain < MOST_IN_VAIN)
    },
    alike: () => [...all].flatMap(([path, { document }]) => (document?.isAlike ? [path] : [])),
    apart: () =>
      [...all].flatMap(([path, { isWanted, document, apart }]) =>
        isWanted && document?.isAlike !== true && apart ? [{ path, ...apart }] : []
      ),
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
