import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceEventBody } from '../../common/api/events'
import { contentPath, ROOT, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { configPathOf } from '../configs/config-file'
import type { Store } from '../store/types'
import type { Index } from './calls'
import type { FileMark, FileToRead, ReadState } from './engine/types'
import { indexedConfig, isRead, markOf, marksFrom, storedPath } from './marks'
import { questionsFirst, type QuestionsFirst } from './questions-first'
import { RENEWED } from './engine/renewed'
import { THREAD_ENDED } from './thread'

/** Keeps an index equal to the store: compares all once, then follows what happens. */
export interface Following extends Pick<QuestionsFirst, 'during'> {
  /** Begins, unless it has; resolves when names are known. */
  begin(): Promise<void>
  /** How much is read; null when all is. */
  state(): ReadState | null
  /**
   * Resolves when what was changed before is known, as far as it is worth waiting for.
   * @param saved the content of a file that whoever asks has just saved
   */
  ready(saved: { readonly path: ContentPath; readonly hash: string } | null): Promise<void>
  /** Resolves when what is known to have come, moved or gone is found by its name. */
  placed(): Promise<void>
  /** Resolves when all that is known to have changed is taken in. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Batch {
  readonly marks: readonly FileMark[]
  /** Null for what is another by now. */
  readonly files: Promise<readonly (FileToRead | null)[]>
}

/** Saves come first: after one the index rests for so long. */
const REST_MS = 250
/** When the index cannot be written, it is tried again after a longer and longer rest, up to this one. */
const LONGEST_REST_MS = 60_000
/** Of one transaction: others wait no longer for it. */
const BATCH = { files: 40, bytes: 384 * 1024 } as const
/** The same while somebody asks. */
const ASKED_BATCH = { files: 6, bytes: 64 * 1024 } as const
const LUMP = 2000
/** So long a question waits for a file to be taken in. */
const SAVED_MS = 300

export function openFollowing(store: Store, index: Index, report: (error: unknown) => void): Following {
  const touched = new Set<ContentPath>()
  const folders = new Set<ContentPath>()
  const unread = new Map<string, FileMark>()
  /** The next ones, read while the index is busy with others. */
  let ahead: Batch | null = null
  const deaths = new Map<string, number>()
  const listeners = new Set<() => void>()
  let total = 0
  /** What is neither unread nor taken in yet. */
  let inHand = 0
  let isClosed = false
  let savedAt = -Infinity
  let working: Promise<void> | null = null
  let named: Promise<void> | null = null
  let isComparing = false
  let isListing = false
  let isPlacing = false
  let failures = 0
  const closing = new AbortController()
  const questions = questionsFirst()

  const stop = store.subscribe((event) => {
    if (named === null) return
    noteEvent(event)
    // what is listed meanwhile may be older than the event: that is looked at afterwards
    if (!isListing) work()
  })

  function noteEvent(event: ServiceEventBody): void {
    if (event.type === 'file' || event.type === 'published') touched.add(contentPath(event.path))
    if (event.type === 'file') savedAt = performance.now()
    if (event.type === 'file' && event.from !== undefined) touched.add(contentPath(event.from))
    if (event.type === 'folder') {
      if (event.change !== 'created') folders.add(contentPath(event.path))
      if (event.change === 'moved') folders.add(contentPath(event.from))
    }
  }

  async function compareAll(): Promise<void> {
    isComparing = true
    isListing = true
    try {
      await index.call('hurry', true)
      total = (await takeAll(ROOT)).length
    } finally {
      isListing = false
    }
  }

  /** Everything at and below a path, and nothing else there. @returns the files */
  async function takeAll(at: ContentPath): Promise<string[]> {
    const files: string[] = []
    let lump: FileMark[] = []
    const hand = async () => {
      await take(lump)
      for (const { file } of lump) files.push(file)
      lump = []
    }
    for await (const marks of marksFrom(store, at)) {
      if (isClosed) return files
      lump.push(...marks)
      if (lump.length >= LUMP) await hand()
    }
    await hand()
    await index.call('keepOnly', { at, files })
    return files
  }

  async function take(marks: readonly FileMark[]): Promise<void> {
    if (marks.length === 0) return
    await index.call('mark', marks)
    const open = new Set(
      await index.call(
        'unread',
        marks.map(({ file }) => file)
      )
    )
    for (const mark of marks) {
      if (open.has(mark.file)) unread.set(mark.file, mark)
      else unread.delete(mark.file)
    }
  }

  /** One after another, until nothing is left. */
  function work(): void {
    working ??= run().finally(() => {
      working = null
      for (const listen of [...listeners]) listen()
      if (!isClosed && (touched.size > 0 || folders.size > 0 || unread.size > 0)) work()
    })
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed) {
        if (folders.size > 0 || touched.size > 0) {
          // what was read before may be of a file that is gone by now
          for (const mark of ahead?.marks ?? []) if (!unread.has(mark.file)) unread.set(mark.file, mark)
          ahead = null
          isPlacing = true
          await settle().finally(() => (isPlacing = false))
        } else if (unread.size > 0 || ahead !== null) {
          // what was saved just now is looked for; all else can wait
          const isMuch = unread.size > BATCH.files
          if (isMuch && performance.now() - savedAt < REST_MS) await sleep(REST_MS)
          if (isMuch) await questions.over()
          await readSome()
        } else break
        failures = 0
        for (const listen of [...listeners]) listen()
      }
      if (isComparing && !isClosed) {
        isComparing = false
        await index.call('hurry', false)
      }
    } catch (error) {
      if (isClosed) return
      if (error instanceof GalleyError && error.where === RENEWED) return startAnew()
      // said once: what goes on failing fills nobody's log
      if (failures === 0 && !isInterruption(error)) report(error)
      failures += 1
      const rest = Math.min(LONGEST_REST_MS, REST_MS * 2 ** Math.min(failures, 10))
      await sleep(rest, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }

  /** The index was damaged, and is empty now. */
  function startAnew(): void {
    unread.clear()
    ahead = null
    named = null
    begin().catch((error: unknown) => {
      if (!isClosed) report(error)
    })
  }

  const begin = (): Promise<void> =>
    (named ??= compareAll().then(work, (error: unknown) => {
      named = null
      throw error
    }))

  async function settle(): Promise<void> {
    for (const folder of [...folders]) await settling(folders, folder, settleFolder)
    for (const path of firstOf(touched, BATCH.files)) await settling(touched, path, settleFile)
  }

  /** One that went and came again may hold others by now; configs of what went stay. */
  async function settleFolder(folder: ContentPath): Promise<void> {
    await takeAll(folder)
  }

  async function settleFile(path: ContentPath): Promise<void> {
    const entry = await store.stat(path)
    const mark = entry?.kind === 'file' ? await markOf(store, entry) : null
    if (mark) await take([mark])
    else if (entry?.kind !== 'folder') await index.call('removeAt', indexedPath(path))
  }

  async function readSome(): Promise<void> {
    const now = ahead ?? nextBatch()
    ahead = null
    inHand = now.marks.length
    try {
      const read = await now.files
      if (unread.size > 0) ahead = nextBatch()
      const files = read.filter((one) => one !== null)
      if (files.length > 0) await index.call('take', files)
    } catch (error) {
      for (const one of now.marks) again(one, error)
      throw error
    } finally {
      inHand = 0
    }
  }

  function nextBatch(): Batch {
    const marks = batchOf(unread, questions.isAsked() ? ASKED_BATCH : BATCH)
    const files = Promise.all(marks.map(contentOf))
    // whoever takes it in is told
    files.catch(() => undefined)
    return { marks, files }
  }

  /** What ended the thread twice is kept by its name alone. */
  function again(mark: FileMark, error: unknown): void {
    if (isInterruption(error)) deaths.set(mark.file, (deaths.get(mark.file) ?? 0) + 1)
    unread.set(mark.file, mark)
  }

  /** Null for what is another by now: an event tells of it. */
  async function contentOf(mark: FileMark): Promise<FileToRead | null> {
    if (!isRead(mark) || (deaths.get(mark.file) ?? 0) > 1) {
      const there = await store.stat(storedPath(mark))
      return there?.kind === 'file' && there.id === mark.file ? { ...mark, bytes: null } : null
    }
    try {
      const found = await store.read(storedPath(mark))
      if (!found || found.entry.id !== mark.file) return null
      // what is read is what is told of it
      return { ...mark, hash: found.entry.hash, size: found.entry.size, bytes: found.bytes }
    } catch (error) {
      if (error instanceof GalleyError && error.reason === 'damaged') return { ...mark, bytes: null }
      throw error
    }
  }

  return {
    begin,
    during: (question) => questions.during(question),
    state() {
      // what is being taken in stands in none of them
      const isDone = working === null && unread.size + touched.size + folders.size === 0
      if (named !== null && isDone && !isComparing) return null
      const left = unread.size + inHand + (ahead?.marks.length ?? 0)
      return { read: Math.max(0, total - left), of: total }
    },
    async ready(saved) {
      // what another process has saved before is found, as far as its index is
      await store.heard()
      if (saved === null) return
      const { path, hash } = saved
      const until = performance.now() + SAVED_MS
      while (performance.now() < until && !isClosed) {
        if ((await index.call('hashAt', indexedPath(path))) === hash) return
        await changed(listeners, Math.min(50, until - performance.now()))
      }
    },
    async placed() {
      while (!isClosed && failures === 0 && (isPlacing || touched.size > 0 || folders.size > 0))
        await changed(listeners, 50)
    },
    async settled() {
      while (!isClosed && (working !== null || unread.size > 0 || touched.size > 0 || folders.size > 0))
        await changed(listeners, 50)
    },
    async close() {
      isClosed = true
      stop()
      closing.abort()
      await Promise.allSettled([named, working])
      await ahead?.files.catch(() => undefined)
    }
  }
}

const indexedPath = (path: ContentPath): string => {
  const config = configPathOf(path)
  return config ? indexedConfig(config) : path
}

/** Takes the first ones out, as many as one transaction may hold. */
function batchOf(
  unread: Map<string, FileMark>,
  most: { readonly files: number; readonly bytes: number }
): FileMark[] {
  const some: FileMark[] = []
  let bytes = 0
  for (const [file, mark] of unread) {
    if (some.length >= most.files || bytes >= most.bytes) break
    unread.delete(file)
    some.push(mark)
    if (isRead(mark)) bytes += mark.size
  }
  return some
}

function firstOf<T>(all: Iterable<T>, most: number): T[] {
  const some: T[] = []
  for (const one of all) {
    if (some.length >= most) break
    some.push(one)
  }
  return some
}

/** What happens to one meanwhile notes it again; so does a failure, since nobody would look at it any more. */
async function settling(
  noted: Set<ContentPath>,
  one: ContentPath,
  settle: (one: ContentPath) => Promise<void>
): Promise<void> {
  noted.delete(one)
  try {
    await settle(one)
  } catch (error) {
    noted.add(one)
    throw error
  }
}

const isInterruption = (error: unknown) => error instanceof GalleyError && error.where === THREAD_ENDED

function changed(listeners: Set<() => void>, within: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      listeners.delete(end)
      resolve()
    }
    const timer = setTimeout(end, Math.max(1, within))
    listeners.add(end)
  })
}
