import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { fineEdits } from '../../../../src/common/rooms/source/fine-edits'
import { filledSource, SourceText } from '../../../../src/common/rooms/source/source-text'
import { wellFormed } from '../../../../src/common/rooms/flat/formats'
import { fc } from '../../../support/properties'

const epoch = { hash: '00', compactions: 0 }

function personOf(source: string, id: number) {
  const doc = new Y.Doc()
  doc.clientID = id
  Y.applyUpdate(doc, filledSource(source, epoch))
  return { doc, text: doc.getText('source'), shared: new SourceText(doc) }
}

const lines = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '👩', '\u0301', ' '), maxLength: 6 }), {
    maxLength: 8
  })
  .map((all) => all.join('\n'))

describe('RT1 a text that several people write in', () => {
  it('RT1 the edits that lead from one text to another are made of whole letters, and lead there', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        let [made, at] = ['', 0]
        for (const { from, to, added } of fineEdits(before, after)) {
          expect(from).toBeGreaterThanOrEqual(at)
          expect(wellFormed(added)).toBe(added)
          made += before.slice(at, from) + added
          at = to
        }
        expect(made + before.slice(at)).toBe(after)
      })
    )
  })

  it('RT4 where nobody else has written, what somebody made of it elsewhere is what is there', () => {
    fc.assert(
      fc.property(lines, lines, (base, mine) => {
        const { shared } = personOf(base, 7)
        shared.carry(base, mine)
        expect(shared.source).toBe(mine)
      })
    )
  })

  it('RT1 what two did apart, one of them in another program, is there once, and what both took away is gone', () => {
    const base = 'The harbour opens at nine.\nIt closes at six.\n'
    const { text, shared } = personOf(base, 7)
    text.insert(4, 'old ')
    text.delete(base.indexOf(' at six') + 4, ' at six'.length)
    shared.carry(base, 'The harbour opens at ten.\nIt never closes.\nNobody knows.\n')
    expect(shared.source).toBe('The old harbour opens at ten.\nIt never closes.\nNobody knows.\n')
  })

  it('RT1 RT7 a text of which another program has written every line anew takes no longer than its lines', () => {
    const base = Array.from({ length: 40_000 }, (_, at) => `line ${at} of a long text\n`).join('')
    const { text, shared } = personOf(base, 7)
    text.insert(base.indexOf('line 20000') + 4, 'MINE')
    const mine = base.replaceAll('line', 'row')
    shared.carry(base, mine)
    expect(shared.source).toContain('MINE')
    expect(shared.source.replace('MINE', '')).toBe(mine)
  })

  it('RT1 two words that both have put letters into are there once, with the letters of both', () => {
    const base = 'We met Nobody waiting there.\n'
    const { text, shared } = personOf(base, 7)
    text.insert(base.indexOf('body'), 'x')
    text.insert(base.indexOf('No'), 'y')
    shared.carry(base, 'We met Nzobody wauiting there.\n')
    expect(shared.source).toBe('We met yNzoxbody wauiting there.\n')
  })

  it('RT1 a word that has become another one has no letters of it', () => {
    const base = 'the red fox runs\n'
    const { text, shared } = personOf(base, 7)
    text.delete(4, 'red fox '.length)
    shared.carry(base, 'the big box runs\n')
    expect(shared.source).toBe('thebig box runs\n')
  })

  it('RT1 words that are carried in stay words where somebody takes away the word behind them meanwhile, with the space before it', () => {
    const base = 'begin end\n'
    const mine = personOf(base, 7)
    const other = personOf(base, 8)
    other.text.insert(5, ' there')
    Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(other.doc))
    mine.shared.carry(base, 'begin one two end\n')
    other.text.delete(5, ' there'.length)
    Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(other.doc))
    expect(mine.shared.source).toBe('begin one two end\n')
  })

  it('RT1 of letters that are each there once none is lost or doubled by what comes from outside', () => {
    const letter = (at: number) => String.fromCodePoint(0x4e00 + at)
    const base = Array.from({ length: 60 }, (_, at) => letter(at) + (at % 9 === 8 ? '\n' : '')).join('')
    const edit = fc.record({ at: fc.nat(60), remove: fc.nat(4), add: fc.nat(3) })
    const edits = fc.array(edit, { maxLength: 6 })
    let given = 1000
    const made = (text: string, all: readonly { at: number; remove: number; add: number }[]) => {
      let next = text
      for (const { at, remove, add } of all) {
        const added = Array.from({ length: add }, () => letter(given++)).join('')
        next = next.slice(0, at) + added + next.slice(at + remove)
      }
      return next
    }
    fc.assert(
      fc.property(edits, edits, (here, there) => {
        const { text, shared } = personOf(base, 7)
        const [ours, theirs] = [made(base, here), made(base, there)]
        shared.carry(base, ours)
        expect(shared.source).toBe(ours)
        shared.carry(base, theirs)
        const now = text.toJSON()
        for (const one of new Set([...base, ...ours, ...theirs])) {
          if (one === '\n') continue
          const wanted = base.includes(one) ? ours.includes(one) && theirs.includes(one) : true
          expect([one, now.split(one).length - 1]).toEqual([one, wanted ? 1 : 0])
        }
      })
    )
  })
})
