import { expect, it } from 'vitest'
import { alsoIn, spellingsIn, wordsOf } from '../../../src/common/search/words'
import { randomOf } from '../links/random-site'

const pieces =
  'boat Boat e-mail dataPointer A4 HTMLPage 2026-10-31 straße ﬁn か゛ 検索する ภาษาไทย مُحَمَّد नमस्ते co-op-co-op ™ x_y.z 🚢🚢 ä'.split(
    ' '
  )
const between = [' ', '-', '--', '.', '', ', ', '’', '\n', '\u00ad', '\u0301']

it('FI1: what the index keeps of a text are the words and spellings that are marked in it', () => {
  const random = randomOf(11)
  for (let count = 0; count < 2000; count += 1) {
    const text = Array.from(
      { length: random.below(9) },
      () => (pieces[random.below(pieces.length)] ?? '') + (between[random.below(between.length)] ?? '')
    ).join('')
    const words: string[] = []
    const also = new Set<string>()
    spellingsIn(
      text,
      (word) => words.push(word),
      (word) => also.add(word)
    )
    expect(words, text).toEqual(wordsOf(text).map(({ word }) => word))
    expect([...also], text).toEqual([...new Set(alsoIn(text).map(({ word }) => word))])
  }
})
