import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { GalleyError } from '../../common/errors'
import { errorOf } from '../workers/messages'
import {
  callEngine,
  type Answered,
  type Call,
  type CallName,
  type Index,
  type Input,
  type Output
} from './calls'
import type { Engine } from './engine/engine'

/** A question that takes longer ends the thread: FTS5 cannot be interrupted. */
const LIMIT_MS = 20_000
/** So long an index that is busy may take to close. */
const CLOSING_MS = 2_000

/** A thread or a process that holds the index. */
interface Holder {
  post(call: Call): void
  /** Ends it; what it was doing is lost. Resolves when it has ended. */
  end(): Promise<void>
}

/**
 * Begins one.
 * @param file of the index; null: in memory
 * @param heard told each answer
 * @param gone told when it has ended
 */
export type Hold = (
  file: string | null,
  heard: (answered: Answered) => void,
  gone: (error: Error) => void
) => Holder

/** @param program the built program of a thread */
export const inThread =
  (program: string): Hold =>
  (file, heard, gone) => {
    const thread = new Worker(program, {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 512 }
    })
    thread.unref()
    thread.on('message', heard)
    thread.on('error', gone)
    thread.on('exit', () => gone(ended()))
    return {
      post: (call) => thread.postMessage(call),
      async end() {
        await thread.terminate()
      }
    }
  }

/**
 * The index in a thread or process of its own, which begins with the first call and again after it has died.
 * @param hold how it begins; null: in this thread
 * @param file of the index; null: in memory
 */
export function openIndexThread(hold: Hold | null, file: string | null): Index {
  return hold === null ? here(file) : elsewhere(hold, file)
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

interface Waiting<Name extends CallName> {
  readonly resolve: (output: Output[Name]) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** Who waits, by what was asked for and the number of the call. */
type AllWaiting = { readonly [Name in CallName]: Map<number, Waiting<Name>> }

function elsewhere(hold: Hold, file: string | null): Index {
  let holder: Holder | null = null
  let isClosed = false
  let last = 0
  const waiting = nobodyWaiting()

  function begun(): Holder {
    const gone = (error: Error) => {
      if (holder !== made) return
      holder = null
      for (const some of Object.values(waiting)) {
        for (const { reject, timer } of some.values()) {
          clearTimeout(timer)
          reject(error)
        }
        some.clear()
      }
    }
    const made = hold(file, (answered) => settle(waiting, answered), gone)
    return made
  }

  const ask = <Name extends CallName>(name: Name, input: Input[Name]): Promise<Output[Name]> =>
    new Promise((resolve, reject) => {
      const held = (holder ??= begun())
      const id = ++last
      const mine: AllWaiting[Name] = waiting[name]
      const timer = setTimeout(() => {
        mine.delete(id)
        reject(tooBroad())
        void held.end()
      }, LIMIT_MS)
      mine.set(id, { resolve, reject, timer })
      held.post({ id, name, input })
    })

  return {
    async call(name, input) {
      if (isClosed) throw closed()
      return ask(name, input)
    },
    async close() {
      isClosed = true
      const held = holder
      if (held === null) return
      // one that was not closed is looked over when it is opened again: nobody waits long for it
      await Promise.race([
        ask('close', undefined).catch(() => undefined),
        sleep(CLOSING_MS, undefined, { ref: false })
      ])
      holder = null
      await held.end()
    }
  }
}

const nobodyWaiting = (): AllWaiting => ({
  mark: new Map(),
  unread: new Map(),
  keepOnly: new Map(),
  keepStates: new Map(),
  take: new Map(),
  remove: new Map(),
  removeAt: new Map(),
  find: new Map(),
  details: new Map(),
  near: new Map(),
  hashAt: new Map(),
  state: new Map(),
  dump: new Map(),
  hurry: new Map(),
  close: new Map()
})

function settle<Name extends CallName>(waiting: AllWaiting, answered: Answered<Name>): void {
  const mine: AllWaiting[Name] = waiting[answered.name]
  const asked = mine.get(answered.id)
  if (!asked) return
  mine.delete(answered.id)
  clearTimeout(asked.timer)
  if ('failure' in answered) asked.reject(errorOf(answered.failure))
  else asked.resolve(answered.output)
}

/** The thread ended by itself: what it was about to take in may be why. */
export const THREAD_ENDED = 'search-thread'

export const ended = () =>
  new GalleyError('cancelled', 'The search was interrupted. Try it again.', { where: THREAD_ENDED })
const closed = () => new GalleyError('closed', 'The workspace was closed.')
const tooBroad = () =>
  new GalleyError('too-complex', 'This question takes too long to answer. Ask for something more particular.')
