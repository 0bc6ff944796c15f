import { afterEach, describe, expect, it } from 'vitest'
import type { DiffJob } from '../../../../src/common/compare'
import { performWork } from '../../../../src/renderer/src/engines/diff-views/work/jobs'
import type { WorkerAnswer, WorkerAsk } from '../../../../src/renderer/src/engines/diff-views/work/protocol'
import { DiffQueue } from '../../../../src/renderer/src/engines/diff-views/work/queue'

const job = (after: string): Extract<DiffJob, { kind: 'summary' }> => ({
  kind: 'summary',
  before: '{"price":12}',
  after: `{"price":${after}}`,
  format: 'json',
  schema: null
})

/** Workers that answer when they are told to; what a page has, jsdom has not. */
function workers(timeLimit = 5_000) {
  const open: { asks: WorkerAsk[]; heard: (answer: WorkerAnswer) => void; ended: boolean }[] = []
  const queue = new DiffQueue({
    timeLimit,
    idle: 5_000,
    open: (heard) => {
      const worker = { asks: new Array<WorkerAsk>(), heard, ended: false }
      open.push(worker)
      return { post: (ask) => worker.asks.push(ask), end: () => void (worker.ended = true) }
    }
  })
  const answer = (at = open.length - 1) => {
    const worker = open[at]
    const ask = worker?.asks.at(-1)
    if (!worker || !ask) throw new Error('nothing was asked')
    worker.heard({ id: ask.id, kind: 'done', result: performWork(ask.job, {}) })
  }
  return { queue, open, answer }
}

describe('the queue of comparisons', () => {
  const made: DiffQueue[] = []
  const start = (timeLimit?: number) => {
    const all = workers(timeLimit)
    made.push(all.queue)
    return all
  }
  afterEach(() => {
    for (const queue of made.splice(0)) queue.close()
  })

  it('D10 does one at a time, what is urgent first, in one worker', async () => {
    const { queue, open, answer } = start()
    const first = queue.run(job('13'), { urgent: false })
    const later = queue.run(job('14'), { urgent: false })
    const urgent = queue.run(job('15'))
    answer()
    expect(await first).toBe('price 12 → 13')
    answer()
    expect(await urgent).toBe('price 12 → 15')
    answer()
    expect(await later).toBe('price 12 → 14')
    expect(open).toHaveLength(1)
  })

  it('D10 ends the worker with what is wanted no more, and the others go on in another one', async () => {
    const { queue, open, answer } = start()
    const stop = new AbortController()
    const unwanted = queue.run(job('13'), { signal: stop.signal })
    const waiting = new AbortController()
    const dropped = queue.run(job('16'), { signal: waiting.signal })
    const other = queue.run(job('14'))
    waiting.abort()
    stop.abort()
    await expect(unwanted).rejects.toMatchObject({ reason: 'cancelled' })
    await expect(dropped).rejects.toMatchObject({ reason: 'cancelled' })
    expect(open[0]?.ended).toBe(true)
    answer()
    expect(await other).toBe('price 12 → 14')
    expect(open).toHaveLength(2)
    await expect(queue.run(job('15'), { signal: stop.signal })).rejects.toMatchObject({ reason: 'cancelled' })
  })

  it('D10 ends a worker that does not answer in time, and says so', async () => {
    const { queue, open } = start(-490)
    await expect(queue.run(job('13'))).rejects.toThrow('took too long')
    expect(open[0]?.ended).toBe(true)
  })

  it('D10 gives reasons of the worker on, and ends with everything that waits', async () => {
    const { queue, open } = start()
    const refused = queue.run(job('13'))
    open[0]?.heard({ id: 1, kind: 'failed', reason: 'too-large', message: 'Too many elements.' })
    await expect(refused).rejects.toMatchObject({ reason: 'too-large', message: 'Too many elements.' })
    const [running, waiting] = [queue.run(job('13')), queue.run(job('14'))]
    queue.close()
    await expect(running).rejects.toMatchObject({ reason: 'cancelled' })
    await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' })
    expect(open.every(({ ended }) => ended)).toBe(true)
  })
})
