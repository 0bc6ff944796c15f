import { expect, it } from 'vitest'
import { performWork, rememberingPages } from '../../../../src/renderer/src/engines/diff-views/work/jobs'

const page = (text: string) => `<body><header></header><main><div><p>${text}</p></div></main></body>`
const [before, after] = [page('Rope and salt'), page('Rope and bread')]

it('D10 pages that the history told of are not compared again to be shown, and show the same', () => {
  const compare = rememberingPages()
  const summary = { kind: 'summary', before, after, format: 'page', schema: null } as const
  const told = performWork(summary, {}, compare)
  expect(told).toBe(performWork(summary, {}))
  expect(compare(before, after)).toBe(compare(before, after))
  const show = { kind: 'page', before, after } as const
  expect(performWork(show, {}, compare)).toEqual(performWork(show, {}))
  // other pages, also the same two the other way round, are compared anew
  const back = { kind: 'page', before: after, after: before } as const
  expect(performWork(back, {}, compare)).toEqual(performWork(back, {}))
  expect(performWork(back, {}, compare)).not.toEqual(performWork(show, {}, compare))
})
