import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { editorOf, focusEditor, openFile, prepareSite, tree, treeItem } from './support/screen'
import { expectAccessible } from './support/axe'
import { waitFor } from './support/wait'

const desk = openDesk()

describe.skipIf(without.electron)('shortcuts', () => {
  it('E20 of every command can be changed before what it belongs to was ever open', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, {
      '/harbour/web/home.html': '<p>Home</p>',
      '/harbour/web/fares.json': '{":type":"sheet","total":1,"data":[{"who":"Adult"}]}',
      '/harbour/web/plain.json': '{"a":1}'
    })
    const listed = async () => {
      await chooseFromPalette(page, 'Change keyboard shortcuts…')
      const list = page.getByRole('list', { name: 'Shortcuts' })
      const commands = await list.getByRole('button', { name: /^Change the keys of / }).all()
      const names = await Promise.all(commands.map((one) => one.getAttribute('aria-label')))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      return names.sort()
    }
    const before = await listed()
    for (const command of ['Next problem in the form', 'Redo in the sheet', 'Conflict: mine everywhere'])
      expect(before).toContain(`Change the keys of ${command}`)
    await openFile(page, 'home.html')
    await treeItem(page, 'fares.json').dblclick()
    await page.getByRole('grid').waitFor()
    await openFile(page, 'plain.json')
    expect(await listed()).toEqual(before)
  })

  it('E20 are changed in the settings, with collisions told, and are the same in the menu bar and after a restart', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, { '/harbour/web/home.html': '<p>Home</p>' })
    const inMenu = () =>
      app.app.evaluate(({ Menu }) =>
        String(Menu.getApplicationMenu()?.getMenuItemById('view.toggle-sidebar')?.accelerator)
      )
    expect(await inMenu()).toBe('CmdOrCtrl+B')
    await chooseFromPalette(page, 'Change keyboard shortcuts…')
    await page.getByLabel('Filter commands').fill('sidebar')
    const change = page.getByRole('button', { name: 'Change the keys of Show or hide the sidebar' })
    await change.click()
    const field = page.getByLabel('New keys of Show or hide the sidebar')
    await field.press('Control+c')
    await page.getByText('is for the text that is being written').waitFor()
    await field.press('k')
    await page.getByText('is for writing and moving').waitFor()
    await field.press('Control+p')
    await page.getByText('Taken by “Go to file…”.').waitFor()
    await expectAccessible(page, 'a shortcut that is being changed')
    await field.press('Control+Alt+j')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+b')
    await tree(page).waitFor()
    await page.keyboard.press('Control+Alt+j')
    await tree(page).waitFor({ state: 'detached' })
    await waitFor('the new keys in the menu bar', async () => (await inMenu()) === 'CmdOrCtrl+Alt+J')
    await page.reload()
    await page.getByRole('button', { name: 'Sidebar' }).waitFor()
    await page.keyboard.press('Control+Alt+j')
    await tree(page).waitFor()

    await chooseFromPalette(page, 'Change keyboard shortcuts…')
    await page.getByRole('button', { name: 'Reset all' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+b')
    await tree(page).waitFor({ state: 'detached' })
    await waitFor('the old keys in the menu bar', async () => (await inMenu()) === 'CmdOrCtrl+B')
  })

  it('E20 the key of the next problem is told where problems are counted, and leads to them in a form and in a text', async () => {
    const { page } = await desk.launchBlank()
    const text = (title: string) => ({ type: 'string', title, maxLength: 3 })
    const schema = { type: 'object', title: 'Boat', properties: { name: text('Name'), port: text('Port') } }
    await prepareSite(page, {
      '/harbour/web/.galley/forms/schemas/boat.html': writeSchemaDocument(JSON.stringify(schema)),
      '/harbour/web/tern.html': writeDocument(
        newDocument({ title: 'Tern', schemaName: 'boat', data: { name: 'Tern', port: 'Hull' } })
      ),
      '/harbour/web/page.html': '<body><main>\n<div><p>one</p></main></body>\n'
    })
    await treeItem(page, 'tern.html').dblclick()
    const [name, port] = [
      page.getByRole('textbox', { name: /^Name/ }),
      page.getByRole('textbox', { name: /^Port/ })
    ]
    await page.getByRole('button', { name: '2 problems' }).waitFor()
    await page.getByTitle('Go to the next problem (F8; back with Shift+F8)').waitFor()
    const isFocused = (field: typeof name) =>
      waitFor('the keyboard in it', () => field.evaluate((one) => one === document.activeElement))
    await name.click()
    await page.keyboard.press('F8')
    await isFocused(port)
    await page.keyboard.press('F8')
    await isFocused(name)
    await page.keyboard.press('Shift+F8')
    await isFocused(port)

    await openFile(page, 'page.html')
    await editorOf(page, 'page.html').waitFor()
    await page
      .locator('.monaco-editor .squiggly-error:visible, .monaco-editor .squiggly-warning:visible')
      .first()
      .waitFor()
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('F8')
    const told = page.locator('.monaco-editor .marker-widget:visible')
    await told.filter({ hasText: 'is never closed' }).waitFor()
  })
})
