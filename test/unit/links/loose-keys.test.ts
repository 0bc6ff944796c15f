import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { baseOf, saidBy } from '../../../src/common/links/address'
import { keyOf } from '../../../src/common/links/keys'
import { looseKeysFor, looseKeysOf } from '../../../src/common/links/loose-keys'
import { placesIn } from '../../../src/common/links/places'
import { HOSTS, randomOf, randomSite } from './random-site'

const SEED = Number(process.env['GALLEY_SEED'] ?? 1)
const RUNS = Number(process.env['GALLEY_LINK_RUNS'] ?? 150)

/** Whether an address in a page is found by the key that it has there. */
function isFound(value: string, page: string, relative = true): boolean | null {
  const said = saidBy(value, baseOf(contentPath(page)), HOSTS, relative)
  const key = said === null || 'here' in said ? null : keyOf(said)
  if (key === null) return null
  const kept = new Set(looseKeysOf([{ value, relative }]))
  return looseKeysFor([key]).some((one) => kept.has(one))
}

describe('keys by which links are found wherever their document lies', () => {
  it('TM18 LK1 every address of random sites is found by its key', () => {
    let count = 0
    for (let seed = SEED; seed < SEED + RUNS; seed++)
      for (const [path, text] of randomSite(randomOf(seed)).files)
        for (const { value, relative } of placesIn(path, text)) {
          const found = isFound(value, path, relative)
          if (found === null) continue
          count += 1
          expect(found, `seed ${seed}: “${value}” in ${path}`).toBe(true)
        }
    expect(count).toBeGreaterThan(RUNS)
  })

  it.each([
    ['../', '/org/one/docs/a.html'],
    ['..', '/org/one/docs/deep/a.html'],
    ['./', '/org/one/docs/a.html'],
    ['../../../x/..', '/org/one/docs/a.html'],
    ['!', '/org/one/a.html'],
    ['%2e%2e/B.html', '/org/one/docs/a.html'],
    ['a%2Fb', '/org/one/docs/c.html'],
    ['/', '/org/one/docs/a.html'],
    ['/Docs/Index.html?x#y', '/org/one/a.html'],
    ['b.plain.html', '/org/one/docs/a.html'],
    ['https://WWW.one.test', '/org/two/a.html'],
    ['//www.one.test/docs/', '/org/two/a.html'],
    ['http://127.0.0.1:4502/sites/live/org/one/docs/b', '/org/two/a.html'],
    ['http://127.0.0.1:4502/source/org/one/docs/b.html', '/org/two/a.html'],
    ['http://127.0.0.1:4502/#/edit/org/one/docs/b', '/org/two/a.html'],
    ['\\docs\\b', '/org/one/a.html'],
    ['e\u0301te\u0301', '/org/one/docs/a.html']
  ])('TM18 LK1 “%s” in %s is found by its key', (value, page) => {
    expect(isFound(value, page)).toBe(true)
  })

  it('TM18 what another name says, or another path from the root, is not looked at', () => {
    const kept = looseKeysOf([
      { value: '/docs/a', relative: true },
      { value: 'b.html', relative: true },
      { value: 'c', relative: false }
    ])
    expect(
      looseKeysFor(['/org/one/a', '/org/one/docs/c.html', '/org/one/docs/']).filter((key) =>
        kept.includes(key)
      )
    ).toEqual([])
    expect(looseKeysFor(['/org/two/Docs/A.html']).filter((key) => kept.includes(key))).toHaveLength(1)
    expect(looseKeysFor(['/org/two/x/b']).filter((key) => kept.includes(key))).toHaveLength(1)
  })
})
