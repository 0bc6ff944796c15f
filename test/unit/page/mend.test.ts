import type { Node as PageNode } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { hintOf } from '../../../src/common/formats/page/open'
import { afreshAt, isNewReadBack, isReadBack, mendOf, piecesOf } from '../../../src/common/formats/page/mend'
import { pageSchema } from '../../../src/common/formats/page/schema'
import { writePage } from '../../../src/common/formats/page/write'
import { pageOf, samplePages } from './pages'

const html = `<body><main>
    <div>
      <h1 id=a >Harbour</h1>
      <div class="cards"><div><div><p class=x >One</p></div><div>Two</div></div></div>
    </div>
    <div><p class=y >The  end</p></div>
</main></body>`

/** A writer with a fault: it loses a word of what it remembers. */
const losing =
  (word: string) =>
  (page: PageNode): string =>
    writePage(page).replace(new RegExp(`(class=\\w >.*?)${word}`), '$1')

describe('reading back all of a page', () => {
  it('VE1 finds nothing in the sample pages, nor in one that was written in', () => {
    for (const [name, source] of samplePages())
      expect([name, mendOf(pageOf(source)).kind]).toEqual([name, 'fine'])
    const page = pageOf(html)
    const typed = page.replace(3, 3, page.slice(4, 6))
    expect(mendOf(typed).kind).toBe('fine')
  })

  it('VE1 VE2 finds the smallest node that has to be written afresh, and all of its words are there then', () => {
    const page = pageOf(html)
    const mend = mendOf(page, losing('One'))
    expect(mend).toEqual({ kind: 'mended', path: [0, 1, 0, 0, 0] })
    if (mend.kind !== 'mended') return
    const anew = afreshAt(page, mend.path)
    expect(writePage(anew)).toBe(html.replace('<p class=x >', '<p>'))
    expect(hintOf(anew.child(1))).toEqual(hintOf(page.child(1)))
  })

  it('VE1 where two places differ what is around both is written afresh, its head and tail never', () => {
    const page = pageOf(html)
    const mend = mendOf(page, (one) => losing('One')(one).replace('class=y >The', 'class=y >'))
    expect(mend).toEqual({ kind: 'mended', path: [] })
    const anew = afreshAt(page, [])
    expect([anew.attrs['head'], anew.attrs['tail']]).toEqual([page.attrs['head'], page.attrs['tail']])
    expect(writePage(anew)).toContain('<p>One</p>')
  })

  it('VE1 says so where writing it afresh does not help', () => {
    expect(mendOf(pageOf(html), () => '<p>nothing').kind).toBe('broken')
    const { doc, island } = pageSchema.nodes
    const forged = doc.create({ head: '<main>', tail: '</main>' }, island.create({ raw: '<div>' }))
    expect(mendOf(forged).kind).toBe('broken')
  })

  it('VE1 before a save reads what is new back alone, and finds there what reading all of it finds', () => {
    const page = pageOf(html)
    expect(isNewReadBack(page, new WeakSet())).toBe(true)
    expect(isNewReadBack(page, new WeakSet(), losing('One'))).toBe(false)
    const [, ...others] = piecesOf(page)
    const read: PageNode[] = []
    const counted = (one: PageNode) => {
      read.push(one)
      return writePage(one)
    }
    expect(isNewReadBack(page, new WeakSet(others), counted)).toBe(true)
    expect(read.map((one) => one.textContent)).toEqual(['Harbour'])
    for (const [name, source] of samplePages())
      expect([name, isNewReadBack(pageOf(source), new WeakSet())]).toEqual([name, true])
  })

  it('VE9 says nothing of a page that has become more than is read', () => {
    const page = pageOf(html)
    const large = (one: PageNode) => writePage(one).replace('One', 'x'.repeat(1_100_000))
    expect([mendOf(page, large).kind, isReadBack(page, large)]).toEqual(['fine', true])
  })
})
