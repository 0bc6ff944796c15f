import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { chooseFromMenu, whileSavesFail, type RunningApp } from './support/app'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { form, goTo } from './support/forms'
import { saveAsWhole } from './support/palette'
import { lookEverywhere } from './support/looks'
import { expectSaved, openFile, startWithSample, treeItem, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/northwind/harbour'

/** A window of one size, which follows the theme of the system. */
async function prepareWindow({ app, page }: RunningApp): Promise<void> {
  await page.emulateMedia({ colorScheme: null })
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
}

describe.skipIf(without.electron)(
  'every screen, in light and dark, without a serious accessibility violation',
  () => {
    const started = async (pages: 'page' | 'source' = 'source') => {
      const app = await desk.launch({ userData: await desk.make('user'), pages })
      const workspace = join(await desk.make('parent'), 'My Content')
      await prepareWindow(app)
      await startWithSample(app.page, workspace)
      return { ...app, workspace }
    }

    it('N1 the first start, also with what is missing', async () => {
      const app = await desk.launch({ userData: await desk.make('user') })
      await prepareWindow(app)
      await app.page.getByLabel('Your name').waitFor()
      await lookEverywhere(app, 'first-start')
      await app.page.getByRole('button', { name: 'Start' }).click()
      await waitFor('two problems', async () => {
        return (await app.page.locator('[aria-invalid="true"]').count()) === 2
      })
      await lookEverywhere(app, 'first-start-missing')
    })

    it('N1 a document with its history, preview, problems and comparison', async () => {
      const app = await started('page')
      const { page } = app
      await treeItem(page, 'index.html').click()
      await page.getByRole('textbox', { name: /index/ }).first().waitFor()
      const history = page.getByRole('region', { name: 'History' })
      await history.getByRole('button', { name: /^Autumn front page/ }).waitFor()
      await lookEverywhere(app, 'main')
      await chooseFromMenu(app, 'page.turn-view')
      await page.locator('.monaco-editor .view-line').first().waitFor()
      await lookEverywhere(app, 'source')
      await chooseFromMenu(app, 'page.turn-view')
      const panel = (name: string) =>
        page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name }).click()
      await panel('Preview')
      await page.frameLocator('iframe').getByText('Four islands, one pier').first().waitFor()
      await lookEverywhere(app, 'preview', 'view.preview')
      await panel('Problems')
      await lookEverywhere(app, 'problems', 'view.problems')
      await panel('History')
      await history
        .getByRole('button', { name: /^Autumn front page/ })
        .first()
        .click()
      await lookEverywhere(app, 'history', 'view.history')
      await history.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByRole('radiogroup', { name: 'Depth' }).getByText('Text').click()
      await page.locator('.monaco-diff-editor .line-insert').first().waitFor()
      await page.getByText(/^Change \d+ of \d+$/).waitFor()
      await page
        .getByText(/hidden lines/)
        .first()
        .waitFor()
      await lookEverywhere(app, 'compare')
    })

    it('N1 a page with its blocks, what can be added there, its outline and its metadata', async () => {
      const app = await started('page')
      const { page } = app
      await treeItem(page, 'index.html').click()
      const surface = page.getByRole('textbox', { name: /index/ }).first()
      await surface.waitFor()
      await page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name: 'Page' }).click()
      await page.getByRole('region', { name: 'Metadata of the page' }).waitFor()
      await surface.getByText('This season').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/ca')
      await page.getByRole('option', { name: /^cards/ }).waitFor()
      await lookEverywhere(app, 'page-blocks')
    })

    it('N1 pictures, the trash, the palette and every dialog', async () => {
      const app = await started()
      const { page } = app
      await openFile(page, 'index.html')
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('textbox').fill('summer')
      await page.getByRole('dialog').getByText('summer-ferry').first().waitFor()
      await lookEverywhere(app, 'palette')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await treeItem(page, 'index.html').click()
      for (const [command, name] of [
        ['workspace.settings', 'settings'],
        ['help.shortcuts', 'shortcuts'],
        ['help.about', 'about'],
        ['file.move', 'move'],
        ['file.new-site', 'new-site']
      ] as const) {
        await chooseFromMenu(app, command)
        await page.getByRole('dialog').getByRole('heading').first().waitFor()
        await lookEverywhere(app, name)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }

      const picture = await firstPicture(page)
      await page.keyboard.press('ControlOrMeta+p')
      await page.getByRole('dialog').getByRole('textbox').fill(picture)
      await page.getByRole('dialog').getByText(picture).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('toolbar', { name: 'Zoom' }).waitFor()
      await lookEverywhere(app, 'image')

      await request(page, 'DELETE', `/source${site}/about.html`)
      await chooseFromMenu(app, 'workspace.trash')
      await page.getByRole('button', { name: 'Restore about', exact: false }).first().waitFor()
      await lookEverywhere(app, 'trash')
    })

    it('N1 a structured document, its schema, and what is asked about both', async () => {
      const app = await started()
      const { page } = app
      await goTo(page, `${site}/places/lund-beach.html`)
      await form(page).waitFor()
      await lookEverywhere(app, 'form')
      await page.getByText('JSON', { exact: true }).click()
      await page.locator('.monaco-editor .view-line:visible').first().waitFor()
      await lookEverywhere(app, 'form-json')

      for (const [entry, name] of [
        ['New structured document…', 'new-structured'],
        ['Open documents here in the form editor…', 'bind-folder']
      ] as const) {
        await treeItem(page, 'places').click({ button: 'right' })
        await page.getByRole('menuitem', { name: entry }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: /^Create document|^Open as pages/ }).waitFor()
        await lookEverywhere(app, name)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }

      await page.getByRole('button', { name: 'Schemas' }).click()
      await page.getByRole('button', { name: 'New schema…' }).waitFor()
      await lookEverywhere(app, 'schemas')
      await goTo(page, `${site}/.galley/forms/schemas/place.html`)
      await page.getByRole('button', { name: /^Name/ }).first().click()
      const settings = page.getByRole('form', { name: /^Settings of/ })
      await settings.getByLabel('Most characters').fill('6')
      await page.locator('[data-save-status="held"]').waitFor()
      await lookEverywhere(app, 'schema')
      await page.keyboard.press('ControlOrMeta+s')
      await page
        .getByRole('dialog')
        .getByText(/documents would become invalid/)
        .waitFor()
      await lookEverywhere(app, 'schema-impact')
    })

    it('N1 a question about words that two have changed', async () => {
      const app = await started()
      const { page, workspace } = app
      await saveAsWhole(page)
      await openFile(page, 'about.html')
      const path = `${site}/about.html`
      const before = (await stored(page, path)) ?? ''
      await whileSavesFail(app, async () => {
        await typeAtEnd(page, '<!-- mine -->')
        await page.locator('[data-save-status="failed"]').waitFor()
        const theirs = `${before}<!-- theirs -->`
        await writeFile(join(workspace, 'content', path), theirs)
        await waitFor('the other text in the service', async () => (await stored(page, path)) === theirs)
      })
      await page.getByRole('button', { name: 'Keep mine' }).waitFor()
      await lookEverywhere(app, 'conflict')
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expectSaved(page)
    })
  }
)

/** The name of a picture of the sample. */
function firstPicture(page: Page): Promise<string> {
  return waitFor('a picture in the list', async () => {
    const { text } = await request(page, 'GET', `/list${site}/media`)
    return (
      /"name":\s*"([^"]+\.(?:jpg|png))"/.exec(text)?.[1] ??
      /"name":\s*"([^"]+)","ext":\s*"jpg"/.exec(text)?.[1]
    )
  })
}
