import { prefixOf } from '../../common/api/endpoints'
import { searchOperations } from '../../common/api/operations/search'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { SearchAnswer } from '../../common/search/answer'
import type { ReplaceRequest } from '../../common/replace/answers'
import { readQuestion } from '../../common/search/question'
import type { LongWork, Running } from '../events/long-work'
import type { Asked, Known, Step } from '../http/asked'
import { pathAfterPrefix } from '../http/request-path'
import { openRoom, type Room } from '../http/room'
import type { Pace } from '../permissions/pace'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import { answerOf, type AnswerParts } from './answer'
import { nowCorpus } from './corpus'
import { otherOf } from './engine/other'
import { openFollowing } from './follow'
import type { FurtherTest, LinkTest } from './linked'
import type { Kept } from './kept'
import { openPast } from './past'
import { questionsTo } from './questions'
import { replaceIn, type ChangeTogether } from './replace'
import { readRequest, type SearchRequest } from './request'
import { openIndexThread, type Hold } from './thread'

export { examineIndex } from './examine'
export { KEPT_FORM, openKept } from './kept'
export { indexFileOf } from './seals'
export { inThread, type Hold } from './thread'

interface SearchOptions {
  readonly store: Store
  readonly workers: Workers
  /** What the store keeps for all processes; null: an index is kept here. */
  readonly kept: Kept | null
  readonly longWork: LongWork
  readonly changeTogether: ChangeTogether
  readonly linked: LinkTest
  readonly pace: Pace
  readonly serviceFolderName: () => Promise<string>
  /** How the thread or process that holds the index begins; null: in this thread. */
  readonly hold: Hold | null
  /** Where the index lies; null: in memory, for this run. */
  readonly file: (() => Promise<string>) | null
  readonly report: (error: unknown) => void
}

interface Opened extends AnswerParts {
  close(): Promise<void>
}

/** Finding anything in the workspace (FI1 to FI6). It costs a start nothing: it begins a while later. */
interface Search {
  room(known: Step<Asked, Known>): Room
  /** Resolves when everything that was changed until now is found. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * The first things somebody does in a window are over by then: to compile the program of the database takes
 * seconds of a slow processor. Who asks before begins it.
 */
const BEGIN_MS = 60_000
/** The same where the words are kept by the store: nothing is compiled, and other processes may be waiting. */
const BEGIN_KEPT_MS = 5_000

export function openSearch({
  store,
  workers,
  kept,
  longWork,
  changeTogether,
  linked,
  pace,
  serviceFolderName,
  hold,
  file,
  report
}: SearchOptions): Search {
  let parts: Promise<Opened> | null = null
  let isClosed = false

  const opened = (): Promise<Opened> =>
    (parts ??= open().catch((error: unknown) => {
      // tried again by the next who asks
      parts = null
      throw error
    }))

  async function open(): Promise<Opened> {
    // whoever opened what is kept closes it
    if (kept)
      return { store, index: kept.words, workers, linked: further, following: kept, close: async () => {} }
    const index = openIndexThread(hold, file && (await file()))
    const following = openFollowing(store, index, report)
    const close = async () => {
      await following.close()
      await index.close()
    }
    return { store, index: questionsTo(index), workers, linked: further, following, close }
  }

  async function begun(): Promise<Opened> {
    const there = await opened()
    await there.following.begin()
    return there
  }

  const past = openPast({
    store,
    workers,
    linked: (asked, ask) => further(asked, ask),
    hold,
    file: file && (async () => otherOf(await file())),
    report
  })

  const further: FurtherTest = async (asked, ask) => {
    if (ask.what !== 'label') return linked(asked, ask)
    const labelled = new Set(await past.labelled(ask.text))
    return (path) => labelled.has(path)
  }

  async function answer(asked: Known, scope: ContentPath, request: SearchRequest): Promise<SearchAnswer> {
    const question = readQuestion(request.q, Date.now())
    if (question.past !== null) return past.answer(asked, scope, question, request)
    const there = await begun()
    const hash = request.saved?.replace(/^(?:W\/)?"|"$/g, '')
    await there.following.ready(hash === undefined ? null : { path: scope, hash })
    const corpus = nowCorpus(store, asked)
    const ask = () => answerOf({ ...there, corpus }, asked, scope, question, request)
    return question.isEmpty ? ask() : there.following.during(ask)
  }

  const beginning = setTimeout(
    () => {
      // in memory it is made for who asks
      if (file !== null || kept !== null) begun().catch((error: unknown) => !isClosed && report(error))
    },
    kept === null ? BEGIN_MS : BEGIN_KEPT_MS
  )
  beginning.unref()

  return {
    room: (known) =>
      openRoom({
        operations: searchOperations,
        trees,
        enter: known,
        bodies: { most: () => MOST_BODY },
        handlers: {
          async search(asked) {
            const scope = await seenScope(asked)
            const request = readRequest(asked.url)
            return told(await pace(asked, () => answer(asked, scope, request)))
          },
          async replace(asked, given) {
            const scope = await seenScope(asked)
            const request = await given.body()
            const replacing = async () => {
              const there = { ...(await begun()), changeTogether, serviceFolderName }
              return longWork.run(asked.request, asked.caller, scope, (running) =>
                replaceIn(there, asked, scope, request, quietly(asked, request, running))
              )
            }
            return told(await pace(asked, replacing))
          }
        }
      }),
    async settled() {
      await (await begun()).following.settled()
    },
    async close() {
      isClosed = true
      clearTimeout(beginning)
      await past.close()
      const there = await parts?.catch(() => null)
      await there?.close()
    }
  }
}

const MOST_BODY = 8 * 1024 * 1024

const told = (body: object) =>
  Response.json(body, { headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } })

/** @throws GalleyError forbidden, before anything is looked for (P6) */
async function seenScope({ access, url }: Known): Promise<ContentPath> {
  const scope = pathAfterPrefix(url)
  if ((await access.at(scope)).maySee(scope)) return scope
  throw new GalleyError('forbidden', 'You may not read here. Ask who looks after the organization.')
}

/** When the first of it is told says how long it took to look: to who may not read everything a dry run says nothing. */
const quietly = ({ access }: Known, { dry }: ReplaceRequest, running: Running): Running =>
  access.unrestricted || !dry ? running : { signal: running.signal }

/** What follows the word is a path. */
const trees = [prefixOf('search'), prefixOf('replace')].map((prefix) => prefix.replace(/\/$/, ''))
