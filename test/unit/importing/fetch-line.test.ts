import { expect, it, vi } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { handOver, openFetchLine, SMALL } from '../../../src/main/importing/fetch-line'
import type { Taken } from '../../../src/main/importing/source'

const taken = (size: number, more: Partial<Taken> = {}): Taken => ({
  path: contentPath('/o/s/a.html'),
  body: new Uint8Array(size),
  hash: () => '',
  ...more
})

/** Fetches all that it may at a time, and says how many that were while nothing is written to its end. */
async function fetchedWhileWriting(sizes: readonly number[]): Promise<number> {
  const line = openFetchLine(2)
  let fetched = 0
  let finish = () => {}
  const written = new Promise<void>((resolve) => (finish = resolve))
  const fetch = (size: number) => () => {
    fetched += 1
    return Promise.resolve(taken(size))
  }
  const all = sizes.map((size) =>
    line.take(async (came) => handOver(await fetch(size)(), came, () => written))
  )
  await new Promise((resolve) => setTimeout(resolve, 5))
  const count = fetched
  finish()
  await Promise.all(all)
  return count
}

it('IM5 small things make room for the next before they are written, large ones only behind it', async () => {
  expect(await fetchedWhileWriting([SMALL, SMALL, SMALL, SMALL])).toBe(4)
  expect(await fetchedWhileWriting([SMALL + 1, SMALL + 1, SMALL + 1])).toBe(2)
})

it('IM5 a stream that nobody read to its end is ended, and makes room, also when it could not be written', async () => {
  const line = openFetchLine(1)
  const discard = vi.fn()
  const stream = taken(0, { body: pieces(), discard })
  const refused = line.take((came) => handOver(stream, came, () => Promise.reject(new Error('no'))))
  await expect(refused).rejects.toThrow('no')
  expect(discard).toHaveBeenCalledTimes(1)
  await expect(line.take((came) => handOver(taken(1), came, () => Promise.resolve('kept')))).resolves.toBe(
    'kept'
  )
})

async function* pieces() {
  yield new Uint8Array(1)
}
