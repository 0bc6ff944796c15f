import type { ContentPath } from '../../../common/content/paths'
import type { SearchAnswer } from '../../../common/search/answer'
import type { Question } from '../../../common/search/question'
import type { Known } from '../../http/asked'
import type { Store } from '../../store/types'
import type { Workers } from '../../workers'
import { answerOf, scopeOf } from '../answer'
import type { Index } from '../calls'
import type { FurtherTest } from '../linked'
import { questionsTo } from '../questions'
import type { SearchRequest } from '../request'
import { openIndexThread, type Hold } from '../thread'
import { pastCorpus } from './corpus'
import { openPastFollowing, type PastFollowing } from './follow'

interface PastOptions {
  readonly store: Store
  readonly workers: Workers
  readonly linked: FurtherTest
  readonly hold: Hold | null
  /** Where its index lies; null: in memory, for this run. */
  readonly file: (() => Promise<string>) | null
  readonly report: (error: unknown) => void
}

/** Finding what went, and what is in the trash (FI7). It costs nothing until somebody asks. */
interface Past {
  /** @param question one that asks for it */
  answer(asked: Known, scope: ContentPath, question: Question, request: SearchRequest): Promise<SearchAnswer>
  /** Paths of files that are there and have a version whose name holds this, in small letters. */
  labelled(text: string): Promise<readonly string[]>
  close(): Promise<void>
}

interface Opened {
  readonly index: Index
  readonly following: PastFollowing
}

/** After so long without a question its memory is given back. */
const IDLE_MS = 15 * 60_000

export function openPast({ store, workers, linked, hold, file, report }: PastOptions): Past {
  let opened: Promise<Opened> | null = null
  let asking = 0
  let resting: NodeJS.Timeout | undefined

  const open = async (): Promise<Opened> => {
    const index = openIndexThread(hold, file && (await file()))
    return { index, following: openPastFollowing(store, index, report) }
  }

  const begun = (): Promise<Opened> =>
    (opened ??= open().catch((error: unknown) => {
      // tried again by the next who asks
      opened = null
      throw error
    }))

  async function end(): Promise<void> {
    clearTimeout(resting)
    const ending = opened
    opened = null
    const there = await ending?.catch(() => null)
    await there?.following.close()
    await there?.index.close()
  }

  function rest(): void {
    clearTimeout(resting)
    resting = setTimeout(() => {
      if (asking === 0) end().catch(report)
    }, IDLE_MS)
    resting.unref()
  }

  async function looked<T>(ask: (there: Opened) => Promise<T>): Promise<T> {
    asking += 1
    try {
      const there = await begun()
      await there.following.look()
      return await ask(there)
    } finally {
      asking -= 1
      rest()
    }
  }

  return {
    answer: (asked, scope, question, request) =>
      looked(async (there) => {
        const corpus = pastCorpus(store, asked, scopeOf(question, scope), question.past ?? 'history')
        const index = questionsTo(there.index)
        return answerOf({ store, workers, linked, ...there, index, corpus }, asked, scope, question, request)
      }),
    labelled: (text) => looked(({ index }) => index.call('labelled', text)),
    close: end
  }
}
