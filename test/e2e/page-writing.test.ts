import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { composeAndTakeOver } from './support/composing'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const PAGE = `${site}/home.html`
const around = (lines: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>\n      ${lines}\n    </div>\n  </main>\n  <footer></footer>\n</body>\n`
const html = around('<h1>Harbour</h1>\n      <p>The first ferry leaves at six.</p>')
const others = {
  [`${site}/birds.html`]: around(
    '<h1>All the birds</h1>\n      <h2>On the mud flats</h2>\n      <div class="cards wide">\n        <div><div>a</div><div>b</div></div>\n      </div>'
  ),
  [`${site}/islands.html`]: around(
    '<h1>Islands</h1>\n      <div class="cards wide"><div><div>a</div><div>b</div></div></div>'
  ),
  [`${site}/hero.html`]: around('<h1>Hero</h1>\n      <div class="hero"><div><div>a</div></div></div>')
}

async function open(pages: Readonly<Record<string, string>> = {}) {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, { [PAGE]: html, ...pages })
  await openPage(running.page, 'home.html')
  return running
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)
const holds = (page: Page, text: string) =>
  waitFor(`${text} in the file`, async () => (await stored(page, PAGE))?.includes(text))

/** On a new line at the end of the page. */
async function onNewLine(page: Page): Promise<void> {
  await surface(page).getByText('The first ferry').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
}

const withLine = (line: string) => html.replace('six.</p>', `six.</p>\n      ${line}`)

describe.skipIf(without.electron)('writing in a page', () => {
  it('VE12 signs become what they stand for while they are typed, and Backspace brings them back', async () => {
    const { page } = await open()
    await onNewLine(page)
    await page.keyboard.type('## Islands')
    await isStored(page, withLine('<h2>Islands</h2>'))
    await page.keyboard.press('Enter')
    await page.keyboard.type('Some **bold** and _italic_ words')
    await holds(page, '<p>Some <strong>bold</strong> and <em>italic</em> words</p>')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Tab')
    await holds(page, '<li>one<ul><li>two</li></ul></li>')
    await page.keyboard.press('Shift+Tab')
    await waitFor('two items', async () =>
      /<li>one<\/li>\s*<li>two<\/li>/.test((await stored(page, PAGE)) ?? '')
    )
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('> ')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('said')
    await holds(page, '<p>&gt; said</p>')
    for (let step = 0; step < 40 && (await stored(page, PAGE)) !== html; step++) {
      await page.keyboard.press('ControlOrMeta+z')
    }
    await isStored(page, html)
  })

  it('VE3 letters that follow a new line at once stand in their order, however slow the window is', async () => {
    const { page } = await open()
    const debug = await page.context().newCDPSession(page)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await surface(page).getByText('The first ferry').click()
    await page.keyboard.press('End')
    await Promise.all(['Enter', 'b', 'i', 'r', 'd', 's'].map((key) => page.keyboard.press(key)))
    await isStored(page, withLine('<p>birds</p>'))
    await debug.detach()
  })

  it('VE12 words of an input method are marked by the signs around them', async () => {
    const { page } = await open()
    await onNewLine(page)
    await page.keyboard.type('**')
    await composeAndTakeOver(page, '港')
    await page.keyboard.type('**')
    await holds(page, '<p><strong>港</strong></p>')
  })

  it('VE13 VE7 what is asked for with / is found, chosen with the keyboard, and stands in the place of the words', async () => {
    const running = await open(others)
    const { page } = running
    await onNewLine(page)
    await page.keyboard.type('/')
    const list = page.getByRole('listbox', { name: 'Add here' })
    await list.getByRole('option', { name: /^cards \(wide\)/ }).waitFor()
    await look(running, [1280, 800], 'page-slash')
    await look(running, [800, 600], 'page-slash')
    const box = await list.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
    await expectAccessible(page, 'what can be added')
    await page.keyboard.type('cards')
    await waitFor('the block alone', async () => (await list.getByRole('option').count()) <= 6)
    expect(await list.getByRole('option', { selected: true }).textContent()).toMatch(
      /cards \(wide\).*on 2 pages/
    )
    await page.keyboard.press('Enter')
    await holds(page, '<div class="cards wide">')
    await page.keyboard.press('ControlOrMeta+z')
    await holds(page, '/cards')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  })

  it('VE13 Escape leaves what was typed behind /, and so does a blank', async () => {
    const { page } = await open()
    await onNewLine(page)
    await page.keyboard.type('one /two')
    const list = page.getByRole('listbox', { name: 'Add here' })
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.type(' and / or')
    await isStored(page, withLine('<p>one /two and / or</p>'))
  })

  it('VE13 VE7 a link is made, found by the title of a page, changed and followed with the keyboard', async () => {
    const running = await open(others)
    const { page } = running
    await onNewLine(page)
    await page.keyboard.type('See birds')
    await page.keyboard.press('Shift+Control+ArrowLeft')
    await page.keyboard.press('ControlOrMeta+k')
    const dialog = page.getByRole('dialog', { name: 'Link' })
    await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('all the')
    await dialog.getByRole('option', { name: /All the birds/, selected: true }).waitFor()
    await look(running, [800, 600], 'page-link')
    await look(running, [1280, 800], 'page-link')
    await expectAccessible(page, 'the dialog of a link')
    await page.keyboard.press('Enter')
    await isStored(page, withLine('<p>See <a href="/birds">birds</a></p>'))
    await page.keyboard.press('Alt+Enter')
    await dialog.getByRole('combobox').fill('/gone')
    await page.keyboard.press('Enter')
    await isStored(page, withLine('<p>See <a href="/gone">birds</a></p>'))
    await surface(page).locator('.pe-broken').waitFor()
    await page.getByRole('tab', { name: /^Problems/ }).click()
    await page.getByText('The link “/gone” leads to no page of this site.').waitFor()
    await surface(page).getByText('See').click()
    await page.keyboard.press('End')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, withLine('<p>See <a href="/birds">birds</a></p>'))
    await surface(page).locator('.pe-broken').waitFor({ state: 'detached' })
  })

  it('VE13 a bar comes above words that were chosen with the mouse, and a menu at the other button', async () => {
    const running = await open(others)
    const { page } = running
    await surface(page)
      .getByText('The first ferry')
      .dblclick({ position: { x: 50, y: 10 } })
    const bar = page.getByRole('toolbar', { name: 'Chosen words' })
    await bar.waitFor()
    await look(running, [1280, 800], 'page-selection-bar')
    await expectAccessible(page, 'the bar above chosen words')
    await bar.getByRole('button', { name: 'Italic' }).click()
    await holds(page, '<em>')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
    await page.keyboard.press('ArrowRight')
    await bar.waitFor({ state: 'detached' })
    await surface(page).getByText('Harbour').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Page' })
    await menu.getByRole('menuitem', { name: 'Turn into' }).hover()
    await look(running, [800, 600], 'page-text-menu')
    await look(running, [1280, 800], 'page-text-menu')
    await expectAccessible(page, 'the menu of a page')
    // a window that changes its size closes its menus
    await page.keyboard.press('Escape')
    await surface(page).getByText('Harbour').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Turn into' }).hover()
    await page.getByRole('menuitem', { name: /heading 2/ }).click()
    await isStored(page, html.replace('<h1>Harbour</h1>', '<h2>Harbour</h2>'))
  })

  it('VE13 VE7 a block gets a name and variants that the site uses, with the keyboard', async () => {
    const running = await open(others)
    const { page } = running
    await onNewLine(page)
    await page.keyboard.type('/another block')
    await page.getByRole('option', { name: /Another block/ }).waitFor()
    await page.keyboard.press('Enter')
    const field = page.getByRole('combobox', { name: 'Name and variants, such as cards (wide)' })
    await field.fill('ca')
    const list = page.getByRole('listbox', { name: 'Names that the site uses' })
    await waitFor('the names of the site', async () => {
      if ((await list.count()) > 0) return true
      await field.fill('c')
      await field.fill('ca')
      return false
    })
    await page.keyboard.press('ArrowDown')
    await look(running, [800, 600], 'page-block-names')
    await expectAccessible(page, 'the names of a block')
    await page.keyboard.press('Enter')
    await holds(page, '<div class="cards wide">')
    await list.waitFor({ state: 'detached' })
  })

  it('VE13 [[ finds a page by its title and a heading in it, and links to it', async () => {
    const { page } = await open(others)
    await onNewLine(page)
    await page.keyboard.type('See [[all the')
    const list = page.getByRole('listbox', { name: 'Link to a page' })
    await list.getByRole('option', { name: /All the birds/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(', and [[mud')
    await list.getByRole('option', { name: /On the mud flats/ }).click()
    await page.keyboard.type('.')
    await isStored(
      page,
      withLine(
        '<p>See <a href="/birds">All the birds</a>, and <a href="/birds#on-the-mud-flats">On the mud flats</a>.</p>'
      )
    )
  })
})
