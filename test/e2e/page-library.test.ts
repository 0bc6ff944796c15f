import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const PAGE = `${site}/home.html`
const around = (lines: string) =>
  `<body>\n  <main>\n    <div>\n      ${lines}\n    </div>\n  </main>\n</body>\n`
const html = around('<h1>Harbour</h1>\n      <p class=late >The first  ferry leaves at six.</p>')
const cards = `<div class="cards  wide">
        <div><div>Ferries &amp; birds</div><div>A sample   of words</div></div></div>`
const tabs = `<div class="tabs dark"><div><div>Tab words</div></div></div>`
const sheet = (name: string, data: readonly object[]) => ({
  total: data.length,
  limit: data.length,
  offset: 0,
  data,
  name
})
const file = ({ name, ...rows }: ReturnType<typeof sheet>) =>
  JSON.stringify({ ...rows, ':sheetname': name, ':type': 'sheet' })

const holds = (page: Page, text: string) =>
  waitFor(`${text} in the file`, async () => (await stored(page, PAGE))?.includes(text))

/** On a new line at the end of the page. */
async function onNewLine(page: Page): Promise<void> {
  await surface(page).getByText('The first ferry').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
}

describe.skipIf(without.electron)('the block library of a site', () => {
  it('VE18 VE19 VE22 VE28 names of a config become samples in the slash menu, and templates; a block is looked at, and found in the block library, which says what could not be read; a snippet is kept', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, {
      [PAGE]: html,
      [`${site}/docs/library/blocks.json`]: file(
        sheet('data', [
          { name: 'Card lists', path: '/docs/library/cards' },
          { name: 'Gone', path: '/docs/library/gone' }
        ])
      ),
      [`${site}/docs/library/cards.html`]: around(
        `${cards}\n      <div class="hero"><div><div>Big</div></div></div>`
      ),
      [`${site}/tabs.html`]: around(tabs),
      [`${site}/docs/letter.html`]: around('<h1>A letter</h1>'),
      [`${site}/library.json`]: '{"no": "sheet"}'
    })
    const config = sheet('library', [
      { title: 'Blocks', path: `${site}/docs/library/blocks.json` },
      { title: 'Templates', path: '/docs/library/templates.json' }
    ])
    const { status } = await request(page, 'POST', `/config${site}`, {
      body: `--x\r\nContent-Disposition: form-data; name="config"\r\n\r\n${file(config)}\r\n--x--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' }
    })
    expect(status).toBe(201)
    await put(
      page,
      `${site}/docs/library/templates.json`,
      file(sheet('data', [{ key: 'Letter', value: '/docs/letter' }]))
    )
    await openPage(page, 'home.html')
    await onNewLine(page)
    await page.keyboard.type('/')
    const list = page.getByRole('listbox', { name: 'Add here' })
    const samples = list.getByRole('group', { name: 'Block library' }).getByRole('option')
    await waitFor('both samples', async () => (await samples.count()) === 2)
    await page.keyboard.type('card lists')
    await list.getByRole('option', { name: /^cards \(wide\).*Card lists/, selected: true }).waitFor()
    await look(running, [1280, 800], 'page-library-slash')
    await page.keyboard.press('Enter')
    await holds(page, cards)
    expect(await stored(page, PAGE)).toContain('<p class=late >The first  ferry leaves at six.</p>')
    const written = await stored(page, PAGE)
    await surface(page).getByText('A sample').click()
    await page.getByRole('button', { name: 'Look at block cards as readers see it' }).click()
    const shown = page.getByRole('dialog', { name: 'Look of cards (wide)' })
    const frame = shown.locator('iframe').contentFrame()
    await frame.getByText('A sample of words').waitFor()
    expect(await frame.getByText('Harbour').count()).toBe(0)
    await look(running, [1280, 800], 'page-look')
    await look(running, [800, 600], 'page-look')
    await expectAccessible(page, 'the look of a block')
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    expect(await surface(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await chooseFromPalette(page, 'Look at the block as readers see it')
    await shown.waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    expect(await stored(page, PAGE)).toBe(written)

    // the block library: with pictures, what could not be read, and found by words
    await chooseFromPalette(page, 'Block library…')
    const shelf = page.getByRole('dialog', { name: 'Block library' })
    const picture = shelf.locator('iframe[title="Look of the block"]').last().contentFrame()
    await picture.getByText('A sample of words').waitFor()
    await shelf.getByText('gone.html could not be read', { exact: false }).waitFor()
    await shelf.getByText('library.json is no sheet', { exact: false }).waitFor()
    await shelf.getByRole('option', { name: /^tabs \(dark\)\s*on 1 page$/ }).waitFor()
    await look(running, [1280, 800], 'page-block-library')
    await look(running, [800, 600], 'page-block-library')
    await expectAccessible(page, 'the block library')
    await page.keyboard.press('ArrowDown')
    await picture.getByText('Big').waitFor()
    await shelf.getByLabel('Search blocks').fill('tabs')
    await picture.getByText('Tab words').waitFor()
    await page.keyboard.press('Enter')
    await shelf.waitFor({ state: 'detached' })
    await holds(page, tabs)
    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the page as it was', async () => (await stored(page, PAGE)) === written)

    // what is chosen becomes a snippet, which no file of the workspace holds
    await surface(page).getByText('The first ferry').click({ clickCount: 3 })
    await surface(page).getByText('The first ferry').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Save as a snippet…' }).click()
    const naming = page.getByRole('dialog', { name: 'Save as a snippet' })
    await naming.getByLabel('Name').fill('Ferry times')
    await look(running, [800, 600], 'page-snippet')
    await page.keyboard.press('Enter')
    await naming.waitFor({ state: 'detached' })
    await surface(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/ferry ti')
    await list.getByRole('option', { name: 'Ferry times', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    const line = '<p class=late >The first  ferry leaves at six.</p>'
    await waitFor('the line twice', async () => (await stored(page, PAGE))?.split(line).length === 3)

    await chooseFromPalette(page, 'New page from a template…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Template').selectOption({ label: 'Letter' })
    await dialog.getByLabel('Name').fill('to-mira')
    await page.keyboard.press('Enter')
    await waitFor('the page', async () => (await stored(page, `${site}/to-mira.html`))?.includes('A letter'))
  })
})
