import { Worker } from 'node:worker_threads'
import { callEngine, type Answered, type Call, type Calls, type Outputs } from './engine-calls'
import { errorOf } from './messages'

/** An engine, wherever it is. It begins with the first call, and again after it has ended. */
export interface EngineThread<I, O extends Outputs<I>> {
  /** @throws GalleyError as the engine does, and as `Elsewhere` says */
  call<Name extends keyof I>(name: Name, input: I[Name]): Promise<O[Name]>
  /** Whether it has begun, and has not ended. */
  isBegun(): boolean
  /** Ends it, whatever it does: who waits is told so. */
  end(): Promise<void>
}

/** A thread or a process that holds an engine. */
export interface Holder<I> {
  post(call: Call<I>): void
  /** Ends it; what it was doing is lost. Resolves when it has ended. */
  end(): Promise<void>
}

interface Elsewhere<I> {
  /**
   * Begins one.
   * @param heard told each answer
   * @param gone told when it has ended; null: nobody says why
   */
  readonly hold: (heard: (answered: Answered) => void, gone: (error: Error | null) => void) => Holder<I>
  /** Milliseconds: a call that takes longer ends it. */
  readonly limit: number
  readonly tooLong: () => Error
  /** What those are told who wait when it ends. */
  readonly ended: (error: Error | null) => Error
  /** Told when it has ended by itself. */
  readonly onEnded?: () => void
}

interface Waiting {
  hear(answered: Answered): void
  readonly fail: (error: Error) => void
}

/** An engine in a thread or process of its own. */
export function engineElsewhere<I, O extends Outputs<I>>({
  hold,
  limit,
  tooLong,
  ended,
  onEnded
}: Elsewhere<I>): EngineThread<I, O> {
  let holder: Holder<I> | null = null
  let last = 0
  const waiting = new Map<number, Waiting>()

  function failAll(error: Error): void {
    for (const { fail } of [...waiting.values()]) fail(error)
  }

  function begun(): Holder<I> {
    const made = hold(
      (answered) => waiting.get(answered.id)?.hear(answered),
      (error) => {
        if (holder !== made) return
        holder = null
        failAll(ended(error))
        onEnded?.()
      }
    )
    return made
  }

  return {
    call: <Name extends keyof I>(name: Name, input: I[Name]) =>
      new Promise<O[Name]>((resolve, reject) => {
        const held = (holder ??= begun())
        const id = ++last
        const over = () => {
          clearTimeout(timer)
          waiting.delete(id)
        }
        const fail = (error: Error) => {
          over()
          reject(error)
        }
        const timer = setTimeout(() => {
          fail(tooLong())
          void held.end()
        }, limit)
        waiting.set(id, {
          hear(answered: Answered<O[Name]>) {
            over()
            if ('failure' in answered) reject(errorOf(answered.failure))
            else resolve(answered.output)
          },
          fail
        })
        held.post({ id, name, input })
      }),
    isBegun: () => holder !== null,
    async end() {
      const held = holder
      holder = null
      failAll(ended(null))
      await held?.end()
    }
  }
}

/** The same in this thread, where there is none of its own. @param open reads the engine when it is needed: nobody's start waits for it */
export function engineHere<I, O extends Outputs<I>>(open: () => Promise<Calls<I, O>>): EngineThread<I, O> {
  let opened: Promise<Calls<I, O>> | null = null
  return {
    async call(name, input) {
      opened ??= open().catch((error: unknown) => {
        // tried again by the next call
        opened = null
        throw error
      })
      return callEngine(await opened, name, input)
    },
    isBegun: () => opened !== null,
    async end() {
      await opened?.catch(() => null)
    }
  }
}

/** Holds an engine in a thread. @param program the built program of it */
export function holdThread<I>(
  program: string,
  { data, megabytes }: { readonly data?: unknown; readonly megabytes: number },
  heard: (answered: Answered) => void,
  gone: (error: Error | null) => void
): Holder<I> {
  const thread = new Worker(program, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: megabytes }
  })
  thread.unref()
  thread.on('message', heard)
  thread.on('error', gone)
  thread.on('exit', () => gone(null))
  return {
    post: (call) => thread.postMessage(call),
    async end() {
      await thread.terminate()
    }
  }
}
