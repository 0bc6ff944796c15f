import { expect, it } from 'vitest'
import { openTogether } from '../../../src/main/importing/sources/web/together'

const { signal } = new AbortController()
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Doubles numbers; `bad` ones only fail, together by nothing or by ending all. */
function doubling(bad: (input: number) => boolean, endsAll: boolean) {
  const messages: (readonly number[])[] = []
  const work = openTogether<number, number>(
    (input) => {
      messages.push([input])
      return bad(input) ? Promise.reject(new Error(`no ${input}`)) : Promise.resolve(input * 2)
    },
    (inputs) => {
      messages.push(inputs)
      if (endsAll && inputs.some(bad)) return Promise.reject(new Error('the worker was ended'))
      return Promise.resolve(inputs.map((input) => (bad(input) ? null : input * 2)))
    }
  )
  return { work, messages }
}

it('IM3 short pages go to a worker together, long ones alone', async () => {
  const { work, messages } = doubling(() => false, false)
  const all = await Promise.all(numbers(40).map((input) => work(input, input === 7 ? 100_000 : 10, signal)))
  expect(all).toEqual(numbers(40).map((input) => input * 2))
  expect(messages).toContainEqual([7])
  expect(messages.length).toBeLessThan(8)
})

it.each([false, true])(
  'IM3 one page that fails takes nothing away from those that went with it, and says why itself (worker ended: %s)',
  async (endsAll) => {
    const { work } = doubling((input) => input % 10 === 3, endsAll)
    const all = await Promise.allSettled(numbers(40).map((input) => work(input, 10, signal)))
    expect(
      all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))
    ).toEqual(numbers(40).map((input) => (input % 10 === 3 ? `no ${input}` : input * 2)))
  }
)
