import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceEventBody } from '../../../common/api/events'
import {
  contentPath,
  isHidden,
  nameOf,
  ROOT,
  segmentsOf,
  type ContentPath
} from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { configsRoot } from '../../configs/config-file'
import type { Store } from '../../store/types'
import type { Index, Input } from '../calls'
import { fileOfState, goneStates } from '../engine/gone-states'
import { RENEWED } from '../engine/renewed'
import type { FileMark, FileToRead, ReadState } from '../engine/types'
import { THREAD_ENDED } from '../thread'
import { pastBytes, storeContents } from './contents'
import { pastAt } from './place'
import { isPastRead, labelsOf, statesOf } from './states'

/** Keeps the index of what was equal to what the histories and the trash say (FI7). */
export interface PastFollowing {
  /** Looks at what happened since the last look; resolves when all of it is known by its place. */
  look(): Promise<void>
  /** How much is read; null when all is. */
  state(): ReadState | null
  /** Resolves when all that is known to have happened is taken in. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Saves come first: after one the index rests for so long while it has much to read. */
const REST_MS = 250
/** Of one transaction: others wait no longer for it. */
const BATCH = { states: 10, bytes: 192 * 1024 } as const
const LUMP = 2000

export function openPastFollowing(
  store: Store,
  index: Index,
  report: (error: unknown) => void
): PastFollowing {
  const unread = new Map<string, FileMark>()
  const deaths = new Map<string, number>()
  const contents = storeContents(store)
  let total = 0
  /** When the last look began; null: nothing is known yet. */
  let lookedAt: number | null = null
  let isOld = true
  let isPurged = true
  let savedAt = -Infinity
  let looking: Promise<void> | null = null
  let reading: Promise<void> | null = null
  let isClosed = false
  let turn: Promise<unknown> = Promise.resolve()
  /** Files whose histories are read with the next look, whenever they were written. */
  const again = new Set<string>()
  /** States that were not there as they were told, once. */
  const missed = new Set<string>()
  /** What lies in the trash, by its item there: a history does not tell of a file that went with its folder. */
  const inTrash = new Map<string, string>()

  /** What is read of a state is taken in before anybody looks whether it is one still. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  const stop = store.subscribe((event) => {
    isOld ||= isNews(event)
    // what was deleted for good is told of by its trash alone
    isPurged ||= event.type === 'trash'
    if (event.type === 'file') savedAt = performance.now()
  })

  async function lookAgain(): Promise<void> {
    const since = lookedAt ?? 0
    const [purged, beganAt] = [isPurged, Date.now()]
    isOld = isPurged = false
    try {
      const known: string[] = []
      for (const org of await organizations(store)) known.push(...(await lookAt(org, since)))
      if (purged) await keep({ kept: [], looked: [], known })
      lookedAt = beganAt
    } catch (error) {
      isOld = true
      isPurged ||= purged
      throw error
    }
  }

  /** @returns the files of an organization */
  async function lookAt(org: ContentPath, since: number): Promise<string[]> {
    const wanted = new Set(again)
    const histories = await store.histories(
      org,
      since,
      (id, trashed) => wanted.has(id) || (trashed !== null && inTrash.get(id) !== trashed.id)
    )
    const touched = histories.filter(({ created, places, written, kept }) =>
      // what an upload replaced is told of by the trash, also where the history was not read
      [created, places.length, written.length, kept.some(({ kind }) => kind === 'version')].some(Boolean)
    )
    for (let at = 0; at < touched.length && !isClosed; at += LUMP) {
      const lump = touched.slice(at, at + LUMP)
      const marks = lump.flatMap(statesOf)
      await keep({ kept: marks.map(({ file }) => file), looked: lump.map(({ id }) => id), known: null })
      await index.call('mark', marks)
      await index.call('label', lump.map(labelsOf))
      const open = new Set(
        await index.call(
          'unread',
          marks.map(({ file }) => file)
        )
      )
      for (const mark of marks) if (open.has(mark.file)) unread.set(mark.file, mark)
      for (const { id, trashed } of lump) {
        again.delete(id)
        if (trashed) inTrash.set(id, trashed.id)
        else inTrash.delete(id)
      }
    }
    return histories.map(({ id }) => id)
  }

  async function keep(states: Input['keepStates']): Promise<void> {
    for (const name of goneStates([...unread.keys()], states)) unread.delete(name)
    await index.call('keepStates', states)
  }

  function read(): void {
    reading ??= readAll().finally(() => {
      reading = null
    })
  }

  async function readAll(): Promise<void> {
    total = unread.size
    while (!isClosed && unread.size > 0) {
      // what went just now is looked for; all else can wait
      const rest = unread.size > BATCH.states ? REST_MS - (performance.now() - savedAt) : 0
      if (rest > 0) await sleep(rest)
      let some: readonly FileMark[] = []
      try {
        await inTurn(async () => {
          some = batchOf(unread)
          const files = await Promise.all(some.map(contentOf))
          for (const [at, mark] of some.entries()) if (files[at] === null) lookOnceMore(mark)
          await index.call(
            'take',
            files.filter((one) => one !== null)
          )
        })
      } catch (error) {
        if (isClosed) return
        if (isRenewed(error)) return startAnew()
        if (!isInterruption(error)) return report(error)
        // what ended the thread twice is not read
        for (const one of some) {
          deaths.set(one.file, (deaths.get(one.file) ?? 0) + 1)
          unread.set(one.file, one)
        }
      }
    }
  }

  /** What changed between a look and the reading may be told by nothing that is written later. */
  function lookOnceMore({ file, path }: FileMark): void {
    const state = `${file} ${path}`
    if (missed.has(state)) return
    missed.add(state)
    again.add(fileOfState(file))
    isOld = true
  }

  /** The index was damaged, and is empty now: the next question fills it. */
  function startAnew(): void {
    unread.clear()
    lookedAt = null
    again.clear()
    missed.clear()
    inTrash.clear()
    isOld = isPurged = true
  }

  /** Null for what is not there as it was: the next look tells (`lookOnceMore`). */
  async function contentOf(mark: FileMark): Promise<FileToRead | null> {
    const { path, past } = pastAt(mark.path)
    const unreadable = { ...mark, bytes: null }
    if (!isPastRead(path, past, mark.size) || (deaths.get(mark.file) ?? 0) > 1) return unreadable
    try {
      const found = await pastBytes(contents, mark.file, path, past)
      return found && { ...mark, ...found }
    } catch (error) {
      if (error instanceof GalleyError && error.reason === 'damaged') return unreadable
      throw error
    }
  }

  return {
    async look() {
      // one that is under way is waited for as well: it took the news and has not told the index yet
      while ((isOld || looking !== null) && !isClosed) {
        looking ??= inTurn(lookAgain).finally(() => {
          looking = null
        })
        try {
          await looking
        } catch (error) {
          if (!isRenewed(error)) throw error
          startAnew()
        }
      }
      read()
    },
    state: () =>
      unread.size === 0 && reading === null && looking === null && !isOld
        ? null
        : { read: Math.max(0, total - unread.size), of: Math.max(total, unread.size) },
    async settled() {
      do {
        await this.look()
        await reading
      } while (!isClosed && (isOld || unread.size > 0))
    },
    async close() {
      isClosed = true
      stop()
      await Promise.allSettled([looking, reading])
    }
  }
}

const isNews = ({ type }: ServiceEventBody) => type === 'file' || type === 'folder' || type === 'trash'

/** Those that are there, and those that something in the trash was of; and where configs lie. */
async function organizations(store: Store): Promise<ContentPath[]> {
  const there = ((await store.list(ROOT)) ?? []).map(({ path }) => path)
  const gone = (await store.trash(ROOT)).map(({ path }) =>
    contentPath(`/${segmentsOf(contentPath(path))[0] ?? ''}`)
  )
  return [...new Set([...there, ...gone])].filter(
    (org) => org === configsRoot || (org !== ROOT && !isHidden(nameOf(org)))
  )
}

/** Takes the first ones out, as many as one transaction may hold. */
function batchOf(unread: Map<string, FileMark>): FileMark[] {
  const some: FileMark[] = []
  let bytes = 0
  for (const [file, mark] of unread) {
    if (some.length >= BATCH.states || bytes >= BATCH.bytes) break
    unread.delete(file)
    some.push(mark)
    bytes += mark.size
  }
  return some
}

const isRenewed = (error: unknown) => error instanceof GalleyError && error.where === RENEWED
const isInterruption = (error: unknown) => error instanceof GalleyError && error.where === THREAD_ENDED
