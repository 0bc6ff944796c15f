import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { put, request, stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { burst, ctrl, key, letters } from './support/keys'
import { editor, expectSaved, focusEditor, openFile, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const home = `${site}/home.html`
const words = '<p>home</p>\n'

/** The app with a page in the editor, and the caret in it. */
async function inEditor(): Promise<Page> {
  const { page } = await desk.launchBlank()
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

  it('L1 E1 what is typed while another page is read is in that page, and none of it in the one before', async () => {
    const page = await inEditor()
    await openFile(page, 'tide.html')
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+w')
    await selectedTab(page, 'home').waitFor()
    // its document is closed as well
    await waitFor('the document is closed', async () => (await page.evaluate(openDocuments)) === 1)
    await focusEditor(page)
    await burst(page, [reopen, ...letters('high ')])
    await selectedTab(page, 'tide').waitFor()
    await waitFor(
      'the letters',
      async () => (await stored(page, `${site}/tide.html`))?.includes('high ') === true
    )
    expect(await stored(page, home)).toBe(words)
  })

  it('L1 a picture or the trash that the palette opens has the focus', async () => {
    const page = await inEditor()
    await put(page, `${site}/buoy.svg`, '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    await treeItem(page, 'buoy.svg').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await query(page).fill('buoy')
    await page.getByRole('dialog').getByText('buoy.svg').waitFor()
    await page.keyboard.press('Enter')
    await waitFor('the focus in the picture', () => focusIsIn(page, 'buoy.svg'))
    await burst(page, [ctrl('k'), ...letters('trash'), key('Enter')])
    await waitFor('the focus in the trash', () => focusIsIn(page, 'Trash'))
  })

  it('V2 a label that is being typed survives a new name of the folder', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, { [`${site}/docks/pier.html`]: words })
    await treeItem(page, 'docks').click()
    await openFile(page, 'pier.html')
    await page.getByRole('button', { name: 'Create version' }).click()
    await page.getByLabel('Label').fill('Before the stor')
    const { status } = await request(page, 'POST', `/move${site}/docks`, {
      body: new URLSearchParams({ destination: `${site}/quays` }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' }
    })
    expect(status).toBeLessThan(300)
    await treeItem(page, 'quays').waitFor()
    await page.getByRole('main').getByText('quays').first().waitFor()
    expect(await page.getByLabel('Label').inputValue()).toBe('Before the stor')
    await page.getByLabel('Label').press('End')
    await page.keyboard.type('m')
    await page.keyboard.press('Enter')
    await waitFor('the version at the new place', async () =>
      (await versions(page, `${site}/quays/pier.html`)).some(({ label }) => label === 'Before the storm')
    )
  })
})

/** The keys of “Reopen closed tab”. */
const reopen = { ...ctrl('t'), key: 'T', modifiers: 10 }

/** Each open document holds a lock on its draft until it is closed. */
async function openDocuments(): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name?.startsWith('galley-draft-')).length
}

/** Whether the keyboard is in the part of the middle with this name, and no dialog is open. */
async function focusIsIn(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (label) =>
      document.querySelector('[role="dialog"]') === null &&
      document.activeElement?.closest(`#editor-area [aria-label="${label}"]`) !== null,
    name
  )
}
