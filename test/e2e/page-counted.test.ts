import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { countHands } from './support/count-hands'
import { openDesk } from './support/desk'
import { page as surface, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const PAGE = `${site}/spring.html`
const around = (lines: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>\n      ${lines}\n    </div>\n  </main>\n  <footer></footer>\n</body>\n`
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"></svg>'
const NAME = 'spring'
const SENTENCE = 'From April on the ferry leaves at six.'

const holds = (page: Page, text: string) =>
  waitFor(`${text} in the file`, async () => (await stored(page, PAGE))?.includes(text))
const inPage = (page: Page) =>
  waitFor('the keyboard in the page', () =>
    page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
  )

/** A site with a page to link to and a picture, before anything is done. */
async function open() {
  const { page } = await desk.launchBlank({ pages: 'page' })
  await prepareSite(page, { [`${site}/birds.html`]: around('<h1>All the birds</h1>') })
  await request(page, 'PUT', `/source${site}/quay.svg`, {
    body: drawing,
    headers: { 'Content-Type': 'image/svg+xml' }
  })
  await treeItem(page, 'quay.svg').waitFor()
  return page
}

/** A new page with its first sentence, by keyboard. */
async function begin(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+n')
  await page.keyboard.type(NAME)
  await page.keyboard.press('Enter')
  await inPage(page)
  await page.keyboard.type(SENTENCE)
  await holds(page, SENTENCE)
}

/** Chooses the last word, which is not counted: what is done with chosen words is. */
async function chooseLastWord(page: Page): Promise<void> {
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Shift+Control+ArrowLeft')
}

describe.skipIf(without.electron)('jobs of a page, counted as the window gets them', () => {
  it('VE3 VE12 VE13 by keyboard: a new page and its first sentence, bold, a link to a page', async () => {
    const page = await open()
    const hands = await countHands(page)

    await begin(page)
    // the key of a new page and the Enter that ends its name, besides what is typed
    expect(await hands.since()).toEqual({ keys: NAME.length + SENTENCE.length + 2, clicks: 0, drops: 0 })

    await chooseLastWord(page)
    await hands.since()
    await page.keyboard.press('ControlOrMeta+b')
    await holds(page, '<strong>six')
    expect(await hands.since()).toEqual({ keys: 1, clicks: 0, drops: 0 })

    await page.keyboard.press('End')
    await page.keyboard.type(' ')
    await hands.since()
    await page.keyboard.type('[[birds')
    await page.getByRole('option', { name: /All the birds/ }).waitFor()
    await page.keyboard.press('Enter')
    await holds(page, '<a href="/birds">All the birds</a>')
    expect(await hands.since()).toEqual({ keys: 'birds'.length + 3, clicks: 0, drops: 0 })

    // of words that are there already: one key less
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+Control+ArrowRight')
    await hands.since()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('birds')
    await page.getByRole('option', { name: /All the birds/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await holds(page, '<a href="/birds">From')
    expect(await hands.since()).toEqual({ keys: 'birds'.length + 2, clicks: 0, drops: 0 })
  })

  it('VE11 VE13 by mouse: a new page, bold, a link to a page, and a picture by one drag', async () => {
    const page = await open()
    const hands = await countHands(page)

    await page.getByRole('button', { name: 'New…' }).click()
    await page.getByRole('menuitem', { name: /^Page/ }).first().click()
    await page.keyboard.type(NAME)
    await page.keyboard.press('Enter')
    await inPage(page)
    await page.keyboard.type(SENTENCE)
    await holds(page, SENTENCE)
    expect(await hands.since()).toEqual({ keys: NAME.length + SENTENCE.length + 1, clicks: 2, drops: 0 })

    await surface(page)
      .getByText(SENTENCE)
      .dblclick({ position: { x: 15, y: 10 } })
    const bar = page.getByRole('toolbar', { name: 'Chosen words' })
    await bar.waitFor()
    await hands.since()
    await bar.getByRole('button', { name: 'Bold' }).click()
    await holds(page, '<strong>From</strong>')
    expect(await hands.since()).toEqual({ keys: 0, clicks: 1, drops: 0 })

    await bar.getByRole('button', { name: 'Link' }).click()
    await page.keyboard.type('birds')
    await page.getByRole('option', { name: /All the birds/ }).click()
    await holds(page, '<a href="/birds">')
    expect(await hands.since()).toEqual({ keys: 'birds'.length, clicks: 2, drops: 0 })

    await treeItem(page, 'quay.svg').dragTo(surface(page).getByText('ferry'), {
      targetPosition: { x: 2, y: 10 }
    })
    await holds(page, '<img src="/quay.svg"')
    // a drag begins with a press, and ends with a drop
    expect(await hands.since()).toEqual({ keys: 0, clicks: 1, drops: 1 })
  })
})
