import { expect, it } from 'vitest'
import { levelOf, pageSchema, partName, wrapName, wrapTags } from '../../../src/common/formats/page/schema'

it('VE2 no node of a page demands content, so that none is ever deleted for the want of another', () => {
  const demanding = Object.values(pageSchema.nodes).filter((type) => !type.contentMatch.validEnd)
  expect(demanding.map(({ name }) => name)).toEqual([])
})

it('VE2 every node with a source of its own can remember it', () => {
  const own = Object.values(pageSchema.nodes).filter((type) => type.isBlock && type.name !== 'doc')
  expect(own.filter((type) => type.create().attrs['src'] !== null).map(({ name }) => name)).toEqual([])
  expect(own.length).toBe(17)
})

it('VE9 an element of a page is drawn as one that is known, whatever its tag says', () => {
  expect([...wrapTags].map((name) => wrapName(`<${name} onclick="x">`)).sort()).toContain('kbd')
  for (const tag of ['<a href="javascript:x">', '<script>', '<iframe src=x>', '<SPAN class="a">', null, ''])
    expect(wrapName(tag)).toBe('span')
})

it('VE9 a level and a part that no page has are drawn as one that it may have', () => {
  expect([0, 7, -1, 2.5, Number.NaN, '3 onclick=x', null].map(levelOf)).toEqual([1, 6, 1, 2, 1, 1, 1])
  expect(['thead', 'tfoot', 'tbody', 'script', null].map(partName)).toEqual([
    'thead',
    'tfoot',
    'tbody',
    'tbody',
    'tbody'
  ])
})
