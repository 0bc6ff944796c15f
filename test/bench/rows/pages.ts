import type { Page } from 'playwright-core'
import { contentPath } from '../../../src/common/content/paths'
import { pageOf, writer } from '../documents'
import { inWindow } from '../in-window'
import { summaryOf } from '../measure'
import type { Row } from '../row'
import { most } from './forms'
import { frames, scrolling } from './grid'

const BYTES = 200 * 1024
const PAGES = 9
const VERSIONS = 10_000
const FRAMES = 180
const SITE = '/bench/site'

/** Pages of 200 KB in the real window: opened, come back to, compared; and a history without end. */
export const pages: Row = {
  name: 'pages',
  title: 'pages of 200 KB in the window',
  run: (place) =>
    inWindow(
      {
        place,
        async fill(store) {
          const write = (name: string, text: string) =>
            store.write(contentPath(`${SITE}/${name}.html`), new TextEncoder().encode(text), { by: writer })
          for (let number = 0; number < PAGES; number += 1) {
            await write(`page-${number}`, longPage(number, 'as it was'))
            await write(`page-${number}`, longPage(number, 'as it is'))
          }
          // by turns: versions of one person in a row are one line until they are unfolded
          for (let number = 0; number <= VERSIONS; number += 1)
            await store.write(contentPath(`${SITE}/told.html`), pageOf(512, number), {
              by: number % 2 === 0 ? writer : { email: 'other@localhost' }
            })
        }
      },
      async (page) => {
        // what is loaded once
        await page.evaluate(opened, address(0))
        const opening: number[] = []
        const bare: number[] = []
        for (let number = 1; number < PAGES; number += 1) {
          await settled(page)
          bare.push(await page.evaluate(bareEditor, longPage(number, 'bare')))
          await settled(page)
          opening.push(await page.evaluate(opened, address(number)))
        }
        const back: number[] = []
        const longAgo: number[] = []
        for (let round = 0; round < PAGES; round += 1) {
          await settled(page)
          back.push(await page.evaluate(opened, address(PAGES - 2 + (round % 2))))
        }
        for (let number = 0; number < PAGES - 4; number += 1) {
          await settled(page)
          longAgo.push(await page.evaluate(opened, address(number)))
        }
        const comparing: number[] = []
        for (let number = 0; number < PAGES; number += 1) {
          await page.evaluate(opened, address(number))
          await settled(page)
          comparing.push(await page.evaluate(compared))
        }
        const empty = summaryOf(await page.evaluate(frames, FRAMES))
        await page.evaluate(opened, { hash: `#/edit${SITE}/told.html`, says: 'Page' })
        await settled(page)
        const scrolled = summaryOf(
          await page.evaluate(scrolling, { within: '[aria-label="History"]', count: FRAMES, by: 84 })
        )
        return [
          {
            what: 'opened',
            galley: summaryOf(opening),
            baseline: { what: 'a bare Monaco with such a text in the same window', took: summaryOf(bare) },
            budget: { kind: 'ratio', atMost: 2 }
          },
          {
            what: 'come back to, the tab of a moment ago',
            galley: summaryOf(back),
            budget: most(100, 'median')
          },
          {
            what: 'come back to, a tab of long ago',
            galley: summaryOf(longAgo),
            budget: most(100, 'median')
          },
          {
            what: 'compared with its newest version',
            // what is loaded once is in the first of them
            galley: summaryOf(comparing.slice(1)),
            budget: most(400, 'median')
          },
          {
            what: `${VERSIONS.toLocaleString('en')} versions scrolled, from frame to frame`,
            galley: scrolled,
            baseline: { what: 'the same window doing nothing', took: empty },
            budget: most(17.5, 'p95')
          }
        ]
      }
    )
}

const address = (number: number) => ({
  hash: `#/edit${SITE}/page-${number}.html`,
  says: `Page ${number} as it is`
})

/** Until nothing is left to do of what was shown before. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 1_000)))
}

/** From the address to the frame that shows the page's first lines. */
async function opened({ hash, says }: { hash: string; says: string }): Promise<number> {
  const shown = () =>
    [...document.querySelectorAll('.monaco-editor .view-line')].some(
      (line) => line.checkVisibility() && line.textContent.replaceAll('\u00a0', ' ').includes(says)
    )
  const began = performance.now()
  location.hash = hash
  while (!shown()) {
    if (performance.now() - began > 20_000) throw new Error(`${says} is not shown`)
    await new Promise(requestAnimationFrame)
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

/** From the keys of “Compare with the newest version” to the page that shows the changes, with which of how many it stands at. */
async function compared(): Promise<number> {
  const counted = () =>
    [...document.querySelectorAll('main *')].some(
      (one) =>
        one.childElementCount === 0 && /^Change \d+ of \d+$/.test(one.textContent) && one.checkVisibility()
    )
  const began = performance.now()
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'd', code: 'KeyD', ctrlKey: true, altKey: true, bubbles: true })
  )
  let drawn: Element | null = null
  const hear = ({ target }: Event) => {
    if (target instanceof HTMLIFrameElement && target.checkVisibility()) drawn = target
  }
  // the load of a frame does not bubble
  document.addEventListener('load', hear, true)
  while (!counted() || !drawn) {
    if (performance.now() - began > 20_000) throw new Error('no comparison is shown')
    await new Promise(requestAnimationFrame)
  }
  document.removeEventListener('load', hear, true)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

interface BareMonaco {
  create(parent: HTMLElement, options: object): { dispose(): void }
}

/** The editor that Galley is built with, with nothing around it. */
async function bareEditor(text: string): Promise<number> {
  const isMonaco = (value: unknown): value is BareMonaco =>
    typeof value === 'object' && value !== null && 'create' in value && 'createDiffEditor' in value
  let monaco: BareMonaco | null = null
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    const parts: unknown[] = Object.values((await import(href)) as object)
    monaco ??= parts.find(isMonaco) ?? null
  }
  if (!monaco) throw new Error('the window has no Monaco')
  const parent = document.createElement('div')
  parent.style.cssText = 'position:fixed;inset:0;z-index:10'
  document.body.append(parent)
  const began = performance.now()
  const editor = monaco.create(parent, { value: text, language: 'html' })
  while (!parent.querySelector('.view-line')) await new Promise(requestAnimationFrame)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const took = performance.now() - began
  editor.dispose()
  parent.remove()
  return took
}

/** A page as authors have them: sections of headings, paragraphs with links, lists and tables, each on a line of its own. */
function longPage(number: number, says: string): string {
  const lines = ['<body>', '<header></header>', '<main>', '<div>', `<h1>Page ${number} ${says}</h1>`]
  let size = 0
  for (let part = 0; size < BYTES; part += 1) {
    const block = [
      `<h2>Part ${part} of the harbour</h2>`,
      `<p>The boat leaves at ten past six, and <a href="/timetable/${part}">the bread</a> is carried up <strong>first</strong>.</p>`,
      `<ul><li>Rope of ${part} metres</li><li>Two lanterns</li><li>Salt</li></ul>`,
      `<p>Nobody was on the pier in the ${part}th winter, ${says}.</p>`,
      ...(part % 10 === 9
        ? [
            '</div>',
            '<div>',
            `<div class="cards"><div><div>Card ${part}</div><div>It says ${says}</div></div></div>`
          ]
        : [])
    ]
    size += block.join('\n').length
    lines.push(...block)
  }
  return [...lines, '</div>', '</main>', '<footer></footer>', '</body>', ''].join('\n')
}
