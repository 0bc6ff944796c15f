import { cpus } from 'node:os'
import { Worker } from 'node:worker_threads'
import { GalleyError } from '../../../../common/errors'
import type { IndexDefinition } from '../../../../common/indexing'
import type { IndexedPage, SourcePage } from './extract'
import type { IndexQuestion, IndexReply } from './messages'

/** Reads pages for the index, away from the thread that answers requests. */
export interface IndexWorkers {
  /** The rows of a page. A page that takes too long has none, and a warning. @param urgent before what is not */
  page(indices: readonly IndexDefinition[], page: SourcePage, urgent: boolean): Promise<IndexedPage>
  /** For each index the paths that it takes. @throws GalleyError bad-request when the patterns take too long */
  match(
    indices: readonly IndexDefinition[],
    paths: readonly string[]
  ): Promise<readonly (readonly string[])[]>
  close(): Promise<void>
}

export interface IndexWorkersOptions {
  /** File of the worker's program; null: the pages are read in this thread, one by one. */
  readonly program: string | null
  /** Milliseconds for one page. */
  readonly limit?: number
  readonly most?: number
}

interface Task {
  readonly question: IndexQuestion
  readonly done: (reply: IndexReply | 'too-long') => void
}

/**
 * As many workers as the machine has processors to spare, three at most; they start with the first page and end when there was
 * nothing to do for a while. An expression without end costs one worker, which is replaced.
 */
export function openIndexWorkers(options: IndexWorkersOptions): IndexWorkers {
  const { program, limit = 5_000, most = Math.max(1, Math.min(3, cpus().length - 1)) } = options
  const waiting: { readonly urgent: Task[]; readonly other: Task[] } = { urgent: [], other: [] }
  const threads = new Set<Thread>()
  let closed = false
  let busyHere = false

  function ask(question: IndexQuestion, urgent: boolean): Promise<IndexReply | 'too-long'> {
    if (closed) return Promise.reject(new GalleyError('closed', 'The workspace was closed.'))
    return new Promise((done) => {
      waiting[urgent ? 'urgent' : 'other'].push({ question, done })
      next()
    })
  }

  function next(): void {
    const count = waiting.urgent.length + waiting.other.length
    if (count === 0) return
    if (program === null) return void (busyHere ? undefined : here())
    let free = [...threads].find((thread) => !thread.busy)
    if (!free && threads.size < most) {
      free = startThread(program, limit, (gone) => threads.delete(gone))
      threads.add(free)
    }
    const task = free && (waiting.urgent.shift() ?? waiting.other.shift())
    if (!free || !task) return
    void free.run(task).then(next)
    if (count > 1) next()
  }

  async function here(): Promise<void> {
    busyHere = true
    const { answerQuestion } = await import('./answer-question')
    for (
      let task = waiting.urgent.shift() ?? waiting.other.shift();
      task;
      task = waiting.urgent.shift() ?? waiting.other.shift()
    ) {
      await new Promise((resolve) => setImmediate(resolve))
      task.done(answerQuestion(task.question))
    }
    busyHere = false
  }

  return {
    async page(indices, page, urgent) {
      const reply = await ask({ kind: 'page', indices, page }, urgent)
      if (reply !== 'too-long' && reply.kind === 'page') return reply.page
      const message =
        reply === 'too-long'
          ? 'Reading this page took too long. Look for a pattern in “match” that tries without end.'
          : reply.kind === 'failed'
            ? reply.message
            : 'The page could not be read.'
      return { rows: {}, warnings: [{ index: '', property: '', message }] }
    },
    async match(indices, paths) {
      const reply = await ask({ kind: 'match', indices, paths }, true)
      if (reply !== 'too-long' && reply.kind === 'match')
        return reply.matches.map((numbers) => numbers.flatMap((at) => paths[at] ?? []))
      const why =
        reply !== 'too-long' && reply.kind === 'failed' ? reply.message : 'Matching them took too long.'
      throw new GalleyError('bad-request', `The patterns of “include” or “exclude” cannot be used: ${why}`)
    },
    async close() {
      closed = true
      for (const task of [...waiting.urgent.splice(0), ...waiting.other.splice(0)])
        task.done({ kind: 'failed', message: 'The workspace was closed.' })
      await Promise.all([...threads].map((thread) => thread.end()))
    }
  }
}

const IDLE_MS = 30_000

interface Thread {
  readonly busy: boolean
  run(task: Task): Promise<void>
  end(): Promise<void>
}

function startThread(program: string, limit: number, gone: (thread: Thread) => void): Thread {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  worker.unref()
  let finish: ((reply: IndexReply | 'too-long') => void) | null = null
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    gone(thread)
    await worker.terminate()
  }
  const failed = (error: Error) => {
    gone(thread)
    finish?.({ kind: 'failed', message: error.message })
  }
  worker.on('message', (reply: IndexReply) => finish?.(reply))
  worker.on('error', failed)
  worker.on('exit', () => failed(new Error('The worker ended.')))
  const thread: Thread = {
    get busy() {
      return finish !== null
    },
    async run({ question, done }) {
      clearTimeout(idle)
      let timer: NodeJS.Timeout | undefined
      const reply = await new Promise<IndexReply | 'too-long'>((resolve) => {
        finish = resolve
        // a worker that is just starting has its own time for that
        timer = setTimeout(() => resolve('too-long'), limit + STARTING_MS)
        worker.postMessage(question)
      })
      clearTimeout(timer)
      finish = null
      if (reply === 'too-long') await end()
      else {
        idle = setTimeout(() => void end(), IDLE_MS)
        idle.unref()
      }
      done(reply)
    },
    end
  }
  return thread
}

const STARTING_MS = 1_000
