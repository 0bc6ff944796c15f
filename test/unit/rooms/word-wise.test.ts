import { expect, it } from 'vitest'
import { wordWise } from '../../../src/common/rooms/word-wise'

const signs = (text: string) => [...text].map((key) => ({ key, isLetter: true }))

/** The words of a text that are the same words in another one. */
function kept(old: string, now: string): string {
  const partners = wordWise(signs(old), signs(now))
  return [...old].filter((letter, at) => letter !== ' ' && (partners[at] ?? -1) >= 0).join('')
}

const words = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => letter.repeat(at + 2)).join(' ')

it('RT1 words that have stayed are the same words, also where as many around them have given way to others', () => {
  const stayed = words('s', 20)
  expect(kept(`${stayed} ${words('a', 20)}`, `${words('b', 20)} ${stayed}`)).toBe(stayed.replaceAll(' ', ''))
  expect(kept(`${words('a', 30)} ${stayed}`, `${stayed} ${words('b', 30)}`)).toBe(stayed.replaceAll(' ', ''))
})

it('RT1 words come and go with the space before them', () => {
  const [space] = wordWise(signs('begin end'), signs('begin one two end')).slice(5, 6)
  expect(space).toBe('begin one two'.length)
  expect([...wordWise(signs('begin one end'), signs('begin end')).slice(5, 10)]).toEqual([-1, -1, -1, -1, 5])
})
