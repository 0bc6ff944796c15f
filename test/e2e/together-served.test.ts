import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { root } from './support/app'
import { expectAccessible } from './support/axe'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { temporaryFolders } from './support/folders'
import { form, putSchema, ticketSchema } from './support/forms'
import { expectSaved, page as surface, treeItem, wordsOf } from './support/screen'
import { chooseFromPalette } from './support/palette'
import { takeScreenshot } from './support/screens'
import { serveWorkspace, type RunningServer } from './support/server'
import { awaitedLater, waitFor } from './support/wait'

const folders = temporaryFolders()
const SITE = '/harbour/web'
const PAGE = `${SITE}/home.html`
const html =
  '<body>\n<main>\n<div>\n<h1>Ferries</h1>\n<p>The first ferry leaves at six.</p>\n<p>The end.</p>\n</div>\n</main>\n</body>\n'

describe.skipIf(without.chromium)('writing together at galley serve', () => {
  let browser: Browser
  let server: RunningServer | undefined
  let data = ''

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await server?.stop()
    await folders.removeAll()
  })
  afterAll(() => browser.close())

  /** The owner's browser, which writes together. */
  async function owned(): Promise<{ context: BrowserContext; page: Page; origin: string }> {
    data = await folders.make('ws')
    server = await serveWorkspace(data)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(server.link)
    await page.getByLabel('Your name').fill('Mira Holm')
    await page.getByLabel('E-mail').fill('mira@example.com')
    await page.getByRole('button', { name: 'Start' }).click()
    await treeItem(page, 'about.html').waitFor()
    return { context, page, origin: server.origin }
  }

  const shows = (page: Page, origin: string, path: string) =>
    page
      .goto(`${origin}/#/edit${path}`)
      .then(() => surface(page).waitFor())
      .then(() => surface(page).getByText('The end.').click())
      .then(() => page.keyboard.press('End'))

  it('RT7 X8 A5 six tabs of one browser are open at once, each hears of the others, and each saves', async () => {
    const { context, page, origin } = await owned()
    const names = Array.from({ length: 6 }, (_, at) => `${SITE}/page-${at}.html`)
    for (const path of names) await put(page, path, html)
    await put(page, PAGE, html)
    const tabs = [page]
    while (tabs.length < names.length) tabs.push(await context.newPage())
    for (const [at, tab] of tabs.entries()) {
      await shows(tab, origin, names[at] ?? '')
      await tab.keyboard.type(` Tab ${at}.`)
      await expectSaved(tab)
    }
    for (const [at, tab] of tabs.entries())
      await waitFor(`the words of tab ${at}`, async () =>
        (await stored(tab, names[at] ?? ''))?.includes(`The end. Tab ${at}.`)
      )
    // and all of them in one page
    for (const tab of tabs) await shows(tab, origin, PAGE)
    await Promise.all(tabs.map((tab, at) => tab.keyboard.type(` all${at}`, { delay: 20 })))
    const letters = (text: string) => [...text].sort().join('')
    const all = letters(tabs.map((_, at) => ` all${at}`).join(''))
    await waitFor('the words of all in each', async () => {
      const shown = await Promise.all(tabs.map(wordsOf))
      return shown.every((one) => one === shown[0] && letters(one.split('The end.')[1] ?? '') === all)
    })
    await waitFor('the words of all in the file', async () => {
      const text = /The end\.(.*)<\/p>/.exec((await stored(page, PAGE)) ?? '')?.[1] ?? ''
      return letters(text) === all
    })
    // one that goes hands nothing on, and the others go on
    await tabs[2]?.close()
    await tabs[0]?.close()
    await tabs[5]?.keyboard.type('!')
    await waitFor('the sign of one in another', async () =>
      tabs[1] ? (await wordsOf(tabs[1])).includes('!') : false
    )
    await put(tabs[1] ?? page, `${SITE}/new.html`, html)
    for (const tab of [tabs[1], tabs[4]]) if (tab) await treeItem(tab, 'new.html').waitFor()
    await context.close()
  })

  /** A link with which somebody signs in. */
  async function linkFor(email: string, name: string): Promise<string> {
    const cli = [join(root, 'out/main/cli.js'), 'link', '--data', data, '--email', email, '--name', name]
    return (await promisify(execFile)(process.execPath, cli)).stdout.trim()
  }

  async function setRights(page: Page, action: 'read' | 'write' | null): Promise<void> {
    const rows = [
      { path: '/+**', actions: 'write', groups: 'mira@example.com' },
      { path: 'CONFIG', actions: 'write', groups: 'mira@example.com' },
      ...(action ? [{ path: '/+**', actions: action, groups: 'lena@example.com' }] : [])
    ]
    const config = {
      ':names': ['permissions'],
      ':type': 'multi-sheet',
      permissions: { total: rows.length, data: rows }
    }
    const { status } = await request(page, 'POST', '/config/harbour', {
      body: `--part\r\nContent-Disposition: form-data; name="config"\r\n\r\n${JSON.stringify(config)}\r\n--part--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=part' }
    })
    expect([200, 201]).toContain(status)
  }

  /** Another person's browser. */
  async function lenaSigned(): Promise<{ theirs: BrowserContext; lena: Page }> {
    const theirs = await browser.newContext()
    const lena = await theirs.newPage()
    await lena.goto(await linkFor('lena@example.com', 'Lena Voss'))
    await lena.getByRole('tree').waitFor()
    return { theirs, lena }
  }

  const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })

  it('RT1 RT8 RT9 A5 a sheet, a form and two people: who may only read sees cells and fields come, and what is typed while the line is cut goes its way later', async () => {
    const { context, page, origin } = await owned()
    const path = `${SITE}/fares.json`
    const fares = `{"total":2,"limit":2,"offset":0,"data":[{"who":"Adult","price":"9.80"}, {"who":"Child",  "price":"4.90"}],":type":"sheet"}\n`
    await put(page, path, fares)
    await setRights(page, 'read')
    const theirs = await browser.newContext()
    const lena = await theirs.newPage()
    await lena.goto(await linkFor('lena@example.com', 'Lena Voss'))
    await lena.getByRole('tree').waitFor()
    for (const one of [page, lena]) {
      await one.goto(`${origin}/#/edit${path}`)
      await cell(one, 'Adult').waitFor()
    }
    await cell(page, '9.80').click()
    await page.keyboard.type('10')
    await cell(lena, '10').waitFor()
    await page.keyboard.press('Enter')
    await waitFor(
      'the cell in the file',
      async () => (await stored(page, path)) === fares.replace('9.80', '10')
    )
    await cell(lena, 'Child').click()
    await lena.keyboard.type('Nobody')
    await lena.keyboard.press('Enter')
    await page.waitForTimeout(1_000)
    expect(await stored(page, path)).toBe(fares.replace('9.80', '10'))
    await takeScreenshot(lena, 'together-sheet-reading')

    await setRights(page, 'write')
    await lena.reload()
    await cell(lena, '10').waitFor()
    await cell(lena, '4.90').click()
    await lena.keyboard.type('5')
    await cell(page, '5').waitFor()
    await lena.keyboard.press('Enter')
    // cut off, both write: in one row, and in a row that the other one deletes meanwhile
    await lena.context().setOffline(true)
    await cell(lena, 'Adult').click()
    await lena.keyboard.type('Grown-up')
    await lena.keyboard.press('Enter')
    await cell(page, '10').click()
    await page.keyboard.type('11')
    await page.keyboard.press('Enter')
    await waitFor('what one wrote meanwhile', async () => (await stored(page, path))?.includes('"11"'))
    await lena.context().setOffline(false)
    await cell(page, 'Grown-up').waitFor({ timeout: 40_000 })
    await cell(lena, '11').waitFor()
    const text = await waitFor('the words of both in the file', async () => {
      const now = await stored(page, path)
      return now?.includes('Grown-up') === true && now.includes('"11"') ? now : null
    })
    expect(text).toContain('{"who":"Grown-up","price":"11"}')

    // the same of a form
    const ticket = `${SITE}/summer.html`
    const data = { headline: 'Two islands', prices: [{ name: 'Adult', amount: 49 }] }
    await putSchema(page, 'ticket', ticketSchema)
    await put(page, ticket, writeDocument(newDocument({ title: 'summer', schemaName: 'ticket', data })))
    await setRights(page, 'read')
    const field = (one: Page, pointer: string) =>
      one.locator(`[data-pointer="${pointer}"] input, [data-pointer="${pointer}"] textarea`)
    const shown = (one: Page, pointer: string, value: string) =>
      waitFor(`“${value}”`, async () => (await field(one, pointer).inputValue()) === value)
    for (const one of [page, lena]) {
      await one.goto(`${origin}/#/edit${ticket}`)
      await form(one).waitFor()
    }
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    await field(page, '/headline').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await shown(lena, '/headline', 'Two islands now')
    await field(lena, '/summary').click()
    await lena.keyboard.type('Nobody')
    expect(await field(lena, '/summary').inputValue()).toBe('')
    await takeScreenshot(lena, 'together-form-reading')
    await setRights(page, 'write')
    await lena.reload()
    await form(lena).waitFor()
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    await lena.context().setOffline(true)
    await field(lena, '/summary').click()
    await lena.keyboard.type('While away')
    await field(page, '/prices/0/name').click()
    await page.keyboard.type('s')
    await waitFor('what one wrote meanwhile', async () => (await stored(page, ticket))?.includes('Adults'))
    await lena.context().setOffline(false)
    await waitFor('the words of both in the file', async () => {
      const now = await stored(page, ticket)
      return now?.includes('While away') === true && now.includes('Adults') && now.includes('Two islands now')
    })
    await shown(page, '/summary', 'While away')
    await theirs.close()
    await context.close()
  })

  it('RT9 RT10 A5 two people of different rights: who may only read sees letters come, and rights that go take no word along', async () => {
    const { context, page, origin } = await owned()
    await put(page, PAGE, html)
    await setRights(page, 'read')
    const { theirs, lena } = await lenaSigned()

    await shows(page, origin, PAGE)
    await shows(lena, origin, PAGE)
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    await lena.getByRole('button', { name: /Mira Holm is here too/ }).waitFor()
    await page.keyboard.type(' Of the day.')
    await waitFor('letters that come', async () => (await wordsOf(lena)).includes('The end. Of the day.'))
    await lena.keyboard.type('Mine!')
    await takeScreenshot(lena, 'together-reading')
    await takeScreenshot(page, 'together-with-a-reader')
    await expectAccessible(lena, 'a page that one may only read')
    expect(await wordsOf(lena)).not.toContain('Mine!')
    expect(await stored(page, PAGE)).not.toContain('Mine!')

    await setRights(page, 'write')
    await waitFor('it can be written in', async () => {
      await surface(lena).getByText('The first ferry').click()
      await lena.keyboard.press('End')
      await lena.keyboard.type('x')
      return (await wordsOf(lena)).includes('six.x')
    })
    await lena.keyboard.type(' And at seven.')
    await waitFor('hers in the file', async () => (await stored(page, PAGE))?.includes('And at seven.'))
    expect(await wordsOf(page)).toContain('And at seven.')

    // what was typed in the moment in which the right goes
    await lena.keyboard.type(' Not')
    await Promise.all([setRights(page, 'read'), lena.keyboard.type(' any more', { delay: 60 })])
    await waitFor('it is said', () =>
      lena
        .getByText(/may not|only read|read-only/i)
        .first()
        .isVisible()
    )
    await takeScreenshot(lena, 'together-right-gone')
    const words = await wordsOf(lena)
    await page.keyboard.type(' More.')
    await waitFor('letters that come still', async () => (await wordsOf(lena)).includes('More.'))
    expect(await wordsOf(lena)).toContain(/And at seven\.[^\n]*/.exec(words)?.[0] ?? 'none')

    await setRights(page, null)
    await waitFor(
      'her name is gone',
      async () => (await page.getByText(/Lena Voss is here too/).count()) === 0
    )
    await waitFor(
      'her avatar is gone',
      async () => (await page.getByRole('button', { name: /Lena Voss is here too/ }).count()) === 0
    )
    await page.keyboard.type(' Alone.')
    await waitFor('the words of who stays', async () => (await stored(page, PAGE))?.includes('Alone.'))
    // it is said in the page and in its source, with whom to ask left out, whom she may not know
    const lost = lena.getByText(/You may not read this page any more\./)
    await lost.waitFor()
    expect(await lena.getByText(/You may read this/).count()).toBe(0)
    await takeScreenshot(lena, 'together-reading-gone')
    await expectAccessible(lena, 'a page that one may not read any more')
    expect(await wordsOf(lena)).not.toContain('Alone.')
    await lena.getByText('Source', { exact: true }).click()
    await lena.getByText(/You may not read this document any more\./).waitFor()
    expect(await lena.getByText(/You may read this/).count()).toBe(0)
    await takeScreenshot(lena, 'together-source-gone')
    await lena.getByRole('toolbar', { name: 'Document' }).getByText('Page', { exact: true }).click()

    // who may again goes on with all that was written meanwhile
    await setRights(page, 'write')
    await waitFor('what was written meanwhile', async () => (await wordsOf(lena)).includes('Alone.'))
    expect(await lost.count()).toBe(0)
    await surface(lena).getByText('The end.').click()
    await lena.keyboard.press('End')
    await lena.keyboard.type(' Back.')
    await waitFor('hers in the file', async () => (await stored(page, PAGE))?.includes('Back.'))
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()

    // what is typed while nothing can be sent, in a right that goes meanwhile, stays and can be copied out
    await lena.route('**/rooms/line/**', (route) => route.abort())
    await lena.keyboard.type(' Unsent.')
    await setRights(page, null)
    await lost.waitFor()
    await lena.unroute('**/rooms/line/**')
    await lena
      .getByText(/^Not saved\. You may not read here any more\. Your words are kept as a draft\.$/)
      .waitFor()
    expect(await wordsOf(lena)).toContain('Unsent.')
    const download = awaitedLater(lena.waitForEvent('download'))
    await lena.getByRole('button', { name: 'Save to a file…' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Unsent.')
    await takeScreenshot(lena, 'together-unsent')
    expect(await stored(page, PAGE)).not.toContain('Unsent.')
    await setRights(page, 'write')
    await waitFor('what was not sent', async () => (await stored(page, PAGE))?.includes('Unsent.'))
    await context.close()
    await theirs.close()
  })

  it('RT10 who is where stands in the tree, the palette and the history, and is said; who hides is not followed', async () => {
    const { context, page, origin } = await owned()
    await put(page, PAGE, html)
    const below = `${SITE}/docs/tides.html`
    await put(page, below, html)
    await setRights(page, 'write')
    const { theirs, lena } = await lenaSigned()
    await shows(page, origin, PAGE)
    await shows(lena, origin, below)

    const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
    const describes = (name: string) =>
      row(name).evaluate((line) =>
        (line.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' ')
      )
    // in a folder that is closed, and where she is when it is open
    await waitFor('her sign at the folder', async () =>
      (await describes('docs')).includes('Lena Voss is in it')
    )
    expect(await describes('home.html')).not.toContain('Lena')
    await row('docs').click()
    await waitFor('her sign at the page', async () =>
      (await describes('tides.html')).includes('Lena Voss is here')
    )
    expect(await describes('docs')).not.toContain('Lena')
    await takeScreenshot(page, 'present-in-tree')

    await page.keyboard.press('ControlOrMeta+k')
    await page
      .getByRole('textbox', { name: /Search/ })
      .last()
      .fill('tides')
    await page.getByRole('button', { name: /tides.*Lena Voss is here/ }).waitFor()
    await takeScreenshot(page, 'present-in-palette')
    await expectAccessible(page, 'who is where in the palette')
    await page.keyboard.press('Escape')

    await chooseFromPalette(page, 'Say who is here')
    await page.getByText('Nobody else is in this document now.').waitFor()
    await shows(lena, origin, PAGE)
    await page.getByRole('status').getByText('Lena Voss is here too.').waitFor({ state: 'attached' })
    await waitFor('her sign in the tree', async () =>
      (await describes('home.html')).includes('Lena Voss is here')
    )
    await waitFor('that she looks at another', async () =>
      (await describes('tides.html')).includes('Lena Voss has it open')
    )
    await page.getByText('Lena Voss is here').first().waitFor()
    await takeScreenshot(page, 'present-in-history')
    await expectAccessible(page, 'who is where in tree and history')
    await chooseFromPalette(page, 'Say who is here')
    await page.getByText('Lena Voss is here too.', { exact: true }).last().waitFor()

    // a caret that is hidden is not told to anybody
    await surface(page).locator('.pe-other-caret').waitFor({ state: 'attached' })
    await chooseFromPalette(lena, 'Hide from others where I am')
    await waitFor('no caret', async () => (await surface(page).locator('.pe-other-caret').count()) === 0)
    await surface(lena).getByText('The first ferry').click()
    await lena.keyboard.type('Hidden. ')
    await surface(page).getByText('Hidden.').waitFor()
    expect(await surface(page).locator('.pe-other-caret').count()).toBe(0)
    await page.getByRole('button', { name: /Lena Voss is here too/ }).click()
    expect(await page.getByRole('menuitem', { name: 'Go to Lena Voss' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await chooseFromPalette(page, 'Say who is here')
    await page.getByText('Lena Voss is here too, without showing where.').waitFor()
    await chooseFromPalette(lena, 'Show others where I am')
    await surface(page).locator('.pe-other-caret').waitFor({ state: 'attached' })

    // who goes leaves nothing behind
    await lena.close()
    await waitFor('no sign', async () => !(await describes('home.html')).includes('Lena'))
    await page.getByText('Lena Voss is here', { exact: true }).waitFor({ state: 'detached' })
    await context.close()
    await theirs.close()
  })

  it('RT10 a sheet: a ring where somebody is, go to and follow by keyboard into another sheet, and who hides has none', async () => {
    const { context, page, origin } = await owned()
    const path = `${SITE}/times.json`
    const rows = Array.from({ length: 300 }, (_, at) => ({ ship: `Ship ${at}`, leaves: `${at}` }))
    const book = {
      ':type': 'multi-sheet',
      ':names': ['times', 'quays'],
      times: { data: rows },
      quays: { data: [{ quay: 'North' }, { quay: 'South' }] }
    }
    await put(page, path, JSON.stringify(book))
    await setRights(page, 'write')
    const { theirs, lena } = await lenaSigned()
    const cell = (window: Page, name: string) => window.getByRole('gridcell', { name, exact: true })
    for (const window of [page, lena]) {
      await window.goto(`${origin}/#/edit${path}`)
      await cell(window, 'Ship 0').waitFor()
    }
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    const ring = page.locator('[data-grid-scroller]').getByText('Lena Voss')
    const isAround = async (name: string) => {
      const [around, inside] = await Promise.all([
        ring.locator('..').boundingBox(),
        cell(page, name).boundingBox()
      ])
      return (
        around !== null &&
        inside !== null &&
        Math.abs(around.x - inside.x) < 3 &&
        Math.abs(around.y - inside.y) < 3
      )
    }
    await cell(lena, 'Ship 3').click()
    await waitFor('the ring', () => isAround('Ship 3'))
    await lena.keyboard.press('ArrowRight')
    await lena.keyboard.type('late')
    await cell(page, 'late').waitFor()
    await waitFor('the ring goes along', () => isAround('late'))
    await takeScreenshot(page, 'present-in-sheet')
    await expectAccessible(page, 'a sheet with somebody else in it')
    await lena.keyboard.press('Enter')

    // far away, by the palette alone
    await lena.keyboard.press('ControlOrMeta+End')
    await chooseFromPalette(page, 'Say who is here')
    await page.getByText('Lena Voss is here too, in row 300 of times.').waitFor()
    await chooseFromPalette(page, 'Go to who else writes here')
    await cell(page, 'Ship 299').waitFor()
    await waitFor('the ring there', () => isAround('299'))
    await page.keyboard.type('noon')
    await cell(lena, 'noon').waitFor()
    await page.keyboard.press('Escape')

    await chooseFromPalette(page, 'Follow who else writes here')
    await lena.getByRole('tab', { name: 'quays' }).click()
    await cell(lena, 'South').click()
    await cell(page, 'South').waitFor()
    await waitFor('the ring in the other sheet', () => isAround('South'))
    await chooseFromPalette(page, 'Stop following')

    await chooseFromPalette(lena, 'Hide from others where I am')
    await waitFor('no ring', async () => (await ring.count()) === 0)
    await cell(lena, 'North').click()
    await lena.keyboard.type('Nord')
    await cell(page, 'Nord').waitFor()
    expect(await ring.count()).toBe(0)
    await context.close()
    await theirs.close()
  })
})
