import { setTimeout as sleep } from 'node:timers/promises'
import { isBeyondBounds } from '../../common/bounds'
import { textsOfFile, type FileTexts } from '../../common/search/texts'
import type { KeptWords, ReadFile, Store, UnreadFile } from '../store/types'
import type { Workers } from '../workers'
import type { Following } from './follow'
import { isRead } from './marks'
import { questionsFirst } from './questions-first'

interface KeptParts {
  readonly store: Pick<Store, 'subscribe'>
  readonly words: KeptWords
  readonly workers: Workers
  readonly report: (error: unknown) => void
}

/** Of one transaction; and while somebody waits and there is more. */
const BATCH = { files: 40, bytes: 384 * 1024 } as const
const ASKED = 6
/** Names are kept so many at a time. */
const NAMES = 500
/** Saves come first: after one it rests for so long while there is much to read. */
const REST_MS = 250
/** Who hears of a change reads it after this, and up to twice as long: another process may do it sooner. */
const LATER_MS = 200
/** What another process took and never read is looked for so often. */
const AGAIN_MS = 60_000

/**
 * Reads what the store notes as unread, so that its words are found: in passing after each change, shared among all processes
 * that serve the workspace, and at once what little is unread when somebody asks.
 */
export function openKept({ store, words, workers, report }: KeptParts): Following {
  const questions = questionsFirst()
  const closing = new AbortController()
  let begun: Promise<void> | null = null
  let working: Promise<void> | null = null
  let asking: Promise<void> = Promise.resolve()
  let savedAt = -Infinity
  let state: ReturnType<Following['state']> = null
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined

  const stop = store.subscribe((event) => {
    if (event.type !== 'file' && event.type !== 'folder') return
    savedAt = performance.now()
    if (begun) later(LATER_MS * (1 + Math.random()))
  })

  function later(ms: number): void {
    if (timer !== undefined || closing.signal.aborted) return
    timer = setTimeout(() => {
      timer = undefined
      work()
    }, ms)
    timer.unref()
  }

  function work(): void {
    working ??= run()
      .then(
        () => (hasFailed = false),
        (error: unknown) => {
          // said once: a database that is away fills nobody's log
          if (!hasFailed && !closing.signal.aborted) report(error)
          hasFailed = true
        }
      )
      .then(() => {
        working = null
        later(AGAIN_MS)
      })
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const left = await words.unread()
      if (left === 0) return
      if (left > BATCH.files && (await named())) continue
      if (left > BATCH.files && performance.now() - savedAt < REST_MS) await rest(REST_MS)
      if (left > BATCH.files) await questions.over()
      const taken = await words.take(BATCH.files, true)
      if (taken.length > 0) await read(taken, false)
      // another process reads them
      else await rest(LATER_MS)
    }
  }

  const rest = (ms: number) =>
    sleep(ms, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)

  /** @returns whether there were any that nothing was known of */
  async function named(): Promise<boolean> {
    const files = await words.unnamed(NAMES)
    await words.keepNames(files.map((of) => ({ of, texts: textsOfFile({ ...of, bytes: null }) })))
    return files.length > 0
  }

  async function read(files: readonly UnreadFile[], waits: boolean): Promise<void> {
    let lot: (UnreadFile & { readonly bytes: Uint8Array | null })[] = []
    let size = 0
    const keep = async () => {
      if (lot.length > 0) await words.keep(await textsOf(workers, lot), waits)
      lot = []
      size = 0
    }
    for (const of of files) {
      if (closing.signal.aborted) return
      const bytes = isRead(of) ? await words.content(of) : null
      lot.push({ ...of, bytes })
      size += bytes?.length ?? 0
      if (size >= BATCH.bytes) await keep()
    }
    await keep()
  }

  /** What is unread when somebody asks is read first, when it is little; else what changed last. */
  async function catchUp(): Promise<void> {
    const left = await words.unread()
    if (left > 0) {
      const isMuch = left > BATCH.files
      if (isMuch) work()
      await read(await words.take(isMuch ? ASKED : BATCH.files, false), !isMuch).catch(report)
    }
    const still = left === 0 ? 0 : await words.unread()
    const of = still === 0 ? 0 : await words.files()
    state = still === 0 ? null : { read: Math.max(0, of - still), of }
  }

  const caughtUp = (): Promise<void> => {
    const mine = asking.then(catchUp)
    asking = mine.catch(() => undefined)
    return mine
  }

  async function beginning(): Promise<void> {
    await words.begin()
    await allNamed()
    work()
  }

  const begin = (): Promise<void> =>
    (begun ??= beginning().catch((error: unknown) => {
      begun = null
      throw error
    }))

  async function allNamed(): Promise<void> {
    while (!closing.signal.aborted && (await named()));
  }

  return {
    begin,
    during: (question) => questions.during(question),
    state: () => state,
    ready: caughtUp,
    async placed() {
      await caughtUp()
      await allNamed()
    },
    async settled() {
      for (await caughtUp(); state !== null && !closing.signal.aborted; await caughtUp()) await rest(LATER_MS)
    },
    async close() {
      stop()
      closing.abort()
      clearTimeout(timer)
      await Promise.allSettled([begun, working, asking])
    }
  }
}

/** What takes too long together is read one by one; one that takes too long alone is found by its name. */
async function textsOf(
  workers: Workers,
  files: readonly (UnreadFile & { readonly bytes: Uint8Array | null })[]
): Promise<ReadFile[]> {
  const bytes = files.reduce((sum, one) => sum + (one.bytes?.length ?? 0), 0)
  const asRead = (texts: readonly FileTexts[]) =>
    texts.flatMap((one, at) => {
      const of = files[at]
      return of ? [{ of, texts: one }] : []
    })
  try {
    const how = { tenant: 'search', bytes }
    // bytes are handed over, and may be wanted once more
    const given = () => ({ files: files.map((one) => ({ ...one, bytes: one.bytes?.slice() ?? null })) })
    return asRead(await workers.run('texts', how, given))
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    if (files.length === 1) return asRead(files.map((one) => textsOfFile({ ...one, bytes: null })))
    const read: ReadFile[] = []
    for (const one of files) read.push(...(await textsOf(workers, [one])))
    return read
  }
}
