import { describe, expect, it } from 'vitest'
import { markChange } from '../../../../src/renderer/src/engines/preview/mark-change'

const pageOf = (body: string) => new DOMParser().parseFromString(`<body>${body}</body>`, 'text/html').body

function marked(before: string, after: string): string | undefined {
  const next = pageOf(after)
  markChange(pageOf(before), next)
  return next.querySelector('[data-galley-here]')?.outerHTML
}

describe('where a new preview opens', () => {
  it('S1 is the block in which the text first differs', () => {
    expect(marked('<p>a</p><ul><li>b <b>c</b></li></ul>', '<p>a</p><ul><li>b <b>d</b></li></ul>')).toBe(
      '<li data-galley-here="">b <b>d</b></li>'
    )
    expect(marked('<p>a</p>', '<p>a</p><p>new</p>')).toBe('<p data-galley-here="">new</p>')
  })

  it('S1 is nowhere in particular when nothing differs', () => {
    expect(marked('<p>a</p>', '<p>a</p>')).toBe(undefined)
  })
})
