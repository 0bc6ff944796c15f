import { describe, expect, it } from 'vitest'
import { checkHtml } from '../../../src/common/checks/check-html'

describe('checking HTML', () => {
  it('S1 has nothing to say about authored HTML without doctype and with optional end tags', () => {
    expect(
      checkHtml(
        '<body><header></header><main><div><ul><li>a<li>b</ul><p>x</div></main><footer></footer></body>'
      )
    ).toEqual([])
  })

  it('S1 tells an element that is never closed, with its place', () => {
    expect(checkHtml('<main>\n  <div>\n</main>')).toMatchObject([
      { severity: 'error', message: '<div> is never closed.', line: 2, column: 3 }
    ])
  })

  it('S1 tells broken tags in plain words', () => {
    expect(checkHtml('<a href="x" href="y">x</a>')[0]?.message).toMatch(/there twice/)
    expect(checkHtml('<p>1 <2</p>')[0]?.message).toMatch(/&lt;/)
  })

  it('S1 warns of pictures without alternative text and of ids used twice', () => {
    expect(
      checkHtml('<img src="a.png"><p id="x"></p><p id="x"></p>').map((problem) => problem.severity)
    ).toEqual(['warning', 'warning'])
  })
})
