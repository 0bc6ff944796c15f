import { Fragment, type Node as PageNode } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import type { Hint } from '../../../src/common/formats/page/schema'
import { readsBack, settled } from '../../../src/common/formats/page/settled'
import { writePage } from '../../../src/common/formats/page/write'
import { fc } from '../../support/properties'
import { runs } from './markup'
import { pageOf, samplePages } from './pages'

const samples = samplePages()

/** The same page with other hints. */
function withHints(node: PageNode, hintOf: (node: PageNode) => Hint | null): PageNode {
  if (!node.isBlock || node.isText) return node
  const content = node.inlineContent
    ? node.content
    : Fragment.fromArray(node.children.map((child) => withHints(child, hintOf)))
  const attrs = 'src' in node.attrs ? { ...node.attrs, src: hintOf(node) } : node.attrs
  return node.type.create(attrs, content)
}

function hintsIn(page: PageNode): Hint[] {
  const found: Hint[] = []
  page.descendants((node) => {
    const hint: unknown = node.attrs['src']
    if (typeof hint === 'object' && hint !== null) found.push(hint)
  })
  return found
}

const pieces = fc.constantFrom(
  '',
  '\n  ',
  '<p>',
  '<p class="x">',
  '<h2 id="a">',
  '</p>',
  '</div>',
  '</div></div></main>',
  '<div>',
  '<script>alert(1)</script>',
  '<b>open',
  'other words',
  '<!--',
  '<p><p>',
  '<td>',
  '</main>',
  '<p onclick="x">',
  '\0',
  '<pre><code>',
  '<ul>'
)
const forged: fc.Arbitrary<Hint | null> = fc.option(
  fc.record({ lead: pieces, open: pieces, close: pieces, tail: pieces, inner: pieces }, { requiredKeys: [] })
)

describe('VE1 a hint is never an authority', () => {
  it('VE1 hints of other nodes, in any order, change no content', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.constantFrom(...samples), fc.nat(), (one, other, turn) => {
        const page = pageOf(one[1])
        const hints = hintsIn(pageOf(other[1]))
        let at = turn
        const mixed = withHints(page, () => hints[(at += 7) % hints.length] ?? null)
        expect(settled(pageOf(writePage(mixed))).toJSON()).toEqual(settled(page).toJSON())
      }),
      { numRuns: runs(60) }
    )
  })

  it('VE1 VE9 forged hints change no content, and close nothing but their own node', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(forged, { minLength: 5, maxLength: 40 }),
        (one, hints) => {
          const page = pageOf(one[1])
          let at = 0
          const mixed = withHints(page, () => hints[(at += 1) % hints.length] ?? null)
          expect(settled(pageOf(writePage(mixed))).toJSON()).toEqual(settled(page).toJSON())
        }
      ),
      { numRuns: runs(60) }
    )
  })

  it('VE1 a hint of anything but texts is none', () => {
    const page = pageOf('<main><div><p class="a">x</p></div></main>')
    for (const odd of [{ open: 1 }, { inner: null }, ['<p>'], 'x', 7]) {
      const mixed = withHints(page, () => odd as Hint)
      expect(writePage(mixed)).toBe('<main><div><p>x</p></div></main>')
    }
  })

  it('VE2 VE9 an island that is forged to end what it lies in is written as the text that it is', () => {
    const page = pageOf('<main><div><p>x<!-- y --></p><!-- z --></div></main>')
    const raws = ['</div></main><script>1</script>', '<div>', '<p>never closed', '', 'text', '<td>x</td>']
    for (const raw of raws) {
      const forged = pageOf('<main><div></div></main>').copy(
        Fragment.from(page.firstChild?.copy(forgedIn(page.firstChild, raw)))
      )
      const text = writePage(forged)
      expect(pageOf(text).childCount, text).toBe(1)
      expect(text.startsWith('<main><div><p>x')).toBe(true)
      expect(text.endsWith('</div></main>')).toBe(true)
    }
  })

  function forgedIn(section: PageNode | null | undefined, raw: string): Fragment {
    const nodes = section?.children ?? []
    return Fragment.fromArray(
      nodes.map((node) =>
        node.isAtom
          ? node.type.create({ ...node.attrs, raw })
          : node.copy(
              Fragment.fromArray(
                node.children.map((one) => (one.isText ? one : one.type.create({ ...one.attrs, raw })))
              )
            )
      )
    )
  }

  it('VE1 a page without any hint is read again as the same page', () => {
    for (const [name, source] of samples)
      expect(readsBack(withHints(pageOf(source), () => null)), name).toBe(true)
  })
})
