import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { burst, ctrl, key, letters } from './support/keys'
import { editor, expectSaved, focusEditor, openFile, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const home = `${site}/home.html`
const words = '<p>home</p>\n'

/** The app with a page in the editor, and the caret in it. */
async function inEditor(): Promise<Page> {
  const { page } = await desk.launchFresh()
  await prepareSite(page, { [home]: words, [`${site}/tide.html`]: '<p>tide</p>\n' })
  await openFile(page, 'home.html')
  await focusEditor(page)
  return page
}

const query = (page: Page) => page.getByPlaceholder('Search content and commands')
const selectedTab = (page: Page, name: string) => page.getByRole('tab', { name, selected: true })

async function expectUntouched(page: Page): Promise<void> {
  expect(await editor(page).locator('.view-lines').innerText()).toContain('home')
  await expectSaved(page)
  expect(await stored(page, home)).toBe(words)
}

describe.skipIf(without.electron)('keys that come faster than the window', () => {
  it('E1 what is typed right after Ctrl+K is in the palette, every letter, and none in the document', async () => {
    const page = await inEditor()
    await burst(page, [ctrl('k'), ...letters('tide and more')])
    await waitFor('the letters', async () => (await query(page).inputValue()) === 'tide and more')
    await page.keyboard.press('Escape')
    await query(page).waitFor({ state: 'hidden' })
    await expectUntouched(page)
  })

  it('L1 a second Ctrl+K at once does no harm: Enter opens what was typed', async () => {
    const page = await inEditor()
    await burst(page, [ctrl('k'), ctrl('k'), ...letters('tide'), key('Enter')])
    await selectedTab(page, 'tide').waitFor()
    await query(page).waitFor({ state: 'hidden' })
    expect(await stored(page, home)).toBe(words)
  })

  it('L1 Ctrl+K once more after Enter finds the next one', async () => {
    const page = await inEditor()
    await burst(page, [
      ctrl('k'),
      ...letters('tide'),
      key('Enter'),
      ctrl('k'),
      ...letters('home'),
      key('Enter')
    ])
    await waitFor(
      'both were opened',
      async () => (await page.getByRole('tab', { name: 'tide' }).count()) === 1
    )
    await selectedTab(page, 'home').waitFor()
    expect(await stored(page, home)).toBe(words)
  })

  it('L1 Ctrl+K, “rename”, Enter, a name, Enter renames the file, all in one go', async () => {
    const page = await inEditor()
    await burst(page, [ctrl('k'), ...letters('rename…'), key('Enter'), ...letters('port'), key('Enter')])
    await treeItem(page, 'port.html').waitFor()
    await selectedTab(page, 'port').waitFor()
    expect(await stored(page, home)).toBeNull()
    expect(await stored(page, `${site}/port.html`)).toBe(words)
  })
})
