import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { composeAndTakeOver } from './support/composing'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { misfits } from './support/fits'
import { burst, key, letters } from './support/keys'
import { resize } from './support/looks'
import { typeInPalette } from './support/palette'
import { prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const sheet = JSON.stringify({ ':type': 'sheet', total: 1, limit: 1, offset: 0, data: [{ Name: 'Mira' }] })
const page = '<body><header></header><main><div><p>home</p></div></main><footer></footer></body>'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** Letter by letter, as a hand does: a field that loses the keyboard on the way gets half of it. */
const typeName = (page: Page, name: string) => page.keyboard.type(name, { delay: 15 })

describe.skipIf(without.electron)('names that are typed in their place', () => {
  const prepared = async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, {
      [`${site}/home.html`]: page,
      [`${site}/news/first.html`]: page,
      [`${site}/team.json`]: sheet
    })
    return app
  }
  const there = (page: Page, path: string) => waitFor(path, async () => (await stored(page, path)) !== null)

  it('E15 the field of the tree stays after its menu: new page, new folder and another name, by mouse', async () => {
    const { page } = await prepared()
    const choose = async (row: string, entry: string) => {
      await treeItem(page, row).click({ button: 'right' })
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose('news', 'New page')
    await field(page, 'Name of the new page').waitFor()
    await typeName(page, 'offers')
    await page.keyboard.press('Enter')
    await there(page, `${site}/news/offers.html`)
    await choose('news', 'New folder')
    await field(page, 'Name of the new folder').waitFor()
    await typeName(page, 'archive')
    await page.keyboard.press('Enter')
    await treeItem(page, 'archive').waitFor()
    await choose('home.html', 'Rename')
    await field(page, 'New name of home.html').waitFor()
    await typeName(page, 'start')
    await page.keyboard.press('Enter')
    await there(page, `${site}/start.html`)
  })

  it('E15 the same by keyboard, and from the palette; Escape leaves the field and the tree has the keyboard', async () => {
    const { page } = await prepared()
    await treeItem(page, 'news').click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'New page' }).press('Enter')
    await field(page, 'Name of the new page').waitFor()
    await typeName(page, 'offers')
    // what is typed on at once is in the new page
    await burst(page, [key('Enter'), ...letters('Ships sail'), key('Enter'), ...letters('at nine')])
    await there(page, `${site}/news/offers.html`)
    await waitFor('every letter', async () =>
      /Ships sail\s*at nine/.test((await stored(page, `${site}/news/offers.html`)) ?? '')
    )

    await treeItem(page, 'home.html').click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Space')
    await field(page, 'New name of home.html').waitFor()
    await typeName(page, 'st')
    await page.keyboard.press('Escape')
    await field(page, 'New name of home.html').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tree')

    await typeInPalette(page, 'Rename…')
    await page.getByRole('dialog').getByText('Rename…').first().waitFor()
    await page.keyboard.press('Enter')
    await field(page, 'New name of home.html').waitFor()
    await typeName(page, 'start')
    await page.keyboard.press('Enter')
    await there(page, `${site}/start.html`)
  })

  it('E17 what lies behind a line of the menu is reached by keyboard alone, also in a small window', async () => {
    const app = await prepared()
    const { page } = app
    await resize(app, { width: 800, height: 600, zoom: 1 })
    const hasKeyboard = (entry: string) =>
      waitFor(`the keyboard at “${entry}”`, () =>
        page.evaluate((words) => document.activeElement?.textContent.startsWith(words) === true, entry)
      )
    await treeItem(page, 'news').click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'More to add' }).waitFor()
    await waitFor('the keyboard at “More to add”', async () => {
      await page.keyboard.press('ArrowDown')
      return page.evaluate(() => document.activeElement?.textContent.startsWith('More to add') === true)
    })
    await page.keyboard.press('ArrowRight')
    await hasKeyboard('Page from a template…')
    expect(await misfits(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await hasKeyboard('More to add')
    await page.keyboard.press('Enter')
    await hasKeyboard('Page from a template…')
    await page.keyboard.press('ArrowDown')
    await hasKeyboard('Sheet…')
    await page.keyboard.press('ArrowDown')
    await hasKeyboard('JSON file')
    await page.keyboard.press('Enter')
    await field(page, 'Name of the new JSON file').waitFor()
    await typeName(page, 'ports')
    await page.keyboard.press('Enter')
    await there(page, `${site}/news/ports.json`)
  })

  it('E15 a menu that is left gives the keyboard back to what opened it', async () => {
    const { page } = await prepared()
    await treeItem(page, 'home.html').click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await waitFor('the tree to have the keyboard', () =>
      page.evaluate(() => document.activeElement?.getAttribute('role') === 'tree')
    )
    await page.getByRole('button', { name: /settings and help/ }).click()
    await page.getByRole('menuitem', { name: 'About Galley' }).click()
    await page.getByRole('dialog', { name: 'About Galley' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitFor('the button to have the keyboard', () =>
      page.evaluate(() => document.activeElement?.textContent.includes('settings and help'))
    )
  })

  it('E15 the field of a sheet’s name stays after the menu of the sheet', async () => {
    const { page } = await prepared()
    await treeItem(page, 'team.json').click()
    await page.getByRole('button', { name: /^Menu of the sheet/ }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await field(page, 'Name of the sheet').waitFor()
    await typeName(page, 'people')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'people' }).waitFor()
  })

  it('E16 Enter that ends the composition of an input method takes no half name', async () => {
    const { page } = await prepared()
    await treeItem(page, 'home.html').click()
    await page.keyboard.press('F2')
    const name = field(page, 'New name of home.html')
    await name.fill('')
    await composeAndTakeOver(page, '案内')
    await composeAndTakeOver(page, '所')
    await page.keyboard.press('Enter')
    await there(page, `${site}/案内所.html`)
  })
})
