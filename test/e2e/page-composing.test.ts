import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { compose, pressKeyOf } from './support/composing'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { typeInPalette } from './support/palette'
import { openPage, page as surface, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const PAGE = `${site}/spring.html`
const around = (lines: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>\n      ${lines}\n    </div>\n  </main>\n  <footer></footer>\n</body>\n`
const files = {
  [`${site}/birds.html`]: around('<h1>鳥たち</h1>'),
  [`${site}/islands.html`]: around(
    '<h1>Islands</h1>\n      <div class="cards wide"><div><div>a</div><div>b</div></div></div>'
  )
}
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"></svg>'

const inPage = (page: Page) =>
  waitFor('the keyboard in the page', () =>
    page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
  )
const mainOf = async (page: Page) =>
  /<main>([^]*)<\/main>/.exec((await stored(page, PAGE)) ?? '')?.[1]?.replace(/>\n\s*</g, '><') ?? ''
/** All that the page says, tags and words, but for the blanks between them. */
async function says(page: Page, what: string): Promise<void> {
  const wanted = `<div>${what}</div>`
  await waitFor(`${what} in the page`, async () => (await mainOf(page)).trim() === wanted).catch(() => null)
  expect((await mainOf(page)).trim()).toBe(wanted)
}
const offered = (page: Page) => page.getByRole('listbox').filter({ visible: true })

/** Begins words with an input method and takes them back with Escape; then words that are taken over with Enter. */
async function write(page: Page, shown: readonly string[], keys: readonly string[] = []): Promise<void> {
  await compose(page, shown, 'Escape', keys)
  await compose(page, shown, 'Enter', keys)
}

describe.skipIf(without.electron)('a page that is written with an input method', () => {
  it('VE7 VE11 VE12 VE13 VE15 no letter is lost or doubled, from its title to its metadata, and no key of the method means anything else', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, files)
    await request(page, 'PUT', `/source${site}/media/quay.svg`, {
      body: drawing,
      headers: { 'Content-Type': 'image/svg+xml' }
    })
    await treeItem(page, 'birds.html').waitFor()

    // its name: Escape takes back what was composed, and leaves the field
    await page.keyboard.press('ControlOrMeta+n')
    await page.keyboard.type('spring')
    await compose(page, ['h', 'は', '春'], 'Escape')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'spring', selected: true }).waitFor()
    await inPage(page)

    // title and paragraph
    await page.keyboard.type('# ')
    await write(page, ['m', 'み', 'みn', 'みなと', '港'], ['ArrowDown', 'Tab'])
    await page.keyboard.press('Enter')
    await write(page, ['h', '春', '春の便'])
    await page.keyboard.type(' ')
    // signs mean nothing while they are composed
    await compose(page, ['/', '/k', '/ki'], 'Escape')
    await compose(page, ['[[', '[[b'], 'Escape')
    await compose(page, ['{{', '{{b'], 'Escape')
    await compose(page, ['#', '# '], 'Escape')
    expect(await offered(page).count()).toBe(0)
    await says(page, '<h1>港</h1><p>春の便</p>')

    // bold around words, and a link that is found by a title
    await page.keyboard.type('**')
    await write(page, ['r', '六', '六時'])
    await page.keyboard.type('** [[')
    await compose(page, ['t', 'とり'], 'Escape', ['Enter', 'ArrowDown'])
    await compose(page, ['t', '鳥'], 'Enter')
    await page.getByRole('option', { name: /鳥たち/ }).waitFor()
    await page.keyboard.press('Enter')
    const lines = '<h1>港</h1><p>春の便 <strong>六時</strong> <a href="/birds">鳥たち</a></p>'
    await says(page, lines)

    // a list: Tab and Enter of the method neither put an item in nor end it
    await page.keyboard.press('Enter')
    await page.keyboard.type('- ')
    await write(page, ['s', '船'], ['Tab'])
    await page.keyboard.press('Enter')
    await write(page, ['s', '島'], ['Tab'])
    await says(page, `${lines}<ul><li>船</li><li>島</li></ul>`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')

    // a block, found while a composition is taken back, its cells, and its name
    await page.keyboard.type('/')
    await compose(page, ['k', 'カード'], 'Escape', ['Enter', 'Tab'])
    await page.keyboard.type('cards')
    await page.getByRole('option', { name: /^cards \(wide\)/ }).waitFor()
    await page.keyboard.press('Enter')
    await write(page, ['g', '月', '月曜'], ['Tab'])
    await page.keyboard.press('Tab')
    await write(page, ['r', '六時'], ['Tab'])
    const block = (name: string) =>
      `<div class="${name}"><div><div><p>月曜</p></div><div><p>六時</p></div></div></div>`
    const list = `${lines}<ul><li>船</li><li>島</li></ul>`
    await says(page, list + block('cards wide'))
    await typeInPalette(page, 'Change name and variants')
    await page.getByRole('dialog').getByText('Change name and variants of the block').waitFor()
    await page.keyboard.press('Enter')
    const name = page.locator('.pe-rename')
    await name.and(page.locator(':focus')).waitFor()
    await name.fill('c')
    await compose(page, ['a', 'ar'], 'Escape', ['ArrowDown', 'Enter'])
    await page.keyboard.press('End')
    await page.keyboard.type('ards')
    await page.keyboard.press('Enter')
    await inPage(page)
    await says(page, list + block('cards'))

    // a picture and what it shows
    await page.keyboard.press('ControlOrMeta+Enter')
    await typeInPalette(page, 'Insert picture…')
    await page.getByRole('dialog').getByText('Insert picture…', { exact: true }).first().waitFor()
    await page.keyboard.press('Enter')
    const search = page.getByRole('textbox', { name: 'Search the pictures of this site' })
    await search.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: /quay\.svg/ }).waitFor()
    await compose(page, ['q', 'く'], 'Escape', ['ArrowDown', 'Enter'])
    expect(await search.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await inPage(page)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'What it shows' }).and(page.locator(':focus')).waitFor()
    await write(page, ['h', '波止場'])
    await page.keyboard.press('Enter')
    const picture = '<p><img src="/media/quay.svg" alt="波止場"></p>'
    await says(page, list + block('cards') + picture)

    // a link from its dialog, on words that are chosen
    await surface(page).getByText('船').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('ControlOrMeta+k')
    const dialog = page.getByRole('dialog', { name: 'Link' })
    await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await write(page, ['t', '鳥'], ['ArrowDown'])
    expect(await dialog.count()).toBe(1)
    await dialog.getByRole('option', { name: /鳥たち/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const linked = list.replace('船', '<a href="/birds">船</a>')
    await says(page, linked + block('cards') + picture)

    // words that are found: Enter of the method goes nowhere, Escape leaves the bar
    await page.keyboard.press('ControlOrMeta+f')
    const find = page.getByRole('textbox', { name: 'Find in the page' })
    await find.and(page.locator(':focus')).waitFor()
    await find.fill('')
    await compose(page, ['r', '六時'], 'Escape')
    await compose(page, ['r', '六時'], 'Enter')
    // the one behind the caret, and not the next one
    await page.getByText('2 of 2').waitFor()
    expect(await find.inputValue()).toBe('六時')
    await page.keyboard.press('Escape')
    await inPage(page)

    // what was found is chosen, and Ctrl+K would make a link of it
    await page.keyboard.press('ArrowRight')
    // metadata, with items that are no items yet
    await typeInPalette(page, 'Metadata of the page')
    await page.getByRole('dialog').getByText('Metadata of the page', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('region', { name: 'Metadata of the page' })
    await form.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor()
    await write(page, ['h', '春'])
    await form.getByRole('textbox', { name: 'Description' }).focus()
    await write(page, ['f', '船の', '船の時刻'])
    await form.getByLabel('Tags', { exact: true }).first().focus()
    await write(page, ['t', '旅'])
    await page.keyboard.press('Enter')
    const row = (key: string, value: string) => `<div><div>${key}</div><div>${value}</div></div>`
    const metadata = `<div class="metadata">${row('title', '春')}${row('description', '船の時刻')}${row('tags', '旅')}</div>`
    await says(page, linked + block('cards') + picture + metadata)
    // whether the site names a block library is asked, and it does not
    const expected = /404.*\/(config\/harbour\/web|library\.json)$/
    expect(running.complaints.filter((one) => !expected.test(one))).toEqual([])
  })

  it('VE7 VE5 stands where the caret is that has no line yet, in the place of what is chosen, and beside what is no words', async () => {
    const before =
      '<h1>Harbour</h1><p>The <a href="/birds">birds</a> and a <img src="/media/quay.svg" alt="quay"> here</p>'
    const cards = '<div class="cards"><div><div>one</div><div>two</div></div></div>'
    const two =
      '<div class="hero"><div><div>x</div></div></div><div class="tabs"><div><div>y</div></div></div>'
    const source = `<body>\n  <header></header>\n  <main><div>${before}${cards}<x-y>kept</x-y>${two}<p>The end</p></div></main>\n</body>\n`
    const { page } = await desk.launchBlank({ pages: 'page' })
    await prepareSite(page, {
      ...files,
      [PAGE]: source,
      [`${site}/blank.html`]:
        '<body>\n  <header></header>\n  <main>\n    <div></div>\n  </main>\n  <footer></footer>\n</body>\n'
    })
    await request(page, 'PUT', `/source${site}/media/quay.svg`, {
      body: drawing,
      headers: { 'Content-Type': 'image/svg+xml' }
    })
    const composed = ['h', 'は', '春']

    // the first words of a page
    await openPage(page, 'blank.html')
    await inPage(page)
    await write(page, composed)
    await waitFor('the first words', async () =>
      (await stored(page, `${site}/blank.html`))?.includes('<p>春</p>')
    )

    await openPage(page, 'spring.html')
    let now = before + cards + '<x-y>kept</x-y>' + two + '<p>The end</p>'
    const becomes = async (one: string, other: string) => {
      expect(now).toContain(one)
      now = now.replace(one, other)
      await says(page, now)
    }
    // over a chosen word
    await surface(page)
      .getByText('The end')
      .dblclick({ position: { x: 38, y: 10 } })
    await compose(page, composed, 'Enter')
    await becomes('The end', 'The 春')
    // at the end of a link, which ends there
    await surface(page).getByText('birds').click()
    await page.keyboard.press('Home')
    for (let step = 0; step < 'The birds'.length; step++) await page.keyboard.press('ArrowRight')
    await compose(page, composed, 'Enter')
    await becomes('birds</a>', 'birds</a>春')
    // before and behind a picture
    await surface(page).locator('.pe-image').click()
    await page.keyboard.press('ArrowLeft')
    await compose(page, composed, 'Enter')
    await becomes('<img', '春<img')
    await surface(page).locator('.pe-image').click()
    await page.keyboard.press('ArrowRight')
    await compose(page, composed, 'Enter')
    await becomes('alt="quay">', 'alt="quay">春')
    // while a block is chosen, or what is not taken apart: on a line behind it
    await surface(page)
      .getByRole('button', { name: /^Choose or move block cards/ })
      .click()
    await compose(page, composed, 'Enter')
    await becomes('</div><x-y>', '</div><p>春</p><x-y>')
    await surface(page).locator('.pe-island').click()
    await compose(page, composed, 'Enter')
    await becomes('</x-y>', '</x-y><p>春</p>')
    // a key of the method that composes nothing leaves nothing
    await surface(page)
      .getByRole('button', { name: /^Choose or move block cards/ })
      .click()
    await pressKeyOf(page)
    await page.keyboard.press('Escape')
    await says(page, now)
    // between two blocks, and above the first
    await surface(page)
      .getByRole('button', { name: /^Choose or move block tabs/ })
      .click()
    await page.keyboard.press('ArrowLeft')
    await compose(page, composed, 'Enter')
    await becomes('</div><div class="tabs">', '</div><p>春</p><div class="tabs">')
    // over cells that are chosen
    await surface(page).getByText('one', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowRight')
    await waitFor('two cells', async () => (await surface(page).locator('.pe-chosen').count()) === 2)
    await compose(page, composed, 'Enter')
    await becomes('<div>one</div><div>two</div>', '<div>春</div><div></div>')
    // all of it is taken back, to the first byte
    for (let step = 0; step < 60 && (await stored(page, PAGE)) !== source; step++)
      await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the first bytes', async () => (await stored(page, PAGE)) === source)
  })
})
