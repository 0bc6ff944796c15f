import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { filledFrom } from '../../../../src/common/rooms/shared-document'
import { SharedPage } from '../../../../src/common/rooms/window/shared-page'
import { SharedText } from '../../../../src/common/rooms/window/shared-text'

const epoch = { hash: '00', compactions: 0 }
const page = (words: string) => `<main><div><p>${words}</p></div></main>`

function docOf(kind: 'page' | 'text', source: string): Y.Doc {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, filledFrom(kind, source, epoch))
  return doc
}

describe('RT5 what is taken back together', () => {
  it('RT5 letters that are typed are one step, and what is more than a letter is one by itself', () => {
    const shared = new SharedText(docOf('text', 'One.\n'))
    const put = (at: number, text: string) => shared.replace([{ at, length: 0, text }])
    for (const [at, letter] of [...'abc'].entries()) put(4 + at, letter)
    shared.separate()
    put(7, ' pasted')
    for (const [at, letter] of [...'xy'].entries()) put(14 + at, letter)
    expect(shared.source()).toBe('One.abc pastedxy\n')
    shared.undo()
    expect(shared.source()).toBe('One.abc pasted\n')
    shared.undo()
    expect(shared.source()).toBe('One.abc\n')
    shared.undo()
    expect(shared.source()).toBe('One.\n')
    expect(shared.canUndo).toBe(false)
    shared.redo()
    expect(shared.source()).toBe('One.abc\n')
  })

  it('RT5 the same in the source of a page', () => {
    const shared = new SharedPage(docOf('page', page('One.')))
    shared.carry(page('One.'), page('One. Two'))
    shared.separate()
    shared.carry(page('One. Two'), page(''))
    shared.separate()
    shared.carry(page(''), page('One. Two'))
    shared.undo()
    expect(shared.source()).toBe(page(''))
    shared.undo()
    expect(shared.source()).toBe(page('One. Two'))
    shared.undo()
    expect(shared.source()).toBe(page('One.'))
  })

  it('RT5 RT7 what has made a page no page is taken back behind all that was done since', () => {
    const shared = new SharedText(docOf('text', 'no page'))
    shared.wasBefore(page('One.'))
    shared.replace([{ at: 2, length: 0, text: 't a' }])
    expect(shared.source()).toBe('not a page')
    shared.undo()
    expect(shared.source()).toBe('no page')
    expect(shared.canUndo).toBe(true)
    shared.undo()
    expect(shared.source()).toBe(page('One.'))
    expect(shared.canUndo).toBe(false)
  })
})
