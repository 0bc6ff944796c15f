import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { undo } from 'prosemirror-history'
import { EditorView } from 'prosemirror-view'
import { afterEach, describe, expect, it } from 'vitest'
import { readPage } from '../../../../src/common/formats/page/read'
import { writePage } from '../../../../src/common/formats/page/write'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { codeAtEnter, signsAgain } from '../../../../src/renderer/src/engines/page/rules/typed-signs'
import { placeOf } from './pages'

const before = `<h1 id="harbour">Harbour</h1>`
const line = `<p class=late >The first  ferry.</p>`
const behind = `<p>The end</p>`
const page = (...lines: readonly string[]) =>
  `<body>\n  <main>\n    <div data-x=1>\n      ${lines.join('\n      ')}\n    </div>\n  </main>\n</body>\n`
const html = page(before, line, behind)

let view: EditorView | null = null
afterEach(() => {
  view?.destroy()
  view = null
})

function open(source = html): EditorView {
  const reading = readPage(source)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  view = new EditorView(document.createElement('div'), {
    state: EditorState.create({ doc: reading.page, plugins: [...pagePlugins()] })
  })
  return view
}

/** As the keyboard does: what no rule takes is put in where the caret is. */
function type(into: EditorView, text: string): void {
  for (const sign of text) {
    const { from, to } = into.state.selection
    const plain = () => into.state.tr.insertText(sign, from, to)
    if (!into.someProp('handleTextInput', (take) => take(into, from, to, sign, plain))) into.dispatch(plain())
  }
}

function stand(into: EditorView, words: string, offset = 0): void {
  const { tr, doc } = into.state
  into.dispatch(tr.setSelection(TextSelection.create(doc, placeOf(doc, words) + offset)))
}

function run(into: EditorView, command: Command): boolean {
  return command(into.state, into.dispatch, into)
}

const text = ({ state }: EditorView): string => writePage(state.doc)

/** The sign that stands for the caret goes. */
function inPlaceOfSign(made: EditorView): EditorView {
  const at = placeOf(made.state.doc, '@')
  const { doc } = made.state
  const chosen = made.state.tr.setSelection(TextSelection.create(doc, at, at + 1))
  made.dispatch(chosen.deleteSelection().setMeta('addToHistory', false))
  return made
}

/** A new line behind the first, with the caret in it. */
function onNewLine(source = html): EditorView {
  const made = open(source.replace(line, `${line}\n      <p>@</p>`))
  return inPlaceOfSign(made)
}

describe('signs that are typed', () => {
  it.each([
    [
      'VE12 # and a blank is a heading, with the tag as it was written',
      '# ',
      '<h1 class=late >The first  ferry.</h1>'
    ],
    ['VE12 ###### and a blank is the smallest heading', '###### ', '<h6 class=late >The first  ferry.</h6>'],
    ['VE12 > and a blank is a quote around the line', '> ', `<blockquote>${line}</blockquote>`]
  ])('%s', (_, signs, expected) => {
    const made = open()
    stand(made, 'The first')
    type(made, signs)
    expect(text(made)).toBe(page(before, expected, behind))
    expect(run(made, signsAgain)).toBe(true)
    expect(text(made)).toBe(
      page(before, line.replace('The', `${signs.trim().replace('>', '&gt;')} The`), behind)
    )
  })

  it.each([
    ['VE12 - and a blank is a list', '- one', '<ul>\n        <li>one</li>\n      </ul>'],
    ['VE12 * and a blank is a list', '* one', '<ul>\n        <li>one</li>\n      </ul>'],
    ['VE12 1. and a blank is a list with numbers', '1. one', '<ol>\n        <li>one</li>\n      </ol>'],
    [
      'VE12 7) and a blank is a list that begins with 7',
      '7) one',
      '<ol start="7">\n        <li>one</li>\n      </ol>'
    ],
    ['VE12 three backticks and a blank are code', '``` one', '<pre><code>one</code></pre>'],
    [
      'VE12 a language may be named with them',
      '```js one',
      '<pre><code class="language-js">one</code></pre>'
    ],
    ['VE12 two stars are bold', 'a **b c** d', '<p>a <strong>b c</strong> d</p>'],
    ['VE12 a star is italic', 'a *b* d', '<p>a <em>b</em> d</p>'],
    ['VE12 an underscore is italic, and none within a word', 'a _b_ d_e_f', '<p>a <em>b</em> d_e_f</p>'],
    ['VE12 a backtick is code, and signs in it stay', 'a `**b**` d', '<p>a <code>**b**</code> d</p>'],
    ['VE12 two tildes strike through', 'a ~~b~~ d', '<p>a <s>b</s> d</p>'],
    ['VE12 what multiplies is not italic', '2*3*4 and 2 * 3 * 4', '<p>2*3*4 and 2 * 3 * 4</p>']
  ])('%s', (_, signs, expected) => {
    const made = onNewLine()
    type(made, signs)
    expect(text(made)).toBe(page(before, line, expected, behind))
  })

  it('VE12 Backspace right after takes the conversion back, and a letter later it is Backspace', () => {
    const made = onNewLine()
    type(made, '**b**')
    expect(run(made, signsAgain)).toBe(true)
    expect(text(made)).toBe(page(before, line, '<p>**b**</p>', behind))
    type(made, ' **c** d')
    expect(run(made, signsAgain)).toBe(false)
  })

  it('VE12 --- begins a section with all that follows, whose bytes stay', () => {
    const made = onNewLine()
    type(made, '---')
    const [first, second] = [`${before}\n      ${line}`, behind]
    expect(text(made)).toBe(
      `<body>\n  <main>\n    <div data-x=1>\n      ${first}\n    </div>\n    <div>\n      ${second}\n    </div>\n  </main>\n</body>\n`
    )
    expect(made.state.selection.$from.parent.textContent).toBe('The end')
    run(made, signsAgain)
    expect(text(made)).toBe(page(before, line, '<p>---</p>', behind))
  })

  it('VE12 at the end of a section --- makes an empty one behind it', () => {
    const made = open(page(before, '<p>@</p>'))
    inPlaceOfSign(made)
    type(made, '---x')
    expect(text(made)).toContain('\n    </div>\n    <div>\n      <p>x</p>\n    </div>\n')
  })

  it('VE12 Enter behind three backticks and a language is code, and Backspace takes it back', () => {
    const made = onNewLine()
    type(made, '```css')
    expect(run(made, codeAtEnter)).toBe(true)
    type(made, 'a {}')
    expect(text(made)).toBe(page(before, line, '<pre><code class="language-css">a {}</code></pre>', behind))
    const again = onNewLine()
    type(again, '```css')
    run(again, codeAtEnter)
    run(again, signsAgain)
    expect(text(again)).toBe(page(before, line, '<p>```css</p>', behind))
  })

  it('VE12 in code signs are signs, and in an item of a list those of a list', () => {
    const code = '<pre><code>if</code></pre>'
    const made = open(page(code, '<ul><li>one</li></ul>'))
    stand(made, 'if')
    type(made, '# **a**')
    expect(text(made)).toContain('<pre><code># **a**if</code></pre>')
    stand(made, 'one')
    type(made, '- ')
    expect(text(made)).toContain('<li>- one</li>')
  })

  it('VE12 VE4 undo takes a conversion back as a step of its own, down to the first bytes', () => {
    const made = open()
    stand(made, 'The first')
    type(made, '# ')
    run(made, undo)
    expect(text(made)).toBe(page(before, line.replace('The', '#The'), behind))
    run(made, undo)
    expect(text(made)).toBe(html)
  })
})
