import { readFileSync } from 'node:fs'
import { history, undo } from 'prosemirror-history'
import { EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import { pasteNotices } from '../../../../../src/renderer/src/engines/page/clipboard/notice'
import { pasteTransfer } from '../../../../../src/renderer/src/engines/page/clipboard/paste'
import { fc } from '../../../../support/properties'
import { pageOf, samplePages } from '../../../page/pages'

const names = ['word', 'word-online', 'google-docs', 'excel', 'google-sheets', 'apple', 'notion', 'web']
const copied = [
  ...names.map((name) => ({
    html: readFileSync(`test/unit/page/paste/fixtures/${name}.clipboard`, 'utf8'),
    text: ''
  })),
  { html: '', text: readFileSync('test/unit/page/paste/fixtures/markdown.clipboard', 'utf8') },
  { html: '', text: 'one\ntwo\n\nthree' },
  { html: '<p>a <b>word</b></p>', text: 'a word' },
  { html: '<h2>A heading</h2>', text: 'A heading' },
  { html: '<ul><li>x</li><li>y<ol><li>z</li></ol></li></ul>', text: '' },
  { html: '<pre>let a\nlet b</pre>', text: '' }
]
const pages = samplePages().map(([, source]) => source)
const runs = Number(process.env['GALLEY_PAGE_RUNS'] ?? 150)

it('VE6 VE4 wherever it is pasted, the page reads back as it is, and one step gives the first bytes', () => {
  fc.assert(
    fc.property(
      fc.nat(pages.length - 1),
      fc.nat(copied.length - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 0.05, noNaN: true }),
      fc.boolean(),
      (which, what, at, length, node) => {
        const source = pages[which] ?? ''
        const transfer = { ...(copied[what] ?? { html: '', text: '' }), files: [] }
        let state = EditorState.create({ doc: pageOf(source), plugins: [history(), pasteNotices()] })
        const dispatch = (tr: EditorState['tr']) => {
          state = state.apply(tr)
        }
        state = state.apply(state.tr.setSelection(chosen(state, at, length, node)))
        const target = {
          get state() {
            return state
          },
          dispatch
        }
        pasteTransfer(target, transfer, false)
        state.doc.check()
        const written = writePage(state.doc)
        const read = readPage(written)
        if ('refused' in read) throw new Error(read.refused.sentence)
        expect(writePage(read.page)).toBe(written)
        expect(read.page.textContent.replace(/\s+/g, '')).toBe(state.doc.textContent.replace(/\s+/g, ''))
        undo(state, dispatch)
        expect(writePage(state.doc)).toBe(source)
      }
    ),
    { numRuns: runs }
  )
}, 120_000)

function chosen({ doc }: EditorState, at: number, length: number, node: boolean): Selection {
  const size = doc.content.size
  const from = Math.floor(at * size)
  const $from = doc.resolve(from)
  if (node && $from.nodeAfter && NodeSelection.isSelectable($from.nodeAfter))
    return NodeSelection.create(doc, from)
  const $to = doc.resolve(Math.min(size, from + Math.floor(length * size)))
  return length < 0.02 ? Selection.near($from) : TextSelection.between($from, $to)
}
