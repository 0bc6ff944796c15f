import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk, type FreshApp } from './support/desk'
import { form, goTo, putSchema, SITE } from './support/forms'
import { look, resize, sizes } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { editorOf, openFile, openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const page = (body: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>\n      ${body}\n    </div>\n  </main>\n  <footer></footer>\n</body>\n`
const tides = page('<h1 id="tides">Tides</h1>\n      <p>High at noon.</p>')

const front = ({ page: window }: FreshApp, name: string) =>
  window.getByRole('tab', { name, selected: true }).waitFor()

describe.skipIf(without.electron)('addresses where they stand', () => {
  it('LK10 a real Ctrl+click opens what a link leads to, in the page and in its source; places and pictures that are not there are marked', async () => {
    const app = await desk.launchBlank({ pages: 'page' })
    const window = app.page
    await prepareSite(window, {
      [`${SITE}/tides.html`]: tides,
      [`${SITE}/home.html`]: page(
        '<p>See <a href="/tides">the tides</a>, <a href="/tides#ebb">the ebb</a> and <img src="/pictures/no.png" alt="none">.</p>'
      )
    })
    await openPage(window, 'home.html')
    await expect.poll(() => surface(window).locator('.pe-broken').count()).toBe(2)
    expect(await surface(window).locator('.pe-broken').first().getAttribute('title')).toContain(
      'no heading or id'
    )
    for (const size of sizes) await look(app, size, 'page-broken-places')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await window.getByRole('tab', { name: /^Problems/ }).click()
    await window.getByText('/pictures/no.png: Nothing is at this address.').waitFor()
    // a click writes, a click with Control goes
    await surface(window).getByText('the tides').click()
    await front(app, 'home')
    await surface(window)
      .getByText('the tides')
      .click({ modifiers: ['ControlOrMeta'] })
    await front(app, 'tides')
    await window.getByRole('tab', { name: 'home', exact: true }).click()
    await surface(window).waitFor()
    await window.keyboard.press('ControlOrMeta+Shift+S')
    const source = editorOf(window, 'home.html')
    await source.waitFor()
    const written = source.locator('.view-line span').getByText('"/tides"', { exact: true })
    await written.click()
    await front(app, 'home')
    await written.click({ modifiers: ['ControlOrMeta'] })
    await front(app, 'tides')
    // the picture that is not there is asked for, all else is clean
    expect(app.complaints.filter((one) => !one.endsWith('/pictures/no.png'))).toEqual([])
  })

  it('LK13 links to other sites are listed by host and gone to by keyboard, in any size', async () => {
    const app = await desk.launchBlank()
    const window = app.page
    await prepareSite(window, {
      [`${SITE}/tides.html`]: tides,
      [`${SITE}/home.html`]: page(
        `<p>${['https://harbour.example/tides?from=2026-10-01&to=2026-10-31&station=north-quay-with-a-long-name', '//pictures.example/quay.png', 'https://harbour.example/'].map((href) => `<a href="${href}">there</a>`).join(' ')}</p>`
      )
    })
    await chooseFromPalette(window, 'Show the links of the site to other sites')
    const list = window.getByRole('list', { name: 'Links to other sites' })
    await list.waitFor()
    expect(await list.getByRole('listitem').count()).toBe(3)
    for (const size of sizes) await look(app, size, 'links-to-other-sites')
    await expectAccessible(window, 'the links to other sites')
    // where there is no room beside it, it lies over the editor
    await resize(app, { width: 800, height: 600, zoom: 1 })
    await chooseFromPalette(window, 'Show the links of the site to other sites')
    await list.waitFor()
    await look(app, [800, 600], 'links-to-other-sites-over-the-editor')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await window.getByRole('combobox', { name: 'Links to which host' }).focus()
    await window.keyboard.press('Tab')
    await window.keyboard.press('Enter')
    await front(app, 'home')
    expect(app.complaints).toEqual([])
  })

  it('LK10 in a form and in a sheet they are marked, completed and opened, with the mouse and by keyboard', async () => {
    const app = await desk.launchFresh()
    const window = app.page
    const rows = [
      { Name: 'Tides', Link: '/tides' },
      { Name: 'Gone', Link: '/news/gone' }
    ]
    const berth = newDocument({
      title: 'berth',
      schemaName: 'berth',
      data: {
        name: 'North',
        link: '/news/gone',
        note: `${'A line of words.\n'.repeat(25)}/news/none\n[Quay](/tides), and on`
      }
    })
    await prepareSite(window, {
      [`${SITE}/tides.html`]: tides,
      [`${SITE}/news/first.html`]: page('<p>First</p>'),
      [`${SITE}/list.json`]: JSON.stringify({ ':type': 'sheet', total: 2, offset: 0, limit: 2, data: rows }),
      [`${SITE}/berth.html`]: writeDocument(berth)
    })
    await putSchema(window, 'berth', {
      title: 'Berth',
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        link: { type: 'string', title: 'Link' },
        note: { type: 'string', title: 'Note', 'x-semantic-type': 'long-text' }
      }
    })
    await goTo(window, `${SITE}/list.json`)
    const cell = (text: string) => window.getByRole('gridcell', { name: text, exact: true })
    await window.locator('[role="gridcell"][aria-invalid]').waitFor()
    expect(await window.locator('[role="gridcell"][aria-invalid]').allTextContents()).toEqual(['/news/gone'])
    await cell('/tides').click()
    await front(app, 'list.json')
    await cell('/tides').click({ modifiers: ['ControlOrMeta'] })
    await front(app, 'tides')
    await window.getByRole('tab', { name: 'list.json', exact: true }).click()
    await cell('/news/gone').click()
    await window.keyboard.type('/ne')
    const offers = window.getByRole('listbox', { name: 'Addresses' })
    await offers.getByText('/news/first').waitFor()
    for (const size of sizes) await look(app, size, 'sheet-addresses')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
    await offers.waitFor({ state: 'hidden' })
    await window.keyboard.press('Enter')
    await waitFor('the cell', async () =>
      (await stored(window, `${SITE}/list.json`))?.includes('/news/first')
    )
    await window.locator('[role="gridcell"][aria-invalid]').waitFor({ state: 'detached' })

    await goTo(window, `${SITE}/berth.html`)
    const field = form(window).getByLabel('Link', { exact: true })
    await form(window).getByText('Nothing is at this address.', { exact: true }).waitFor()
    for (const size of sizes) await look(app, size, 'form-addresses')
    await expectAccessible(window, 'a form with a broken address')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await put(window, `${SITE}/news/gone.html`, page('<p>Back</p>'))
    await form(window)
      .getByText('Nothing is at this address.', { exact: true })
      .waitFor({ state: 'detached' })
    await field.click({ modifiers: ['ControlOrMeta'] })
    await front(app, 'gone')
    await goTo(window, `${SITE}/berth.html`)
    await field.focus()
    await window.keyboard.press('ControlOrMeta+A')
    await window.keyboard.type('/tides#')
    await offers.getByText('/tides#tides').waitFor()
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Tab')
    await waitFor('the field', async () =>
      (await stored(window, `${SITE}/berth.html`))?.includes('/tides#tides')
    )
    // what was typed just now leads somewhere as soon as it is looked at
    await waitFor('the way there', async () => {
      await window.keyboard.press('F12')
      return window.getByRole('tab', { name: 'tides', selected: true }).isVisible()
    })
    const note = form(window).getByLabel('Note', { exact: true })
    await goTo(window, `${SITE}/berth.html`)
    await form(window).locator('mark').waitFor()
    await note.focus()
    await window.keyboard.press('ControlOrMeta+End')
    await window.keyboard.type('\n[more](/ti')
    await offers.getByText('/tides').waitFor()
    expect(await form(window).locator('mark').allTextContents()).toEqual(['/news/none'])
    for (const size of sizes) await look(app, size, 'form-long-text-addresses')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
    await window.keyboard.type(')')
    expect((await note.inputValue()).split('\n').slice(-2)).toEqual([
      '[Quay](/tides), and on',
      '[more](/tides)'
    ])
    await expectAccessible(window, 'a form with a broken address in a long text')
    await window.keyboard.press('ArrowLeft')
    await waitFor('the way there from a long text', async () => {
      await window.keyboard.press('F12')
      return window.getByRole('tab', { name: 'tides', selected: true }).isVisible()
    })
    expect(app.complaints).toEqual([])
  })

  it('LK10 in the config of a site they are marked, completed and opened by keyboard', async () => {
    const app = await desk.launchBlank()
    const window = app.page
    await prepareSite(window, {
      [`${SITE}/tides.html`]: tides,
      [`${SITE}/blocks/cards.html`]: page('<p>Cards</p>'),
      [`${SITE}/way.json`]: '{"to":""}'
    })
    const data = [
      { title: 'Cards', path: '/blocks/cards' },
      { title: 'Gone', path: '/blocks/gone' }
    ]
    const config = JSON.stringify({ ':type': 'sheet', ':sheetname': 'library', total: 2, data })
    const written = await request(window, 'POST', `/config${SITE}`, {
      body: `--part\r\nContent-Disposition: form-data; name="config"\r\n\r\n${config}\r\n--part--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=part' }
    })
    expect(written.status).toBe(201)
    await chooseFromPalette(window, 'Config of this site')
    await window.locator('[role="gridcell"][aria-invalid]').waitFor()
    expect(await window.locator('[role="gridcell"][aria-invalid]').allTextContents()).toEqual([
      '/blocks/gone'
    ])
    await window.getByRole('gridcell', { name: '/blocks/gone', exact: true }).click()
    await window.keyboard.type('/ti')
    const offers = window.getByRole('listbox', { name: 'Addresses' })
    await offers.getByText('/tides').waitFor()
    for (const size of sizes) await look(app, size, 'config-addresses')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Enter')
    await window.keyboard.press('Enter')
    await window.locator('[role="gridcell"][aria-invalid]').waitFor({ state: 'detached' })
    await window.keyboard.press('ArrowUp')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('F12')
    await front(app, 'tides')
    // and so in its source
    const showSource = async () => {
      await chooseFromPalette(window, 'Config of this site')
      await window.getByRole('radiogroup', { name: 'View of the config' }).getByText('Source').click()
    }
    await showSource()
    const source = window.locator('.monaco-editor').filter({ has: window.getByLabel('JSON of the config') })
    await source.getByText('"/blocks/cards"').click({ modifiers: ['ControlOrMeta'] })
    await front(app, 'cards')
    await showSource()
    const marks = source.locator('.squiggly-warning')
    expect(await marks.count()).toBe(0)
    await source.getByText('"/tides"').click()
    await window.keyboard.press('End')
    for (let sign = '"}]}'.length; sign > 0; sign -= 1) await window.keyboard.press('ArrowLeft')
    await window.keyboard.type('x')
    await marks.waitFor()
    for (const size of sizes) await look(app, size, 'config-source-addresses')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    // and completed while one is typed
    for (let sign = '/tidesx'.length; sign > 0; sign -= 1) await window.keyboard.press('Backspace')
    await window.keyboard.type('/ti')
    await window.locator('.suggest-widget').getByText('/tides').first().waitFor()
    await window.keyboard.press('Enter')
    await source.getByText('"/tides"').waitFor()
    await marks.waitFor({ state: 'detached' })
    await window.keyboard.press('F12')
    await front(app, 'tides')
    // and so in any other JSON
    await openFile(window, 'way.json')
    await editorOf(window, 'way.json').locator('.view-lines').click()
    await window.keyboard.press('ControlOrMeta+End')
    for (let sign = '"}'.length; sign > 0; sign -= 1) await window.keyboard.press('ArrowLeft')
    await window.keyboard.type('/bl')
    await window.locator('.suggest-widget').getByText('/blocks/cards').first().waitFor()
    await window.keyboard.press('Enter')
    await waitFor('the address in the JSON', async () =>
      (await stored(window, `${SITE}/way.json`))?.includes('/blocks/cards')
    )
    expect(app.complaints).toEqual([])
  })

  it('LK12 after another program moved a folder, the window offers to mend every link that it left behind, with one Undo', async () => {
    const app = await desk.launchBlank({ pages: 'page' })
    const window = app.page
    await prepareSite(window, {
      [`${SITE}/docs/tides.html`]: page('<a href="../home">back</a>'),
      [`${SITE}/docs/moon.html`]: page('<a href="tides">beside</a>'),
      [`${SITE}/home.html`]: page('<a href="/docs/tides">there</a>')
    })
    await openPage(window, 'home.html')
    const there = join(app.workspace, 'content', SITE)
    await mkdir(join(there, 'help/sea'), { recursive: true })
    await rename(join(there, 'docs'), join(there, 'help/sea/docs'))
    const notice = window.getByRole('status', { name: 'Moved by another program' })
    await notice
      .getByText('“docs” was moved to “help/sea/docs” by another program. 2 links lead elsewhere since.')
      .waitFor()
    for (const size of sizes) await look(app, size, 'moved-by-another-program')
    await resize(app, { width: 1280, height: 800, zoom: 1 })
    await expectAccessible(window, 'the offer to mend links')
    const says = (file: string, words: string) =>
      waitFor(words, async () => (await stored(window, `${SITE}/${file}`))?.includes(words))
    await notice.getByRole('button', { name: 'Show' }).click()
    await window.getByRole('combobox', { name: 'Which problems' }).waitFor()
    await notice.getByRole('button', { name: 'Mend 2 links' }).focus()
    await window.keyboard.press('Enter')
    await says('home.html', 'href="/help/sea/docs/tides"')
    await says('help/sea/docs/tides.html', 'href="../../../home"')
    await notice.waitFor({ state: 'detached' })
    await window.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).click()
    await says('home.html', 'href="/docs/tides"')
    // who took it back is not asked again, and finds them among the problems
    await window
      .getByRole('combobox', { name: 'Which problems' })
      .selectOption({ label: 'Old addresses (2)' })
    await window.getByRole('button', { name: 'Mend 2', exact: true }).click()
    await says('home.html', 'href="/help/sea/docs/tides"')
    expect(await notice.count()).toBe(0)
    // the next move is offered again
    await rename(join(there, 'help/sea/docs'), join(there, 'shore'))
    await notice.waitFor()
    await chooseFromPalette(window, 'Mend the links to what another program moved')
    await says('home.html', 'href="/shore/tides"')
    await notice.waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  })

  it('LK6 LK8 after another program moved and renamed a file, the links to it are mended in the panel', async () => {
    const app = await desk.launchBlank()
    const window = app.page
    await prepareSite(window, {
      [`${SITE}/tides.html`]: tides,
      [`${SITE}/home.html`]: page('<a href="/tides">there</a>')
    })
    await openFile(window, 'home.html')
    await window.keyboard.press('Control+Alt+l')
    const links = window.getByRole('region', { name: 'Links' })
    await links.getByRole('button', { name: /tides/ }).first().waitFor()
    const there = join(app.workspace, 'content', SITE)
    await mkdir(join(there, 'sea'))
    await rename(join(there, 'tides.html'), join(there, 'sea/ebb.html'))
    await links.getByRole('button', { name: /^Mend/ }).first().click()
    await waitFor('the link', async () =>
      (await stored(window, `${SITE}/home.html`))?.includes('href="/sea/ebb">there')
    )
    expect(app.complaints).toEqual([])
  })
})
