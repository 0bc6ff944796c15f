import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import {
  applyText,
  diffHtml,
  invertHtml,
  restoreBlock,
  summariseHtml,
  type BlockDiff,
  type HtmlDiff
} from '../../../../src/common/compare'
import { seed } from '../../schema/seed'

const runs = (name: string) => ({ numRuns: 700, seed: seed(name) })
const page = (...sections: string[]) =>
  `<body>\n<header></header>\n<main>\n${sections.map((one) => `  <div>${one}</div>\n`).join('')}</main>\n<footer></footer>\n</body>\n`
const blocksOf = (diff: HtmlDiff) => diff.sections.flatMap(({ blocks }) => blocks)
const changesOf = (diff: HtmlDiff) => blocksOf(diff).filter(({ change }) => change !== 'same')
const only = (diff: HtmlDiff): BlockDiff => {
  const [block, ...others] = changesOf(diff)
  if (!block || others.length > 0) throw new Error(`${others.length + 1} changes`)
  return block
}
const read = (block: BlockDiff) =>
  block.lines.map(({ segments }) =>
    segments
      .map((one) =>
        one.kind === 'image'
          ? `{${one.before?.src ?? ''}>${one.after?.src ?? ''}}`
          : one.change === 'added'
            ? `+${one.text}+`
            : one.change === 'removed'
              ? `-${one.text}-`
              : one.change === 'restyled'
                ? `*${one.text}*`
                : one.text
      )
      .join('')
  )

const text = fc
  .array(
    fc.constantFrom(
      'boat',
      'harbour',
      'old',
      'Tern',
      'sails',
      'tide &amp; time',
      '<b>north</b>',
      '<a href="/x">quay</a>',
      '<img src="/m.png">'
    ),
    { maxLength: 7 }
  )
  .map((words) => words.join(' '))
const block = fc.oneof(
  text.map((words) => `<p>${words}</p>`),
  text.map((words) => `<h2 id="x">${words}</h2>`),
  fc
    .array(text, { maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
  fc
    .tuple(text, text)
    .map(([one, two]) => `<div class="cards"><div><div>${one}</div><div><p>${two}</p></div></div></div>`)
)
const somePage = fc
  .array(fc.array(block, { maxLength: 5 }), { maxLength: 4 })
  .map((sections) => page(...sections.map((one) => one.join('\n'))))
const wild = fc
  .array(
    fc.oneof(
      block,
      fc.constantFrom(
        '<p>',
        '</div>',
        '<table><b>',
        '<main>',
        '</main>',
        '<!-- c -->',
        '<a><p>',
        '</a>',
        'x',
        '<svg><p>'
      )
    ),
    { maxLength: 8 }
  )
  .map((parts) => parts.join(''))
const twoPages = fc.oneof(fc.tuple(somePage, somePage), fc.tuple(wild, wild))

describe('what holds for any two pages', () => {
  it('D1 the source comes out of the other; turned round, back', () => {
    fc.assert(
      fc.property(twoPages, ([a, b]) => {
        const diff = diffHtml(a, b)
        expect(applyText(a, diff.source)).toBe(b)
        expect(applyText(b, invertHtml(diff).source)).toBe(a)
        expect(invertHtml(invertHtml(diff))).toEqual(diff)
      }),
      runs('pages')
    )
  })

  it('D2 nothing changed between a page and itself', () => {
    fc.assert(
      fc.property(fc.oneof(somePage, wild), (a) => {
        const diff = diffHtml(a, a)
        expect([changesOf(diff), diff.words, diff.source]).toEqual([[], { added: 0, removed: 0 }, []])
        expect(diff.sections.every(({ change }) => change === 'same')).toBe(true)
      }),
      runs('page itself')
    )
  })

  it('D7 every block of both pages is told once', () => {
    fc.assert(
      fc.property(twoPages, ([a, b]) => {
        const told = blocksOf(diffHtml(a, b))
        for (const side of ['before', 'after'] as const) {
          const source = side === 'before' ? a : b
          const all = blocksOf(diffHtml(source, source)).map(({ after }) => after?.index)
          const found = told.flatMap((one) => one[side]?.index ?? [])
          expect(found.sort((x, y) => x - y)).toEqual(all)
        }
      }),
      runs('every block')
    )
  })

  it('D5 taking back one block after another ends at a page that reads as the older one', () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 5 }),
        fc.array(block, { maxLength: 5 }),
        fc.nat(),
        (one, two, pick) => {
          const before = page(one.join('\n'), '<p>the end of it all</p>')
          let after = page(two.join('\n'), '<p>the end of it all</p>')
          for (let round = 0; round < 60; round += 1) {
            const diff = diffHtml(before, after)
            const changes = changesOf(diff)
            const change = changes[(pick + round) % Math.max(1, changes.length)]
            if (!change) return
            const restored = restoreBlock({ before, after, diff }, change)
            if (restored === null) throw new Error('not restored')
            after = restored
          }
          expect(changesOf(diffHtml(before, after))).toEqual([])
        }
      ),
      runs('blocks back')
    )
  })
})

describe('what a reader sees', () => {
  it('D7 words that went and came, in their line', () => {
    const diff = diffHtml(
      page('<p>The old boat sails at dawn.</p>'),
      page('<p>The new boat sails at noon, perhaps.</p>')
    )
    expect(read(only(diff))).toEqual(['The -old-+new+ boat sails at -dawn-+noon, perhaps+.'])
    expect(diff.words).toEqual({ added: 3, removed: 2 })
  })

  it('D7 a link that leads elsewhere and words set otherwise read the same', () => {
    const diff = diffHtml(
      page('<p>See the <a href="/a">quay</a> and boat</p>'),
      page('<p>See the <a href="/b">quay</a> and <strong>boat</strong></p>')
    )
    expect(read(only(diff))).toEqual(['See the *quay* and *boat*'])
    expect(only(diff).lines[0]?.segments[1]).toMatchObject({ before: { link: '/a' }, after: { link: '/b' } })
    expect(summariseHtml(diff)).toBe('1 link changed, text styled')
  })

  it('D7 an image beside the one that it gave way to', () => {
    const diff = diffHtml(
      page('<p>A <img src="/1.png" alt="x"> b</p>'),
      page('<p>A <img src="/2.png" alt="x"> b</p>')
    )
    expect(read(only(diff))).toEqual(['A {/1.png>/2.png} b'])
    expect(summariseHtml(diff)).toBe('1 image changed')
  })

  it('D7 a section that moved is one move, whatever is in it', () => {
    const [one, two, three] = [
      '<h2>One</h2><p>first part</p>',
      '<h2>Two</h2><p>second part</p>',
      '<h2>Three</h2><p>third part</p>'
    ]
    const diff = diffHtml(
      page(one, two, three),
      page(three, one, two.replace('part', 'part with some more words'))
    )
    expect(diff.sections.filter(({ change }) => change === 'moved')).toHaveLength(1)
    expect(changesOf(diff)).toHaveLength(1)
    expect(summariseHtml(diff)).toBe('1 section moved, 4 words added')
  })

  it('D7 a paragraph that went to another section is moved', () => {
    const diff = diffHtml(
      page('<p>wanders about</p><p>stays</p>', '<p>there</p>'),
      page('<p>stays</p>', '<p>there</p><p>wanders about</p>')
    )
    expect(only(diff)).toMatchObject({ change: 'moved', before: { section: 1 }, after: { section: 2 } })
  })

  it('D7 a cell of a block by its row and cell, and a class that changed', () => {
    const cards = (name: string, word: string) =>
      page(
        `<div class="${name}"><div><div>a</div><div>${word} sails here</div></div><div><div>c</div><div>d</div></div></div>`
      )
    const diff = diffHtml(cards('cards', 'one'), cards('cards wide', 'two'))
    expect(only(diff).lines.find(({ change }) => change === 'changed')).toMatchObject({ row: 0, cell: 1 })
    expect(only(diff).attributes).toEqual([
      { element: 'div', name: 'class', before: 'cards', after: 'cards wide' }
    ])
  })

  it('D7 blanks and the form of the source are no change for a reader', () => {
    const diff = diffHtml(page('<p>one two</p>'), page('\n<P>one\n  two</P>\n'))
    expect(changesOf(diff)).toEqual([])
    expect(summariseHtml(diff)).toBe('only the source’s form changed')
  })

  it('D5 a block is put back without a sign of the rest being touched', () => {
    const before = page('<p>one</p><p   CLASS=x>two &amp; 2<p>three</p>')
    const after = page("<p>one</p>\n<!-- note --><p data-x='1'>three</p>")
    const diff = diffHtml(before, after)
    const gone = changesOf(diff).find(({ change }) => change === 'removed')
    if (!gone) throw new Error('nothing removed')
    expect(restoreBlock({ before, after, diff }, gone)).toBe(
      after.replace('<p>one</p>', '<p>one</p><p   CLASS=x>two &amp; 2')
    )
  })

  it('D5 a block whose section is gone comes back in a section of its own', () => {
    const before = page('<p>one</p>', '<p>two is here</p>')
    const after = page('<p>one</p>')
    const diff = diffHtml(before, after)
    expect(restoreBlock({ before, after, diff }, only(diff))).toBe(
      after.replace('<p>one</p></div>', '<p>one</p></div><div><p>two is here</p></div>')
    )
  })
})
