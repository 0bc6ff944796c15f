import { describe, expect, it } from 'vitest'
import { mendOf } from '../../../../src/common/formats/page/mend'
import { pageOf as read } from '../../page/pages'
import { inOneText, inSteps, inTree, type People } from './people'
import { pairPage, pairs, type Pair } from './pairs'
import { allMeet } from './story'

const page = read(pairPage)

function together(people: People, { one, other }: Pair): People {
  const [first, second] = people.all
  first?.write(one(first.state))
  second?.write(other(second.state))
  allMeet(people)
  return people
}

const timesIn = (text: string, words: string) => text.split(words).length - 1
const textOf = ({ all }: People) => all[0]?.state.doc.textContent ?? ''

describe('RT1 RT2 RT3 two people at one place, neither of whom sees the other', () => {
  for (const pair of pairs)
    it(`RT1 RT2 RT3 ${pair.name}: no word is lost, none is there twice, and both see a valid page`, () => {
      const people = together(inOneText(page, 2), pair)
      const [first, second] = people.all
      if (!first || !second) throw new Error('nobody is there')
      for (const words of [...pair.words, ...(pair.once ? [pair.once] : [])])
        expect(timesIn(textOf(people).replace('second words here', ''), words), textOf(people)).toBe(1)
      expect(second.state.doc.eq(first.state.doc)).toBe(true)
      first.state.doc.check()
      expect(mendOf(first.state.doc)).toEqual({ kind: 'fine' })
    })

  it('RT1 there are sixteen of them, and the usual ways lose words: what is looked at can be lost', () => {
    const loses = (people: (pair: Pair) => People) =>
      pairs.filter((pair) => {
        const text = textOf(together(people(pair), pair))
        return pair.words.some((words) => timesIn(text, words) === 0)
      }).length
    expect(pairs.length).toBe(16)
    expect(loses(() => inOneText(page, 2))).toBe(0)
    expect(loses(() => inTree(page, 2))).toBeGreaterThan(4)
    expect(loses(() => inSteps(page, 2))).toBeGreaterThan(1)
  })
})
