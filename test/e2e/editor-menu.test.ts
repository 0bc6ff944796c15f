import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look, sizes } from './support/looks'
import {
  editor,
  expectEditorToContain,
  focusEditor,
  openFile,
  prepareSite,
  typeAtEnd
} from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const text =
  '<body><header></header><main><div><p>Ferries run daily.</p></div></main><footer></footer></body>'

const menu = (page: Page) => page.getByRole('menu', { name: 'Text' })
const choose = async (page: Page, entry: string) => {
  await editor(page).locator('.view-lines').click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: entry, exact: true }).click()
  await menu(page).waitFor({ state: 'detached' })
}

describe.skipIf(without.electron)('the menu of the text editor', () => {
  it('N2 completes tags of HTML and marks what is no JSON, by language services of its own', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, { [`${site}/home.html`]: text, [`${site}/data.json`]: '{"a":1}' })
    await openFile(page, 'data.json')
    await typeAtEnd(page, '{')
    await page.locator('.monaco-editor .squiggly-error').first().waitFor()
    await openFile(page, 'home.html')
    await typeAtEnd(page, '\n<foot')
    await page.locator('.suggest-widget').getByText('footer').first().waitFor()
  })

  it('E18 offers what an author needs, can be read, works by mouse and keyboard, and no second palette opens', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, { [`${site}/home.html`]: text, [`${site}/data.json`]: '{"a":1}' })
    await openFile(page, 'home.html')
    await focusEditor(page)
    await page.keyboard.press('Shift+F10')
    await menu(page).waitFor()
    const names = (await menu(page).getByRole('menuitem').allInnerTexts()).map((name) => name.split('\n')[0])
    expect(names).toEqual([
      'Undo',
      'Redo',
      'Cut',
      'Copy',
      'Paste',
      'Select all',
      'Find…',
      'Find and replace…',
      'Go to line…',
      'Format document',
      'Who changed this last?',
      'Compare with the newest version',
      'Create version…'
    ])
    if (process.env['GALLEY_SCREENSHOTS'] !== undefined)
      for (const size of sizes) await look(app, size, 'editor-menu')
    await page.keyboard.press('Escape')
    await waitFor('the keyboard back in the text', () =>
      page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)
    )

    await choose(page, 'Select all')
    await choose(page, 'Cut')
    await waitFor('an empty text', async () => !(await editor(page).innerText()).includes('Ferries'))
    // what is no page for less than half a second is no step of its own
    await waitFor('an empty file', async () => (await stored(page, `${site}/home.html`)) === '')
    await choose(page, 'Paste')
    await expectEditorToContain(page, 'Ferries run daily')
    await choose(page, 'Undo')
    await waitFor('an empty text', async () => !(await editor(page).innerText()).includes('Ferries'))
    await choose(page, 'Undo')
    await expectEditorToContain(page, 'Ferries run daily')
    await choose(page, 'Find…')
    await page.locator('.find-widget.visible').waitFor()
    await page.keyboard.press('Escape')

    const quickInput = page.locator('.quick-input-widget:visible')
    for (const keys of [
      'F1',
      'ControlOrMeta+Shift+O',
      'F2',
      'F12',
      'ControlOrMeta+Period',
      'ControlOrMeta+Shift+R'
    ]) {
      await focusEditor(page)
      await page.keyboard.press(keys)
      if (keys === 'F1') await page.getByPlaceholder('Search content and commands').waitFor()
      expect(await quickInput.count(), keys).toBe(0)
      expect(
        await page.locator('.monaco-editor .rename-box:visible, .monaco-editor-overlaymessage').count(),
        keys
      ).toBe(0)
      await page.keyboard.press('Escape')
    }
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+g')
    await quickInput.waitFor()
    await page.keyboard.press('Escape')
  })
})
