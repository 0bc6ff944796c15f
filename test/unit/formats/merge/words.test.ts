import { expect, it } from 'vitest'
import { mergeWords } from '../../../../src/common/formats/page/merge/words'

const stop = () => {}

it('MG5 comments, tags and what looks like them are kept as they are', () => {
  const base = 'one <!-- a > b --> two <b>three</b> <!-- four &amp; five'
  const [local, remote] = [base.replace('one', 'ONE'), base.replace('five', 'FIVE')]
  expect(mergeWords(base, local, remote, stop)).toBe(
    'ONE <!-- a > b --> two <b>three</b> <!-- four &amp; FIVE'
  )
  expect(mergeWords('a <!--> b', 'x <!--> b', 'a <!--> y', stop)).toBe('x <!--> y')
})

it('MG5 comments that never end are looked through once, not each to the end of the text', () => {
  const base = `a ${'<!-- '.repeat(100_000)}b`
  const remote = base.replace(/b$/, 'c')
  expect(mergeWords(base, base.replace('a', 'x'), remote, stop)).toBe(remote.replace('a', 'x'))
})
