import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../../src/common/search/question'
import { openEngine } from '../../../src/main/search/engine/engine'
import type { FileToRead } from '../../../src/main/search/engine/types'
import { bytes, p } from '../../support/workspace'

let at = 0
const file = (path: string, html: string, more: Partial<FileToRead> = {}): FileToRead => ({
  file: `id-${path}`,
  path: p(path),
  isConfig: false,
  hash: `hash-${html}`,
  size: html.length,
  changedAt: (at += 1000),
  changedBy: 'ada@example.com\nAda',
  preview: null,
  live: null,
  bytes: bytes(html),
  ...more
})
const page = (body: string) =>
  `<body><header></header><main><div>${body}</div></main><footer></footer></body>`

describe('the index', () => {
  const engine = openEngine(null)
  engine.take([
    file('/o/s/boats.html', page('<h1>Our boats</h1><p>The summer ferry has a bar.</p>'), { live: 'other' }),
    file('/o/s/offers/summer-ferry.html', page('<h1>Summer</h1><p>Ferry in July.</p>')),
    file('/o/s/help.html', page('<h1>Help</h1><h2>Ferry tickets</h2><p>Winter too</p>')),
    file(
      '/o/s/fares.json',
      JSON.stringify({
        ':type': 'sheet',
        total: 1,
        offset: 0,
        limit: 1,
        data: [{ Route: 'Inner ferry', Price: '12' }]
      })
    ),
    file('/o/t/pier.jpg', '')
  ])
  const find = (typed: string, more = {}) =>
    engine
      .find({
        question: readQuestion(typed, Date.now()),
        scope: '/',
        sort: 'best',
        weighs: true,
        most: 100,
        within: false,
        ...more
      })
      .map(([, path]) => path)

  it('FI5: what is not read yet is found by its name, in any order, and by its words once it is', () => {
    const later = openEngine(null)
    const read = file('/o/s/harbour-map.html', page('<p>Piers and quays</p>'))
    const { bytes: _bytes, ...mark } = read
    later.mark([mark])
    const paths = (typed: string, sort: 'best' | 'changed' | 'path') =>
      later.find({
        question: readQuestion(typed, Date.now()),
        scope: '/',
        sort,
        weighs: sort === 'best',
        most: 9,
        within: false
      })
    for (const sort of ['best', 'changed', 'path'] as const) {
      expect(paths('harbour', sort), sort).toHaveLength(1)
      expect(paths('quays', sort), sort).toHaveLength(0)
    }
    later.take([read])
    for (const sort of ['best', 'changed', 'path'] as const) {
      expect(paths('harbour', sort), sort).toHaveLength(1)
      expect(paths('quays', sort), sort).toHaveLength(1)
    }
    later.close()
  })

  it('FI2 FI4: of more than can be put in order the newest come first, those of before that are not asked for left out', () => {
    const many = openEngine(null)
    const files = Array.from({ length: 6000 }, (_, number) =>
      file(`/o/s/${number}.html`, `<p>ferry ${number % 3 === 0 ? 'winter' : 'summer'}</p>`, {
        // changed in an order that has nothing to do with that of the paths, some at once
        changedAt: (number * 7919) % 1000
      })
    )
    many.take(files)
    const newest = (those: readonly FileToRead[]) =>
      [...those]
        .sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1))
        .slice(0, 50)
        .map(({ path }) => path)
    const ask = (typed: string, weighs: boolean) =>
      many
        .find({
          question: readQuestion(typed, Date.now()),
          scope: '/o/s',
          sort: 'best',
          weighs,
          most: 50,
          within: false
        })
        .map(([, path]) => path)
    expect(ask('ferry', false)).toEqual(newest(files))
    // a beginning of two letters weighs nothing
    expect(ask('fe', true)).toEqual(newest(files))
    const summer = files.filter((_, number) => number % 3 !== 0)
    expect(ask('-winter fe', true)).toEqual(newest(summer))
    expect(ask('-winter ferry', false)).toEqual(newest(summer))
    many.close()
  })

  it('FI2: titles and names come first, then headings, then words', () => {
    expect(find('ferry')).toEqual([
      '/o/s/offers/summer-ferry.html',
      '/o/s/help.html',
      expect.anything(),
      expect.anything()
    ])
    expect(find('ferry', { weighs: false }).slice(0, 2)).toEqual([
      '/o/s/offers/summer-ferry.html',
      '/o/s/help.html'
    ])
    expect(find('summer ferry')).toEqual(['/o/s/offers/summer-ferry.html', '/o/s/boats.html'])
    expect(find('"summer ferry"')).toEqual(['/o/s/offers/summer-ferry.html', '/o/s/boats.html'])
    expect(find('"july help"')).toEqual([])
    expect(find('"boats the"')).toEqual([])
    expect(find('ferry -winter kind:page', { sort: 'path' })).toEqual([
      '/o/s/boats.html',
      '/o/s/offers/summer-ferry.html'
    ])
    expect(find('winter OR bar', { sort: 'path' })).toEqual(['/o/s/boats.html', '/o/s/help.html'])
  })

  it('FI2: filters choose by place, kind, state, time, person, title', () => {
    expect(find('path:/offers')).toEqual(['/o/s/offers/summer-ferry.html'])
    expect(find('path:/help')).toEqual(['/o/s/help.html'])
    expect(find('kind:sheet')).toEqual(['/o/s/fares.json'])
    expect(find('is:changed')).toEqual(['/o/s/boats.html'])
    expect(find('by:ada title:boat')).toEqual(['/o/s/boats.html'])
    expect(find('pier')).toEqual(['/o/t/pier.jpg'])
    expect(find('pier', { scope: '/o/s' })).toEqual([])
    expect(find('-ferry')).toEqual([])
    expect(find('kind:page OR pier', { sort: 'path' })).toEqual([
      '/o/s/boats.html',
      '/o/s/help.html',
      '/o/s/offers/summer-ferry.html',
      '/o/t/pier.jpg'
    ])
  })

  it('FI2: middles of words and slips are found among all words', () => {
    expect(find('erry')).toEqual([])
    expect(find('erry', { within: true }).length).toBe(4)
    expect(engine.near({ word: 'ferrz', most: 20 })).toContain('ferry')
  })

  it('FI5: a mark keeps what is known of a content, a moved file is read again, what is gone goes', () => {
    const other = openEngine(null)
    const one = file('/o/s/a.html', page('<p>Alpha</p>'))
    const two = file('/o/s/b.html', page('<p>Beta</p>'))
    other.take([one, two])
    other.mark([one, { ...two, path: p('/o/s/c.html') }])
    expect(other.unread([one.file, two.file])).toEqual([two.file])
    expect(other.state()).toEqual({ read: 1, of: 2 })
    other.keepOnly({ at: '/', files: [one.file] })
    expect(other.state()).toEqual({ read: 1, of: 1 })
    other.removeAt('/o/s')
    expect(other.state()).toEqual({ read: 0, of: 0 })
    expect(other.dump()).toEqual([])
  })

  it('FI3: whatever is typed is answered by the tables', () => {
    const odd = [
      '"',
      '""',
      '*',
      'a*',
      'NEAR(a b)',
      '{title}:x',
      'AND',
      'NOT x',
      "'; drop table doc; --",
      '-"',
      '^a',
      'a + b',
      '\u0000x',
      '¶',
      '🎉',
      '( OR )'
    ]
    for (const typed of odd) expect(() => find(typed), typed).not.toThrow()
  })
})
