import type { Page } from 'playwright-core'
import { contentPath } from '../../../src/common/content/paths'
import { writer } from '../documents'
import { inWindow } from '../in-window'
import { summaryOf } from '../measure'
import type { Row } from '../row'
import { bareForm, keyFindings, most, typed } from './forms'

const ROWS = 10_000
const COLUMNS = 20
const PASTED = 1_000
const ROUNDS = 7
const FRAMES = 180
const PATH = '/bench/site/sheet.json'

/** The grid in the real window, with 10,000 rows of 20 columns. */
export const grid: Row = {
  name: 'grid',
  title: 'a sheet of 10,000 × 20 in the window',
  run: (place) =>
    inWindow(
      {
        place,
        async fill(store) {
          await store.write(contentPath(PATH), new TextEncoder().encode(sheetText()), { by: writer })
        }
      },
      async (page) => {
        const bare = await bareForm(page)
        const empty = summaryOf(await page.evaluate(frames, FRAMES))
        await page.evaluate((address) => (location.hash = address), `#/edit${PATH}`)
        const first = page.getByRole('gridcell', { name: 'row 1, 1', exact: true })
        await first.waitFor()
        const scrolled = summaryOf(
          await page.evaluate(scrolling, { within: '#editor-area', count: FRAMES, by: 84 })
        )
        await first.click()
        const keys = await typed(page)
        await page.keyboard.press('Escape')
        const pastes = await pasting(page)
        return [
          {
            what: 'scrolling, from frame to frame',
            galley: scrolled,
            baseline: { what: 'the same window doing nothing', took: empty },
            budget: most(17.5, 'p95')
          },
          ...keyFindings('typing into a cell', keys, bare),
          { what: `${PASTED} × ${COLUMNS} pasted and shown`, galley: pastes, budget: most(100, 'median') }
        ]
      }
    )
}

function sheetText(): string {
  const data = Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: COLUMNS }, (_, column) => [
        `column ${column + 1}`,
        `row ${row + 1}, ${column + 1}`
      ])
    )
  )
  const sheet = { total: ROWS, limit: ROWS, offset: 0, data, ':sheetname': 'data', ':type': 'sheet' }
  return `${JSON.stringify(sheet, null, 2)}\n`
}

/** Each paste into the same cells, from the event to the frame that shows it. */
async function pasting(page: Page) {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // A person pastes now and then: the save of what was pasted before is over.
    await page.locator('[data-save-status="saved"]').waitFor()
    took.push(await page.evaluate(pasteOnce, { rows: PASTED, columns: COLUMNS, round }))
  }
  return summaryOf(took)
}

async function pasteOnce(size: { rows: number; columns: number; round: number }): Promise<number> {
  const text = Array.from({ length: size.rows }, (_, row) =>
    Array.from({ length: size.columns }, (_, column) => `pasted ${size.round} ${row} ${column}`).join('\t')
  ).join('\r\n')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const field = document.querySelector('textarea[data-grid-field]')
  const shown = () =>
    [...document.querySelectorAll('[role="gridcell"]')].some(
      ({ textContent }) => textContent === `pasted ${size.round} 0 0`
    )
  const began = performance.now()
  field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  while (!shown()) await new Promise(requestAnimationFrame)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const took = performance.now() - began
  document.querySelector('[role="grid"]')?.parentElement?.parentElement?.scrollTo(0, 0)
  return took
}

/** Milliseconds from frame to frame. */
export async function frames(count: number): Promise<number[]> {
  const took: number[] = []
  let before = await new Promise<number>(requestAnimationFrame)
  for (let frame = 0; frame < count; frame += 1) {
    const now = await new Promise<number>(requestAnimationFrame)
    took.push(now - before)
    before = now
  }
  return took
}

/** The same while the longest list within an element scrolls `by` pixels a frame. */
export async function scrolling({
  within,
  count,
  by
}: {
  within: string
  count: number
  by: number
}): Promise<number[]> {
  const [scroller] = [...document.querySelectorAll(`${within}, ${within} *`)]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowY === 'auto')
    .sort((a, b) => b.scrollHeight - a.scrollHeight)
  if (!scroller || scroller.scrollHeight < count * by) throw new Error(`nothing scrolls in ${within}`)
  const took: number[] = []
  let before = await new Promise<number>(requestAnimationFrame)
  for (let frame = 0; frame < count; frame += 1) {
    scroller.scrollBy(0, by)
    const now = await new Promise<number>(requestAnimationFrame)
    took.push(now - before)
    before = now
  }
  scroller.scrollTo(0, 0)
  await new Promise(requestAnimationFrame)
  return took
}
