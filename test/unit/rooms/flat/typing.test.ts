import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { become } from '../../../../src/common/rooms/flat/becoming'
import { filled } from '../../../../src/common/rooms/flat/fill'
import { FlatPage } from '../../../../src/common/rooms/flat/flat-page'
import { turnInto, splitLine } from '../../../../src/renderer/src/engines/page/commands/lines'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { pageOf as read } from '../../page/pages'
import { at, pairPage } from './pairs'
import { epoch, FlatPerson } from './people'

/** A page of 10,000 words: blocks of cells, and lines between. */
function longPage(): string {
  const line = 'Boats come in and go out again while somebody waits on the stones for them'
  const part = (nth: number) =>
    `<h2>Part ${nth}</h2>\n<p>${line} <b>${line}</b> ${line}.</p>\n<div class="cards"><div><div>${line}</div><div>${line}</div></div></div>\n`
  const section = (nth: number) =>
    `<div>\n${Array.from({ length: 14 }, (_, at) => part(nth * 14 + at)).join('')}</div>\n`
  return `<main>\n${Array.from({ length: 10 }, (_, nth) => section(nth)).join('')}</main>`
}

const personWith = (source: string, id = 7) => new FlatPerson(filled(read(source), epoch), id)

describe('RT1 what is typed', () => {
  it('RT1 a key looks at the blocks around its line, and never at the letters of the page', () => {
    const source = longPage()
    const words = source.split(/\s+/).length
    expect(words).toBeGreaterThan(10_000)
    const person = personWith(source)
    const state = at('Part 71')(person.state)
    const { way, looked } = person.flat.edit(state.apply(state.tr.insertText('x')).doc)
    expect(way).toBe('line')
    expect(looked).toBeLessThan(100)
    expect(person.flat.page.textContent).toContain('Part 71x')
  })

  it('RT1 a line of hundreds of thousands of letters is pasted, and split, as any other', () => {
    const person = personWith(longPage())
    const words = 'of the harbour '.repeat(20_000)
    for (const change of [
      (state: EditorState) => state.tr.insertText(words),
      (state: EditorState) => state.tr.split(state.selection.from)
    ]) {
      const state = at('Part 71')(person.state)
      person.write(state.apply(change(state)))
    }
    expect(person.flat.page.textContent).toContain(words)
  })

  it('RT1 a new line looks at that line alone, and turning one into a heading at no more', () => {
    const person = personWith(longPage())
    for (const command of [splitLine, turnInto(pageSchema.nodes.paragraph)]) {
      let state = at('Part 7')(person.state)
      command(state, (tr) => (state = state.apply(tr)))
      const { way, looked } = person.flat.edit(state.doc)
      expect(way).toBe('part')
      expect(looked).toBeLessThan(60)
      person.write(state)
    }
  })

  it('RT1 a turned paragraph is a setting: none of its letters is written anew', () => {
    const person = personWith(pairPage)
    let put = ''
    person.doc.getText('page').observe(({ delta }) => (put += JSON.stringify(delta)))
    let state = at('first')(person.state)
    turnInto(pageSchema.nodes.heading, { level: 2 })(state, (tr) => (state = state.apply(tr)))
    person.write(state)
    expect(put).toBe('')
    expect(person.flat.page.eq(state.doc)).toBe(true)
  })

  it('RT1 a letter of two signs is never cut, also where its neighbour begins or ends with the same sign', () => {
    const emoji = ['😀', '😁', '🤀']
    for (const one of emoji)
      for (const other of emoji) {
        const [writer, reader] = [personWith(`<main><div><p>a${one}b</p></div></main>`), new Y.Doc()]
        const state = at('a')(writer.state)
        for (const next of [
          state.apply(state.tr.insertText(other)),
          state.apply(state.tr.insertText(other, 4, 6)),
          state.apply(state.tr.insertText(other, 5, 5))
        ]) {
          writer.write(next)
          Y.applyUpdate(reader, Y.encodeStateAsUpdate(writer.doc))
          const seen = new FlatPage(reader)
          expect(seen.page.eq(writer.flat.page)).toBe(true)
          expect(writer.state.doc.eq(writer.flat.page)).toBe(true)
          expect(reader.getText('page').toString()).not.toMatch(/\p{Surrogate}/u)
          seen.close()
        }
      }
  })
})

describe('RT2 what others type comes back', () => {
  it('RT2 as one step of what differs, which the undo of the editor does not know, and the caret stays', () => {
    const [one, other] = [personWith(pairPage), personWith(pairPage, 8)]
    one.state = at('second wo')(one.state)
    const caret = one.state.selection.head
    const typed = at('first')(other.state)
    other.write(typed.apply(typed.tr.insertText('EINS')))
    Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc))
    expect(one.state.doc.eq(other.state.doc)).toBe(true)
    expect(one.state.selection.head).toBe(caret + 4)
    const tr = become(EditorState.create({ doc: read(pairPage) }).tr, one.flat.page)
    expect(tr.steps.length).toBe(1)
    expect(tr.getMeta('addToHistory')).toBe(false)
    expect(tr.mapping.maps[0]?.toString()).toBe('[14,0,4]')
  })

  it('RT2 a selection is held on its words when the line before is joined, turned and deleted', () => {
    const [one, other] = [personWith(pairPage), personWith(pairPage, 8)]
    const end = at('second words')(one.state).selection.head
    one.state = one.state.apply(one.state.tr.setSelection(TextSelection.create(one.state.doc, end - 5, end)))
    const words = () => one.state.doc.textBetween(one.state.selection.from, one.state.selection.to)
    expect(words()).toBe('words')
    let state = at('first')(other.state)
    turnInto(pageSchema.nodes.heading, { level: 2 })(state, (tr) => (state = state.apply(tr)))
    other.write(state)
    Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc))
    expect(words()).toBe('words')
    const { $head } = other.state.selection
    other.write(other.state.apply(other.state.tr.delete($head.before(), $head.after())))
    Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc))
    expect(words()).toBe('words')
    expect(one.state.doc.textContent).not.toContain('first')
  })

  it('RT2 who only reads writes nothing, whatever comes', () => {
    const [reader, writer] = [personWith(pairPage), personWith(pairPage, 8)]
    let written = 0
    reader.doc.on('update', (_: Uint8Array, origin: unknown) => (written += origin === 'line' ? 0 : 1))
    for (const words of ['first', 'quoted', 'Monday']) {
      const state = at(words)(writer.state)
      const marked = state.apply(
        state.tr.addMark(state.selection.head - 3, state.selection.head, pageSchema.marks.strong.create())
      )
      writer.write(marked)
      Y.applyUpdate(reader.doc, Y.encodeStateAsUpdate(writer.doc), 'line')
    }
    writer.undo()
    Y.applyUpdate(reader.doc, Y.encodeStateAsUpdate(writer.doc), 'line')
    expect(reader.state.doc.eq(writer.state.doc)).toBe(true)
    expect(written).toBe(0)
  })
})
