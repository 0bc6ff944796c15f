import type { ContentPath } from '../../src/common/content/paths'
import type { Random } from '../unit/links/random-site'
import { p } from './workspace'

/** Words of several scripts, with signs that a database or a question might take for its own. */
export const oddWords = [
  'ferry',
  'Ferries',
  'summer',
  'pier',
  'e-mail',
  'Straße',
  'Überfahrt',
  'naïve',
  'dataPointer',
  'the',
  'the',
  'A4',
  'O’Brien',
  "O'Neill",
  'C++',
  'back\\slash',
  '日本語の文章',
  '北京大学',
  'Ærøskøbing',
  'Σίσυφος',
  '𐌰𐌱𐌲𐌳',
  'x',
  'it’s'
]

export const oddFolders = ['a', 'a/b', 'Cc', 'secret', 'secret/open', '.hidden']
export const oddSites = ['/acme/site', '/acme/other', '/zeta/site']

export const someWords = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => random.one(oddWords)).join(' ')

export function oddText(random: Random, path: string): string {
  if (path.endsWith('.html'))
    return `<body><header></header><main><div><h1>${someWords(random, 3)}</h1><p>${someWords(random, 9)}</p>
      <p>${someWords(random, 30)}</p><div class="metadata"><div><div>tags</div><div>${someWords(random, 2)}, ${someWords(random, 2)}</div></div></div></div></main></body>`
  if (path.endsWith('.json'))
    return JSON.stringify({
      ':type': 'sheet',
      total: 1,
      offset: 0,
      limit: 1,
      data: [{ Name: someWords(random, 4), Other: someWords(random, 2) }]
    })
  return someWords(random, 12)
}

const names = ['ferry', 'summer-pier', 'Über', 'n1', 'n2', 'n3', 'e-mail', 'the']
const ends = ['.html', '.html', '.html', '.json', '.txt', '.png']

export const oddPath = (random: Random): ContentPath =>
  p(`${random.one(oddSites)}/${random.one(oddFolders)}/${random.one(names)}${random.one(ends)}`)

/** Whatever may be typed: words, phrases, beginnings, middles, slips and filters. */
export function oddQuestion(random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => oddTerm(random)).join(' ')
}

function oddTerm(random: Random): string {
  const word = random.one(oddWords)
  switch (random.below(16)) {
    case 0:
      return `"${someWords(random, 3)}"`
    case 1:
      return `-${word}`
    case 2:
      return [...word].slice(0, 1 + random.below(4)).join('')
    case 3:
      return [...word].slice(1 + random.below(2)).join('')
    case 4:
      return random.one(['kind:page', 'kind:sheet,text', 'kind:config', 'kind:media'])
    case 5:
      return random.one(['by:ADA', 'by:bob', 'by:example', 'by:nobody'])
    case 6:
      return random.one(['is:live', 'is:unpublished', 'is:preview', 'is:changed'])
    case 7:
      return `${random.one(['title', 'tag'])}:${random.one(oddWords)}`
    case 8:
      return `path:${random.one(['/a', '/acme/site', '/Cc/ferry', 'a/b', '/acme/site/a/n1', '/'])}`
    case 9:
      return random.one(['changed:2023', 'changed:>2023-11-14', 'changed:2023-11-14..2023-11-15'])
    case 10:
      return `${word} OR ${random.one([random.one(oddWords), 'kind:sheet', '-the', 'path:/a'])}`
    case 11:
      return `${[...word].slice(0, -1).join('')}q`
    default:
      return word
  }
}
