// @vitest-environment node
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fc } from '../../../support/properties'
import { openDraftDatabase } from '../../../../src/renderer/src/documents/draft-database'
import { cutTexts, joinedText } from '../../../../src/renderer/src/documents/draft-pieces'
import { inParts, type Draft } from '../../../../src/renderer/src/documents/drafts'
import { PAGE } from './memory'

const LARGE = Array.from({ length: 20_000 }, (_, n) => `line ${n}`).join('\n')

const draftOf = (text: string, more: Partial<Draft> = {}): Draft => ({
  session: 's',
  workspace: 'w',
  path: PAGE,
  text,
  baseEtag: '"1"',
  baseText: LARGE,
  sending: null,
  at: 0,
  ...more
})

/** How many characters are written to the database from now on. */
function charactersWritten(): () => number {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  return () => put.mock.calls.reduce((sum, [value]) => sum + JSON.stringify(value).length, 0)
}

afterEach(() => void vi.restoreAllMocks())

describe('drafts in the browser’s database', () => {
  it('W2 a key in a large document writes what was typed, and not all of it again', async () => {
    const place = openDraftDatabase(new IDBFactory())
    await place.put(inParts(draftOf(`${LARGE}!`)))
    const written = charactersWritten()
    for (let key = 1; key <= 20; key++) {
      const text = `${LARGE.slice(0, 999)}${'x'.repeat(key)}${LARGE.slice(999)}`
      await place.put(inParts(draftOf(text, { sending: LARGE, sent: [`${LARGE}!`] })))
      expect(await place.all()).toEqual([draftOf(text, { sending: LARGE, sent: [`${LARGE}!`] })])
    }
    expect(written()).toBeLessThan(LARGE.length * 1.5)
  })

  it('E1 whatever is typed, sent and taken over comes back sign by sign', async () => {
    const part = fc.constantFrom(LARGE, LARGE.slice(0, 90_000), LARGE.slice(5_000), 'x', '\ud83d', '⛴️', '')
    const text = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''))
    const draft = fc.record({
      text,
      baseText: text,
      sending: fc.option(text),
      sent: fc.option(fc.array(text, { maxLength: 4 }), { nil: undefined })
    })
    await fc.assert(
      fc.asyncProperty(fc.array(draft, { minLength: 1, maxLength: 6 }), async (drafts) => {
        const factory = new IDBFactory()
        const place = openDraftDatabase(factory)
        for (const [at, { sent, ...one }] of drafts.entries()) {
          const whole: Draft = { ...draftOf(''), ...one, ...(sent && { sent }), at }
          await place.put(inParts(whole))
          expect(await openDraftDatabase(factory).all()).toEqual([whole])
          const taken = { ...whole, session: `t${at}` }
          expect(await place.take('s', `t${at}`)).toEqual(taken)
          expect(await place.all()).toEqual([taken])
          expect(await place.take(`t${at}`, 's')).toEqual(whole)
        }
      }),
      { numRuns: 25 }
    )
  })

  it('E1 two sessions keep apart what is whole, and one that is removed leaves nothing', async () => {
    const factory = new IDBFactory()
    const place = openDraftDatabase(factory)
    await place.put(inParts(draftOf(LARGE, { session: 'a' })))
    await place.put(inParts(draftOf(`${LARGE} b`, { session: 'ab' })))
    await place.remove('a')
    expect(await place.all()).toEqual([draftOf(`${LARGE} b`, { session: 'ab' })])
    await place.put(inParts(draftOf(`${LARGE} again`, { session: 'a' })))
    expect(await place.all()).toHaveLength(2)
    await place.remove('a')
    await place.remove('ab')
    expect(await recordsIn(factory)).toEqual({ drafts: 0, texts: 0 })
  })

  it('E1 a draft that did not reach the disk takes no later one with it', async () => {
    const factory = new IDBFactory()
    const place = openDraftDatabase(factory)
    await place.put(inParts(draftOf(LARGE)))
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const next = LARGE.toUpperCase()
    await expect(place.put(inParts(draftOf(next)))).rejects.toThrow()
    await Promise.all([place.put(inParts(draftOf(`${next}1`))), place.put(inParts(draftOf(`${next}12`)))])
    expect(await openDraftDatabase(factory).all()).toEqual([draftOf(`${next}12`)])
  })

  it('E1 drafts of an older Galley are found, and taken over', async () => {
    const factory = new IDBFactory()
    const old = await opened(factory, 1)
    const transaction = old.transaction('drafts', 'readwrite')
    transaction.objectStore('drafts').put(draftOf(`${LARGE} old`))
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    old.close()
    const place = openDraftDatabase(factory)
    expect(await place.all()).toEqual([draftOf(`${LARGE} old`)])
    expect(await place.take('s', 't')).toEqual(draftOf(`${LARGE} old`, { session: 't' }))
  })

  it('E1 nothing waits for the window of an older Galley that has the database open', async () => {
    const factory = new IDBFactory()
    const old = await opened(factory, 1)
    const place = openDraftDatabase(factory)
    await expect(place.put(inParts(draftOf(LARGE)))).rejects.toThrow('older window')
    old.close()
    await vi.waitFor(() => place.put(inParts(draftOf(LARGE))))
    expect(await place.all()).toEqual([draftOf(LARGE)])
  })
})

describe('a text as the difference from a whole one', () => {
  it('E1 is that text again, whatever the two are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'ab', '\ud83d\ude00', '\ud83d'), { maxLength: 3000 })
      .map((parts) => `${parts.join('')}${'ab'.repeat(2500)}${[...parts].reverse().join('')}`)
    fc.assert(
      fc.property(fc.array(text, { maxLength: 9 }), text, fc.nat(9000), (texts, whole, at) => {
        const cut = cutTexts(
          texts.map((one) => [one.slice(0, at), one.slice(at, at + 7), one.slice(at + 7)]),
          new Map([[0, whole]])
        )
        expect(cut.pieces.map((piece) => joinedText(piece, cut.whole))).toEqual(texts)
      }),
      { numRuns: 60 }
    )
  })
})

function opened(factory: IDBFactory, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('galley-drafts', version)
    request.onupgradeneeded = () => request.result.createObjectStore('drafts', { keyPath: 'session' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('not opened'))
  })
}

async function recordsIn(factory: IDBFactory): Promise<{ drafts: number; texts: number }> {
  const database: IDBDatabase = await new Promise((resolve) => {
    const request = factory.open('galley-drafts')
    request.onsuccess = () => resolve(request.result)
  })
  const counts = ['drafts', 'texts'].map(
    (name) =>
      new Promise<number>((resolve) => {
        const request = database.transaction(name).objectStore(name).count()
        request.onsuccess = () => resolve(request.result)
      })
  )
  const [drafts = -1, texts = -1] = await Promise.all(counts)
  database.close()
  return { drafts, texts }
}
