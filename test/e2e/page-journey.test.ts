import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { composeAndTakeOver } from './support/composing'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { typeInPalette } from './support/palette'
import { page as surface, prepareSite, treeItem } from './support/screen'
import { look } from './support/looks'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const PAGE = `${site}/spring.html`
const around = (lines: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>\n      ${lines}\n    </div>\n  </main>\n  <footer></footer>\n</body>\n`
const files = {
  [`${site}/birds.html`]: around('<h1>All the birds</h1>'),
  [`${site}/islands.html`]: around(
    '<h1>Islands</h1>\n      <div class="cards wide"><div><div>a</div><div>b</div></div></div>'
  )
}
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#357"/></svg>'

const inPage = (page: Page) =>
  waitFor('the keyboard in the page', () =>
    page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
  )
const holds = (page: Page, text: string) =>
  waitFor(`${text} in the file`, async () => (await stored(page, PAGE))?.includes(text))
const live = async (page: Page) => (await request(page, 'GET', `/sites/live${site}/spring`)).text

async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key)
}

/** A double click in the middle of a word. */
async function chooseWord(page: Page, word: string): Promise<void> {
  const { x, y } = await surface(page).evaluate((element, word) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.textContent?.indexOf(word) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + word.length)
      const { left, top, width, height } = range.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    throw new Error(`The page does not say ${word}.`)
  }, word)
  await page.mouse.dblclick(x, y)
}

describe.skipIf(without.electron)('a page from its name to its readers', () => {
  it('VE7 VE11 VE12 VE13 VE15 is written, linked, illustrated and published with the keyboard alone', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, files)
    await request(page, 'PUT', `/source${site}/media/quay.svg`, {
      body: drawing,
      headers: { 'Content-Type': 'image/svg+xml' }
    })
    await treeItem(page, 'birds.html').waitFor()

    // a new page and its first sentence: the key, its name, Enter, and the words
    await keys(page, 'ControlOrMeta+n')
    await page.keyboard.type('spring')
    await keys(page, 'Enter')
    await page.getByRole('tab', { name: 'spring', selected: true }).waitFor()
    await inPage(page)
    await page.keyboard.type('# The spring timetable')
    await keys(page, 'Enter')
    await page.keyboard.type('From April on the ferry leaves ')
    // bold is one key
    await keys(page, 'ControlOrMeta+b')
    await page.keyboard.type('at six')
    await keys(page, 'ControlOrMeta+b')
    // a link to a page: two signs, a part of its name, Enter
    await page.keyboard.type(', with [[birds')
    await page.getByRole('option', { name: /All the birds/ }).waitFor()
    await keys(page, 'Enter')
    await page.keyboard.type(' on board. ')
    await composeAndTakeOver(page, '港')
    await holds(
      page,
      'leaves <strong>at six</strong>, with <a href="/birds">All the birds</a> on board. 港</p>'
    )

    // a block that the site knows, its cells by Tab, a row more at its end
    await keys(page, 'Enter')
    await page.keyboard.type('/cards')
    await page.getByRole('option', { name: /^cards \(wide\)/ }).waitFor()
    await keys(page, 'Enter')
    await page.keyboard.type('Monday')
    await keys(page, 'Tab')
    await page.keyboard.type('six and ten')
    await keys(page, 'Tab')
    await page.keyboard.type('Tuesday')
    await keys(page, 'Tab')
    await page.keyboard.type('ten')
    await keys(page, 'ControlOrMeta+Enter')
    // another one, with a name of its own
    await typeInPalette(page, 'Add a block')
    await page.getByRole('dialog').getByText('Add a block', { exact: true }).waitFor()
    await keys(page, 'Enter')
    const name = page.locator('.pe-rename')
    await name.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('hero (dark)')
    await keys(page, 'Enter')
    await inPage(page)
    await page.keyboard.type('Come aboard')
    await holds(page, 'Come aboard')

    // a picture of the site, and what it shows
    await keys(page, 'ControlOrMeta+Enter')
    await typeInPalette(page, 'Insert picture…')
    await page.getByRole('dialog').getByText('Insert picture…', { exact: true }).first().waitFor()
    await keys(page, 'Enter')
    await page
      .getByRole('textbox', { name: 'Search the pictures of this site' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.getByRole('button', { name: /quay\.svg/ }).waitFor()
    await keys(page, 'ArrowDown', 'Enter')
    await holds(page, '<img src="/media/quay.svg"')
    await inPage(page)
    await keys(page, 'ArrowLeft', 'Enter')
    await page.getByRole('textbox', { name: 'What it shows' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('The quay')
    await keys(page, 'Enter')
    await holds(page, 'alt="The quay"')

    // on a picture, as on words, Ctrl+K makes a link: behind it, it opens the palette
    await keys(page, 'ArrowRight')
    // what search engines are told
    await typeInPalette(page, 'Metadata of the page')
    await page.getByRole('dialog').getByText('Metadata of the page', { exact: true }).waitFor()
    await keys(page, 'Enter')
    const form = page.getByRole('region', { name: 'Metadata of the page' })
    await form.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Spring')
    await holds(page, '<div>Spring</div>')
    await look(running, [1280, 800], 'page-journey')

    await typeInPalette(page, 'Publish: make it live')
    await page.getByRole('dialog').getByText('Publish: make it live', { exact: true }).waitFor()
    await keys(page, 'Enter')
    // with the birds that it leads to, and its picture
    const ask = page.getByRole('dialog', { name: 'Publish “spring.html”?' })
    await ask
      .getByRole('button', { name: /^Publish/ })
      .and(page.locator(':focus'))
      .waitFor()
    await keys(page, 'Enter')
    await waitFor('the page live', async () => (await live(page)).includes('Come aboard'))
    const readers = await live(page)
    for (const part of [
      '<h1',
      'The spring timetable',
      'cards wide',
      'hero dark',
      'Tuesday',
      'alt="The quay"'
    ])
      expect(readers).toContain(part)
    expect(readers).toMatch(/<title>Spring<\/title>|content="Spring"/)
    expect(await surface(page).getByText('/cards').count()).toBe(0)
  })

  it('VE11 VE12 VE13 VE15 the same with the mouse: clicks for all that is not a word, and a picture by one drag', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, files)
    await request(page, 'PUT', `/source${site}/quay.svg`, {
      body: drawing,
      headers: { 'Content-Type': 'image/svg+xml' }
    })
    await treeItem(page, 'quay.svg').waitFor()
    const bar = page.getByRole('toolbar', { name: 'Format' })

    await page.getByRole('button', { name: 'New…' }).click()
    await page.getByRole('menuitem', { name: /^Page/ }).first().click()
    await page.keyboard.type('spring')
    await keys(page, 'Enter')
    await page.getByRole('tab', { name: 'spring', selected: true }).waitFor()
    await inPage(page)
    // before anything is written
    await bar.getByRole('combobox').selectOption({ label: 'Heading 1' })
    await inPage(page)
    await page.keyboard.type('Spring')
    await keys(page, 'Enter')
    await page.keyboard.type('From April on at six, with the birds')
    await composeAndTakeOver(page, '港')

    // bold: one click on what was chosen
    await chooseWord(page, 'April')
    await page.getByRole('toolbar', { name: 'Chosen words' }).getByRole('button', { name: 'Bold' }).click()
    await holds(page, '<strong>April</strong>')
    // a link: the button, a part of the page's name, the page
    await chooseWord(page, 'birds')
    await bar.getByRole('button', { name: 'Link' }).click()
    const link = page.getByRole('dialog', { name: 'Link' })
    await link.getByRole('combobox').fill('birds')
    await link.getByRole('option', { name: /All the birds/ }).click()
    await holds(page, '<a href="/birds">birds</a>')

    // a picture: one drag
    await treeItem(page, 'quay.svg').dragTo(surface(page).getByText('From'), {
      targetPosition: { x: 2, y: 10 }
    })
    await holds(page, '<img src="/quay.svg"')
    await page.getByRole('textbox', { name: 'What it shows' }).fill('The quay')
    await keys(page, 'Enter')
    await holds(page, 'alt="The quay"')

    // two blocks: a button, and their names
    for (const name of ['cards (wide)', 'hero (dark)']) {
      await bar.getByRole('button', { name: 'Add a block' }).click()
      await page.locator('.pe-rename').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(name)
      await keys(page, 'Enter')
      await inPage(page)
      await page.keyboard.type(`Words of ${name}`)
    }
    await holds(page, 'Words of hero')
    await look(running, [1280, 800], 'page-journey-mouse')

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const ask = page.getByRole('dialog', { name: 'Publish “spring.html”?' })
    await ask.getByRole('button', { name: /^Publish/ }).click()
    await waitFor('the page live', async () => (await live(page)).includes('Words of hero'))
    const readers = await live(page)
    for (const part of ['<h1', '港', 'cards wide', 'hero dark', 'alt="The quay"'])
      expect(readers).toContain(part)
  })
})
