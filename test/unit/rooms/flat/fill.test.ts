import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { epochNamed, fillerOf, nameOf, roomKinds } from '../../../../src/common/rooms/epoch'
import { filled } from '../../../../src/common/rooms/flat/fill'
import { FlatPage } from '../../../../src/common/rooms/flat/flat-page'
import { fc } from '../../../support/properties'
import { markup, runs } from '../../page/markup'
import { anew, pageOf as read, samplePages } from '../../page/pages'
import { epoch } from './people'
import { pairPage } from './pairs'
import { seedPage } from './seed-page'

/** What somebody sees of a page who has got the state of its document. */
function seenOf(state: Uint8Array) {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, state)
  return new FlatPage(doc).page
}

const stateOf = (source: string) => filled(read(source), epoch)

describe('RT4 a page as a text is the page', () => {
  it('RT4 every page of the sample site is written from its text as the same bytes', () => {
    for (const [name, source] of samplePages()) {
      const page = read(source)
      const seen = seenOf(filled(page, epoch))
      expect(seen.eq(page), name).toBe(true)
      expect(writePage(anew(seen)), name).toBe(source)
    }
  })

  it('RT4 every page of a grammar that can be read is written from its text as the same bytes', () => {
    let seen = 0
    fc.assert(
      fc.property(markup, (source) => {
        const reading = readPage(source)
        if ('refused' in reading) return
        seen += 1
        expect(writePage(anew(seenOf(filled(reading.page, epoch))))).toBe(source)
      }),
      { numRuns: runs(150) }
    )
    expect(seen).toBeGreaterThan(50)
  })
})

describe('RT2 all who fill a page from the same bytes have the same document', () => {
  it('RT2 two who fill it without having met have nothing to tell each other, and write on together', () => {
    const [one, other] = [new Y.Doc(), new Y.Doc()]
    Y.applyUpdate(one, stateOf(pairPage))
    Y.applyUpdate(other, stateOf(pairPage))
    one.getText('page').insert(3, 'EINS')
    other.getText('page').insert(3, 'ZWEI')
    Y.applyUpdate(one, Y.encodeStateAsUpdate(other))
    Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
    const text = new FlatPage(one).page.textContent
    expect(text).toBe(new FlatPage(other).page.textContent)
    expect(text.length).toBe(read(pairPage).textContent.length + 8)
  })

  it('RT2 who fills it has a number of the epoch: other bytes, and a document made anew, have another', () => {
    const numbers = [epoch, { ...epoch, compactions: 1 }, { ...epoch, hash: 'ab' }].map((one) =>
      fillerOf(nameOf('page', one))
    )
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers)
      expect(number > 0 && number < 2 ** 32 && Number.isInteger(number)).toBe(true)
    expect(fillerOf(nameOf('page', { ...epoch }))).toBe(numbers[0])
    expect(fillerOf(nameOf('text', epoch))).not.toBe(numbers[0])
    expect(epochNamed(nameOf('page', { hash: 'ab', compactions: 3 }))).toEqual({
      kind: 'page',
      hash: 'ab',
      compactions: 3,
      block: null
    })
    expect(epochNamed(`page-${roomKinds.page + 1}.0.ab`)).toBeNull()
  })

  it('RT2 the same page is the same state for the same version of the model, which is raised with any change of it', () => {
    const hash = (source: string) => createHash('sha256').update(stateOf(source)).digest('hex').slice(0, 16)
    expect({ version: roomKinds.page, seed: hash(seedPage), pairs: hash(pairPage) }).toEqual({
      version: 2,
      seed: '9eb66bcd93d86cb3',
      pairs: 'be4b9a85caa5bb5b'
    })
  })

  it('RT2 a hint is kept only where it says something', () => {
    const state = stateOf('<main><div><p>one</p><p>two</p></div></main>')
    const doc = new Y.Doc()
    Y.applyUpdate(doc, state)
    expect(doc.getText('page').toDelta()).toEqual([
      { insert: { t: 'section', s: {}, d: 0, i: '0' } },
      { insert: { t: 'paragraph', s: {}, d: 1, i: '1' } },
      { insert: 'one' },
      { insert: { t: 'paragraph', s: {}, d: 1, i: '2' } },
      { insert: 'two' }
    ])
  })
})
