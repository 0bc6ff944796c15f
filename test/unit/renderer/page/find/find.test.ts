// @vitest-environment node
import { history, undo } from 'prosemirror-history'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import {
  endFinding,
  findIn,
  goOn,
  goToFirst,
  lookWithin,
  type Search,
  type SearchedPage
} from '../../../../../src/renderer/src/engines/page/find/find'
import { finding, findingOf } from '../../../../../src/renderer/src/engines/page/find/finding'
import { searched } from '../../../../../src/renderer/src/engines/page/find/pattern-search'
import { replaceFound } from '../../../../../src/renderer/src/engines/page/find/replace'
import { expanded } from '../../../../../src/common/replace/find'
import { expressionOf, matchesIn } from '../../../../../src/renderer/src/engines/page/find/search'
import { placeOf } from '../pages'

const html = `<body>
  <main>
    <div>
      <h1 id=top >The ferry</h1>
      <p class=late >A <b>Ferry</b>, <a href="/ferry/times" rel=x>ferry times</a> and a <a href="/x">fer<i>ry</i></a>.</p>
      <p>By<img src="./boat.png" alt="A ferry at the quay"><br>boat</p>
      <custom-el class="ferry">the ferry</custom-el>
    </div>
    <div>
      <div class="cards"><div><div>Ferryman</div><div><p>Übermut</p></div></div></div>
    </div>
  </main>
</body>
`
const plain: Search = { words: 'ferry', matchCase: false, wholeWords: false, isPattern: false, isDeep: false }

interface Open extends SearchedPage {
  state: EditorState
}

function open(text = html): Open {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const page: Open = {
    state: EditorState.create({ doc: reading.page, plugins: [finding(), history()] }),
    look: (command: Command) => command(page.state, (tr) => (page.state = page.state.apply(tr))),
    bringIntoView: () => {}
  }
  return page
}

async function found(page: Open, search: Partial<Search> = {}) {
  expect(await findIn(page, { ...plain, ...search })).toBe('found')
  return findingOf(page.state).found
}

/** Replaces all that is found. */
async function replaced(by: string, search: Partial<Search> = {}, page = open()): Promise<string> {
  const all = await found(page, search)
  const change = replaceFound(page.state, all, { by, isPattern: false, isDeep: false, ...search })
  if (!change) throw new Error('The page was another one.')
  page.state = page.state.apply(change.tr)
  page.state.doc.check()
  return writePage(page.state.doc)
}

describe('finding in a page', () => {
  it('VE14 finds words over formatting, in blocks and in what is not understood, in the order of the page', async () => {
    const page = open()
    const kinds = (await found(page)).map(({ kind }) => kind)
    expect(kinds).toEqual(['text', 'text', 'text', 'text', 'island', 'text'])
    const deep = (await found(page, { isDeep: true })).map(({ kind }) => kind)
    expect(deep.filter((kind) => kind === 'link')).toHaveLength(1)
    expect(deep.filter((kind) => kind === 'description')).toHaveLength(1)
    expect(deep.filter((kind) => kind === 'island')).toHaveLength(2)
    expect(writePage(page.state.doc)).toBe(html)
  })

  it('VE14 minds case and whole words when asked, with letters of any language', async () => {
    const page = open()
    expect(await found(page, { words: 'Ferry', matchCase: true })).toHaveLength(2)
    expect(await found(page, { words: 'ferry', wholeWords: true })).toHaveLength(5)
    expect(await found(page, { words: 'bermut', wholeWords: true })).toHaveLength(0)
    expect(await found(page, { words: 'übermut' })).toHaveLength(1)
    expect(await found(page, { words: 'quay' })).toHaveLength(0)
  })

  it('VE14 signs of a pattern are letters unless a pattern is asked for', () => {
    const expression = expressionOf({ ...plain, words: 'a.b (c)' })
    expect(expression && matchesIn(expression, ['axb (c)', 'A.B (C)'])).toEqual([
      { text: 1, start: 0, end: 7, groups: ['A.B (C)'] }
    ])
  })

  it('VE14 a pattern takes its groups along, and one that is none says so', () => {
    const wanted = { ...plain, words: '(f\\w+) (t\\w+)', isPattern: true }
    const [first] = searched({ wanted, texts: ['ferry times'] }) ?? []
    expect(expanded('$2: $1 $$ $& $3', first?.groups ?? [])).toBe('times: ferry $ ferry times $3')
    expect(searched({ wanted: { ...wanted, words: '(' }, texts: ['('] })).toBeNull()
    expect(searched({ wanted: { ...wanted, words: ')(', wholeWords: true }, texts: ['('] })).toBeNull()
    expect(searched({ wanted: { ...wanted, words: 'x*' }, texts: ['abc'] })).toEqual([])
  })

  it('VE14 goes through the finds from the caret on, in both ways and round', async () => {
    const page = open()
    const at = placeOf(page.state.doc, 'boat')
    page.state = page.state.apply(page.state.tr.setSelection(TextSelection.create(page.state.doc, at)))
    await found(page)
    expect(goToFirst(page)).toBe(true)
    expect(findingOf(page.state).at).toBe(4)
    goOn(page, 1)
    expect(page.state.doc.textBetween(page.state.selection.from, page.state.selection.to)).toBe('Ferry')
    goOn(page, 1)
    expect(findingOf(page.state).at).toBe(0)
    goOn(page, -1)
    expect(findingOf(page.state).at).toBe(5)
  })

  it('VE14 looks only in what was chosen, and that goes along with what is typed', async () => {
    const page = open()
    const { doc } = page.state
    const start = placeOf(doc, 'A ')
    page.state = page.state.apply(
      page.state.tr.setSelection(TextSelection.create(doc, start, placeOf(doc, ' and')))
    )
    expect(lookWithin(page, true)).toBe(true)
    expect(await found(page)).toHaveLength(2)
    page.state = page.state.apply(page.state.tr.insertText('Look: ', placeOf(doc, 'The ferry')))
    expect(await found(page)).toHaveLength(2)
    lookWithin(page, false)
    expect(await found(page)).toHaveLength(6)
  })

  it('VE14 what was found before the page changed is not replaced', async () => {
    const page = open()
    const all = await found(page)
    page.state = page.state.apply(page.state.tr.insertText('x', placeOf(page.state.doc, 'The ferry')))
    expect(replaceFound(page.state, all, { by: 'boat', isPattern: false, isDeep: false })).toBeNull()
    expect(goOn(page, 1)).toBe(false)
    endFinding(page)
    expect(findingOf(page.state).found).toEqual([])
  })
})

describe('replacing in a page', () => {
  it('VE14 keeps formatting and every byte around what is replaced; what is not understood stays', async () => {
    expect(await replaced('boat')).toBe(
      html
        .replace('The ferry', 'The boat')
        .replace('<b>Ferry</b>', '<b>boat</b>')
        .replace('>ferry times', '>boat times')
        .replace('fer<i>ry</i>', 'boat')
        .replace('Ferryman', 'boatman')
    )
  })

  it('VE14 replaces in addresses, descriptions and HTML when asked, and nothing else of them', async () => {
    expect(await replaced('boat', { isDeep: true })).toBe(
      html
        .replace('The ferry', 'The boat')
        .replace('<b>Ferry</b>', '<b>boat</b>')
        .replace('/ferry/times', '/boat/times')
        .replace('>ferry times', '>boat times')
        .replace('fer<i>ry</i>', 'boat')
        .replace('alt="A ferry', 'alt="A boat')
        .replace('class="ferry">the ferry', 'class="boat">the boat')
        .replace('Ferryman', 'boatman')
    )
  })

  it('VE14 leaves HTML alone that would not be one thing any more', async () => {
    const page = open()
    const all = await found(page, { words: '</custom', isDeep: true })
    const change = replaceFound(page.state, all, { by: '<custom', isPattern: false, isDeep: true })
    expect([all.length, change?.count]).toEqual([1, 0])
  })

  it('VE14 VE4 all of it is one step to take back, to the first byte', async () => {
    const page = open()
    await replaced('', { isDeep: true }, page)
    page.look(undo)
    expect(writePage(page.state.doc)).toBe(html)
    await replaced('ferry & <ferry>', { isDeep: true }, page)
    expect(writePage(page.state.doc)).toContain('The ferry &amp; &lt;ferry&gt;')
    page.look(undo)
    expect(writePage(page.state.doc)).toBe(html)
  })

  it('VE14 a picture stays whatever is found around it', async () => {
    const page = open()
    const all = searched({
      wanted: { ...plain, words: 'By[^]*boat', isPattern: true },
      texts: ['By', '\nboat']
    })
    expect(all).toEqual([])
    expect(await replaced('x', { words: 'By' }, page)).toContain('<p>x<img src="./boat.png"')
  })
})
