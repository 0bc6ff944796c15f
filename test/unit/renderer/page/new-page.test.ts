import { EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { atWritingPlace } from '../../../../src/renderer/src/engines/page/writing-place'
import { pageSteps } from '../../../../src/renderer/src/features/page/page-commands'
import type { PageCommandId } from '../../../../src/renderer/src/features/page/command-names'

const empty = '<body>\n  <header></header>\n  <main><div></div></main>\n  <footer></footer>\n</body>\n'

/** A new page as it is opened: no line is there yet. */
function open(html = empty): EditorState {
  const reading = readPage(html)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const state = EditorState.create({ doc: reading.page })
  return state.apply(atWritingPlace(state))
}

/** What the page is after a step of the bar or the palette, and a word that is typed then. */
function after(id: PageCommandId, state = open()): string {
  let next = state
  const isDone = pageSteps[id]?.(state, (tr) => (next = state.apply(tr)))
  expect(isDone, `${id} can be done`).toBe(true)
  next.doc.check()
  const { tr } = next
  return writePage(next.apply(tr.insertText('word')).doc)
}

const holds = (inside: string) => empty.replace('<div></div>', `<div>${inside}</div>`)

describe('the first step in a new page', () => {
  it('VE3 VE12 what a line is to be can be said before it is written', () => {
    expect(after('page.heading-1')).toBe(holds('<h1>word</h1>'))
    expect(after('page.bullets')).toBe(holds('<ul><li>word</li></ul>'))
    expect(after('page.numbers')).toBe(holds('<ol><li>word</li></ol>'))
    expect(after('page.quote')).toBe(holds('<blockquote><p>word</p></blockquote>'))
    expect(after('page.code-block')).toBe(holds('<pre><code>word</code></pre>'))
    expect(after('page.bold')).toBe(holds('<p><strong>word</strong></p>'))
    expect(after('page.rule')).toBe(holds('<hr><p>word</p>'))
  })

  it('VE3 VE5 a block, a table and a section can be the first thing in it', () => {
    expect(after('page.insert-table')).toMatch(/<div><table><thead><tr><th>word<.*<\/table><\/div>/)
    expect(after('page.add-section')).toMatch(/<div>.*word/)
  })

  it('VE1 a step that is not done leaves the page as it is', () => {
    expect(pageSteps['page.delete-block']?.(open())).toBe(false)
    expect(pageSteps['page.move-up']?.(open())).toBe(false)
    expect(writePage(open().doc)).toBe(empty)
  })
})
