import { describe, expect, it } from 'vitest'
import { writePage } from '../../../../src/common/formats/page/write'
import { FlatPage } from '../../../../src/common/rooms/flat/flat-page'
import { FlatUndo } from '../../../../src/common/rooms/flat/undo'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { turnInto } from '../../../../src/renderer/src/engines/page/commands/lines'
import { pageOf as read } from '../../page/pages'
import { at, pairPage } from './pairs'
import { inOneText, type FlatPerson } from './people'
import { allMeet } from './story'

function two() {
  const people = inOneText(read(pairPage), 2)
  const [one, other] = people.all
  if (!one || !other) throw new Error('nobody is there')
  return { one, other, meet: () => allMeet(people) }
}

function types(person: FlatPerson, words: string, behind: string): void {
  const state = at(behind)(person.state)
  person.write(state.apply(state.tr.insertText(words)))
}

function deletes(person: FlatPerson, words: string): void {
  const state = at(words)(person.state)
  const { head } = state.selection
  person.write(state.apply(state.tr.delete(head - words.length, head)))
}

function turns(person: FlatPerson, words: string): void {
  let state = at(words)(person.state)
  turnInto(pageSchema.nodes.heading, { level: 2 })(state, (tr) => (state = state.apply(tr)))
  person.write(state)
}

const written = ({ flat }: FlatPerson) => writePage(flat.page)

/** What is shown is what the text says, at both. */
function agree(one: FlatPerson, other: FlatPerson): void {
  for (const { doc, flat, state } of [one, other]) {
    expect(flat.page.eq(one.flat.page)).toBe(true)
    expect(state.doc.eq(flat.page)).toBe(true)
    const fresh = new FlatPage(doc)
    expect(fresh.page.eq(flat.page)).toBe(true)
    fresh.close()
  }
}

describe('RT5 taking back', () => {
  it('RT5 takes one’s own words back, and leaves the words and the heading of others', () => {
    const { one, other, meet } = two()
    types(one, 'EINS', 'first')
    meet()
    types(other, 'ZWEI', 'firstEI')
    turns(other, 'words here')
    meet()
    one.undo()
    meet()
    expect(written(one)).toBe(pairPage.replace('<p>first words here</p>', '<h2>firstZWEI words here</h2>'))
    agree(one, other)
  })

  it('RT5 what two have deleted at once comes back once, whoever takes it back, and however often', () => {
    const { one, other, meet } = two()
    deletes(one, 'first words')
    deletes(other, 'words here')
    meet()
    one.undo()
    meet()
    other.undo()
    meet()
    expect(written(one)).toBe(pairPage)
    agree(one, other)
  })

  it('RT5 what two bring back apart is there once when they meet, and both see what the text says', () => {
    const { one, other, meet } = two()
    deletes(one, 'first words')
    deletes(other, 'first words')
    meet()
    one.undo()
    other.undo()
    meet()
    expect(written(one)).toBe(pairPage)
    agree(one, other)
  })

  it('RT5 what its author has taken back stays away when somebody takes its deletion back, and the other way round', () => {
    for (const first of [0, 1]) {
      const { one, other, meet } = two()
      types(one, 'EINS', 'first')
      meet()
      deletes(other, 'EINS')
      meet()
      for (const person of first === 0 ? [one, other] : [other, one]) {
        person.undo()
        meet()
      }
      expect(written(one)).toBe(pairPage)
      agree(one, other)
    }
  })

  it('RT5 a paragraph that one joins and the other turns comes back as what the other made of it', () => {
    const { one, other, meet } = two()
    const state = at('first words here')(one.state)
    const { head } = state.selection
    one.write(state.apply(state.tr.delete(head, head + 2)))
    turns(other, 'second')
    meet()
    one.undo()
    meet()
    expect(written(one)).toBe(pairPage.replace('<p>second words here</p>', '<h2>second words here</h2>'))
    agree(one, other)
  })

  it('RT3 RT5 what a stranger writes down as taken back takes nothing away, and holds nothing up', () => {
    const { one, other, meet } = two()
    const { clientID } = one.doc
    types(one, 'EINS', 'first')
    const known = other.doc.getMap('undone')
    other.doc.transact(() => {
      known.set('c 0 0 7', [Number.MAX_SAFE_INTEGER, 1, 0])
      known.set(`c ${clientID} 0 7`, [1e15, clientID, 0])
      known.set(`c ${clientID} 0 8`, [4, clientID, 0])
      known.set(`u ${clientID} 0`, [-4])
      known.set(`u ${clientID} x`, 'y')
      known.set('c', null)
    })
    meet()
    expect(one.flat.page.textContent).toContain('firstEINS')
    one.undo()
    meet()
    expect(written(one)).toBe(pairPage)
    agree(one, other)
  })

  it('RT5 what is typed at once is one step, what is said to be separate another, all of it is done again, and the caret is where it was', () => {
    const { one, other, meet } = two()
    const undo = new FlatUndo(one.doc, one.flat)
    const writes = (words: string, behind: string) => {
      const state = at(behind)(one.state)
      const next = state.apply(state.tr.insertText(words))
      undo.edit([state.selection.head], [next.selection.head], () => one.flat.edit(next.doc))
      one.sees()
    }
    const start = at('first')(one.state).selection.head
    writes('a', 'first')
    writes('b', 'firsta')
    undo.separate()
    writes('c', 'firstab')
    const text = () => /first\w*/.exec(one.flat.page.textContent)?.[0]
    expect(text()).toBe('firstabc')
    types(other, 'ZWEI', 'Tides')
    meet()
    const caret = start + 4
    const seen = [undo.undo(), text(), undo.undo(), text(), undo.undo()]
    expect(seen).toEqual([[caret + 2], 'firstab', [caret], 'first', null])
    expect([undo.redo(), text(), undo.redo(), text(), undo.redo()]).toEqual([
      [caret + 2],
      'firstab',
      [caret + 3],
      'firstabc',
      null
    ])
    undo.close()
  })
})
