import { NodeSelection, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { expect, it } from 'vitest'
import { writePage } from '../../../../src/common/formats/page/write'
import { typedBeside } from '../../../../src/renderer/src/engines/page/rules/typed-beside'
import { pageOf } from '../../page/pages'

const around = (inside: string) => `<body>\n<main>\n<div>${inside}</div>\n</main>\n</body>\n`
const block = '<div class="cards"><div><div>a</div></div></div>'

/** The page after a letter that is typed while the first node of this kind is chosen. */
function typed(source: string, kind: string): string {
  const doc = pageOf(source)
  let at = -1
  doc.descendants((node, pos) => void (at < 0 && node.type.name === kind && (at = pos)))
  const state = EditorState.create({
    doc,
    selection: NodeSelection.create(doc, at),
    plugins: [typedBeside()]
  })
  const view = new EditorView(null, { state })
  const { from, to } = state.selection
  const isTaken = view.someProp('handleTextInput', (take) => take(view, from, to, 'x', () => state.tr))
  expect(isTaken).toBe(true)
  view.state.doc.check()
  const text = writePage(view.state.doc)
  view.destroy()
  return text
}

it('VE5 VE2 a letter does not take the place of a chosen block, section or island: it stands behind it', () => {
  const source = around(`<h1>T</h1>${block}<hr><dl><dt>kept</dt></dl><p>end</p>`)
  expect(typed(source, 'block')).toBe(source.replace(block, `${block}<p>x</p>`))
  expect(typed(source, 'hr')).toBe(source.replace('<hr>', '<hr><p>x</p>'))
  expect(typed(source, 'island')).toBe(source.replace('</dl>', '</dl><p>x</p>'))
  expect(typed(source, 'section')).toBe(source.replace('<p>end</p>', '<p>end</p><p>x</p>'))
  expect(typed(source, 'row')).toBe(source)
})
