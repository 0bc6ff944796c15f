import { afterEach, expect, it, vi } from 'vitest'
import { patiently } from '../../../../src/renderer/src/api/patient'

afterEach(() => vi.useRealTimers())

const tooMuch = (wait?: string) => refused(429, wait)
const refused = (status: number, wait?: string) =>
  new Response(null, { status, ...(wait !== undefined && { headers: { 'Retry-After': wait } }) })

it('A11 what was too much at once is asked again when the service says, and a few times at most', async () => {
  vi.useFakeTimers()
  const ask = vi.fn(() => Promise.resolve(ask.mock.calls.length < 3 ? tooMuch('2') : new Response('done')))
  const asking = patiently(ask)
  await vi.advanceTimersByTimeAsync(1999)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2001)
  expect(await (await asking).text()).toBe('done')
  expect(ask).toHaveBeenCalledTimes(3)

  const never = vi.fn(() => Promise.resolve(tooMuch('1')))
  const given = patiently(never)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await given).status).toBe(429)
  expect(never).toHaveBeenCalledTimes(4)
})

it('A11 nobody waits long, for no time that was said, or after it was cancelled', async () => {
  vi.useFakeTimers()
  for (const wait of [undefined, '3600', 'tomorrow']) {
    const ask = vi.fn(() => Promise.resolve(tooMuch(wait)))
    expect((await patiently(ask)).status).toBe(429)
    expect(ask).toHaveBeenCalledTimes(1)
  }
  const stopping = new AbortController()
  const ask = vi.fn(() => Promise.resolve(tooMuch('5')))
  const asking = patiently(ask, { signal: stopping.signal })
  await vi.advanceTimersByTimeAsync(10)
  stopping.abort()
  await asking
  expect(ask.mock.calls.length).toBeLessThanOrEqual(2)
  expect(vi.getTimerCount()).toBe(0)
})

it('A11 TM15 what only reads is asked again also where the service was too busy; what may have been done is not', async () => {
  vi.useFakeTimers()
  const busy = () => vi.fn(() => Promise.resolve(refused(503, '2')))
  const [reading, writing] = [busy(), busy()]
  const asked = [patiently(reading, { reads: true }), patiently(writing)]
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503])
  expect(reading).toHaveBeenCalledTimes(4)
  expect(writing).toHaveBeenCalledTimes(1)
  const ending = vi.fn(() => Promise.resolve(refused(503)))
  expect((await patiently(ending, { reads: true })).status).toBe(503)
  expect(ending).toHaveBeenCalledTimes(1)
})
