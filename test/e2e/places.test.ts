import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { expectFits } from './support/fits'
import { openFile, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const page = (text: string) =>
  `<body><header></header><main><div><p>${text}</p></div></main><footer></footer></body>`
const files = Object.fromEntries(
  ['home', 'tides', 'news/winter storms/first'].map((name) => [`${site}/${name}.html`, page(name)])
)

describe.skipIf(without.electron)('places', () => {
  it('E24 the path above a document shows its folders in the tree, at every size', async () => {
    const { page } = await desk.launchFresh()
    await prepareSite(page, files)
    await treeItem(page, 'news').click()
    await treeItem(page, 'winter storms').click()
    await openFile(page, 'first.html')
    const path = page.getByRole('navigation', { name: 'Path of the document' })
    await path.getByRole('button', { name: 'winter storms' }).waitFor()
    await expectFits(page, 'path of a document')
    await path.getByRole('button', { name: 'news' }).focus()
    await page.keyboard.press('Enter')
    await waitFor('the folder in the tree, with the keyboard', async () => {
      const chosen = treeItem(page, 'news').and(page.locator('[aria-selected="true"]'))
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('role'))
      return (await chosen.count()) === 1 && focused === 'tree'
    })
    expect(await treeItem(page, 'news').getAttribute('aria-expanded')).toBe('true')
  })
})
