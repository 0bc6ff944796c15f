import { describe, expect, it } from 'vitest'
import { chooseFromMenu } from './support/app'
import { without } from './support/capabilities'
import { put, stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { editorOf, expectSaved, openFile, prepareSite, treeItem, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const page = (text: string) =>
  `<body><header></header><main><div><p>${text}</p></div></main><footer></footer></body>`

describe.skipIf(without.electron)('the content tree', () => {
  const prepared = async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, {
      [`${site}/home.html`]: page('home'),
      [`${site}/news/first.html`]: page('first'),
      [`${site}/settings.json`]: '{"a":1}'
    })
    return app
  }

  it('S1 makes a page, a JSON file and a folder where the person is, and refuses names that clash', async () => {
    const app = await prepared()
    await treeItem(app.page, 'home.html').click()
    await chooseFromMenu(app, 'file.new-page')
    const field = app.page.getByRole('textbox', { name: 'Name of the new page' })
    await field.fill('HOME')
    await app.page.getByRole('treeitem').getByRole('alert').waitFor()
    await field.fill('about us')
    await field.press('Enter')
    const made = await waitFor('the new page', async () => {
      const names = await app.page
        .getByRole('treeitem')
        .evaluateAll((items) => items.map((item) => item.getAttribute('data-path')))
      return names.find((name) => name?.includes('about'))
    })
    expect(await stored(app.page, made)).toContain('<main>')
    await expectSaved(app.page)

    await treeItem(app.page, 'home.html').click()
    await chooseFromMenu(app, 'file.new-folder')
    await app.page.getByRole('textbox', { name: 'Name of the new folder' }).fill('archive')
    await app.page.keyboard.press('Enter')
    await treeItem(app.page, 'archive').waitFor()
  })

  it('S4 renames with F2 and keeps id, history and the open tab', async () => {
    const app = await prepared()
    await openFile(app.page, 'home.html')
    await typeAtEnd(app.page, '<!-- more -->')
    await expectSaved(app.page)
    await waitFor('a version', async () => (await versions(app.page, `${site}/home.html`)).length === 1)
    await treeItem(app.page, 'home.html').click()
    await app.page.keyboard.press('F2')
    const field = app.page.getByRole('textbox', { name: 'New name of home.html' })
    await field.fill('start.html')
    await field.press('Enter')
    await treeItem(app.page, 'start.html').waitFor()
    expect(await stored(app.page, `${site}/home.html`)).toBeNull()
    expect(await versions(app.page, `${site}/start.html`)).toHaveLength(1)
    await app.page.getByRole('tab', { name: /start/ }).waitFor()
    await typeAtEnd(app.page, '<!-- after the new name -->')
    await waitFor('the words under the new name', async () =>
      (await stored(app.page, `${site}/start.html`))?.includes('after the new name')
    )
    expect(await stored(app.page, `${site}/home.html`)).toBeNull()
  })

  it('S4 moves by the dialog and duplicates, each with a way back', async () => {
    const app = await prepared()
    await treeItem(app.page, 'settings.json').click()
    await chooseFromMenu(app, 'file.duplicate')
    await treeItem(app.page, 'settings-copy.json').waitFor()
    expect(await stored(app.page, `${site}/settings-copy.json`)).toBe('{"a":1}')

    await treeItem(app.page, 'home.html').click()
    await chooseFromMenu(app, 'file.move')
    await app.page.getByRole('option', { name: 'news' }).click()
    await app.page.getByRole('button', { name: 'Move here' }).click()
    await waitFor(
      'the page in its new place',
      async () => (await stored(app.page, `${site}/news/home.html`)) !== null
    )
    const message = app.page.getByRole('alert').filter({ hasText: 'Moved' })
    await message.getByRole('button', { name: 'Undo' }).click()
    await waitFor('the page back', async () => (await stored(app.page, `${site}/home.html`)) !== null)
  })

  it('S5 deletes into the trash and brings back with Undo, history and all', async () => {
    const app = await prepared()
    await put(app.page, `${site}/home.html`, page('second'))
    await treeItem(app.page, 'home.html').click()
    // a click shows the page and keeps the keyboard: Delete means the file, not a letter in it
    await editorOf(app.page, 'home.html').waitFor()
    await app.page.keyboard.press('Delete')
    const message = app.page.getByRole('alert').filter({ hasText: 'to the trash' })
    await message.waitFor()
    expect(await stored(app.page, `${site}/home.html`)).toBeNull()
    await message.getByRole('button', { name: 'Undo' }).click()
    await treeItem(app.page, 'home.html').waitFor()
    expect(await stored(app.page, `${site}/home.html`)).toBe(page('second'))
    expect((await versions(app.page, `${site}/home.html`)).length).toBeGreaterThanOrEqual(2)
  })
})
