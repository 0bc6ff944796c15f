import { describe, expect, it } from 'vitest'
import { writingPlace } from '../../../../src/renderer/src/engines/monaco/writing-place'
import { blankPage } from '../../../../src/renderer/src/features/tree/blank-page'
import { readersView } from '../../../../src/renderer/src/features/preview/readers-view'

/** The text with a bar where the caret stands. */
const withCaret = (text: string, language = 'html') => {
  const at = writingPlace(text, language)
  return `${text.slice(0, at)}|${text.slice(at)}`
}

describe('where the caret stands in a document that is opened', () => {
  it('E14 in a new page it is inside of the empty block of main, and what is typed there reaches readers', () => {
    expect(withCaret(blankPage)).toContain('<main>\n    <div>|</div>')
    const typed = withCaret(blankPage).replace('|', 'Hello')
    expect(readersView(typed)).toMatchObject({ html: expect.stringContaining('Hello'), unseen: [] })
  })

  it('E14 in a page with words it is before the first of them, or in the empty block before it', () => {
    expect(withCaret('<body>\n<main>\n  <div>\n    <h1>Boats</h1></div></main></body>')).toContain(
      '<h1>|Boats'
    )
    expect(withCaret('<main><div><h1></h1><p>x</p></div></main>')).toContain('<h1>|</h1>')
    expect(withCaret('<main><!-- note --> plain</main>')).toContain('--> |plain')
    expect(withCaret('<body><nav>a</nav><main></main></body>')).toContain('<main>|</main>')
  })

  it('E14 it is found far behind a long beginning, and in a long page near its own', () => {
    const long = `<!-- ${'note '.repeat(2_000)} -->`
    expect(withCaret(`<body><main>${long}<p>Boats</p></main></body>`)).toContain('<p>|Boats')
    expect(withCaret(`<body><main><p>Boats</p>${'<p>x</p>'.repeat(20_000)}</main></body>`)).toContain(
      '<p>|Boats'
    )
    expect(withCaret(`<body>${long}<main><p></p></main></body>`)).toContain('<p>|</p>')
  })

  it('E14 a text without main, an empty one and one of another kind begin at their beginning', () => {
    expect(withCaret('')).toBe('|')
    expect(withCaret('<p>a</p>')).toBe('|<p>a</p>')
    expect(withCaret('# Notes', 'markdown')).toBe('|# Notes')
    expect(withCaret('{"a": 1}', 'json')).toBe('|{"a": 1}')
    expect(withCaret('{}\n', 'json')).toBe('{|}\n')
  })
})

describe('the preview of a page', () => {
  it('U6 leaves out what readers will not get, and says so with its place', () => {
    const { html, unseen } = readersView(`Lost words\n${blankPage}`)
    expect(html).not.toContain('Lost')
    expect(unseen).toMatchObject([{ line: 1, column: 1, endColumn: 11 }])
  })
})
