import { describe, expect, test } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { linksOf } from '../../../src/common/links/facts'
import { areWrittenPlainly, knownPlaces } from '../../../src/common/links/known-places'
import { placesIn } from '../../../src/common/links/places'

const path = contentPath('/o/s/page.html')
const known = (text: string) => knownPlaces(text, linksOf({ path, text }).links)
const areMapped = (text: string) => known(text).map(({ at }) => at !== null)

describe('LK2 addresses as the index found them', () => {
  test('LK2 stand where a reading of the page finds them', () => {
    const text = `<body><main>
      <p><a href="/hub">Hub</a> <A HREF='/docs/a?b=c#d'>x</A></p>\r\n<img src="./pic.png" alt="">
      <video poster="/a.png"></video><blockquote cite="https://example.com/x">q</blockquote></main></body>`
    expect(areMapped(text)).toEqual([true, true, true, true, true])
    const read = placesIn(path, text)
    expect(known(text).map(({ value, at, kind, relative }) => ({ value, at, kind, relative }))).toEqual(
      read.map(({ value, at, kind, relative }) => ({ value, at, kind, relative }))
    )
  })

  test('LK2 have no place where the source writes them in another way', () => {
    expect(areMapped('<a href=/hub>x</a>')).toEqual([false])
    expect(areMapped('<a href="/a&amp;b">x</a>')).toEqual([false])
    expect(areMapped('<a href="/h&#117;b">x</a>')).toEqual([false])
    expect(areMapped('<a href=" /hub ">x</a>')).toEqual([false])
    expect(areMapped('<a href="/größe">x</a>')).toEqual([false])
    expect(areMapped('<img srcset="/a.png 1x, /b.png 2x">')).toEqual([false, false])
    expect(areMapped('<p style="background: url(/a.png)">x</p>')).toEqual([false])
    expect(areMapped('<p>/hub</p>')).toEqual([false])
    // another text than the one that they were found in
    const { links } = linksOf({ path, text: '<a href="/hub">x</a>' })
    expect(knownPlaces('<p>one more</p><a href="/hub">x</a>', links)[0]?.at).toBeNull()
  })

  test('LK2 are written without another reading only where no parser can read anything else in them', () => {
    const plainly = (text: string, value: string) =>
      areWrittenPlainly(
        text,
        known(text)
          .slice(0, 1)
          .map((place) => ({ place, value }))
      )
    expect(plainly('<a href="/hub">Hub</a>', '/crossing')).toBe(true)
    expect(plainly('<img src="/a.png">', '/media/a.png')).toBe(true)
    for (const value of ['/a"b', "/a'b", '/a&b', '/a b', '/a<b', '/a`b', '/a\\b', '/größe', '/a/*b'])
      expect([value, plainly('<a href="/hub">Hub</a>', value)]).toEqual([value, false])
    // words beside it would become an address
    expect(plainly('<a href="/hub">/crossing</a>', '/crossing')).toBe(false)
    // what is data to a page may not be an address any more
    expect(plainly('<p data-to="/hub">x</p>', 'crossing')).toBe(false)
    expect(plainly('<a href=/hub>Hub</a>', '/crossing')).toBe(false)
  })
})
