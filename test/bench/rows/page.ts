import { parse } from 'parse5'
import { EditorState } from 'prosemirror-state'
import type { Page } from 'playwright-core'
import { contentPath } from '../../../src/common/content/paths'
import { readPage } from '../../../src/common/formats/page/read'
import { writePage } from '../../../src/common/formats/page/write'
import { writer } from '../documents'
import { authoredPage } from '../written-page'
import { inWindow } from '../in-window'
import { summaryOf } from '../measure'
import type { Finding, Row } from '../row'
import { most, typed } from './forms'

const WORDS = 10_000
const BLOCKS = 200
/** As long as a page may be that is not shown as its source: more has too many elements. */
const TIMES = 3.5
const OPENINGS = 9
const READINGS = 15
const WRITINGS = 200
const PASTES = 15
const PASTED_WORDS = 2_000
/** Milliseconds from a paint to the next key. */
const PAUSE = 30
export const SITE = '/bench/site'

/** The page editor: the model of a page on plain Node, then the page in the real window beside a field that has nothing but the browser. */
export const page: Row = {
  name: 'page',
  title: 'a page of 10,000 words and 200 blocks, written in as its readers see it',
  run: async (place) => [...modelled(), ...(await shown(place))]
}

/** Reading, and the text for a save after one key. */
function modelled(): Finding[] {
  const text = authoredPage(0, WORDS, BLOCKS)
  const long = authoredPage(0, WORDS * TIMES, BLOCKS * TIMES)
  const reading: number[] = []
  const parsing: number[] = []
  for (let round = -3; round < READINGS; round += 1) {
    const parsed = timed(() => parse(text, { sourceCodeLocationInfo: true }))
    const read = timed(() => readPage(text))
    if (round < 0) continue
    parsing.push(parsed)
    reading.push(read)
  }
  return [
    {
      what: 'read',
      galley: summaryOf(reading),
      baseline: { what: 'parse5 with places, nothing else', took: summaryOf(parsing) },
      budget: { kind: 'ratio', atMost: 3 }
    },
    {
      what: `text for a save after one key, ${kilobytes(text)}`,
      galley: summaryOf(written(text)),
      budget: most(5, 'p95')
    },
    {
      what: `text for a save after one key, ${kilobytes(long)}`,
      galley: summaryOf(written(long)),
      budget: most(5, 'p95')
    }
  ]
}

const kilobytes = (text: string) => `${Math.round(text.length / 1024)} KB`

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Keys at places all over the page; the text is read once, as whoever sends it does. */
function written(text: string): number[] {
  const reading = readPage(text)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  let state = EditorState.create({ doc: reading.page })
  writePage(state.doc)
  const took: number[] = []
  for (let key = 0; key < WRITINGS; key += 1) {
    const places: number[] = []
    state.doc.descendants((node, pos) => {
      if (node.isTextblock && node.content.size > 0) places.push(pos + 1)
    })
    state = state.apply(state.tr.insertText('x', places[(key * 7919) % places.length] ?? 1))
    took.push(timed(() => writePage(state.doc).charCodeAt(1)))
  }
  return took
}

function shown(place: string): Promise<Finding[]> {
  return inWindow(
    {
      place,
      pages: 'page',
      switches: ['--disable-frame-rate-limit'],
      async fill(store) {
        for (let number = 0; number <= OPENINGS; number += 1)
          await store.write(
            contentPath(`${SITE}/page-${number}.html`),
            new TextEncoder().encode(authoredPage(number, WORDS, BLOCKS)),
            { by: writer }
          )
      }
    },
    async (window) => {
      // what is loaded once
      await window.evaluate(opened, address(0))
      const opening: number[] = []
      const bare: number[] = []
      for (let number = 1; number <= OPENINGS; number += 1) {
        await atRest(window)
        bare.push(await window.evaluate(plainOpened, mainOf(authoredPage(number, WORDS, BLOCKS))))
        await window.evaluate(() => document.getElementById('plain')?.remove())
        await atRest(window)
        opening.push(await window.evaluate(opened, address(number)))
      }
      await atRest(window)
      await inTheMiddle(window, '.pe-page')
      const pastes: number[] = []
      for (let round = -2; round < PASTES; round += 1) {
        const took = await window.evaluate(pasted, wordDocument(PASTED_WORDS))
        if (round >= 0) pastes.push(took)
        await window.keyboard.press('ControlOrMeta+z')
        await atRest(window)
      }
      const keys = await typed(window, PAUSE)
      await atRest(window)
      await window.evaluate(plainOpened, mainOf(authoredPage(1, WORDS, BLOCKS)))
      await inTheMiddle(window, '#plain')
      const plain = await typed(window, PAUSE)
      const baseline = 'a plain contenteditable with the same HTML in the same window'
      return [
        {
          what: 'shown and ready for typing',
          galley: summaryOf(opening),
          baseline: { what: baseline, took: summaryOf(bare) },
          budget: { kind: 'ratio', atMost: 3 }
        },
        {
          what: 'work for a key',
          galley: keys.work,
          baseline: { what: baseline, took: plain.work },
          budget: most(16, 'p95')
        },
        {
          what: 'key to paint',
          galley: keys.paint,
          baseline: { what: baseline, took: plain.paint },
          budget: { kind: 'ratio', atMost: 1.25, of: 'p95' }
        },
        {
          what: `paste of ${PASTED_WORDS.toLocaleString('en')} words from Word, until they are painted`,
          galley: summaryOf(pastes),
          budget: most(300, 'p95')
        }
      ]
    }
  )
}

/** Milliseconds from the paste of this HTML to the paint after it. */
async function pasted(html: string): Promise<number> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  const began = performance.now()
  document.querySelector('.pe-page')?.dispatchEvent(event)
  if (!event.defaultPrevented) throw new Error('Nothing was pasted.')
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

/** As many words as Word copies them: paragraphs and items, each with what Word says of it. */
function wordDocument(words: number): string {
  const said = `<span lang=EN-GB style='font-size:11.0pt;mso-ansi-language:EN-GB'>`
  const marker = `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>`
  const part = `<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'>${said}${'a line of words '.repeat(4)}<b>with some</b> bold<o:p></o:p></span></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${marker}an item of it<o:p></o:p></p>
`
  return `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>${part.repeat(Math.ceil(words / 23))}</body></html>`
}

export const address = (number: number) => ({
  hash: `#/edit${SITE}/page-${number}.html`,
  says: `Page ${number} of`
})

/** Puts the caret into a paragraph in the middle of the page. */
export async function inTheMiddle(window: Page, page: string): Promise<void> {
  const lines = window
    .locator(page)
    .filter({ visible: true })
    .locator('p')
    .filter({ hasText: 'The boat leaves' })
  await lines.nth(Math.floor((await lines.count()) / 2)).click()
}

/** Until nothing is left to do of what was shown before. */
export async function atRest(window: Page): Promise<void> {
  await window.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 1_000)))
}

/** From the address to the frame that shows the page's first words, with the caret in it. */
export async function opened({ hash, says }: { hash: string; says: string }): Promise<number> {
  const isShown = () => {
    const active = document.activeElement
    return active?.matches('.pe-page') === true && active.textContent.includes(says)
  }
  const began = performance.now()
  location.hash = hash
  while (!isShown()) {
    if (performance.now() - began > 20_000) throw new Error(`${says} is not shown`)
    await new Promise(requestAnimationFrame)
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

async function plainOpened(html: string): Promise<number> {
  const began = performance.now()
  const plain = document.createElement('div')
  plain.id = 'plain'
  plain.contentEditable = 'true'
  plain.spellcheck = false
  plain.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:10;background:Canvas'
  plain.innerHTML = html
  document.body.append(plain)
  plain.focus()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

const mainOf = (source: string) => /<main>([^]*)<\/main>/.exec(source)?.[1] ?? ''
