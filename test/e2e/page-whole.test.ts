import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseFromMenu } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look, resize } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const PAGE = '/harbour/web/home.html'
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Harbour</h1>
      <p>The first ferry leaves at <strong>six</strong>.</p>
      <p>The last <a href="/ferry">ferry</a> at ten. <img src="./missing.png" alt="A ferry"></p>
    </div>
    <div>
      <h2>Islands</h2>
      <div class="cards wide">
        <div><div>Norderoog</div><div><p>Birds and a ferry.</p></div></div>
      </div>
      <custom-el class="ferry">The ferry</custom-el>
      <p>The end.</p>
    </div>
  </main>
  <footer></footer>
</body>
`

async function open(text = html) {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, { [PAGE]: text })
  await openPage(running.page, 'home.html')
  return running
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

describe.skipIf(without.electron)('finding in a page', () => {
  it('VE14 VE7 words are found and replaced with the keyboard alone, and taken back in one step', async () => {
    const running = await open()
    const { page } = running
    await surface(page).getByText('The end.').click()
    await page.keyboard.press('ControlOrMeta+f')
    const bar = page.getByRole('search', { name: 'Find in the page' })
    await page.getByRole('textbox', { name: 'Find in the page' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('ferry')
    await bar.getByText('1 of 4').waitFor()
    await page.keyboard.press('Enter')
    await bar.getByText('2 of 4').waitFor()
    await look(running, [800, 600], 'page-find')
    await look(running, [1280, 800], 'page-find')
    await expectAccessible(page, 'finding in a page')
    await bar.getByRole('button', { name: 'Pattern (regular expression)' }).click()
    await page.getByRole('textbox', { name: 'Find in the page' }).fill('(f)erry')
    await bar.getByText('of 4').waitFor()
    await page.getByRole('textbox', { name: 'Replace with' }).fill('$1lat boat')
    await bar.getByRole('button', { name: 'Replace all' }).click()
    const replaced = html
      .replace('first ferry', 'first flat boat')
      .replace('>ferry<', '>flat boat<')
      .replace('a ferry.', 'a flat boat.')
    await isStored(page, replaced)
    await page.getByText('3 places replaced, 1 left as it is: in HTML.').waitFor({ state: 'attached' })
    await page.getByRole('textbox', { name: 'Find in the page' }).fill('at <?six')
    await bar.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
  })

  it('VE14 a pattern without end is given up, and the page can be written in', async () => {
    const { page } = await open(html.replace('The end.', `${'a'.repeat(40)}!`))
    await surface(page).getByText('Birds').click()
    await page.keyboard.press('ControlOrMeta+f')
    await page.getByRole('button', { name: 'Pattern (regular expression)' }).click()
    await page.getByRole('textbox', { name: 'Find in the page' }).fill('(a+)+$')
    await page.getByText('This pattern takes too long. Make it simpler.').waitFor()
    await page.getByRole('textbox', { name: 'Find in the page' }).fill('(a')
    await page.getByText('This is no pattern.').waitFor()
    await page.getByRole('textbox', { name: 'Find in the page' }).fill('a+!')
    await page.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('b')
    await waitFor('the letter', async () => (await stored(page, PAGE))?.includes('<p>b</p>'))
  })

  it('VE14 a find far away is scrolled to', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `<p>Line ${at} of a long page.</p>`).join('\n      ')
    const { page } = await open(html.replace('<p>The end.</p>', `${many}\n      <p>Needle.</p>`))
    await surface(page).getByText('Birds').click()
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('needle')
    await page.getByText('1 of 1').waitFor()
    await waitFor('the find in sight', () =>
      page.evaluate(() => {
        const found = document.querySelector('.pe-found-now')?.getBoundingClientRect()
        const seen = document.querySelector('.pe-scroll')?.getBoundingClientRect()
        return found && seen ? found.top >= seen.top && found.bottom <= seen.bottom : false
      })
    )
    expect(await page.getByText('1 of 1').count()).toBe(1)
  })
})

describe.skipIf(without.electron)('outline and metadata of a page', () => {
  it('VE15 VE7 metadata is written in a form, by keyboard, and undo is that of the page', async () => {
    const running = await open()
    const { page } = running
    await surface(page).getByText('The end.').click()
    await chooseFromPalette(page, 'Metadata of the page')
    const form = page.getByRole('region', { name: 'Metadata of the page' })
    await form.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Harbour & quay')
    const block = `
      <div class="metadata">
        <div>
          <div>title</div>
          <div>Harbour &amp; quay</div>
        </div>
      </div>`
    const filled = html.replace('<p>The end.</p>', `<p>The end.</p>${block}`)
    await isStored(page, filled)
    expect(await form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Harbour & quay')
    await look(running, [1280, 800], 'page-metadata')
    await look(running, [800, 600], 'page-metadata')
    await resize(running, { width: 1280, height: 800, zoom: 1 })
    await expectAccessible(page, 'outline and metadata', () => chooseFromMenu(running, 'view.page'))
    await form.getByRole('textbox', { name: 'Title' }).click()
    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the page as it was', async () => {
      if ((await stored(page, PAGE)) === html) return true
      await page.keyboard.press('ControlOrMeta+z')
      return false
    })
  })

  it('VE15 VE7 the outline leads to headings, says where one is, and moves sections with the keyboard', async () => {
    const { page } = await open()
    await surface(page).getByText('The end.').click()
    await chooseFromPalette(page, 'Metadata of the page')
    const outline = page.getByRole('region', { name: 'Outline' })
    await outline.locator('[aria-current="location"]').getByText('cards (wide)').waitFor()
    await outline.getByRole('button', { name: 'Harbour' }).click()
    await page.keyboard.type('The ')
    await isStored(page, html.replace('<h1>', '<h1>The '))
    // letters that came slowly are several steps
    await waitFor('the page as it was', async () => {
      if ((await stored(page, PAGE)) === html) return true
      await page.keyboard.press('ControlOrMeta+z')
      return false
    })
    await outline.getByRole('button', { name: 'Section 1' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    const [, one = '', two = ''] =
      /(\n {4}<div>[^]*?\n {4}<\/div>)(\n {4}<div>[^]*\n {4}<\/div>)/.exec(html) ?? []
    await isStored(page, html.replace(one + two, two + one))
    await outline.getByRole('button', { name: 'Section 2' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await isStored(page, html)
    await outline
      .getByRole('button', { name: 'Section 2' })
      .dragTo(outline.getByRole('button', { name: 'Section 1' }))
    await isStored(page, html.replace(one + two, two + one))
  })
})

describe.skipIf(without.electron)('the source of what a page does not take apart', () => {
  it('VE16 VE7 is written over with the keyboard alone; what would break the page is refused', async () => {
    const running = await open()
    const { page } = running
    await surface(page).getByText('The ferry').dblclick()
    const dialog = page.getByRole('dialog', { name: 'Edit HTML' })
    const field = dialog.getByRole('textbox', { name: 'HTML' })
    await field.and(page.locator(':focus')).waitFor()
    expect(await field.inputValue()).toBe('<custom-el class="ferry">The ferry</custom-el>')
    await field.fill('<custom-el>')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('This would not stay what it is in the page').waitFor()
    await look(running, [800, 600], 'page-html')
    await expectAccessible(page, 'the source of an island')
    await field.fill('<details  open>\n  <summary>More</summary> x\n</details>')
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog.waitFor({ state: 'detached' })
    const island = '<custom-el class="ferry">The ferry</custom-el>'
    await isStored(page, html.replace(island, '<details  open>\n  <summary>More</summary> x\n</details>'))
    await page.keyboard.press('Enter')
    await field.and(page.locator(':focus')).waitFor()
    await field.fill('<h3>Known</h3>')
    await page.keyboard.press('ControlOrMeta+Enter')
    await isStored(page, html.replace(island, '<h3>Known</h3>'))
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
  })
})

describe.skipIf(without.electron)('a table of the text', () => {
  it('VE16 VE7 is written with Tab, grows by commands and its menu, and keeps the bytes around', async () => {
    const table = '<table border=1 ><tr><td>one</td><td>two</td></tr></table>'
    const source = html.replace('<p>The end.</p>', `${table}\n      <p>The end.</p>`)
    const running = await open(source)
    const { page } = running
    await surface(page).getByText('one', { exact: true }).click()
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.keyboard.press('Tab')
    await page.keyboard.type('three')
    await page.keyboard.press('Tab')
    await page.keyboard.type('four')
    const row = '<tr><td>one</td><td>2</td></tr><tr><td>three</td><td>four</td></tr>'
    await isStored(page, source.replace('<tr><td>one</td><td>two</td></tr>', row))
    await surface(page).getByText('four', { exact: true }).hover()
    await page.getByRole('button', { name: 'More about table' }).click()
    await page.getByRole('menuitem', { name: 'First row of the table as heads' }).waitFor()
    await look(running, [1280, 800], 'page-table')
    await page.getByRole('menuitem', { name: 'First row of the table as heads' }).click()
    await isStored(
      page,
      source.replace(
        '<tr><td>one</td><td>two</td></tr>',
        row.replace('<td>one</td><td>2</td>', '<th>one</th><th>2</th>')
      )
    )
    await chooseFromPalette(page, 'Delete the row of the table')
    await isStored(page, source.replace('<td>one</td><td>two</td>', '<th>one</th><th>2</th>'))
    await expectAccessible(page, 'a table of a page')
  })
})

describe.skipIf(without.electron)('a page behind the typing', () => {
  it('VE15 VE1 its words are counted, and all of it is read back on a thread of its own', async () => {
    const { page } = await open()
    const status = page.getByRole('contentinfo', { name: 'Status' })
    await status.getByText('20 words · 1 min').waitFor()
    await surface(page).getByText('The end.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    await status.getByText('2 of 20 words').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(' More.')
    await status.getByText('21 words · 1 min').waitFor()
    await waitFor('the page to be read back', () =>
      Promise.resolve(page.workers().some((one) => one.url().includes('page-check')))
    )
    await isStored(page, html.replace('The end.', 'The end. More.'))
  })
})

describe.skipIf(without.electron)('what a reader of a page would stumble over', () => {
  it('VE15 is marked where it is, listed with the problems, and gone to from there', async () => {
    const running = await open(html.replace('<h2>Islands</h2>', '<h4>Islands</h4>'))
    const { page } = running
    await page.locator('.pe-check', { hasText: 'Islands' }).waitFor()
    await surface(page).getByText('The end.').click()
    await chooseFromMenu(running, 'view.problems')
    await page.getByRole('button', { name: 'Heading 4 follows heading 1: a level is left out.' }).click()
    await page.keyboard.type('The ')
    await isStored(page, html.replace('<h2>Islands</h2>', '<h4>The Islands</h4>'))
    await page.keyboard.press('ControlOrMeta+Alt+2')
    await page.locator('.pe-check', { hasText: 'Islands' }).waitFor({ state: 'detached' })
    await isStored(page, html.replace('Islands', 'The Islands'))
  })
})
