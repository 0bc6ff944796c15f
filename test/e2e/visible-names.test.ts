import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { foreignSite, foreignWorkspace, watchedServer } from '../support/foreign-workspace'
import { p, bytes } from '../support/workspace'
import { openStore } from '../../src/main/store'
import { chooseFromMenu } from './support/app'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { typeInPalette } from './support/palette'
import { tree, treeItem } from './support/screen'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const desk = openDesk()
const name = 'exe.\u202egnp.html'
const shown = 'exe.<U+202E>gnp.html'
const folder = 'from\u2067right'

/** A folder that somebody sent, in which every name that a file can carry turns the direction of writing. */
async function turnedWorkspace(workspace: string): Promise<void> {
  const server = await watchedServer()
  await foreignWorkspace(workspace, server.origin)
  await server.close()
  const site = join(workspace, 'content', foreignSite)
  await mkdir(join(site, folder), { recursive: true })
  const page = '<main><div><p>Sent</p></div></main>'
  await writeFile(join(site, name), page)
  await writeFile(join(site, folder, name), page)
  await writeFile(join(site, 'דוח.html'), page)
  await writeFile(join(site, 'shee\u202et.json'), sheets)
  await writeFile(join(site, 'pi\u202ec.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const store = await openStore({ folder: workspace, watch: false })
  const by = { email: 'mal\u202elory@example.com', name: 'Mal\u202elory' }
  for (const text of ['one', 'two'])
    await store.write(p(`${foreignSite}/${name}`), bytes(`<main><div><p>${text}</p></div></main>`), { by })
  await store.write(p(`/.config${foreignSite}.json`), bytes(sheets), { by })
  await store.close()
}

const sheets = JSON.stringify({
  ':type': 'multi-sheet',
  ':names': ['da\u202eta', 'b'],
  'da\u202eta': { data: [{ 'na\u202eme': 'a\u202eb' }] },
  b: { data: [{ key: '1' }] }
})

/** What is on the screen, read out or typed over: no sign in it turns its direction. Our own isolates are allowed. */
async function expectVisible(page: Page, screen: string): Promise<void> {
  await waitFor(`a turned name on ${screen}`, async () =>
    (await page.locator('body').innerText()).includes('<U+202E>')
  )
  const turning = await page.evaluate(() => {
    const hidden = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/
    const found: string[] = hidden.test(document.title) ? ['title'] : []
    const walk = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    const attributes = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description']
    for (let node: Node | null = walk.currentNode; node; node = walk.nextNode()) {
      if (node instanceof Text && hidden.test(node.data))
        found.push(node.parentElement?.outerHTML ?? node.data)
      if (!(node instanceof Element)) continue
      for (const one of attributes)
        if (hidden.test(node.getAttribute(one) ?? '')) found.push(`${one}: ${node.outerHTML}`)
      if (node instanceof HTMLInputElement && node.readOnly && hidden.test(node.value))
        found.push(`value: ${node.outerHTML}`)
    }
    return found.map((html) => html.slice(0, 300))
  })
  expect(turning, screen).toEqual([])
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    await takeScreenshot(page, `turned-${screen}-${theme}`)
  }
}

const show = (page: Page, address: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, address)

describe.skipIf(without.electron)('names that turn the direction of writing, in a window', () => {
  it('E13 stand there as they are on every screen of a folder that somebody sent', async () => {
    const workspace = join(await desk.make('ws'), 'sent')
    await turnedWorkspace(workspace)
    const app = await desk.launch({ userData: await desk.make('user'), workspace })
    const { page } = app
    await request(page, 'PUT', '/app/workspace', {
      body: JSON.stringify({ owner: { name: 'Ada', email: 'ada@example.com' } }),
      headers: { 'Content-Type': 'application/json' }
    })
    await page.reload()
    // what was open last time has been opened again: from here on an address counts
    await tree(page).getByRole('treeitem').first().waitFor()
    const at = (path: string) => encodeURI(`${foreignSite}/${path}`)

    await show(page, `#/edit${at(name)}`)
    await treeItem(page, shown).waitFor()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('lory', { exact: false }).first().waitFor()
    await expectVisible(page, 'page')
    await chooseFromMenu(app, 'history.compare-previous')
    await page.getByRole('radiogroup', { name: 'Depth' }).waitFor()
    await expectVisible(page, 'compare')
    for (const inspector of ['Preview', 'Problems']) {
      await page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name: inspector }).click()
      await expectVisible(page, inspector)
    }

    for (const [screen, file] of [
      ['sheet', 'shee\u202et.json'],
      ['picture', 'pi\u202ec.svg'],
      ['in a folder', `${folder}/${name}`],
      ['from the right', 'דוח.html']
    ] as const) {
      await show(page, `#/edit${at(file)}`)
      await page.locator('#editor-area').getByRole('region').first().waitFor()
      await expectVisible(page, screen)
    }
    for (const tool of ['config', 'jobs', 'published', 'site', 'sync', 'import', 'moment']) {
      await show(page, `#/${tool}${tool === 'moment' ? at(folder) : foreignSite}`)
      await page.locator('#editor-area').getByRole('region').first().waitFor()
      await expectVisible(page, tool)
    }

    await typeInPalette(page, 'exe')
    await page.getByRole('dialog').getByText('<U+202E>gnp').first().waitFor()
    await expectVisible(page, 'palette')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await treeItem(page, shown).first().click()
    for (const command of ['file.move', 'workspace.settings']) {
      await chooseFromMenu(app, command)
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
      await expectVisible(page, command)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await treeItem(page, shown).first().click()
    await page.keyboard.press('Delete')
    await page.getByRole('alert').getByText(shown).first().waitFor()
    await expectVisible(page, 'deleted')
    await chooseFromMenu(app, 'workspace.trash')
    await page
      .getByRole('button', { name: `Restore ${shown.replace('.html', '')}`, exact: false })
      .first()
      .waitFor()
    await expectVisible(page, 'trash')
  })
})
