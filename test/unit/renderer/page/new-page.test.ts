import { readFileSync } from 'node:fs'
import { undo } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { pasteTransfer } from '../../../../src/renderer/src/engines/page/clipboard/paste'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { ask, askedAt } from '../../../../src/renderer/src/engines/page/slash/asking'
import { atWritingPlace } from '../../../../src/renderer/src/engines/page/writing-place'
import { pageSteps } from '../../../../src/renderer/src/features/page/page-commands'
import type { PageCommandId } from '../../../../src/renderer/src/features/page/command-names'

const empty = '<body>\n  <header></header>\n  <main><div></div></main>\n  <footer></footer>\n</body>\n'

/** A new page as it is opened: no line is there yet. */
function open(html = empty): EditorState {
  const reading = readPage(html)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const state = EditorState.create({ doc: reading.page, plugins: [...pagePlugins()] })
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

const copied = ['word', 'word-online', 'google-docs', 'excel', 'google-sheets', 'apple', 'notion', 'web']

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

  it('VE6 what was copied elsewhere can be the first thing in it, and one step takes it back', () => {
    for (const name of copied) {
      const html = readFileSync(`test/unit/page/paste/fixtures/${name}.clipboard`, 'utf8')
      let state = open()
      const target = {
        get state() {
          return state
        },
        dispatch: (tr: EditorState['tr']) => void (state = state.apply(tr))
      }
      pasteTransfer(target, { html, text: '', files: [] }, false)
      state.doc.check()
      const written = writePage(state.doc)
      expect(written.length, name).toBeGreaterThan(empty.length + 50)
      const read = readPage(written)
      expect('page' in read && read.page.textContent.replace(/\s+/g, ''), name).toBe(
        state.doc.textContent.replace(/\s+/g, '')
      )
      undo(state, target.dispatch)
      expect(writePage(state.doc), name).toBe(empty)
    }
  })

  it('VE13 / and [[ open what can be added, and a page to link to', () => {
    for (const [kind, sign] of [
      ['anything', '/'],
      ['page', '[[']
    ] as const) {
      let state = open()
      expect(ask(kind)(state, (tr) => (state = state.apply(tr)))).toBe(true)
      expect(askedAt(state)?.kind).toBe(kind)
      expect(writePage(state.doc)).toBe(holds(`<p>${sign}</p>`))
    }
  })
})
