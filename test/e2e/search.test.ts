import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { searchAnswer } from '../../src/common/search/answer'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk, type FreshApp } from './support/desk'
import { look, resize, sizes } from './support/looks'
import { typeInPalette } from './support/palette'
import { prepareSite, tree } from './support/screen'

describe.skipIf(without.electron)('search in the app', () => {
  const desk = openDesk({ keepsApp: true })
  const ask = ({ page }: FreshApp, q: string) => request(page, 'GET', `/search/acme?q=${q}`)
  const expectFound = (app: FreshApp) =>
    expect
      .poll(async () => {
        const { text } = await ask(app, 'quokka')
        return searchAnswer.parse(JSON.parse(text)).hits.map(({ path, places }) => [path, places[0]?.text])
      })
      .toContainEqual(['/acme/site/a.html', 'The quokka waits.'])

  it('FI2 FI5 a word of a page is found in a real window, which stays clean while the index is made', async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, {
      '/acme/site/a.html': '<body><main><div><p>The quokka waits.</p></div></main></body>'
    })
    await expectFound(app)
    expect(app.complaints).toEqual([])
    expect(await tree(app.page).isVisible()).toBe(true)
  })

  it('FI2 an app that quits when its index has just begun ends by itself', async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, { '/acme/site/a.html': '<body><main><div><p>x</p></div></main></body>' })
    await ask(app, 'x')
    const main = app.app.process()
    await desk.quit(app)
    // killed after its time otherwise
    expect([main.exitCode, main.signalCode]).toEqual([0, null])
  })

  /** All of it by keyboard, from the text that is written in and back to it. */
  async function searchInThePanel(app: FreshApp): Promise<void> {
    const { page } = app
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const panel = page.getByRole('region', { name: 'Search' })
    // at once: the first letters are for the field
    await page.keyboard.type('li')
    await panel.locator('mark').first().waitFor()
    await page.keyboard.type('ne kind:p')
    await panel.getByRole('option', { name: 'page' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('knid:x')
    await panel.getByText('“knid:” is no filter').waitFor()
    for (const size of sizes) await look(app, size, 'search-note')
    for (let count = 0; count < 6; count++) await page.keyboard.press('Backspace')
    await panel.getByText('117 more places').waitFor()
    for (const size of sizes) await look(app, size, 'search-panel')
    await expectAccessible(page, 'the search panel')
    await resize(app, { width: 800, height: 600, zoom: 1 })
    const content = page.getByRole('tree', { name: /^Content of/ })
    expect(await content.isVisible()).toBe(false)
    // from the text to the next place, and the next, without the panel
    await page.keyboard.press('F4')
    await page.keyboard.press('F4')
    await expect
      .poll(() => panel.getByRole('treeitem', { selected: true }).textContent())
      .toContain('Line 1 of')
    await page.keyboard.press('ControlOrMeta+Shift+F')
    await page.keyboard.press('Escape')
    await content.waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('#editor-area') !== null))
      .toBe(true)
    await resize(app, { width: 1280, height: 800, zoom: 1 })
  }

  it('FI8 FI9 the palette finds a word deep in a page, by keyboard, shows it in any size, and goes there', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    const paragraphs = Array.from({ length: 120 }, (_, at) => `    <p>Line ${at} of a long page.</p>\n`)
    await prepareSite(page, {
      '/acme/site/a.html': `<body>\n  <main>\n    <div>\n${paragraphs.join('')}    <p>The quokka waits.</p>\n    </div>\n  </main>\n</body>`,
      '/acme/site/quokka-list.html': '<body><main><div><p>Nothing.</p></div></main></body>'
    })
    await expectFound(app)
    await typeInPalette(page, 'quokka')
    const palette = page.getByRole('dialog')
    await palette.locator('mark').first().waitFor()
    expect(await palette.locator('mark').allTextContents()).toEqual(['quokka'])
    // names come first, and stay chosen
    expect(await palette.locator('[data-selected]').textContent()).toContain('quokka-list')
    for (const size of sizes) await look(app, size, 'palette-content')
    await expectAccessibleInBothThemes(page, 'the palette with content')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const word = page.locator('#editor-area').getByText('quokka').first()
    await word.waitFor()
    await expect
      .poll(async () => {
        const box = await word.boundingBox()
        return box !== null && box.y > 0 && box.y < 800
      })
      .toBe(true)
    await searchInThePanel(app)
    expect(app.complaints).toEqual([])
  })

  it('FI7 what went and what was deleted is found by keyboard, in any size, and opens beside what is there, or in the trash', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    const body = (text: string) =>
      `<body>\n  <main>\n    <div>\n      <p>${text}</p>\n    </div>\n  </main>\n</body>`
    await prepareSite(page, {
      '/acme/site/a.html': body('The quokka waits.'),
      '/acme/site/b.html': body('A wombat of old.')
    })
    await request(page, 'PUT', '/source/acme/site/a.html', { body: body('Nobody waits.') })
    await request(page, 'DELETE', '/source/acme/site/b.html')
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const panel = page.getByRole('region', { name: 'Search' })
    await page.keyboard.type('quokka')
    await panel.getByRole('button', { name: 'In what went' }).click()
    await panel.getByText('The quokka waits.').waitFor()
    for (const size of sizes) await look(app, size, 'search-past')
    await expectAccessibleInBothThemes(page, 'the search in what went', 'search-past')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await panel.getByRole('combobox').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { selected: true }).getByText('a', { exact: false }).first().waitFor()
    await page.getByRole('tabpanel', { name: 'Compare a' }).getByText('quokka').first().waitFor()
    await panel.getByRole('combobox').focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('wombat in:t')
    await panel.getByRole('option', { name: 'trash' }).waitFor()
    await page.keyboard.press('Enter')
    await panel.getByText('A wombat of old.').waitFor()
    await page.keyboard.press('Enter')
    const trash = page.getByRole('region', { name: 'Trash', exact: true })
    await expect
      .poll(() =>
        trash
          .getByRole('button', { name: 'Restore b.html' })
          .evaluate((one) => one === document.activeElement)
      )
      .toBe(true)
    await look(app, [800, 600], 'search-trash')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await request(page, 'GET', '/source/acme/site/b.html')).text)
      .toBe(body('A wombat of old.'))
    await typeInPalette(page, 'quokka in:history')
    await page.getByRole('dialog').locator('mark').first().waitFor()
    expect(app.complaints).toEqual([])
  })

  /** Whether all of an element is in the box of another, as it is drawn. */
  const isSeenIn = async (one: Locator, box: Locator) => {
    const [inner, outer] = [await one.boundingBox(), await box.boundingBox()]
    return !!inner && !!outer && inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1
  }

  it('FI1 FI9 RP6 what is written from right to left, or without blanks, is found, seen and replaced by keyboard at 800×600', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    const body = (text: string) =>
      `<body>\n  <main>\n    <div>\n      <p>${text}</p>\n    </div>\n  </main>\n</body>`
    const texts = {
      arabic: [
        'مواعيد',
        'جدول مواعيد العبّارة في الصيف من الميناء إلى الجزيرة البعيدة وكل ما يتصل بها من أخبار السفر'
      ],
      hebrew: ['המעבורת', 'לוח הזמנים של המעבורת בקיץ מהנמל אל האי הרחוק וכל מה שצריך לדעת על הנסיעה הזאת'],
      thai: ['ฤดูร้อน', 'ตารางเวลาเรือเฟอร์รี่ในฤดูร้อนจากท่าเรือไปเกาะและข่าวการเดินทางทั้งหมด'],
      japanese: ['時刻表', '港から島までのフェリーの夏の時刻表と旅行に必要なすべてのお知らせです。'],
      hindi: ['नौका', 'बंदरगाह से द्वीप तक नौका की समय-सारणी और यात्रा की सभी आवश्यक जानकारी यहाँ है।']
    } as const
    const pages = Object.entries(texts).map(
      ([name, [, text]]) => [`/acme/site/${name}.html`, body(text)] as const
    )
    await prepareSite(page, Object.fromEntries(pages))
    await resize(app, { width: 800, height: 600, zoom: 1 })
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const panel = page.getByRole('region', { name: 'Search' })
    for (const [name, [word]] of Object.entries(texts)) {
      await panel.getByRole('combobox').focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.insertText(word)
      const mark = panel.locator('mark').filter({ hasText: word })
      await mark.waitFor()
      expect(await isSeenIn(mark, mark.locator('..')), name).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { selected: true }).getByText(name).waitFor()
      await page.locator('#editor-area').getByText(word).first().waitFor()
    }
    await panel.getByRole('combobox').focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('مواعيد')
    await panel.locator('mark').filter({ hasText: 'مواعيد' }).waitFor()
    await look(app, [800, 600], 'search-right-to-left')
    // as while the next answer is waited for
    const found = panel.getByRole('tree')
    await found.evaluate((tree) => tree.setAttribute('data-old', ''))
    await expectAccessibleInBothThemes(page, 'what was found before', 'search-old')
    await page.keyboard.press('ControlOrMeta+Alt+Shift+R')
    await page.keyboard.insertText('أوقات')
    const after = panel.locator('ins')
    await after.waitFor()
    expect(await isSeenIn(after, after.locator('..'))).toBe(true)
    await look(app, [800, 600], 'replace-right-to-left')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect
      .poll(async () => (await request(page, 'GET', '/source/acme/site/arabic.html')).text)
      .toBe(body(texts.arabic[1].replace('مواعيد', 'أوقات')))
    expect(app.complaints).toEqual([])
  })
})
