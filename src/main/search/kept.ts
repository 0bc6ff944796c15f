import { setTimeout as sleep } from 'node:timers/promises'
import { isBeyondBounds } from '../../common/bounds'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { textsOfFile } from '../../common/search/texts'
import type { KeptLinks, KeptWords, LinkRows, ReadFile, Store, UnreadFile } from '../store/types'
import type { Workers } from '../workers'
import { FORM } from './engine/tables'
import type { Following } from './follow'
import { isRead } from './marks'
import { questionsFirst } from './questions-first'

interface KeptParts {
  readonly store: Pick<Store, 'subscribe'>
  readonly words: KeptWords
  readonly workers: Workers
  readonly report: (error: unknown) => void
}

/** What is kept of files by the store, for who searches and for who asks for links. */
export interface Kept extends Following {
  readonly words: KeptWords
  /**
   * The links of these files, once what was unread when this was asked is read.
   * @throws GalleyError cancelled, closed
   */
  links(paths: readonly ContentPath[], signal?: AbortSignal): Promise<readonly KeptLinks[]>
  /**
   * The links of all files as rows, once what was unread when this was asked is read; null where it could not be: whoever asks reads the files.
   * @throws GalleyError cancelled, closed
   */
  linkRows(signal?: AbortSignal): Promise<LinkRows | null>
}

/** Another one whenever words are made otherwise, or links: a Galley before knew nothing of these. */
export const KEPT_FORM = FORM * 100 + 1

/** Of one transaction; and while somebody waits and there is more. */
const BATCH = { files: 40, bytes: 384 * 1024 } as const
const ASKED = 6
/** Of files whose links are asked for. */
const LINKS = 200
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
export function openKept({ store, words, workers, report }: KeptParts): Kept {
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
      if (left === 0) return keyLinks()
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
    await words.keepNames(files.map(unread))
    return files.length > 0
  }

  async function read(files: readonly UnreadFile[], waits: boolean): Promise<void> {
    let lot: (UnreadFile & { readonly bytes: Uint8Array | null })[] = []
    let size = 0
    const keep = async () => {
      if (lot.length > 0) await words.keep(await readingsOf(workers, lot), waits)
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
      // what got another name last is found by that
      if (isMuch) await named()
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

  /** Reads, with other processes, all that was unread when this was asked. @returns whether it could be; else that is told */
  async function readAll(signal: AbortSignal | undefined): Promise<boolean> {
    const until = await words.lastUnread()
    for (let left = await words.unread(until); left > 0; left = await words.unread(until)) {
      signal?.throwIfAborted()
      if (closing.signal.aborted) throw new GalleyError('closed', 'The workspace was closed. Open it again.')
      const isMuch = left > BATCH.files
      const taken = await words.take(BATCH.files, isMuch)
      try {
        if (taken.length > 0) await read(taken, !isMuch)
        // another process reads them
        else await rest(LATER_MS)
      } catch (error) {
        if (error instanceof GalleyError) throw error
        report(error)
        return false
      }
    }
    await keyLinks(signal)
    return true
  }

  /** A Galley before keeps links without their keys. */
  async function keyLinks(signal?: AbortSignal): Promise<void> {
    while (!closing.signal.aborted && (await words.keyLinks())) signal?.throwIfAborted()
  }

  async function allRead(signal: AbortSignal | undefined): Promise<boolean> {
    await begin()
    const mine = asking.then(() => readAll(signal))
    asking = mine.then(
      () => undefined,
      () => undefined
    )
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
    words,
    async links(paths, signal) {
      await allRead(signal)
      const found: KeptLinks[] = []
      for (let from = 0; from < paths.length; from += LINKS) {
        signal?.throwIfAborted()
        found.push(...(await words.links(paths.slice(from, from + LINKS))))
      }
      return found
    },
    linkRows: async (signal) => ((await allRead(signal)) ? words : null),
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

/** It is found by its name alone, and has no links. */
const unread = (of: UnreadFile): ReadFile => ({ of, texts: textsOfFile({ ...of, bytes: null }), links: null })

/** What takes too long together is read one by one; one that takes too long alone counts as not readable. */
async function readingsOf(
  workers: Workers,
  files: readonly (UnreadFile & { readonly bytes: Uint8Array | null })[]
): Promise<ReadFile[]> {
  const bytes = files.reduce((sum, one) => sum + (one.bytes?.length ?? 0), 0)
  try {
    const how = { tenant: 'search', bytes }
    // bytes are handed over, and may be wanted once more
    const given = () => ({ files: files.map((one) => ({ ...one, bytes: one.bytes?.slice() ?? null })) })
    const readings = await workers.run('texts', how, given)
    return readings.flatMap((one, at) => {
      const of = files[at]
      return of ? [{ of, ...one }] : []
    })
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    if (files.length === 1) return files.map(unread)
    const read: ReadFile[] = []
    for (const one of files) read.push(...(await readingsOf(workers, [one])))
    return read
  }
}
