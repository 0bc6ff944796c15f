import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { expectFits } from './support/fits'
import { form, putSchema, SITE, ticketSchema } from './support/forms'
import { chooseFromPalette } from './support/palette'
import { editorText, focusEditor, page as surface, treeItem, wordsOf } from './support/screen'
import { ferries, serveTogether } from './support/served-together'
import { waitFor } from './support/wait'

describe.skipIf(without.chromium)('a document that somebody holds', () => {
  const served = serveTogether()

  /** What stands above the document. */
  const held = (lena: Page) =>
    lena.getByRole('status').filter({ hasText: /^Held by Mira Holm until \d\d:\d\d\./ })
  const holds = (page: Page) => page.getByRole('status').filter({ hasText: /^You hold this document until/ })
  const isReadOnly = (page: Page) =>
    waitFor(
      'a page that is read only',
      async () => (await surface(page).getAttribute('aria-readonly')) === 'true'
    )
  const isWritten = (page: Page) =>
    waitFor('a page to write in', async () => (await surface(page).getAttribute('aria-readonly')) === 'false')
  const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

  it('RT15 A5 a page is held while somebody writes in it: they see by whom, write all the same, and it is let go', async () => {
    const page = await served.mira()
    const home = '/harbour/held/home.html'
    await put(page, home, ferries)
    await served.setRights(page, 'write')
    const lena = await served.lena()
    await served.showEnd(page, home)
    await served.showEnd(lena, home)
    await page.getByRole('button', { name: /Lena Voss is here too/ }).waitFor()
    await lena.keyboard.type(' Typed before.')

    // whoever takes hold is told who is there
    await chooseFromPalette(page, 'Hold this document for an hour')
    await page.getByText(/^Lena Voss is in this document\./).waitFor()
    await confirm(page, 'Hold it')
    await holds(page).waitFor()
    await held(lena).waitFor()
    await isReadOnly(lena)
    await waitFor('what was typed before', async () => (await stored(page, home))?.includes('Typed before.'))
    await surface(lena).getByText('The end.').click()
    await lena.keyboard.type('Nobody')
    await surface(page).getByText('The end.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Alone.')
    await waitFor('her words', async () => (await wordsOf(lena)).includes('Typed before. Alone.'))
    expect(await wordsOf(lena)).not.toContain('Nobody')
    await treeItem(lena, 'home.html')
      .getByText(/^Held by Mira Holm/)
      .first()
      .waitFor()
    await expectAccessible(lena, 'a page that somebody holds')
    await expectFits(lena, 'held by another')
    await expectFits(page, 'held by oneself')

    // they write all the same, when they say so, and whoever holds it hears of that
    await lena.getByRole('button', { name: 'Write all the same' }).click()
    await confirm(lena, 'Write all the same')
    await page.getByText('Lena Voss writes in “home” all the same, which you hold.').waitFor()
    await holds(page).filter({ hasText: 'Lena Voss writes in it all the same.' }).waitFor()
    await isWritten(lena)
    await surface(lena).getByText('The end.').click()
    await lena.keyboard.press('End')
    await lena.keyboard.type(' All the same.')
    await waitFor('hers', async () => (await wordsOf(page)).includes('Alone. All the same.'))

    await page.getByRole('button', { name: 'Let go' }).click()
    await held(lena).waitFor({ state: 'detached' })
    await holds(page).waitFor({ state: 'detached' })
  })

  it('RT15 a hold of a page, its source, a sheet and a form keeps others from writing there until it ends by itself', async () => {
    const page = await served.mira()
    const home = `${SITE}/home.html`
    const fares = `${SITE}/fares.json`
    const ticket = `${SITE}/summer.html`
    await put(page, home, ferries)
    await put(page, fares, '{":type":"sheet","total":1,"limit":1,"offset":0,"data":[{"who":"Adult"}]}')
    await putSchema(page, 'ticket', ticketSchema)
    const data = { headline: 'Two islands', prices: [{ name: 'Adult', amount: 49 }] }
    await put(page, ticket, writeDocument(newDocument({ title: 'summer', schemaName: 'ticket', data })))
    await served.setRights(page, 'write')
    const lena = await served.lena()
    const hold = async (path: string, seconds?: number) => {
      const body = JSON.stringify(seconds === undefined ? {} : { seconds })
      const headers = { 'Content-Type': 'application/json' }
      expect((await request(page, 'PUT', `/app/holds${path}`, { body, headers })).status).toBe(200)
    }

    await served.goTo(lena, ticket)
    await form(lena).waitFor()
    await hold(ticket)
    await held(lena).waitFor()
    const headline = lena.locator('[data-pointer="/headline"] input')
    await waitFor('a field that cannot be typed in', async () => !(await headline.isEditable()))

    await served.goTo(lena, fares)
    const adult = lena.getByRole('gridcell', { name: 'Adult', exact: true })
    await adult.waitFor()
    await hold(fares)
    await held(lena).waitFor()
    await adult.click()
    await lena.keyboard.type('Nobody')
    await lena.keyboard.press('Enter')
    await adult.waitFor()

    await served.showEnd(lena, home)
    await lena.getByText('Source', { exact: true }).first().click()
    await focusEditor(lena)
    await hold(home)
    await held(lena).waitFor()
    await lena.keyboard.type('Nobody')
    expect(await editorText(lena)).not.toContain('Nobody')
    // it is over without anybody doing anything
    await hold(home, 1)
    await held(lena).waitFor({ state: 'detached' })
    await lena.keyboard.type('x')
    await waitFor('her letter', async () => (await editorText(lena)).includes('x'))
    for (const path of [ticket, fares]) expect(await stored(page, path)).not.toContain('Nobody')
  })
})
