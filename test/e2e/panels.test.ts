import { describe, expect, it } from 'vitest'
import { chooseFromMenu, type RunningApp } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put } from './support/content'
import { openDesk } from './support/desk'
import { resize } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openFile, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const page = (words: string) =>
  `<body><header></header><main><div><p>${words}</p></div></main><footer></footer></body>`
const large = { width: 1280, height: 800, zoom: 1 }
const small = { width: 800, height: 600, zoom: 1 }
const enlarged = { width: 1280, height: 800, zoom: 2 }

describe.skipIf(without.electron)('the panels of a window without room for all of them', () => {
  const prepared = async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, {
      [`${site}/home.html`]: page('first'),
      [`${site}/other.html`]: page('other')
    })
    await put(app.page, `${site}/home.html`, page('second'))
    await resize(app, large)
    await openFile(app.page, 'home.html')
    return app
  }
  const history = ({ page }: RunningApp) => page.getByRole('region', { name: 'History' })
  const inspector = ({ page }: RunningApp) => page.getByRole('complementary', { name: 'Inspector' })
  const hasKeyboard = (app: RunningApp, id: string) =>
    app.page.evaluate((region) => document.getElementById(region)?.contains(document.activeElement), id)

  it('E19 keep what was open from large to small and back, and lie over the editor in between', async () => {
    const app = await prepared()
    const row = history(app).getByRole('button', { expanded: false }).first()
    await row.click()
    await history(app).getByRole('button', { expanded: true }).first().waitFor()
    const beside = await inspector(app).boundingBox()
    await resize(app, small)
    await inspector(app).waitFor({ state: 'hidden' })
    await treeItem(app.page, 'home.html').waitFor()
    await resize(app, enlarged)
    await treeItem(app.page, 'home.html').waitFor({ state: 'hidden' })
    await resize(app, large)
    await history(app).getByRole('button', { expanded: true }).first().waitFor()
    await treeItem(app.page, 'home.html').waitFor()
    expect(await inspector(app).boundingBox()).toEqual(beside)
  })

  it('E19 come and go by mouse, by keyboard and from the palette, and give the keyboard back', async () => {
    const app = await prepared()
    const { page } = app
    await resize(app, small)
    await inspector(app).waitFor({ state: 'hidden' })
    const button = page.getByRole('button', { name: 'Inspector' })
    await button.click()
    await history(app).waitFor()
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page, 'a panel over the editor')
    await page.keyboard.press('Escape')
    await inspector(app).waitFor({ state: 'hidden' })

    await page.keyboard.press('ControlOrMeta+1')
    await page.keyboard.press('ControlOrMeta+Shift+v')
    await page.getByRole('tabpanel', { name: 'Preview' }).waitFor()
    await waitFor('the panel to have the keyboard', () => hasKeyboard(app, 'inspector'))
    await page.keyboard.press('Escape')
    await waitFor('the editor to have the keyboard', () => hasKeyboard(app, 'editor-area'))

    await chooseFromPalette(page, 'Problems')
    await page.getByRole('tabpanel', { name: 'Problems' }).waitFor()
    await page.getByRole('region', { name: 'home.html' }).click({ position: { x: 40, y: 200 } })
    await inspector(app).waitFor({ state: 'hidden' })
    // what was opened from it is what is wanted now
    await chooseFromMenu(app, 'history.compare-previous')
    await page.getByRole('radiogroup', { name: 'Depth' }).waitFor()
  })

  it('E19 the content lies over the editor at 200 percent: a look keeps it, the editor or a new page leaves it', async () => {
    const app = await prepared()
    const { page } = app
    await resize(app, enlarged)
    await page.keyboard.press('ControlOrMeta+b')
    await treeItem(page, 'other.html').click()
    await page.getByRole('tab', { name: /other/ }).waitFor()
    await treeItem(page, 'home.html').waitFor()
    await page.getByRole('region', { name: 'other.html' }).click({ position: { x: 500, y: 150 } })
    await treeItem(page, 'home.html').waitFor({ state: 'hidden' })
    await chooseFromPalette(page, 'New page')
    await page.getByRole('textbox', { name: 'Name of the new page' }).fill('made')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: /made/ }).waitFor()
    await treeItem(page, 'made.html').waitFor({ state: 'hidden' })
  })

  it('E19 the menu enlarges and goes back', async () => {
    const app = await prepared()
    const choose = (role: string) =>
      app.app.evaluate(({ BrowserWindow, Menu }, wanted) => {
        const entries = Menu.getApplicationMenu()?.items.flatMap((menu) => menu.submenu?.items ?? []) ?? []
        const entry = entries.find((item) => item.role?.toLowerCase() === wanted)
        entry?.click(
          undefined,
          BrowserWindow.getAllWindows()[0],
          BrowserWindow.getAllWindows()[0]?.webContents
        )
      }, role)
    const width = () => app.page.evaluate(() => innerWidth)
    await choose('zoomin')
    await waitFor('a page of fewer pixels', async () => (await width()) < 1200)
    await choose('resetzoom')
    await waitFor('a page as before', async () => (await width()) === 1280)
  })
})
