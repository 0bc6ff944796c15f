import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { resize } from './support/looks'
import { editorOf, expectSaved, openFile, prepareSite, treeItem, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const page = (link: string) =>
  `<body><header></header><main><div><p>See <a href="${link}">there</a></p></div></main><footer></footer></body>`

describe.skipIf(without.electron)('links of what is moved', () => {
  it('LK7 LK8 LK9 LK10 a new name shows who links, brings them along, and Undo takes all of it back', async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, {
      [`${site}/tides.html`]: page('https://harbour.example/'),
      [`${site}/home.html`]: page('/tides'),
      [`${site}/fares.html`]: page('/gone/tides'),
      [`${site}/news/first.html`]: page('../tides.html?day=1#now')
    })
    await resize(app, { width: 800, height: 600, zoom: 1 })
    // words that were typed in this very moment count as well
    await openFile(app.page, 'home.html')
    await typeAtEnd(app.page, '<!-- <a href="/tides"> -->')

    const renaming = async () => {
      await treeItem(app.page, 'tides.html').click()
      await app.page.keyboard.press('F2')
      const field = app.page.getByRole('textbox', { name: 'New name of tides.html' })
      await field.fill('currents.html')
      await field.press('Enter')
      const dialog = app.page.getByRole('dialog', { name: 'Rename “tides.html” to “currents.html”' })
      await dialog.locator(':focus').getByText('Rename', { exact: true }).waitFor()
      return dialog
    }
    const asked = await renaming()
    await asked.getByRole('checkbox', { name: 'Update 2 links in 2 documents', checked: true }).waitFor()
    await app.page.keyboard.press('Enter')
    await waitFor('the links', async () =>
      (await stored(app.page, `${site}/home.html`))?.includes('href="/currents">there')
    )
    expect(await stored(app.page, `${site}/news/first.html`)).toBe(page('../currents.html?day=1#now'))
    // the open document shows it, and is written on
    await openFile(app.page, 'home.html')
    await waitFor('the open document', async () =>
      (await editorOf(app.page, 'home.html').locator('.view-lines').textContent())?.includes('/currents')
    )

    await app.page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await waitFor('the links as they were', async () =>
      (await stored(app.page, `${site}/home.html`))?.includes('href="/tides">there')
    )
    expect(await stored(app.page, `${site}/news/first.html`)).toBe(page('../tides.html?day=1#now'))
    await treeItem(app.page, 'tides.html').waitFor()
    await expectSaved(app.page)

    const again = await renaming()
    await expectAccessibleInBothThemes(app.page, 'links of a move', 'moved-links')
    await again.getByRole('button', { name: 'Cancel' }).click()
    await again.waitFor({ state: 'hidden' })

    await treeItem(app.page, 'tides.html').click()
    await app.page.keyboard.press('Delete')
    const removal = app.page.getByRole('dialog', { name: 'Delete “tides.html”?' })
    await removal.getByText('/harbour/web/news/first.html').waitFor()
    await expectAccessibleInBothThemes(app.page, 'who links to what is deleted', 'linked-removal')
    await removal.getByRole('button', { name: 'Cancel' }).click()
    await removal.waitFor({ state: 'hidden' })
    await treeItem(app.page, 'tides.html').waitFor()

    // where addresses are written: a mark with what mends it, what can be written, and the way there
    await openFile(app.page, 'fares.html')
    const source = editorOf(app.page, 'fares.html')
    await source.locator('.squiggly-warning').first().waitFor()
    const putCursorAt = async (words: string) => {
      const before = (await stored(app.page, `${site}/fares.html`))?.indexOf(words) ?? 0
      await source.locator('.view-lines').click()
      await app.page.keyboard.press('Control+Home')
      for (let at = 0; at <= before; at += 1) await app.page.keyboard.press('ArrowRight')
    }
    await putCursorAt('/gone/tides')
    await app.page.keyboard.press('Control+.')
    await waitFor('the address', async () =>
      (await stored(app.page, `${site}/fares.html`))?.includes('href="/tides">there')
    )
    await source.locator('.squiggly-warning').first().waitFor({ state: 'detached' })
    await app.page.keyboard.press('Control+End')
    await app.page.keyboard.type('<a href="/hom')
    await app.page.locator('.suggest-widget').getByText('/home').first().waitFor()
    await app.page.keyboard.press('Enter')
    await waitFor('the offered address', async () =>
      (await stored(app.page, `${site}/fares.html`))?.includes('<a href="/home')
    )
    await putCursorAt('/tides')
    await app.page.keyboard.press('F12')
    await app.page.getByRole('tab', { name: 'tides', selected: true }).waitFor()

    // what links here, and what is wrong in the site, by the keyboard
    await openFile(app.page, 'home.html')
    await app.page.keyboard.press('Control+Alt+l')
    const links = app.page.getByRole('region', { name: 'Links' })
    await links.getByRole('button', { name: /tides/ }).first().waitFor()
    await expectAccessibleInBothThemes(app.page, 'links of a document', 'links-panel')
    await app.page.getByRole('tab', { name: 'Problems' }).click()
    await app.page.getByText('This site', { exact: true }).click()
    await app.page
      .getByRole('region', { name: 'Problems of web' })
      .getByText('Orphans')
      .waitFor({ state: 'attached' })
    await expectAccessibleInBothThemes(app.page, 'problems of a site', 'site-problems')
  })
})
