import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import {
  foreignSite,
  foreignWorkspace,
  watchedServer,
  type WatchedServer
} from '../support/foreign-workspace'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { prepareSite, tree } from './support/screen'
import { waitFor } from './support/wait'

const banner = (page: Page) => page.getByRole('status', { name: 'Workspace trust' })
const dialog = (page: Page) => page.getByRole('dialog')
const list = `GET /list${foreignSite}`

/** As the first questions do. */
const nameOwner = (page: Page) =>
  request(page, 'PUT', '/app/workspace', {
    body: JSON.stringify({ owner: { name: 'Ada', email: 'ada@example.com' } }),
    headers: { 'Content-Type': 'application/json' }
  })

describe.skipIf(without.electron)('a workspace that somebody sent, in the app', () => {
  const desk = openDesk()
  let server: WatchedServer
  beforeEach(async () => {
    server = await watchedServer()
  })
  afterEach(() => server.close())

  /** Sent, and opened by somebody whose Local API was left on. */
  async function sent() {
    const workspace = join(await desk.make('ws'), 'sent')
    await foreignWorkspace(workspace, server.origin)
    const userData = await desk.make('user')
    await writeFile(join(userData, 'desktop.json'), JSON.stringify({ localApi: { on: true, port: 0 } }))
    return { userData, workspace }
  }
  const open = async (place: { readonly userData: string; readonly workspace: string }) => {
    const app = await desk.launch(place)
    await nameOwner(app.page)
    await app.page.reload()
    await tree(app.page).waitFor()
    return app
  }
  const askedFor = (what: string) =>
    waitFor(`a request for ${what}`, () =>
      Promise.resolve(server.asked.some((line) => line.startsWith(what)))
    )

  it('T1 opens for reading and writing, asks nobody, says to which hosts it would go; trusted, it syncs, also after a restart; a copy is asked about', async () => {
    const place = await sent()
    const first = await open(place)
    const { page } = first
    await banner(page).getByText('This workspace was made elsewhere').waitFor()
    await put(page, `${foreignSite}/mine.html`, '<p>Mine</p>')
    expect((await request(page, 'POST', '/sync/pairs/p-1/run', { body: '{}' })).status).toBe(403)
    await page
      .getByRole('contentinfo', { name: 'Status' })
      .getByRole('button', { name: 'Restricted' })
      .waitFor()
    await page.getByText('Local API off').waitFor()
    await expectAccessible(page, 'a restricted workspace')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `trust-banner-${theme}`)
    }

    await banner(page).getByRole('button', { name: 'What would it do?' }).focus()
    await page.keyboard.press('Enter')
    const what = dialog(page).getByRole('region', { name: 'What it sets going' })
    await what.getByText(server.origin, { exact: true }).first().waitFor()
    await what.getByText('Team <U+202E>server').waitFor()
    await what.getByText('friend@example.com').waitFor()
    await expectAccessible(page, 'what a workspace would do')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `trust-dialog-${theme}`)
    }
    await page.setViewportSize({ width: 800, height: 600 })
    await takeScreenshot(page, 'trust-dialog-small')
    expect(server.asked).toEqual([])

    await dialog(page).getByRole('button', { name: 'Trust this workspace' }).click()
    await askedFor(list)
    await banner(page).waitFor({ state: 'detached' })
    await page.getByText(/^Local API on /).waitFor()
    await desk.quit(first)

    server.asked.length = 0
    const second = await desk.launch(place)
    await tree(second.page).waitFor()
    await askedFor(list)
    expect(await banner(second.page).count()).toBe(0)
    await desk.quit(second)

    server.asked.length = 0
    const copy = join(await desk.make('copy'), 'copy')
    await cp(place.workspace, copy, { recursive: true })
    const third = await desk.launch({ ...place, workspace: copy })
    await banner(third.page).getByText('This workspace was made elsewhere').waitFor()
    expect(server.asked).toEqual([])
  })

  it('T1 the palette stops trusting it, and trusts it again; a workspace that Galley made is never asked about', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, { '/acme/site/index.html': '<p>Mine</p>' })
    await waitFor('the state of the workspace', async () => {
      const { text } = await request(page, 'GET', '/app/trust')
      return (JSON.parse(text) as { state: string }).state === 'trusted'
    })
    expect(await banner(page).count()).toBe(0)
    await chooseFromPalette(page, 'Stop trusting this workspace…')
    await dialog(page).getByRole('button', { name: 'Stop trusting' }).click()
    await banner(page).waitFor()
    await chooseFromPalette(page, 'Trust this workspace…')
    await dialog(page).getByRole('button', { name: 'Trust this workspace' }).click()
    await banner(page).waitFor({ state: 'detached' })
  })

  it('T4 after a start that was cut off nothing goes on by itself, until its person lets it', async () => {
    const place = await sent()
    const first = await open(place)
    await banner(first.page).getByRole('button', { name: 'Trust this workspace' }).click()
    await dialog(first.page).getByRole('button', { name: 'Trust this workspace' }).click()
    await askedFor(list)
    await desk.quit(first)
    // as a process leaves it that ends while it starts
    await writeFile(join(place.userData, 'starting.json'), JSON.stringify({ location: place.workspace }))
    server.asked.length = 0
    const second = await desk.launch(place)
    await banner(second.page).getByText('Galley ended while this workspace was starting').waitFor()
    await expectAccessible(second.page, 'a workspace that is held')
    await takeScreenshot(second.page, 'trust-held')
    expect(server.asked).toEqual([])
    await banner(second.page).getByRole('button', { name: 'Let them go on' }).click()
    await askedFor(list)
    await banner(second.page).waitFor({ state: 'detached' })
  })

  it('W9 what was set aside is listed, looked at and deleted', async () => {
    const place = await sent()
    const damaged = join(place.workspace, '.galley/damaged')
    await mkdir(damaged, { recursive: true })
    const name = 'settings.json.0f8fad5b-d9cb-469f-a165-70867728950e'
    await writeFile(join(damaged, name), '<script>alert(1)</script>')
    const { page } = await open(place)
    await chooseFromPalette(page, 'What was set aside…')
    const shown = page.getByRole('list', { name: 'Set aside' })
    await shown.getByText('settings.json').waitFor()
    await expectAccessible(page, 'what was set aside')
    await takeScreenshot(page, 'set-aside')
    await page.getByRole('button', { name: 'Look at settings.json' }).click()
    await page.getByText('<script>alert(1)</script>').waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: 'Delete settings.json for good…' }).click()
    await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
    await page.getByText('Nothing was set aside').waitFor()
  })
})
