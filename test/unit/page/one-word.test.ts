import { EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../src/common/formats/page/read'
import { writePage } from '../../../src/common/formats/page/write'
import { replaceText } from '../../../src/renderer/src/engines/page/commands/lines'
import { fc } from '../../support/properties'
import { markup, runs } from './markup'
import { pageOf, samplePages } from './pages'

const NEW = 'Zweiundvierzig'

/** Puts another word in the place of one in each text block, and says of each what is left of the source besides. */
function eachWord(source: string, check: (text: string, word: string) => void): number {
  const page = pageOf(source)
  const state = EditorState.create({ doc: page })
  let count = 0
  page.descendants((node, pos) => {
    if (!node.isText) return
    const found = /[\p{L}\d]+/u.exec(node.text ?? '')
    if (!found) return
    count += 1
    const from = pos + found.index
    check(writePage(replaceText(state.tr, from, from + found[0].length, NEW).doc), found[0])
  })
  return count
}

/** The source before and behind the one place where two texts differ. */
function isOnlyChange(source: string, text: string, word: string): boolean {
  const at = text.indexOf(NEW)
  const rest = text.slice(at + NEW.length)
  const was = source.slice(at, source.length - rest.length)
  return source === text.slice(0, at) + was + rest && (was === word || /^&[a-z]+;?$/i.test(was))
}

describe('VE1 one word', () => {
  it('VE1 a word that is replaced in any text of any sample changes that word and nothing else', () => {
    let count = 0
    for (const [name, source] of samplePages())
      count += eachWord(source, (text, word) =>
        expect(isOnlyChange(source, text, word), `${name}: ${word}`).toBe(true)
      )
    expect(count).toBeGreaterThan(1900)
  })

  it('VE1 a word that is replaced in a page of a grammar changes that word and nothing else', () => {
    let count = 0
    fc.assert(
      fc.property(
        markup.filter((source) => 'page' in readPage(source)),
        (source) => {
          count += eachWord(source, (text, word) =>
            expect(isOnlyChange(source, text, word), `${word}\n${text}`).toBe(true)
          )
        }
      ),
      { numRuns: runs(100) }
    )
    expect(count).toBeGreaterThan(100)
  })
})
