import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { whileSavesFail } from './support/app'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { sizes, look } from './support/looks'
import { editorOf, expectSaved, openFile, prepareSite, tree, treeItem, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const page = (text: string) =>
  `<body><header></header><main><div><p>${text}</p></div></main><footer></footer></body>`
const files = Object.fromEntries(
  ['home', 'about', 'tides', 'news/first'].map((name) => [`${site}/${name}.html`, page(name)])
)

const strip = (page: Page) => page.locator('main [role="tab"][aria-controls="editor-area"]')
/** The names of the tabs as they are read out. */
const tabs = (page: Page) => strip(page).allInnerTexts()
const expectTabs = (page: Page, names: readonly string[]) =>
  waitFor(`the tabs ${names.join(' | ')}`, async () => {
    const shown = (await tabs(page)).map((name) => name.replaceAll(/\s*,\s*/g, ', ').replaceAll('\n', ''))
    return shown.join(' | ') === names.join(' | ')
  })
const tab = (page: Page, name: string) => strip(page).filter({ hasText: name })
const chooseOfTab = async (page: Page, name: string, entry: string) => {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menu', { name: 'Tab' }).getByRole('menuitem', { name: entry, exact: true }).click()
}

const savedText = async (page: Page, name: string) =>
  (await request(page, 'GET', `/source${site}/${name}.html`)).text

describe.skipIf(without.electron)('tabs', () => {
  it('E17 are there for now after one click, stay once they are written in or kept, come back, and name the window', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, files)
    await treeItem(page, 'home.html').click()
    await editorOf(page, 'home.html').waitFor()
    await expectTabs(page, ['home, not kept open'])
    await treeItem(page, 'about.html').click()
    await editorOf(page, 'about.html').waitFor()
    await expectTabs(page, ['about, not kept open'])
    expect(await page.title()).toMatch(/^about — .+ — Galley$/)

    await typeAtEnd(page, '<!-- mine -->')
    await expectSaved(page)
    await treeItem(page, 'home.html').click()
    await expectTabs(page, ['about', 'home, not kept open'])
    await tab(page, 'home').dblclick()
    await treeItem(page, 'tides.html').click()
    await expectTabs(page, ['about', 'home', 'tides, not kept open'])

    await chooseOfTab(page, 'home', 'Close')
    await page.keyboard.press('ControlOrMeta+Shift+T')
    await expectTabs(page, ['about', 'home', 'tides, not kept open'])
    await editorOf(page, 'home.html').waitFor()
    await tab(page, 'home').focus()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: 'Tab' })
    await menu.getByRole('menuitem', { name: 'Close to the right' }).waitFor()
    await page.keyboard.press('Escape')
    await waitFor('the keyboard back on the tab', () =>
      tab(page, 'home').evaluate((element) => element === document.activeElement)
    )
    await page.keyboard.press('ControlOrMeta+Shift+O')
    const list = page.getByRole('menu', { name: 'Open tabs' })
    await list.getByRole('menuitem', { name: 'tides' }).click()
    await tab(page, 'tides').and(page.locator('[aria-selected="true"]')).waitFor()
    await desk.quit(app)

    const again = await desk.launch({ userData: app.userData, workspace: app.workspace })
    await tree(again.page).waitFor()
    await expectTabs(again.page, ['about', 'home', 'tides, not kept open'])
    await editorOf(again.page, 'tides.html').waitFor()
    await whileSavesFail(again, async () => {
      await typeAtEnd(again.page, '<!-- not saved -->')
      await waitFor('the title that says so', async () => (await again.page.title()).startsWith('● tides — '))
      await expectTabs(again.page, ['about', 'home', 'tides, not saved yet'])
    })
    await expectSaved(again.page)
  })

  it('E22 stay as they are behind the one that is shown, and take no keys there', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, files)
    const names = ['home', 'about', 'tides']
    for (const name of names) {
      await treeItem(page, `${name}.html`).dblclick()
      await editorOf(page, `${name}.html`).waitFor()
    }
    /** The element of a code editor, shown or not; made anew it would not have the mark. */
    const editors = page.locator('.monaco-editor[role="code"]')
    const marked = page.locator('[data-was-here]')
    await expect.poll(() => editors.count()).toBe(3)
    await editors.evaluateAll((all) => all.forEach((one) => one.setAttribute('data-was-here', '')))

    await tab(page, 'home').click()
    await editorOf(page, 'home.html').waitFor()
    expect(await page.locator('.monaco-editor[role="code"]:visible').count()).toBe(1)
    expect(await marked.count()).toBe(3)
    // what is typed, found and saved is that of the tab that is shown
    await typeAtEnd(page, '<!-- of home -->')
    await expectSaved(page)
    await tab(page, 'about').click()
    await typeAtEnd(page, '<!-- of about -->')
    await expectSaved(page)
    const about = await savedText(page, 'about')
    expect(about).toContain('of about')
    expect(about).not.toContain('of home')
    expect(await savedText(page, 'home')).toContain('<!-- of home -->')
    await tab(page, 'home').click()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => savedText(page, 'home')).not.toContain('<!-- of home -->')
    expect(await savedText(page, 'about')).toBe(about)

    await page.keyboard.press('ControlOrMeta+f')
    await page.locator('.find-widget.visible:visible').waitFor()
    expect(await page.locator('.find-widget.visible').count()).toBe(1)
    await page.keyboard.press('Escape')

    // a fourth and a fifth: the one that was left longest ago is not kept, and is there when it is asked for
    await treeItem(page, 'news').click()
    await treeItem(page, 'first.html').dblclick()
    await editorOf(page, 'first.html').waitFor()
    await chooseOfTab(page, 'about', 'Close')
    await expect.poll(() => marked.count()).toBe(2)
    await tab(page, 'tides').click()
    await editorOf(page, 'tides.html').waitFor()
    expect(await page.locator('.monaco-editor[data-was-here]:visible').count()).toBe(1)
  })

  it('E22 an editor that goes on to another document takes nothing along', async () => {
    const { page: window } = await desk.launchBlank()
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    await prepareSite(window, Object.fromEntries(names.map((name) => [`${site}/${name}.html`, page(name)])))
    const editor = window.locator('.monaco-editor[role="code"]:visible')
    const shownBefore: (string | null)[] = []
    for (const name of names) {
      await treeItem(window, `${name}.html`).dblclick()
      await editorOf(window, `${name}.html`).waitFor()
      // what the editor lies in is there as long as the editor
      const place = editor.locator('..')
      shownBefore.push(await place.getAttribute('data-shown'))
      await place.evaluate((one, shown) => one.setAttribute('data-shown', shown), name)
      expect(await window.locator('.find-widget.visible:visible').count()).toBe(0)
      // nothing to be taken back of what was typed in the one before
      await window.keyboard.press('ControlOrMeta+z')
      await typeAtEnd(window, `<!-- of ${name} -->`)
      await expectSaved(window)
      await window.keyboard.press('ControlOrMeta+f')
      await window.locator('.find-widget.visible:visible').waitFor()
      await editorOf(window, `${name}.html`).focus()
    }
    expect(shownBefore.filter((name) => name !== null)).not.toEqual([])
    for (const name of names) {
      await tab(window, name).click()
      await editorOf(window, `${name}.html`).waitFor()
      await typeAtEnd(window, '<!-- again -->')
      await expectSaved(window)
    }
    for (const name of names)
      expect((await savedText(window, name)).trim()).toBe(
        `${page(name)}<!-- of ${name} --><!-- again -->`.trim()
      )
  })

  it('E18 and entries of the tree offer in their menus what fits what was clicked', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, files)
    await openFile(page, 'home.html')
    const entries = async () => {
      const shown = page.getByRole('menu').getByRole('menuitem')
      await shown.first().waitFor()
      const names = await shown.allInnerTexts()
      await page.keyboard.press('Escape')
      await shown.first().waitFor({ state: 'detached' })
      return names.map((name) => name.split('\n')[0])
    }
    await treeItem(page, 'home.html').click({ button: 'right' })
    const ofFile = await entries()
    expect(ofFile).not.toContain('New page')
    expect(ofFile).toContain('Rename…')
    await treeItem(page, 'news').click({ button: 'right' })
    const ofFolder = await entries()
    expect(ofFolder.slice(0, 3)).toEqual(['New page', 'New structured document…', 'New folder'])
    const box = await tree(page).boundingBox()
    if (!box) throw new Error('The tree has no place.')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8, { button: 'right' })
    const ofSite = await entries()
    expect(ofSite).not.toContain('Rename…')
    for (const one of [ofFile, ofFolder, ofSite]) expect(one.length).toBeLessThanOrEqual(16)

    await treeItem(page, 'news').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'More to add' }).hover()
    await page.getByRole('menuitem', { name: 'JSON file' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').first().waitFor({ state: 'detached' })

    if (process.env['GALLEY_SCREENSHOTS'] === undefined) return
    for (const name of ['about', 'tides', 'first']) {
      if (name === 'first') await treeItem(page, 'news').click()
      await treeItem(page, `${name}.html`).click()
    }
    for (const size of sizes) {
      await treeItem(page, 'news').click({ button: 'right' })
      await look(app, size, 'menu-folder')
      await page.keyboard.press('Escape')
      await tab(page, 'home').click({ button: 'right' })
      await look(app, size, 'menu-tab')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Open tabs' }).click()
      await look(app, size, 'menu-tabs')
      await page.keyboard.press('Escape')
    }
  })
})
