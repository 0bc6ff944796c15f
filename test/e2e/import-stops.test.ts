import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import type { ImportShown } from '../../src/common/importing/shapes'
import { slowSite, type SlowSite } from '../support/slow-site'
import { chooseFromMenu, type RunningApp } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { request, stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { typeInPalette } from './support/palette'
import { prepareSite } from './support/screen'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const site = '/acme/web'
const COUNT = 24
/** Requests of a run at a time. */
const AT_ONCE = 6
const paths = Array.from({ length: COUNT }, (_, index) => `/docs/p${String(index).padStart(2, '0')}`)
const mine = '<body><header></header><main><div><p>mine</p></div></main><footer></footer></body>'

const status = (page: Page): Locator => page.getByRole('contentinfo', { name: 'Status' })
const button = (page: Page, name: string | RegExp): Locator =>
  page
    .locator('#editor-area')
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

async function picture(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    await takeScreenshot(page, `import-${name}-${theme}`)
  }
  await expectAccessible(page, `an import: ${name}`)
}

const theImport = async (page: Page): Promise<ImportShown | undefined> =>
  (JSON.parse((await request(page, 'GET', `/import${site}`)).text) as { imports: ImportShown[] }).imports[0]

/** The pages that came, and that they came whole. */
async function imported(page: Page): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => stored(page, `${site}${path}.html`)))
  return paths.filter((path, index) => {
    const text = texts[index] ?? mine
    if (text !== mine) expect(text).toContain(`<p>theirs ${path}</p>`)
    return text !== mine
  })
}

/** Goes on with the keyboard until this has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Opens the wizard through the palette. */
async function openByPalette(page: Page): Promise<void> {
  await typeInPalette(page, 'Import from a published site')
  const taken = page.getByRole('dialog').locator('[data-selected]')
  await taken.filter({ hasText: 'Import from a published site…' }).waitFor()
  await page.keyboard.press('Enter')
}

/** A run that the foreign site has answered so often, and whose further requests wait there. */
async function heldAt(page: Page, foreign: SlowSite, done: number): Promise<void> {
  // the time to go may be told behind it
  const numbers = page.locator('#editor-area p').filter({ hasText: new RegExp(`^${done} of ${COUNT}`) })
  await numbers.waitFor()
  await waitFor('requests that wait', () => Promise.resolve(foreign.held() === AT_ONCE))
}

describe.skipIf(without.electron)('an import that does not go through in one go', () => {
  const desk = openDesk()

  const again = async ({ userData, workspace }: { userData: string; workspace: string }) => {
    const app = await desk.launch({ userData, workspace })
    await app.page.getByRole('button', { name: /change site/ }).waitFor()
    return app
  }

  it('U4 IM6 IM7 with the mouse: paused, nothing more is fetched; after kill -9 it is told and goes on; each item came once', async () => {
    const foreign = await slowSite(paths)
    try {
      const first = await desk.launchBlank()
      const { page } = first
      const before = Object.fromEntries(paths.slice(0, 3).map((path) => [`${site}${path}.html`, mine]))
      await prepareSite(page, before)
      await chooseFromMenu(first, 'site.import')
      await page.getByRole('radio', { name: 'A list of addresses' }).click()
      // what the service does not take is not lost
      await page.getByRole('textbox', { name: 'Addresses' }).fill('nonsense')
      await button(page, 'List what there is').click()
      await page.getByRole('alert').getByText('There is no address in this list.').waitFor()
      expect(await page.getByRole('textbox', { name: 'Addresses' }).inputValue()).toBe('nonsense')
      await page
        .getByRole('textbox', { name: 'Addresses' })
        .fill(paths.map((path) => foreign.origin + path).join('\n'))
      await button(page, 'List what there is').click()
      // the source is on this machine: that is asked first
      await page.getByRole('dialog', { name: /^Import from 127/ }).waitFor()
      await takeScreenshot(page, 'import-own-network')
      await page.getByRole('button', { name: 'Import from there' }).click()
      await button(page, `Check ${COUNT} items`).click()
      await page.getByLabel('replace them; the old states are kept').click()
      foreign.allow(8)
      await button(page, `Import ${COUNT} items`).click()
      await heldAt(page, foreign, 8)
      await status(page).getByText('8 of 24 items').waitFor()
      await picture(page, 'running')

      await button(page, 'Pause').click()
      await page.getByRole('heading', { name: 'Paused' }).waitFor()
      await waitFor('no request that waits', () => Promise.resolve(foreign.held() === 0))
      foreign.allow(COUNT)
      const asked = foreign.log.length
      await page.reload()
      await status(page).getByRole('button', { name: 'Import into web paused', exact: true }).waitFor()
      await page.getByText('8 of 24 are done.').waitFor()
      expect(foreign.log.length).toBe(asked)
      expect(await imported(page)).toEqual(paths.slice(0, 8))
      await picture(page, 'paused')

      foreign.allow(0)
      await button(page, 'Go on').click()
      await heldAt(page, foreign, 8)
      // an end while the app starts is another matter (T4)
      await waitFor('the start to be over', () =>
        access(join(first.userData, 'starting.json')).then(
          () => false,
          () => true
        )
      )
      await desk.kill(first)
      await waitFor('no request that waits', () => Promise.resolve(foreign.held() === 0))

      const second = await again(first)
      await status(second.page).getByText('8 of 24 items').waitFor()
      await status(second.page).getByRole('button', { name: 'Import into web', exact: true }).click()
      await heldAt(second.page, foreign, 8)
      expect(await second.page.locator('#editor-area [aria-current="step"]').innerText()).toMatch(/Run/)
      foreign.allow(Number.MAX_SAFE_INTEGER)
      await second.page.getByText('Everything that was imported equals its source').waitFor()
      expect(await theImport(second.page)).toMatchObject({
        state: 'done',
        counts: { outcomes: { created: COUNT - 3, replaced: 3 }, compared: COUNT, differing: 0 }
      })
      await picture(second.page, 'report')
      expect(await imported(second.page)).toEqual(paths)
      for (const path of paths) {
        const kept = await versions(second.page, `${site}${path}.html`)
        expect([path, kept.length]).toEqual([path, paths.indexOf(path) < 3 ? 1 : 0])
      }
      // looked at, taken, compared: what had come before was not asked for again
      for (const path of paths.slice(0, 8))
        expect(foreign.log.filter((line) => line === `GET ${path}`)).toHaveLength(3)
    } finally {
      await foreign.close()
    }
  })

  it('U4 IM7 IM8 with the keyboard: paused, killed and told of; cancelled, it says what came, takes it back, and brings the rest', async () => {
    const foreign = await slowSite(paths)
    try {
      const first = await desk.launchBlank()
      const { page } = first
      await prepareSite(page, { [`${site}/index.html`]: mine })
      await openByPalette(page)
      await tabTo(page, page.getByRole('radio', { name: 'What is published here' }))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await tabTo(page, page.getByRole('textbox', { name: 'Addresses' }))
      await page.keyboard.insertText(paths.map((path) => foreign.origin + path).join('\n'))
      await press(page, button(page, 'List what there is'))
      await press(page, page.getByRole('button', { name: 'Import from there' }))
      await press(page, button(page, `Check ${COUNT} items`))
      await button(page, `Import ${COUNT} items`).waitFor()
      foreign.allow(5)
      await press(page, button(page, `Import ${COUNT} items`))
      await heldAt(page, foreign, 5)
      await press(page, button(page, 'Pause'))
      await page.getByRole('heading', { name: 'Paused' }).waitFor()
      await desk.kill(first)

      const second = await again(first)
      const window = second.page
      await press(window, status(window).getByRole('button', { name: 'Import into web paused', exact: true }))
      await window.getByText('5 of 24 are done.').waitFor()
      foreign.allow(2)
      await press(window, button(window, 'Go on'))
      await heldAt(window, foreign, 7)
      await press(window, button(window, 'Cancel'))
      await window.getByText('7 files were written and stay; 17 items did not come.').waitFor()
      expect(await imported(window)).toHaveLength(7)
      await waitFor('a quiet status bar', async () => (await status(window).getByText('items').count()) === 0)
      await picture(window, 'cancelled')

      await press(window, button(window, 'Take it back…'))
      await window.getByText('7 files changed since then, by 1 person').waitFor()
      await press(window, button(window, 'Bring back 7 files'))
      await waitFor('no imported page', async () => (await imported(window)).length === 0)

      foreign.allow(Number.MAX_SAFE_INTEGER)
      await openByPalette(window)
      await press(window, button(window, 'Import the rest…'))
      await press(window, button(window, `Import ${COUNT} items`))
      await window.getByText('Everything that was imported equals its source').waitFor()
      expect(await imported(window)).toEqual(paths)
      expect(complaints(second)).toEqual([])
    } finally {
      await foreign.close()
    }
  })
})

const complaints = ({ complaints: all }: RunningApp) => all.filter((line) => !line.includes('404'))
