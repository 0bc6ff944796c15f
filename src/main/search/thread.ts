import { Worker } from 'node:worker_threads'
import { GalleyError } from '../../common/errors'
import { errorOf, type Failure } from '../workers/messages'
import { callEngine, type CallName, type Index, type Input, type Output } from './calls'
import type { Engine } from './engine/engine'

/** What the thread says to each call. */
export type Answered =
  { readonly id: number; readonly output: unknown } | { readonly id: number; readonly failure: Failure }

/** A question that takes longer ends the thread: FTS5 cannot be interrupted. */
const LIMIT_MS = 20_000

/**
 * The index in a thread of its own, which begins with the first call and again after it has died.
 * @param program its built program; null: in this thread
 * @param file of the index; null: in memory
 */
export function openIndexThread(program: string | null, file: string | null): Index {
  return program === null ? here(file) : inThread(program, file)
}

function here(file: string | null): Index {
  let opened: Promise<Engine> | null = null
  let isClosed = false
  return {
    async call(name, input) {
      if (isClosed) throw closed()
      // read when it is needed: nobody's start waits for a database
      opened ??= import('./engine/engine').then(({ openEngine }) => openEngine(file))
      return callEngine(await opened, name, input)
    },
    async close() {
      isClosed = true
      const engine = await opened?.catch(() => null)
      engine?.close()
    }
  }
}

interface Waiting {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

function inThread(program: string, file: string | null): Index {
  let worker: Worker | null = null
  let isClosed = false
  let last = 0
  const waiting = new Map<number, Waiting>()

  function begun(): Worker {
    const made = new Worker(program, {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 512 }
    })
    made.unref()
    const gone = (error: Error) => {
      if (worker !== made) return
      worker = null
      for (const [id, { reject, timer }] of waiting) {
        clearTimeout(timer)
        waiting.delete(id)
        reject(error)
      }
    }
    made.on('message', (answered: Answered) => {
      const asked = waiting.get(answered.id)
      if (!asked) return
      waiting.delete(answered.id)
      clearTimeout(asked.timer)
      if ('failure' in answered) asked.reject(errorOf(answered.failure))
      else asked.resolve(answered.output)
    })
    made.on('error', (error) => gone(error))
    made.on('exit', () => gone(ended()))
    return made
  }

  const ask = <Name extends CallName>(name: Name, input: Input[Name]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker ??= begun()
      const thread = worker
      const id = ++last
      const timer = setTimeout(() => {
        waiting.get(id)?.reject(tooBroad())
        waiting.delete(id)
        void thread.terminate()
      }, LIMIT_MS)
      waiting.set(id, { resolve, reject, timer })
      thread.postMessage({ id, name, input })
    })

  return {
    async call<Name extends CallName>(name: Name, input: Input[Name]): Promise<Output[Name]> {
      if (isClosed) throw closed()
      // both sides of the border are made of one program
      return (await ask(name, input)) as Output[Name]
    },
    async close() {
      isClosed = true
      if (worker === null) return
      const thread = worker
      await ask('close', undefined).catch(() => undefined)
      worker = null
      await thread.terminate()
    }
  }
}

/** The thread ended by itself: what it was about to take in may be why. */
export const THREAD_ENDED = 'search-thread'

const ended = () =>
  new GalleyError('cancelled', 'The search was interrupted. Try it again.', { where: THREAD_ENDED })
const closed = () => new GalleyError('closed', 'The workspace was closed.')
const tooBroad = () =>
  new GalleyError('too-complex', 'This question takes too long to answer. Ask for something more particular.')
