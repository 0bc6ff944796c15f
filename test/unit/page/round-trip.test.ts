import { describe, expect, it } from 'vitest'
import { readsBack } from '../../../src/common/formats/page/settled'
import { fc } from '../../support/properties'
import { markup, runs } from './markup'
import { readPage } from '../../../src/common/formats/page/read'
import { writePage } from '../../../src/common/formats/page/write'
import { anew, pageOf, samplePages } from './pages'

describe('VE1 what nobody touched is not written', () => {
  const samples = samplePages()

  it('VE1 every page of the sample site, and every old state of one, is the same bytes when it was read and written', () => {
    for (const [name, source] of samples) expect(writePage(anew(pageOf(source))), name).toBe(source)
    expect(samples.length).toBeGreaterThan(100)
  })

  it('VE1 every page of a grammar that can be read is the same bytes', () => {
    let [read, refused] = [0, 0]
    fc.assert(
      fc.property(markup, (source) => {
        const reading = readPage(source)
        if ('refused' in reading) refused += 1
        else {
          read += 1
          expect(writePage(anew(reading.page))).toBe(source)
          expect(writePage(reading.page)).toBe(source)
          expect(readsBack(reading.page)).toBe(true)
          reading.page.check()
        }
      }),
      { numRuns: runs(250) }
    )
    expect(refused).toBeLessThan(read / 4)
  })
})

describe('VE9 a page that cannot be held is refused', () => {
  const refusal = (source: string) => {
    const reading = readPage(source)
    return 'refused' in reading ? reading.refused : null
  }

  it('VE9 without a main with an end tag, with a NUL, or with an element of main that is not closed', () => {
    expect(refusal('<body><p>x</p>')).toMatchObject({ reason: 'no-main' })
    expect(refusal('<main><div><p>x</p></div>')).toMatchObject({ reason: 'no-main' })
    expect(refusal('<main><div><p>x\0y</p></div></main>')).toMatchObject({ reason: 'control' })
    expect(refusal('<main><div><p>x</p></main>')).toMatchObject({ reason: 'not-nested' })
  })

  it('VE9 when it is over 1 MB, over 20,000 nodes, or nested deeper than browsers read', () => {
    const main = (inside: string) => `<main><div>${inside}</div></main>`
    expect(refusal(main(`<p>${'x'.repeat(1_000_000)}</p>`))).toMatchObject({ reason: 'too-large' })
    expect(refusal(main('<p>x</p>'.repeat(20_000)))).toMatchObject({ reason: 'too-complex' })
    expect(refusal(main('<blockquote>'.repeat(5000)))).toMatchObject({ reason: 'too-complex' })
  })

  it('VE9 when formatting is left open, so that it goes on in what is written behind it', () => {
    for (const inside of [
      '<b>'.repeat(400) + '<p>x</p>'.repeat(100),
      '<p><b>open</p>',
      '<div><b>open</div></div><div>\n',
      '<p><a href="/x">open</p></div><div><p>and</a> closed</p>'
    ])
      expect(refusal(`<main><div>${inside}</div></main>`)).toMatchObject({ reason: 'not-nested' })
  })

  it('VE2 formatting that does not nest but ends where its line ends is an island, with its bytes', () => {
    const source = '<main><div><p>one <b>two <i>three</b> four</i></p><p>five</p></div></main>'
    expect(pageOf(source).firstChild?.child(0).type.name).toBe('island')
    expect(pageOf(source).firstChild?.child(1).type.name).toBe('paragraph')
    expect(writePage(anew(pageOf(source)))).toBe(source)
  })
})
