import { describe, expect, it } from 'vitest'
import { parsePage } from '../../../../src/common/html'
import { deliveredBody } from '../../../../src/common/publishing/page'
import { sanitize } from '../../../../src/renderer/src/engines/preview/sanitize'
import { elementsAt, offsetAt, placesIn } from '../../../../src/renderer/src/engines/preview/source-places'

const html = `<head><title>x</title></head><body><main data-galley-at="0"><div data-galley-at=7><h1>A &amp; <b>B</b></h1><!-- <p>not</p> --><p>One  <span data-galley-at="1">two</span>&nbsp;three</p><div class="cards"><div><div>cell</div></div></div></div></main></body>`

/** As a frame shows it. */
function drawn() {
  const roots = parsePage(html)
  const { marks, places } = placesIn(roots)
  const { root } = sanitize(deliveredBody(html, roots, marks))
  document.body.replaceChildren(...(document.importNode(root, true).querySelector('body')?.childNodes ?? []))
  return places
}

function clickOn(node: Node, letters: number, places: ReturnType<typeof drawn>): number | null {
  const range = document.createRange()
  range.setStart(node, letters)
  const page = Object.assign(document, { caretRangeFromPoint: () => range })
  const target = node instanceof Element ? node : (node.parentElement ?? node)
  const event = new MouseEvent('click')
  Object.defineProperty(event, 'target', { value: target })
  return offsetAt(page, html, places, event)
}

describe('places of what a preview draws', () => {
  it('VE20 the innermost drawn element is found by an offset of the source, whatever numbers the document has itself', () => {
    const places = drawn()
    const at = (words: string) =>
      elementsAt(document, places, html.indexOf(words) + 1).map((one) => one.outerHTML)
    expect(at('One')[0]).toMatch(/^<p .*three<\/p>$/)
    expect(at('two')[0]).toMatch(/^<p /)
    expect(at('cell').map((one) => /^<div[^>]*>/.exec(one)?.[0])).toHaveLength(4)
    expect(at('cell')[0]).toMatch(/>cell<\/div>$/)
    expect(at('B</b>')[0]).toMatch(/^<h1 /)
    expect(at('<title>')).toEqual([])
  })

  it('VE20 a click is the place in the source behind as many letters, past tags, comments, blanks and references', () => {
    const places = drawn()
    const words = (selector: string, index: number): Node => {
      const node = document.querySelector(selector)?.childNodes[index]
      if (!node) throw new Error(`${selector} is not drawn.`)
      return node
    }
    expect(clickOn(words('h1', 0), 1, places)).toBe(html.indexOf('A &amp;') + 1)
    expect(clickOn(words('h1', 0), 3, places)).toBe(html.indexOf('&amp;') + '&amp;'.length)
    expect(clickOn(words('h1 b', 0), 1, places)).toBe(html.indexOf('B</b>') + 1)
    expect(clickOn(words('p', 2), 3, places)).toBe(html.indexOf('three') + 2)
    expect(clickOn(words('p', 0), 0, places)).toBe(html.indexOf('One'))
  })
})
