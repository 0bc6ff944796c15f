import { describe, expect, it } from 'vitest'
import { bounds } from '../../../../src/common/bounds'
import { applyText, diffHtml, type HtmlDiff } from '../../../../src/common/compare'
import { alikeEnds } from '../../../../src/common/formats/page/diff/alike-ends'
import type { Run } from '../../../../src/common/formats/page/diff/block'
import { readLines } from '../../../../src/common/formats/page/diff/read-lines'
import { wordsOf } from '../../../../src/common/formats/text/words-of-text'
import { fc } from '../../../support/properties'
import { seed } from '../../schema/seed'

const many = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at))
const replaced = (words: readonly string[], text: string) => words.map((word, at) => (at === 9 ? text : word))
const page = (inner: string) => `<body><main><div>${inner}</div></main></body>`

/** What is read in one of the two states. */
const read = ({ sections }: HtmlDiff, without: 'added' | 'removed') =>
  sections
    .flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.flatMap(({ segments }) => segments)))
    .flatMap((segment) => (segment.kind === 'text' && segment.change !== without ? segment.text : []))
    .join('')

const marks = { tags: [], link: null }
const run = (text: string): Run => ({ kind: 'text', text, src: null, marks })
const told = (runs: readonly Run[]) => runs.flatMap(({ text }) => wordsOf(text))

describe('large pages', () => {
  it('D9 a paragraph of 100,000 pieces that are set alike is read in one go', () => {
    const pieces = many(100_000, (at) => `<span>w${at}</span> `)
    const before = page(`<p>${pieces.join('')}</p>`)
    const after = page(`<p>${replaced(pieces, '<span>new</span> ').join('')}</p>`)
    expect(diffHtml(before, after).words).toEqual({ added: 1, removed: 1 })
  })

  it('D9 two pages with more to compare than is cut into words are told as a whole, and right', () => {
    const text = (sign: string) => many(bounds.wordsCompared.lines / 10, (at) => `${sign}${at}`).join(' ')
    const [before, after] = [page(`<p>${text('a')}</p>`), page(`<p>${text('b')}</p>`)]
    const diff = diffHtml(before, after)
    expect(diff.sections[0]?.blocks[0]?.lines[0]?.segments).toMatchObject([
      { change: 'removed', text: text('a') },
      { change: 'added', text: text('b') }
    ])
    expect(applyText(before, diff.source)).toBe(after)
    expect(diff.words.added).toBe(bounds.wordsCompared.lines / 10)
  })

  it('D9 so are two pages of as many different paragraphs', () => {
    const paragraphs = (count: number, sign: string) =>
      page(many(count, (at) => `<p>${sign} ${`${sign}${at} `.repeat(20)}</p>`).join(''))
    const [before, after] = [paragraphs(20_000, 'a'), paragraphs(20_001, 'b')]
    const diff = diffHtml(before, after)
    expect(new Set(diff.sections[0]?.blocks.map(({ change }) => change))).toEqual(
      new Set(['removed', 'added'])
    )
    expect(diff.sections[0]?.blocks).toHaveLength(40_001)
    expect(applyText(before, diff.source)).toBe(after)
  })

  it('D9 a word that changed in a text longer than is compared by words is told as that word', () => {
    const words = many(bounds.wordsCompared.lines / 5, (at) => `w${at}`)
    const diff = diffHtml(
      page(`<p>${words.join(' ')}</p>`),
      page(`<p>${replaced(words, 'new').join(' ')}</p>`)
    )
    expect(diff.words).toEqual({ added: 1, removed: 1 })
    expect(read(diff, 'removed')).toBe(replaced(words, 'new').join(' '))
    expect(read(diff, 'added')).toBe(words.join(' '))
  })

  it('D7 what is alike at both ends is divided at words only', () => {
    const word = fc.constantFrom('a', 'ab', 'b', ' ', '  ', '\n', '.', '-', '’', 'é', '中', '1', ', ')
    const line = fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 3 })
    const runs = (line: readonly (readonly string[])[]) => line.map((words) => run(words.join('')))
    fc.assert(
      fc.property(line, line, (one, two) => {
        const { start, a, b, end } = alikeEnds(runs(one), runs(two))
        expect([...told(start), ...told(a), ...told(end)]).toEqual(told(runs(one)))
        expect([...told(start), ...told(b), ...told(end)]).toEqual(told(runs(two)))
      }),
      { numRuns: 2000, seed: seed('ends alike') }
    )
  })

  it('D7 a block that broken markup has moved keeps its place in the source', () => {
    const source = `<main><div><table><tr><td>cell</td></tr><tr><div><p>moved</p></div></tr></table></div></main>`
    const { blocks } = readLines(source, () => {})
    expect(blocks.map(({ range }) => range && source.slice(range.start, range.end))).toEqual([
      '<div><p>moved</p></div>',
      '<table><tr><td>cell</td></tr><tr><div><p>moved</p></div></tr></table>'
    ])
  })
})
