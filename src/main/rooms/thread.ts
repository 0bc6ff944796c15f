import { Worker } from 'node:worker_threads'
import { GalleyError } from '../../common/errors'
import { errorOf } from '../workers/messages'
import {
  callEngine,
  type Answered,
  type Call,
  type CallName,
  type Input,
  type Output,
  type RoomEngine
} from './calls'

/** The engine of the rooms, wherever it is. */
export interface RoomThread {
  /**
   * @throws GalleyError as the engine does · cancelled when the thread ended: no document is open any more ·
   * too-complex when it took too long, which ends the thread
   */
  call<Name extends CallName>(name: Name, input: Input[Name]): Promise<Output[Name]>
  close(): Promise<void>
}

/** Reading the largest page takes some seconds. */
const LIMIT_MS = 60_000
const MEMORY_MB = 1024

/**
 * Begins with the first call, and again after it has ended.
 * @param program the built program of a thread; null: in this thread
 * @param ended told when the thread has ended by itself, and with it all that was open
 */
export function openRoomThread(program: string | null, ended: () => void): RoomThread {
  return program === null ? here() : elsewhere(program, ended)
}

function here(): RoomThread {
  // read when it is needed: nobody's start waits for it
  let engine: Promise<RoomEngine> | null = null
  return {
    async call(name, input) {
      engine ??= import('./engine').then(({ createRoomEngine }) => createRoomEngine())
      return callEngine(await engine, name, input)
    },
    close: () => Promise.resolve()
  }
}

function elsewhere(program: string, ended: () => void): RoomThread {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Set<(error: Error) => void>()

  function begun(): Worker {
    const made = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    made.unref()
    made.setMaxListeners(0)
    const gone = () => {
      if (worker !== made) return
      worker = null
      for (const fail of [...waiting]) fail(hasEnded())
      ended()
    }
    made.on('error', gone)
    made.on('exit', gone)
    return made
  }

  return {
    call: <Name extends CallName>(name: Name, input: Input[Name]) =>
      new Promise<Output[Name]>((resolve, reject) => {
        const thread = (worker ??= begun())
        const id = ++last
        const over = () => {
          clearTimeout(timer)
          waiting.delete(fail)
          thread.off('message', hear)
        }
        const fail = (error: Error) => {
          over()
          reject(error)
        }
        const hear = (answered: Answered<Name>) => {
          if (answered.id !== id) return
          over()
          if ('failure' in answered) reject(errorOf(answered.failure))
          else resolve(answered.output)
        }
        const timer = setTimeout(() => {
          fail(tooLong())
          void thread.terminate()
        }, LIMIT_MS)
        waiting.add(fail)
        thread.on('message', hear)
        thread.postMessage({ id, name, input } satisfies Call<Name>)
      }),
    async close() {
      const thread = worker
      worker = null
      for (const fail of [...waiting]) fail(hasEnded())
      await thread?.terminate()
    }
  }
}

const hasEnded = () =>
  new GalleyError('cancelled', 'What several people write in was interrupted. It goes on in a moment.')
const tooLong = () =>
  new GalleyError('too-complex', 'This document takes too long to be worked on by several people at once.')
