// @vitest-environment node
import { undo } from 'prosemirror-history'
import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { writePage } from '../../../../src/common/formats/page/write'
import { startList } from '../../../../src/renderer/src/engines/page/commands/list-start'
import {
  insertLink,
  linkRange,
  setLink,
  wordsOfRange
} from '../../../../src/renderer/src/engines/page/commands/links'
import { turnInto } from '../../../../src/renderer/src/engines/page/commands/lines'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { ask, askedAt, askNoMore, insteadOf } from '../../../../src/renderer/src/engines/page/slash/asking'
import { placeOf } from './pages'

const html = `<body>
  <main>
    <div>
      <p class=late >The first  ferry.</p>
      <p>See <a target=_blank href='/a'>the <b>old</b> page</a> here.</p>
    </div>
  </main>
</body>
`

function open(words: string, offset = 0): EditorState {
  const reading = readPage(html)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const at = placeOf(reading.page, words) + offset
  const selection = TextSelection.create(reading.page, at)
  return EditorState.create({ doc: reading.page, selection, plugins: [...pagePlugins()] })
}

function after(state: EditorState, ...commands: readonly Command[]): EditorState {
  return commands.reduce((now, command) => {
    let next = now
    expect(command(now, (tr) => (next = now.apply(tr)))).toBe(true)
    next.doc.check()
    return next
  }, state)
}

const typed = (state: EditorState, text: string): EditorState => state.apply(state.tr.insertText(text))
const text = ({ doc }: EditorState): string => writePage(doc)
const wanted = (state: EditorState) => {
  const asked = askedAt(state)
  if (!asked) throw new Error('Nothing is asked for.')
  return asked
}

describe('what is asked for in a line', () => {
  it('VE13 what is typed behind the sign is the search, until the caret leaves it', () => {
    const state = typed(after(open('ferry'), ask('anything')), 'hea')
    expect(askedAt(state)).toMatchObject({ kind: 'anything', query: 'hea' })
    const away = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 3)))
    expect(askedAt(away)).toBeNull()
    expect(askedAt(typed(after(open('ferry'), ask('anything')), ' or'))).toBeNull()
    expect(askedAt(typed(after(open('ferry'), ask('page')), 'a page'))?.query).toBe('a page')
  })

  it('VE13 VE25 what is taken may ask for something else: a page, a placeholder, an icon', () => {
    for (const kind of ['page', 'placeholder', 'icon'] as const) {
      const before = typed(after(open('ferry'), ask('anything')), 'link')
      const state = after(before, insteadOf(wanted(before), ask(kind)))
      expect(askedAt(state)).toMatchObject({ kind, query: '' })
      expect(askedAt(typed(state, 'ab'))?.query).toBe('ab')
      const over = { page: ']]', placeholder: '}', icon: ':' }[kind]
      expect(askedAt(typed(state, over))).toBeNull()
    }
  })

  it('VE13 Escape leaves what was typed', () => {
    const state = after(typed(after(open('ferry'), ask('anything')), 'hea'), askNoMore)
    expect(askedAt(state)).toBeNull()
    expect(text(state)).toBe(html.replace('ferry', '/heaferry'))
  })

  it('VE13 what is chosen takes the place of the words in one step, which undo takes back', () => {
    const state = typed(after(open('ferry'), ask('anything')), 'hea')
    const turned = after(state, insteadOf(wanted(state), turnInto(pageSchema.nodes.heading, { level: 2 })))
    expect(text(turned)).toBe(
      html.replace('<p class=late >The first  ferry.</p>', '<h2 class=late >The first  ferry.</h2>')
    )
    expect(askedAt(turned)).toBeNull()
    expect(text(after(turned, undo))).toBe(html.replace('ferry', '/heaferry'))
    expect(text(after(turned, undo, undo))).toBe(html)
  })

  it('VE13 a link that is chosen stands in the place of the sign, and what is typed behind it is none', () => {
    const state = typed(after(open('ferry'), ask('page')), 'ab')
    const linked = after(state, insteadOf(wanted(state), insertLink({ href: '/about', text: 'About us' })))
    expect(text(typed(linked, ' and'))).toBe(html.replace('ferry', '<a href="/about">About us</a> andferry'))
  })
})

describe('links of a page', () => {
  it('VE13 the whole link is meant from anywhere in it, also where its formatting changes', () => {
    for (const words of ['the ', 'old', 'page']) {
      const range = linkRange(open(words, 1))
      expect(range?.href).toBe('/a')
      expect(range && open(words).doc.textBetween(range.from, range.to)).toBe('the old page')
    }
    expect(linkRange(open('ferry'))).toBeNull()
  })

  it('VE13 another address is exchanged in its tag, other words take its place, without one it is text', () => {
    const state = open('old', 1)
    const range = linkRange(state)
    if (!range) throw new Error('The caret is in no link.')
    const same = after(state, setLink(range, { href: '/b', text: 'the old page' }))
    expect(text(same)).toBe(html.replace("href='/a'", 'href="/b"'))
    const other = after(state, setLink(range, { href: '/a', text: 'that page' }))
    expect(text(other)).toBe(html.replace('the <b>old</b> page', 'that page'))
    expect(text(after(other, undo))).toBe(html)
    const none = after(state, setLink(range, { href: '', text: 'the old page' }))
    expect(text(none)).toBe(html.replace(/<a [^>]*>(.*)<\/a>/, '$1'))
    expect(text(after(none, undo))).toBe(html)
  })
})

describe('the link of a picture', () => {
  const source = '<body><main><div><p>See <img src=a.png alt="Quay" data-x> there</p></div></main></body>'

  it('VE13 stands around it, is another one, and goes, and the picture keeps its bytes', () => {
    const reading = readPage(source)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    let at = -1
    reading.page.descendants((node, pos) => void (at = node.type === pageSchema.nodes.image ? pos : at))
    const chosen = NodeSelection.create(reading.page, at)
    let state = EditorState.create({ doc: reading.page, selection: chosen })
    const link = (href: string) => {
      const range = linkRange(state)
      if (!range) throw new Error('Nothing can be a link.')
      // no words are asked for that could take its place
      expect(wordsOfRange(state, range)).toBeNull()
      state = after(state, setLink(range, { href, text: '' }))
      state = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, at)))
    }
    link('/a')
    expect(text(state)).toBe(source.replace(/<img[^>]*>/, '<a href="/a">$&</a>'))
    link('/b')
    expect(text(state)).toBe(source.replace(/<img[^>]*>/, '<a href="/b">$&</a>'))
    link('')
    expect(text(state)).toBe(source)
  })
})

describe('the number that a list begins with', () => {
  const source =
    '<body><main><div><ol class=x start="3"><li>One<ul><li>Two</li></ul></li></ol><p>Three</p></div></main></body>'

  it('VE12 is changed alone, and of the innermost list with numbers', () => {
    const reading = readPage(source)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    const inList = TextSelection.create(reading.page, placeOf(reading.page, 'Two'))
    const state = EditorState.create({ doc: reading.page, selection: inList })
    expect(text(after(state, startList(7)))).toBe(source.replace('"3"', '"7"'))
    expect(startList(3)(state)).toBe(false)
    expect(startList(1.5)(state)).toBe(false)
    const outside = TextSelection.create(reading.page, placeOf(reading.page, 'Three'))
    expect(startList(7)(EditorState.create({ doc: reading.page, selection: outside }))).toBe(false)
  })
})
