import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, stored } from './support/content'
import { form, putSchema, SITE, ticketSchema } from './support/forms'
import { chooseFromPalette } from './support/palette'
import { expectSaved, page as surface, treeItem, wordsOf } from './support/screen'
import { takeScreenshot } from './support/screens'
import { ferries, serveTogether } from './support/served-together'
import { awaitedLater, waitFor } from './support/wait'

describe.skipIf(without.chromium)('writing together at galley serve', () => {
  const served = serveTogether()

  it('RT7 X8 A5 six tabs of one browser are open at once, each hears of the others, and each saves', async () => {
    const page = await served.mira()
    const site = '/harbour/tabs'
    const home = `${site}/home.html`
    const names = Array.from({ length: 6 }, (_, at) => `${site}/page-${at}.html`)
    for (const path of names) await put(page, path, ferries)
    await put(page, home, ferries)
    const tabs = [page]
    while (tabs.length < names.length) tabs.push(await page.context().newPage())
    for (const [at, tab] of tabs.entries()) {
      await served.showEnd(tab, names[at] ?? '')
      await tab.keyboard.type(` Tab ${at}.`)
      await expectSaved(tab)
    }
    for (const [at, tab] of tabs.entries())
      await waitFor(`the words of tab ${at}`, async () =>
        (await stored(tab, names[at] ?? ''))?.includes(`The end. Tab ${at}.`)
      )
    // and all of them in one page
    for (const tab of tabs) await served.showEnd(tab, home)
    await Promise.all(tabs.map((tab, at) => tab.keyboard.type(` all${at}`, { delay: 20 })))
    const letters = (text: string) => [...text].sort().join('')
    const all = letters(tabs.map((_, at) => ` all${at}`).join(''))
    await waitFor('the words of all in each', async () => {
      const shown = await Promise.all(tabs.map(wordsOf))
      return shown.every((one) => one === shown[0] && letters(one.split('The end.')[1] ?? '') === all)
    })
    await waitFor('the words of all in the file', async () => {
      const text = /The end\.(.*)<\/p>/.exec((await stored(page, home)) ?? '')?.[1] ?? ''
      return letters(text) === all
    })
    // one that goes hands nothing on, and the others go on
    await tabs[2]?.close()
    await tabs[0]?.close()
    await tabs[5]?.keyboard.type('!')
    await waitFor('the sign of one in another', async () =>
      tabs[1] ? (await wordsOf(tabs[1])).includes('!') : false
    )
    await put(tabs[1] ?? page, `${site}/new.html`, ferries)
    for (const tab of [tabs[1], tabs[4]]) if (tab) await treeItem(tab, 'new.html').waitFor()
  })

  const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })

  it('RT1 RT8 RT9 A5 a sheet, a form and two people: who may only read sees cells and fields come, and what is typed while the line is cut goes its way later', async () => {
    const page = await served.mira()
    const path = `${SITE}/fares.json`
    const fares = `{"total":2,"limit":2,"offset":0,"data":[{"who":"Adult","price":"9.80"}, {"who":"Child",  "price":"4.90"}],":type":"sheet"}\n`
    await put(page, path, fares)
    await served.setRights(page, 'read')
    const lena = await served.lena()
    const line = await served.line()
    for (const one of [page, lena]) {
      await served.goTo(one, path)
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

    await served.setRights(page, 'write')
    await lena.reload()
    await cell(lena, '10').waitFor()
    await cell(lena, '4.90').click()
    await lena.keyboard.type('5')
    await cell(page, '5').waitFor()
    await lena.keyboard.press('Enter')
    // cut off, both write: in one row, and in a row that the other one deletes meanwhile
    line.cut()
    await cell(lena, 'Adult').click()
    await lena.keyboard.type('Grown-up')
    await lena.keyboard.press('Enter')
    await cell(page, '10').click()
    await page.keyboard.type('11')
    await page.keyboard.press('Enter')
    await waitFor('what one wrote meanwhile', async () => (await stored(page, path))?.includes('"11"'))
    line.mend()
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
    await served.setRights(page, 'read')
    const field = (one: Page, pointer: string) =>
      one.locator(`[data-pointer="${pointer}"] input, [data-pointer="${pointer}"] textarea`)
    const shown = (one: Page, pointer: string, value: string) =>
      waitFor(`“${value}”`, async () => (await field(one, pointer).inputValue()) === value)
    for (const one of [page, lena]) {
      await served.goTo(one, ticket)
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
    await served.setRights(page, 'write')
    await lena.reload()
    await form(lena).waitFor()
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    line.cut()
    await field(lena, '/summary').click()
    await lena.keyboard.type('While away')
    await field(page, '/prices/0/name').click()
    await page.keyboard.type('s')
    await waitFor('what one wrote meanwhile', async () => (await stored(page, ticket))?.includes('Adults'))
    line.mend()
    await waitFor('the words of both in the file', async () => {
      const now = await stored(page, ticket)
      return now?.includes('While away') === true && now.includes('Adults') && now.includes('Two islands now')
    })
    await shown(page, '/summary', 'While away')
  })

  it('RT9 RT10 A5 two people of different rights: who may only read sees letters come, and rights that go take no word along', async () => {
    const page = await served.mira()
    const site = '/harbour/rights'
    const home = `${site}/home.html`
    await put(page, home, ferries)
    await served.setRights(page, 'read')
    const lena = await served.lena()
    const line = await served.line()

    await served.showEnd(page, home)
    await served.showEnd(lena, home)
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    await lena.getByRole('button', { name: /Mira Holm is here too/ }).waitFor()
    await page.keyboard.type(' Of the day.')
    await waitFor('letters that come', async () => (await wordsOf(lena)).includes('The end. Of the day.'))
    await lena.keyboard.type('Mine!')
    await takeScreenshot(lena, 'together-reading')
    await takeScreenshot(page, 'together-with-a-reader')
    await expectAccessible(lena, 'a page that one may only read')
    expect(await wordsOf(lena)).not.toContain('Mine!')
    expect(await stored(page, home)).not.toContain('Mine!')

    await served.setRights(page, 'write')
    await waitFor('it can be written in', async () => {
      await surface(lena).getByText('The first ferry').click()
      await lena.keyboard.press('End')
      await lena.keyboard.type('x')
      return (await wordsOf(lena)).includes('six.x')
    })
    await lena.keyboard.type(' And at seven.')
    await waitFor('hers in the file', async () => (await stored(page, home))?.includes('And at seven.'))
    expect(await wordsOf(page)).toContain('And at seven.')

    // what was typed in the moment in which the right goes
    await lena.keyboard.type(' Not')
    await Promise.all([served.setRights(page, 'read'), lena.keyboard.type(' any more', { delay: 60 })])
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

    await served.setRights(page, null)
    await waitFor(
      'her name is gone',
      async () => (await page.getByText(/Lena Voss is here too/).count()) === 0
    )
    await waitFor(
      'her avatar is gone',
      async () => (await page.getByRole('button', { name: /Lena Voss is here too/ }).count()) === 0
    )
    await page.keyboard.type(' Alone.')
    await waitFor('the words of who stays', async () => (await stored(page, home))?.includes('Alone.'))
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
    await served.setRights(page, 'write')
    await waitFor('what was written meanwhile', async () => (await wordsOf(lena)).includes('Alone.'))
    expect(await lost.count()).toBe(0)
    await surface(lena).getByText('The end.').click()
    await lena.keyboard.press('End')
    await lena.keyboard.type(' Back.')
    await waitFor('hers in the file', async () => (await stored(page, home))?.includes('Back.'))
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()

    // what is typed while nothing can be sent, in a right that goes meanwhile, stays and can be copied out
    line.cut()
    await lena.keyboard.type(' Unsent.')
    await served.setRights(page, null)
    expect(await wordsOf(page)).not.toContain('Unsent.')
    line.mend()
    await lost.waitFor()
    await lena
      .getByText(/^Not saved\. You may not read here any more\. Your words are kept as a draft\.$/)
      .waitFor()
    expect(await wordsOf(lena)).toContain('Unsent.')
    const download = awaitedLater(lena.waitForEvent('download'))
    await lena.getByRole('button', { name: 'Save to a file…' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Unsent.')
    await takeScreenshot(lena, 'together-unsent')
    expect(await stored(page, home)).not.toContain('Unsent.')
    await served.setRights(page, 'write')
    await waitFor('what was not sent', async () => (await stored(page, home))?.includes('Unsent.'))
  })

  it('RT10 who is where stands in the tree, the palette and the history, and is said; who hides is not followed', async () => {
    const page = await served.mira()
    const site = '/harbour/where'
    const home = `${site}/home.html`
    await put(page, home, ferries)
    const below = `${site}/docs/tides.html`
    await put(page, below, ferries)
    await served.setRights(page, 'write')
    const lena = await served.lena()
    await served.showEnd(page, home)
    await served.showEnd(lena, below)

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
    await served.showEnd(lena, home)
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
  })

  it('RT10 a sheet: a ring where somebody is, go to and follow by keyboard into another sheet, and who hides has none', async () => {
    const page = await served.mira()
    const site = '/harbour/rings'
    const path = `${site}/times.json`
    const rows = Array.from({ length: 300 }, (_, at) => ({ ship: `Ship ${at}`, leaves: `${at}` }))
    const book = {
      ':type': 'multi-sheet',
      ':names': ['times', 'quays'],
      times: { data: rows },
      quays: { data: [{ quay: 'North' }, { quay: 'South' }] }
    }
    await put(page, path, JSON.stringify(book))
    await served.setRights(page, 'write')
    const lena = await served.lena()
    for (const window of [page, lena]) {
      await served.goTo(window, path)
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
  })
  it('RT14 who comes back is told who has changed the page since, and sees what', async () => {
    const page = await served.mira()
    const home = '/harbour/since/home.html'
    await put(page, home, ferries)
    await served.setRights(page, 'write')
    const lena = await served.lena()
    await served.showEnd(lena, home)
    await served.showEnd(page, home)
    const isHere = page.getByRole('button', { name: /Lena Voss is here too/ })
    await isHere.waitFor()
    await chooseFromPalette(lena, 'Close tab')
    await isHere.waitFor({ state: 'detached' })
    await page.keyboard.type(' And so on.')
    await waitFor('the words in the file', async () => (await stored(page, home))?.includes('And so on.'))

    await served.showEnd(lena, home)
    const words = lena.getByText(/^Mira Holm changed this since you were here last \(\d\d:\d\d\)\.$/)
    await words.waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await lena.emulateMedia({ colorScheme: theme })
      await takeScreenshot(lena, `since-here-${theme}`)
    }
    await expectAccessible(lena, 'a page that was changed since')
    await lena.getByRole('button', { name: 'Show what changed' }).click()
    await lena.getByText('And so on.').first().waitFor()
    await lena.getByRole('tab', { name: 'home', exact: true }).click()
    await surface(lena).waitFor()
    expect(await words.count()).toBe(0)
    // at any time, by keyboard
    await chooseFromPalette(lena, 'Show what changed since I was here')
    await surface(lena).waitFor({ state: 'detached' })
    await lena.getByText('And so on.').first().waitFor()
    // who wrote it has no news
    await chooseFromPalette(page, 'Show what changed since I was here')
    await page.getByText('As far as this computer knows, you are here for the first time.').waitFor()
  })
})
