import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { expectFits } from './support/fits'
import { typeInPalette } from './support/palette'
import { openFile, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const long = 'what-the-harbour-does-when-storms-are-near'
const page = (text: string) =>
  `<body><header></header><main><div><p>${text}</p></div></main><footer></footer></body>`
const files = Object.fromEntries(
  ['home', 'tides', 'news/winter storms/first', `news/winter storms/${long}`].map((name) => [
    `${site}/${name}.html`,
    page(name)
  ])
)

describe.skipIf(without.electron)('places', () => {
  it('E24 the path above a document shows its folders in the tree, at every size', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, files)
    await treeItem(page, 'news').click()
    await treeItem(page, 'winter storms').click()
    await openFile(page, 'first.html')
    const path = page.getByRole('navigation', { name: 'Path of the document' })
    await path.getByRole('button', { name: 'winter storms' }).waitFor()
    await expectFits(page, 'path of a document')
    await openFile(page, `${long}.html`)
    await path.getByRole('button', { name: long }).waitFor()
    await expectFits(page, 'path of a document with a long name')
    await path.getByRole('button', { name: 'winter storms' }).focus()
    await page.keyboard.press('Enter')
    await waitFor('the folder in the tree, with the keyboard', async () => {
      const chosen = treeItem(page, 'winter storms').and(page.locator('[aria-selected="true"]'))
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('role'))
      return (await chosen.count()) === 1 && focused === 'tree'
    })
    expect(await treeItem(page, 'winter storms').getAttribute('aria-expanded')).toBe('true')
  })
  it('FI10 FI11 favourites and recent documents are there after a restart, and fit', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, files)
    await openFile(page, 'home.html')
    await openFile(page, 'tides.html')
    await treeItem(page, 'news').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'More of this folder' }).click()
    await page.getByRole('menuitem', { name: 'Add to favourites' }).click()
    await page.getByText('Added “news” to the favourites').waitFor()
    await desk.quit(app)

    const again = await desk.launch({ userData: app.userData, workspace: app.workspace })
    await treeItem(again.page, 'tides.html').waitFor()
    await typeInPalette(again.page, '')
    const palette = again.page.getByRole('dialog')
    await palette.getByRole('img', { name: 'Favourite' }).waitFor()
    const lines = await palette.getByRole('button').allInnerTexts()
    expect(lines.slice(0, 3).map((line) => line.split('\n')[0])).toEqual(['news', 'home', 'tides'])
    expect(await palette.locator('[data-selected]').innerText()).toContain('home')
    await expectFits(again.page, 'favourites in the palette')
    await again.page.keyboard.press('ArrowUp')
    await again.page.keyboard.press('Enter')
    const chosen = treeItem(again.page, 'news').and(again.page.locator('[aria-selected="true"]'))
    await chosen.waitFor()
  })
})
