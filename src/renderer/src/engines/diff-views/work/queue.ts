import { GalleyError } from '../../../../../common/errors'
import type { WorkAnswers, WorkJob } from './jobs'
import type { WorkerAnswer, WorkerAsk } from './protocol'

/** What the queue needs of a worker. */
export interface DiffWorker {
  readonly post: (ask: WorkerAsk) => void
  readonly end: () => void
}

interface QueueOptions {
  /** @param heard told each answer  @param broken told when the worker cannot go on */
  readonly open: (heard: (answer: WorkerAnswer) => void, broken: (message: string) => void) => DiffWorker
  /** Milliseconds for one comparison. */
  readonly timeLimit: number
  /** The worker ends when it has had nothing to do for this long, milliseconds. */
  readonly idle: number
}

export interface WorkOptions {
  readonly signal?: AbortSignal
  /** Somebody looks at the screen for it: goes before what is done ahead of time. */
  readonly urgent?: boolean
}

type Answer = WorkAnswers[WorkJob['kind']]

interface Waiting {
  readonly id: number
  readonly job: WorkJob
  readonly urgent: boolean
  readonly settle: (outcome: { readonly result: Answer } | { readonly error: GalleyError }) => void
}

/**
 * One worker for all comparisons of the window: what is urgent first, one at a time, each with a time limit
 * (D10). A comparison that is wanted no more ends at once, with the worker; the others do not notice.
 */
export class DiffQueue {
  private worker: DiffWorker | null = null
  private waiting: Waiting[] = []
  private running: Waiting | null = null
  private limit: ReturnType<typeof setTimeout> | null = null
  private rest: ReturnType<typeof setTimeout> | null = null
  private lastId = 0

  constructor(private readonly options: QueueOptions) {}

  /** @throws GalleyError cancelled when it takes too long or is wanted no more · too-large */
  run(job: WorkJob, { signal, urgent = true }: WorkOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(unwanted())
      const id = ++this.lastId
      const stop = () => this.drop(id)
      signal?.addEventListener('abort', stop, { once: true })
      this.waiting.push({
        id,
        job,
        urgent,
        settle: (outcome) => {
          signal?.removeEventListener('abort', stop)
          if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.result)
        }
      })
      this.next()
    })
  }

  /** Ends everything; what was asked for is cancelled. */
  close(): void {
    this.end()
    const all = [...(this.running ? [this.running] : []), ...this.waiting]
    this.running = null
    this.waiting = []
    for (const one of all) one.settle({ error: unwanted() })
  }

  private next(): void {
    if (this.running) return
    const index = this.waiting.findIndex(({ urgent }) => urgent)
    const [one] = this.waiting.splice(Math.max(0, index), 1)
    if (this.rest) clearTimeout(this.rest)
    this.rest = null
    if (!one) {
      this.rest = setTimeout(() => this.end(), this.options.idle)
      return
    }
    this.running = one
    this.limit = setTimeout(() => this.fail(tooLong()), this.options.timeLimit + GRACE)
    const worker = (this.worker ??= this.open())
    worker.post({ id: one.id, job: one.job, deadline: Date.now() + this.options.timeLimit })
  }

  private open(): DiffWorker {
    return this.options.open(
      (answer) => {
        const one = this.running
        if (!one || one.id !== answer.id) return
        this.done()
        if (answer.kind === 'done') one.settle({ result: answer.result })
        else one.settle({ error: failureOf(answer) })
        this.next()
      },
      (message) => this.fail(new GalleyError('internal', message))
    )
  }

  /** What runs cannot be told anything: the worker is ended, and another one goes on. */
  private fail(error: GalleyError): void {
    const one = this.running
    this.end()
    this.done()
    one?.settle({ error })
    this.next()
  }

  private drop(id: number): void {
    if (this.running?.id === id) return this.fail(unwanted())
    const one = this.waiting.find((other) => other.id === id)
    this.waiting = this.waiting.filter((other) => other !== one)
    one?.settle({ error: unwanted() })
  }

  private done(): void {
    if (this.limit) clearTimeout(this.limit)
    this.limit = null
    this.running = null
  }

  private end(): void {
    if (this.limit) clearTimeout(this.limit)
    if (this.rest) clearTimeout(this.rest)
    this.limit = null
    this.rest = null
    this.worker?.end()
    this.worker = null
  }
}

/** The worker ends by itself at its deadline; one that does not is ended this much later. */
const GRACE = 500

function failureOf({ reason, message }: Extract<WorkerAnswer, { kind: 'failed' }>): GalleyError {
  return reason === 'cancelled' ? tooLong() : new GalleyError(reason, message)
}

const tooLong = () => new GalleyError('cancelled', 'Comparing took too long and was stopped.')
const unwanted = () => new GalleyError('cancelled', 'The comparison is not wanted any more.')
