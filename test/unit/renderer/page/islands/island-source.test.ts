// @vitest-environment node
import { history, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readFragment, readInLine } from '../../../../../src/common/formats/page/fragment'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import { withNewSource, withSource } from '../../../../../src/renderer/src/engines/page/islands/island-source'
import { placeOf } from '../pages'

const island = '<custom-el  a=1>old <b>words</b></custom-el>'
const html = `<body>
  <main>
    <!-- top -->
    <div>
      <h1 id=a >Harbour</h1>
      ${island}
      <p>In <x-y>a</x-y> <b>line <x-z>z</x-z></b></p>
      <p></p>
      <table><tr><td colspan=2>x</td></tr><!-- in --></table>
      <ul><li>one</li><!-- li --></ul>
    </div>
  </main>
</body>
`

function open(text = html): EditorState {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  return EditorState.create({ doc: reading.page, plugins: [history()] })
}

function islandWith(state: EditorState, words: string): Node {
  let found: Node | null = null
  state.doc.descendants((node) => {
    if (node.isAtom && String(node.attrs['raw']).includes(words)) found ??= node
  })
  if (!found) throw new Error(`No island has ${words}.`)
  return found
}

function applied(state: EditorState, change: Transaction | string): EditorState {
  if (typeof change === 'string') throw new Error(change)
  const next = state.apply(change)
  next.doc.check()
  return next
}

describe('the source of an island', () => {
  it.each([
    ['another island', '<video controls>\n  x\n</video>'],
    ['a paragraph with hints', '<p class=x >Now   words</p>'],
    ['a block', '<div class="cards"><div><div>a</div></div></div>'],
    ['several', '<h2>One</h2>\n\n<p>Two</p><!-- three -->'],
    ['a comment', '<!-- a > b -->']
  ])('VE16 VE1 %s is written as it stands there, and nothing else changes', (_, source) => {
    const state = open()
    const next = applied(state, withSource(state, islandWith(state, 'custom-el'), source))
    expect(writePage(next.doc)).toBe(html.replace(island, source))
    const again = readPage(writePage(next.doc))
    expect('page' in again).toBe(true)
    let back = next
    undo(next, (tr) => (back = next.apply(tr)))
    expect(writePage(back.doc)).toBe(html)
  })

  it('VE16 what is read as something known becomes that', () => {
    const state = open()
    const next = applied(state, withSource(state, islandWith(state, 'custom-el'), '<h2>Known</h2>'))
    expect(placeOf(next.doc, 'Known')).toBeGreaterThan(0)
  })

  it.each([
    '<div>',
    '</div>',
    '<p>a</p></div><div>',
    '<!-- a',
    '<x-y>',
    '',
    '  ',
    '<b><p>x</b></p>',
    '</main>',
    'a\0b',
    '<title>',
    '<script>'
  ])('VE16 VE2 %j is refused, and nothing is changed', (source) => {
    const state = open()
    expect(withSource(state, islandWith(state, 'custom-el'), source)).toBe('broken')
  })

  it('VE16 what a page with a doctype reads otherwise is refused there', () => {
    const source = '<p>a<table><tr><td>b</td></tr></table></p>'
    const strict = open(`<!DOCTYPE html>\n${html}`)
    expect(withSource(strict, islandWith(strict, 'custom-el'), source)).toBe('broken')
    const state = open()
    const next = applied(state, withSource(state, islandWith(state, 'custom-el'), source))
    expect(writePage(next.doc)).toBe(html.replace(island, source))
  })

  it('VE16 in a line it stays in the line, with the formatting around it', () => {
    const state = open()
    const once = applied(state, withSource(state, islandWith(state, 'x-y'), '<kbd>K</kbd>'))
    const twice = applied(once, withSource(once, islandWith(once, 'x-z'), 'plain'))
    expect(writePage(twice.doc)).toBe(
      html.replace('<x-y>a</x-y>', '<kbd>K</kbd>').replace('<x-z>z</x-z>', 'plain')
    )
    for (const broken of ['</p>', '<p>x</p>', '<b>', ''])
      expect(withSource(state, islandWith(state, 'x-y'), broken)).toBe('broken')
  })

  it('VE16 what holds only its own kind takes no other', () => {
    const state = open()
    expect(withSource(state, islandWith(state, '<!-- top'), '<p>x</p>')).not.toBe('gone')
    const next = withSource(state, islandWith(state, '<!-- li'), '<li>two</li>')
    expect(writePage(applied(state, next).doc)).toBe(html.replace('<!-- li -->', '<li>two</li>'))
  })

  it('VE16 an island that went meanwhile is not written over', () => {
    const state = open()
    const gone = islandWith(state, 'custom-el')
    const other = open(html.replace(island, '<p>other</p>'))
    expect(withSource(other, gone, '<p>x</p>')).toBe('gone')
  })

  it('VE16 HTML is inserted behind the line, or in the place of an empty one', () => {
    const state = open()
    const at = (now: EditorState, pos: number) =>
      now.apply(now.tr.setSelection(TextSelection.create(now.doc, pos)))
    const behind = applied(state, withNewSource(at(state, placeOf(state.doc, 'Harbour')), '<p>New</p>'))
    expect(writePage(behind.doc)).toBe(
      html.replace('<h1 id=a >Harbour</h1>', '<h1 id=a >Harbour</h1>\n      <p>New</p>')
    )
    let empty = -1
    state.doc.descendants((node, pos) => {
      if (node.type.name === 'paragraph' && node.content.size === 0) empty = pos + 1
    })
    const there = at(state, empty)
    const next = applied(there, withNewSource(there, '<x-new>1</x-new>'))
    expect(writePage(next.doc)).toBe(html.replace('<p></p>', '<x-new>1</x-new>'))
    expect(withNewSource(there, '<div>')).toBe('broken')
  })

  it('VE16 a source beyond the bounds of a page is refused', () => {
    expect(readFragment('<b>'.repeat(600), 'section')).toBeNull()
    expect(readInLine('<i>x</i>'.repeat(30_000))).toBeNull()
  })
})
