import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { readLines } from '../../../../src/common/formats/page/diff/read-lines'
import { seed } from '../../schema/seed'
import { shortened, type Shortened } from '../../../../src/common/formats/page/diff/shortened'

const stop = () => {}
const whole = (source: string): Shortened => ({
  text: source,
  expand: (value) => value,
  toSource: (offset) => offset
})

function expectSame(source: string): void {
  const [quick, plain] = [readLines(source, stop), readLines(source, stop, whole)]
  expect(quick.blocks).toEqual(plain.blocks)
  expect(quick.sections.map(({ kind, blocks, attributes }) => ({ kind, blocks, attributes }))).toEqual(
    plain.sections.map(({ kind, blocks, attributes }) => ({ kind, blocks, attributes }))
  )
}

const words = 'The old harbour boat sails at dawn with a crew of nine'

describe('reading long texts past the parser', () => {
  it('D7 gives the same blocks, words and places as reading every sign', () => {
    expectSame(
      `<body><main><div><p>${words} <b>${words}</b>.</p><p title="a > b">${words}</p></div></main></body>`
    )
    expectSame(`<p>${words} &amp; ${words}&nbsp${words}; ${words}</p>\r\n<p>\r\n${words}\r\n${words}</p>`)
    expectSame(`<!doctype html><!-- ${words} --><p>${words}<!-- ${words} > ${words} -->${words}</p>`)
    expectSame(`<table>${words}<tr><td>${words}<td>${words}</table><select><option>${words}</select>`)
    expectSame(
      `<p>${words}<script>if (a < b) "${words}"</script>${words}<style>${words}</style><pre>\n ${words}\n</pre>`
    )
    expectSame(
      `<a title='${words}>${words}' href=x>${words}</a <p>${words}< p>${words}</>${words}<?x ${words}>`
    )
    expectSame(`<!--> ${words} --><p>${words}<!-- ${words} --!> ${words}--><svg><p>${words}</p></svg>`)
    expectSame(`${words}\0${words}<p =x="${words}>">${words}<textarea>${words}<p></textarea>`)
  })

  it('D7 gives the same for any mixture of tags, texts and broken markup', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...`<p>|</p>|<div class="a b">|</div>|<b>|</b>|<a href="/x?a=1&b=2">|</a>|<table>|<tr>|<td>|</table>|<li>|<br>|<img src=x alt='y'>|<!-- c -->|<!---->|<script>|</script>|<title>|&amp;|&lt|<|>|"|'|=|\n|</|<!|<pre>`.split(
          '|'
        )
      ),
      fc.constant(words),
      fc.string({ maxLength: 30 })
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => expectSame(pieces.join(''))),
      { numRuns: 300, seed: seed('texts past the parser') }
    )
  })

  it('D9 leaves out nearly all of a long text, and finds every place again', () => {
    const source = `<p>${words.repeat(100)}</p><p>${words}</p>`
    const { text, expand, toSource } = shortened(source)
    expect(text.length).toBeLessThan(40)
    expect(expand(text)).toBe(source)
    expect(toSource(text.length)).toBe(source.length)
    expect(toSource(text.indexOf('</p>'))).toBe(source.indexOf('</p>'))
  })
})
