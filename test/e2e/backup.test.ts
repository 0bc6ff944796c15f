import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import type { RunningApp } from './support/app'
import { without } from './support/capabilities'
import { put, request } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { tree } from './support/screen'

const owner = { owner: { name: 'Ada', email: 'ada@example.com' } }

/** The next dialog of the system answers with this path. */
const answerDialog = ({ app }: RunningApp, path: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)

describe.skipIf(without.electron)('backups, in the app', () => {
  const desk = openDesk()

  async function open() {
    const app = await desk.launchFresh()
    await request(app.page, 'PUT', '/app/workspace', {
      body: JSON.stringify(owner),
      headers: { 'Content-Type': 'application/json' }
    })
    await put(app.page, '/acme/site/page.html', '<p>Kept in the backup</p>')
    await app.page.reload()
    await tree(app.page).waitFor()
    return app
  }

  it('BK1 BK4 BK5 the palette backs a workspace up and restores it: it opens with its content, and is asked about', async () => {
    const app = await open()
    const { page } = app
    const place = await desk.make('backups')
    await answerDialog(app, place)
    await chooseFromPalette(page, 'Back up this workspace…')
    await page.getByText('Backed up and checked').waitFor()
    const [name = ''] = await readdir(place)
    expect(name).toMatch(/^Galley .+\.zip$/)

    await chooseFromPalette(page, 'Restore from a backup…')
    const dialog = page.getByRole('dialog', { name: 'Restore from a backup' })
    await answerDialog(app, join(place, name))
    await dialog.getByRole('button', { name: 'Choose…' }).click()
    await expect.poll(() => dialog.getByLabel('New folder').inputValue()).toMatch(/ restored$/)
    await expectAccessible(page, 'restoring from a backup')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `restore-${theme}`)
    }
    const restored = join(place, 'again')
    await dialog.getByLabel('New folder').fill(restored)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('This workspace was made elsewhere').waitFor()
    const kept = await request(page, 'GET', '/source/acme/site/page.html')
    expect(kept.text).toContain('Kept in the backup')
    const { location } = JSON.parse((await request(page, 'GET', '/app/workspace')).text) as {
      location: string
    }
    expect(location).toBe(restored)
  })

  it('BK3 BK4 by keyboard alone: a workspace is backed up from its menu, and what is refused is said in the form', async () => {
    const app = await open()
    const { page, workspace } = app
    await answerDialog(app, join(workspace, 'content'))
    await page.getByRole('button', { name: /settings and help/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Back up this workspace…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('does not lie in the workspace').waitFor()

    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Restore from a backup')
    await page.getByText('Restore from a backup…').first().waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Restore from a backup' })
    await dialog.getByLabel('Backup', { exact: true }).focus()
    await page.keyboard.type(join(workspace, 'nothing.zip'))
    await dialog.getByLabel('New folder').focus()
    await page.keyboard.type(join(workspace, '../new'))
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('There is no file').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})
