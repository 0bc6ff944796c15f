import { Worker } from 'node:worker_threads'
import { GalleyError, sentence } from '../../common/errors'
import { workBounds } from './bounds'
import { errorOf, type Reply } from './messages'
import type { Inputs, Outputs, Question, TaskKind } from './tasks'
import { bytesIn } from './transfer'

/** One worker thread, which does one thing at a time. */
export interface Thread {
  /**
   * Rejects with what the work failed with; when it takes longer than `limit` milliseconds, or more memory
   * than there is, the thread is ended. @throws GalleyError too-complex, cancelled when it was ended
   */
  ask<K extends TaskKind>(kind: K, input: Inputs[K], limit: number): Promise<Outputs[K]>
  /** Ends it, whatever it does. */
  end(): Promise<void>
}

/** @param gone called once, when the thread has ended or is about to */
export function startThread(program: string, megabytes: number, gone: () => void): Thread {
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: workBounds.young }
  })
  worker.unref()
  let isReady = false
  let isGone = false
  let fail: ((why: Error) => void) | null = null

  const leave = (why: Error) => {
    if (!isGone) gone()
    isGone = true
    fail?.(why)
  }
  const end = async () => {
    leave(ended())
    await worker.terminate()
  }
  worker.once('message', () => (isReady = true))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    leave(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error)
  )
  worker.on('exit', () => leave(ended()))

  return {
    end,
    ask<K extends TaskKind>(kind: K, input: Inputs[K], limit: number) {
      return new Promise<Outputs[K]>((resolve, reject) => {
        const late = () => {
          leave(tooLong(limit))
          void end()
        }
        // the time that a worker needs to start is not the work's
        let timer = setTimeout(late, isReady ? limit : limit + STARTING_MS)
        const hear = (reply: Reply<Outputs[K]>) => {
          clearTimeout(timer)
          if (reply.kind === 'ready') return void (timer = setTimeout(late, limit))
          worker.off('message', hear)
          fail = null
          if (reply.kind === 'failed') reject(errorOf(reply.failure))
          else resolve(reply.output)
        }
        fail = (why) => {
          clearTimeout(timer)
          reject(why)
        }
        worker.on('message', hear)
        worker.postMessage({ kind, input } satisfies Question<K>, bytesIn(input))
      })
    }
  }
}

const STARTING_MS = 30_000

/** What the error of work that took too long names. */
export const OUT_OF_TIME = 'time'

const ended = () => new GalleyError('cancelled', 'The work was ended.')

const tooLong = (limit: number) =>
  new GalleyError(
    'too-complex',
    sentence`Working on this took longer than ${{ seconds: limit / 1000 }} seconds, which is the most that it may. Make it simpler, or split it.`,
    { where: OUT_OF_TIME }
  )

const tooMuchMemory = () =>
  new GalleyError(
    'too-complex',
    'Working on this takes more memory than one piece of work may have. Make it simpler, or split it.'
  )
