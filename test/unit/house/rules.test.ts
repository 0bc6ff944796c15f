import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allTitles } from './titles'

/** The ids of rules that a title begins with: `V3 S4 any sequence of …` has two. */
const cited = (title: string): string[] => {
  const ids: string[] = []
  for (const word of title.split(' ')) {
    if (!/^[A-Z]{1,2}\d{1,2}[,:]?$/.test(word)) break
    ids.push(word.replace(/[,:]$/, ''))
  }
  return ids
}

const spec = readFileSync('docs/SPEC.md', 'utf8')
const rules = [...spec.matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\*/gm)].map(([, id = '']) => id)
const titles = allTitles()

it('every rule of the SPEC stands at the beginning of a test’s title', () => {
  const shown = new Set(titles.flatMap(({ text }) => cited(text)))
  expect(rules.filter((id) => !shown.has(id))).toEqual([])
  expect(rules.length).toBeGreaterThan(200)
})

it('no title begins with a rule that the SPEC does not have', () => {
  const known = new Set(rules)
  const unknown = titles.filter(({ text }) => cited(text).some((id) => !known.has(id)))
  expect(unknown.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

it('no rule has the id of another one', () => {
  expect(rules.filter((id, at) => rules.indexOf(id) !== at)).toEqual([])
})
