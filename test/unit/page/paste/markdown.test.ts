import { describe, expect, it } from 'vitest'
import { isMarkdown, readPastedMarkdown } from '../../../../src/common/formats/page/paste'
import { sourceOf } from './source-of'

const markdown: readonly string[] = [
  '- a\n- b',
  '1. one\n2. two',
  'see [x](https://a.example)',
  '# Title\n\nText with **bold** words',
  '```\ncode\n```',
  'a | b\n--- | ---\n1 | 2',
  '**Bold** and `code`'
]
const text: readonly string[] = [
  '# a comment\nx = 1',
  '- a',
  'a **b** c',
  'a | b',
  'foo_bar_baz and 2 * 3 * 4',
  '#hashtag',
  '> quoted mail\nand the answer'
]

describe('text that may be Markdown', () => {
  it.each(markdown)('VE6 is read as such where it clearly is: %j', (one) =>
    expect(isMarkdown(one)).toBe(true)
  )
  it.each(text)('VE6 stays text where it may be something else: %j', (one) =>
    expect(isMarkdown(one)).toBe(false)
  )

  it('VE6 HTML in it is read by the rules for HTML, and nothing of it runs', () => {
    const source = sourceOf(
      readPastedMarkdown(
        'a <b onclick=x()>raw</b> <script>x()</script> [l](javascript:x) and ![p](file:///x.png)'
      )
    )
    expect(source).toContain('<p>a <strong>raw</strong> l and</p>')
  })

  it.each([
    ['signs that open nothing', `[a](/x)\n${'*a **b '.repeat(14_000)}`],
    ['signs in many paragraphs', `[a](/x)\n\n${`${'_a'.repeat(240)}\n\n`.repeat(200)}`],
    ['links in links', `[a](/x)\n\n${`${'['.repeat(480)}\n\n`.repeat(190)}`],
    ['levels of quotes', `[a](/x)\n${'> '.repeat(5_000)}x`],
    [
      'levels of lists',
      `[a](/x)\n${Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}- x`).join('\n')}`
    ],
    [
      'levels of lists that may be',
      `[a](/x)\n\n${`${Array.from({ length: 20 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n')}\n`.repeat(190)}`
    ],
    ['back ticks', `[a](/x)\n${'`'.repeat(90_000)}a`]
  ])('VE6 what is written to take long is not read so: %s', (_, one) => {
    const begin = performance.now()
    if (isMarkdown(one)) readPastedMarkdown(one)
    expect(performance.now() - begin).toBeLessThan(3_000)
  })
})
