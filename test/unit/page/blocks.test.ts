import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { pageSchema } from '../../../src/common/formats/page/schema'
import { writePage } from '../../../src/common/formats/page/write'
import { pageOf } from './pages'

const source = `<body><main>
  <div>
    <div class="Hero_v2  wide ">
      <div><div>one</div><div><p>two</p></div></div>
      <div><div>three</div></div>
      <div></div>
    </div>
  </div>
</main></body>`

describe('VE5 blocks', () => {
  it('VE5 names, variants and ragged rows are read as they are written', () => {
    const block = pageOf(source).firstChild?.firstChild
    expect(block?.attrs['classes']).toBe('Hero_v2  wide ')
    expect(block?.children.map((row) => row.childCount)).toEqual([2, 1, 0])
    expect(block?.children.every((row) => row.type === pageSchema.nodes.row)).toBe(true)
  })

  it('VE5 another variant exchanges the class and leaves the rest of the tag', () => {
    const page = pageOf('<main><div><div id="a" class="cards" data-x=1><div></div></div></div></main>')
    const { tr } = EditorState.create({ doc: page })
    expect(writePage(tr.setNodeAttribute(1, 'classes', 'cards wide').doc)).toBe(
      '<main><div><div id="a" class="cards wide" data-x=1><div></div></div></div></main>'
    )
  })

  it('VE5 a new row and its cells are laid out like the rows around them', () => {
    const { tr, doc } = EditorState.create({ doc: pageOf(source) })
    const { row, cell, paragraph } = pageSchema.nodes
    let end = 0
    doc.descendants(
      (node, pos) => void (node.type === row && node.childCount === 1 && (end = pos + node.nodeSize))
    )
    const line = (text: string) => paragraph.create({ bare: true }, pageSchema.text(text))
    const added = row.create(null, [cell.create(null, line('a')), cell.create(null, paragraph.create())])
    expect(writePage(tr.insert(end, added).doc)).toBe(
      source.replace(
        '      <div></div>',
        '      <div>\n        <div>a</div>\n        <div><p></p></div>\n      </div>\n      <div></div>'
      )
    )
  })

  it('VE5 VE1 a bare line that becomes two gets a tag for the second alone', () => {
    const { tr, doc } = EditorState.create({ doc: pageOf(source) })
    let at = 0
    doc.descendants((node, pos) => void (node.text === 'three' && (at = pos)))
    tr.setSelection(TextSelection.create(doc, at + 2)).split(at + 2)
    expect(writePage(tr.doc)).toBe(source.replace('three', 'th<p>ree</p>'))
  })
})
