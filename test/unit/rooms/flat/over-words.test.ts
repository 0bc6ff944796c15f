import { TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { pageOf as read } from '../../page/pages'
import { at } from './pairs'
import { inOneText } from './people'
import { allMeet } from './story'

/** Two people at the words of one line: one pastes others over them, the other deletes them. */
function afterBoth(over: {
  readonly chosen: string
  readonly pasted: string
  readonly deleted: string
}): string {
  const people = inOneText(read('<main><div><p>A quick red fox runs.</p><p>Last line.</p></div></main>'), 2)
  const [one, other] = people.all
  if (!one || !other) throw new Error('nobody is there')
  const change = (person: typeof one, words: string, into: string) => {
    const end = at(words)(person.state).selection.head
    const chosen = TextSelection.create(person.state.doc, end - words.length, end)
    const state = person.state.apply(person.state.tr.setSelection(chosen))
    person.write(state.apply(into === '' ? state.tr.deleteSelection() : state.tr.insertText(into)))
  }
  change(one, over.chosen, over.pasted)
  change(other, over.deleted, '')
  allMeet(people)
  expect(other.state.doc.eq(one.state.doc)).toBe(true)
  return one.state.doc.firstChild?.firstChild?.textContent ?? ''
}

describe('RT1 words over words', () => {
  it('RT1 letters that the pasted words happen to share with the deleted ones are not deleted with these', () => {
    expect(afterBoth({ chosen: 'red fox', pasted: 'big box', deleted: 'fox' })).toBe('A quick big box runs.')
    expect(afterBoth({ chosen: 'quick red', pasted: 'slow dark', deleted: 'quick red ' })).toContain(
      'slow dark'
    )
  })

  it('RT1 one letter more in a word is that letter alone: who deletes the word leaves it', () => {
    expect(afterBoth({ chosen: 'fox', pasted: 'foxy', deleted: 'red ' })).toBe('A quick foxy runs.')
    expect(afterBoth({ chosen: 'fox', pasted: 'foxy', deleted: 'fox' })).toBe('A quick red y runs.')
  })
})
