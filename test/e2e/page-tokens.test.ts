import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look, resize } from './support/looks'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const PAGE = `${site}/home.html`
const around = (lines: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>\n      ${lines}\n    </div>\n  </main>\n  <footer></footer>\n</body>\n`
const html = around(
  '<h1>Harbour</h1>\n      <p>Call {{officePhone}} or {{gone}}, see :anchor: and :none:.</p>\n      <p>Read <a href="/nowhere">more</a>.</p>'
)
const sheet = (rows: readonly (readonly [string, string])[]) =>
  JSON.stringify({
    ':type': 'sheet',
    ':sheetname': 'data',
    total: rows.length,
    limit: rows.length,
    offset: 0,
    data: rows.map(([Key, Text]) => ({ Key, Text }))
  })
const files = {
  [PAGE]: html,
  [`${site}/placeholders.json`]: sheet([
    ['officePhone', '+44 1632 <b onclick="x()">960</b>'],
    ['bookNow', 'Buy a ticket'],
    ['long', `\u202E${'x'.repeat(10_000)}`],
    ['no}}key', 'never offered']
  ]),
  [`${site}/icons/anchor.svg`]:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>window.ran = true</script><circle cx="4" cy="4" r="3" fill="#0a58ca"/></svg>',
  [`${site}/icons/antler.svg`]: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

const problems = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Problems' }).getByRole('button').allTextContents()

/** Where these words stand in the window. */
const placeOf = (page: Page, words: string) =>
  surface(page).evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.textContent?.indexOf(words) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + words.length)
      const { left, top, bottom } = range.getBoundingClientRect()
      return { left, top, bottom }
    }
    throw new Error(`The page does not say ${words}.`)
  }, words)

describe.skipIf(without.electron)('placeholders and icons in a page', () => {
  it('VE25 VE13 VE7 are shown with their values, told where they are nothing, and found while they are typed', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, files)
    await openPage(page, 'home.html')
    const known = surface(page).locator('.pe-token-value[data-value^="+44"]')
    await known.waitFor()
    await surface(page).locator('.pe-token-picture').waitFor()
    await waitFor(
      'two that are nothing',
      async () => (await surface(page).locator('.pe-token-end.pe-unknown').count()) === 2
    )
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(await surface(page).locator('.pe-token :is(b, script, svg, img)').count()).toBe(0)
    expect(await surface(page).locator('p').first().innerText()).toBe(
      'Call {{officePhone}} or {{gone}}, see :anchor: and :none:.'
    )
    await look(running, [1280, 800], 'page-tokens')

    // the caret walks through the letters, and what is typed among them is a letter of theirs
    await surface(page).getByText('Call').click()
    await page.keyboard.press('Home')
    for (let step = 0; step < 'Call {{office'.length; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('X')
    await isStored(page, html.replace('{{office', '{{officeX'))
    await waitFor('it to be nothing', async () => (await known.count()) === 0)
    await page.keyboard.press('Backspace')
    await known.waitFor()
    for (let step = 0; step < 'Phone}}'.length; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('!')
    await isStored(page, html.replace('{{officePhone}}', '{{officePhone}}!'))
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await isStored(page, html.replace('{{officePhone}}', '{{officePhone}'))
    await page.keyboard.type('}')
    await isStored(page, html)

    // found while it is typed
    await surface(page).getByText('Read').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' {{boo')
    const list = page.getByRole('listbox', { name: 'Insert a placeholder' })
    await list.getByRole('option', { name: /bookNow/ }).waitFor()
    await expectAccessible(page, 'placeholders that are offered')
    await look(running, [800, 600], 'page-tokens-offered')
    // in a window of another size, too, it stands at the sign: below it or above
    await waitFor('the list at its sign', async () => {
      const sign = await placeOf(page, '{{boo')
      const offered = await list.boundingBox()
      if (!offered || Math.abs(offered.x - sign.left) > 20) return false
      const gap = offered.y > sign.top ? offered.y - sign.bottom : sign.top - offered.y - offered.height
      return gap >= -1 && gap < 20
    })
    await page.keyboard.press('Enter')
    await page.keyboard.type(' :an')
    const icons = page.getByRole('listbox', { name: 'Insert an icon' }).getByRole('option')
    await waitFor('both icons', async () => (await icons.count()) === 2)
    await page.keyboard.type('t')
    await waitFor('the one that is left', async () => (await icons.count()) === 1)
    await page.keyboard.press('Enter')
    await isStored(page, html.replace('</a>.', '</a>. {{bookNow}} :antler:'))
    await page.keyboard.type(' /placeh')
    await page.getByRole('option', { name: /^Placeholder…/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    const all = page.getByRole('listbox', { name: 'Insert a placeholder' }).getByRole('option')
    await waitFor('all that can be written', async () => (await all.count()) === 3)
    expect((await all.allTextContents()).some((text) => text.includes('<U+202E>'))).toBe(true)
    await page.keyboard.press('Escape')
    for (let step = 0; step < 60 && (await stored(page, PAGE)) !== html; step++)
      await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)

    // what has no room in the format bar is in its menu
    const bar = page.getByRole('toolbar', { name: 'Format' })
    expect((await bar.boundingBox())?.height).toBeLessThan(40)
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('ArrowLeft')
    await bar.getByRole('button', { name: 'More formats' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Add a section' }).waitFor()
    await look(running, [800, 600], 'page-format-more')
    await page.keyboard.press('Escape')

    // told with their places, in both views
    const told = ['“{{gone}}” stands for nothing', '“:none:” is no icon', '“/nowhere” leads to no page']
    await resize(running, { width: 1280, height: 800, zoom: 1 })
    await page.getByRole('tab', { name: /^Problems/ }).click()
    const isTold = async () => {
      const found = await problems(page)
      return told.every((words) => found.some((text) => text.includes(words)))
    }
    await waitFor('all of it under Problems', isTold)
    await look(running, [1280, 800], 'page-tokens-problems')
    await surface(page).getByText('Call').click()
    await page.keyboard.press('ControlOrMeta+Shift+s')
    await page.locator('.monaco-editor[role="code"]:visible').waitFor()
    await waitFor('all of it under Problems of the source', isTold)
  })
})
