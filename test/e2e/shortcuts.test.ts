import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { openFile, prepareSite, tree, treeItem } from './support/screen'
import { expectAccessible } from './support/axe'
import { waitFor } from './support/wait'

const desk = openDesk()

describe.skipIf(without.electron)('shortcuts', () => {
  it('E20 of every command can be changed before what it belongs to was ever open', async () => {
    const app = await desk.launchFresh()
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
    const app = await desk.launchFresh()
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
})
