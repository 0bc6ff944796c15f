import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const made = `${site}/tide-times.html`
const renamed = `${site}/tides.html`

/** Presses Tab until the button of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
    })
    if (focused === name) return
  }
  throw new Error(`Tab does not lead to “${name}”.`)
}

const inText = (page: Page) =>
  waitFor('the caret in the text', () =>
    page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)
  )

describe.skipIf(without.electron)('the window without a mouse', () => {
  it('E7 a page is made, written, kept, compared, restored, found, renamed, deleted and had again', async () => {
    const { page } = await desk.launchBlank()
    const { keyboard } = page
    await prepareSite(page, { [`${site}/home.html`]: '<p>home</p>\n' })

    await keyboard.press('ControlOrMeta+n')
    await keyboard.type('tide-times')
    await keyboard.press('Enter')
    await page.getByRole('tab', { name: 'tide-times', selected: true }).waitFor()
    await inText(page)
    await keyboard.type('High water at noon. ')
    await waitFor('the first words', async () => (await stored(page, made))?.includes('at noon. ') === true)
    const first = await stored(page, made)

    await keyboard.press('ControlOrMeta+Alt+s')
    await page.getByRole('textbox', { name: 'Label' }).waitFor()
    await keyboard.type('First draft')
    await keyboard.press('Enter')
    await waitFor('the version', async () =>
      (await versions(page, made)).some(({ label }) => label === 'First draft')
    )

    await keyboard.press('ControlOrMeta+1')
    await inText(page)
    await keyboard.type('Low water at six. ')
    await waitFor('the second words', async () => (await stored(page, made))?.includes('at six. ') === true)
    await keyboard.press('ControlOrMeta+Alt+d')
    await page.getByRole('tab', { name: /tide-times/, selected: true }).waitFor()
    await page.getByRole('button', { name: 'Restore', exact: true }).first().waitFor()
    await keyboard.press('ControlOrMeta+1')
    await tabTo(page, 'Restore')
    await keyboard.press('Enter')
    await waitFor('the words of the version', async () => (await stored(page, made)) === first)

    await keyboard.press('ControlOrMeta+k')
    await keyboard.type('home.html')
    await page.getByRole('button', { name: /home/ }).first().waitFor()
    await keyboard.press('Enter')
    await page.getByRole('tab', { name: 'home', selected: true }).waitFor()
    await inText(page)
    await keyboard.press('ControlOrMeta+k')
    await keyboard.type('tide-times')
    await page
      .getByRole('button', { name: /tide-times/ })
      .first()
      .waitFor()
    await keyboard.press('Enter')
    await page.getByRole('tab', { name: /tide-times/, selected: true }).waitFor()

    await keyboard.press('ControlOrMeta+Shift+e')
    await waitFor('the tree', () =>
      page.evaluate(() => document.activeElement?.getAttribute('role') === 'tree')
    )
    await keyboard.press('F2')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('tides')
    await keyboard.press('Enter')
    await waitFor('the new name', async () => (await stored(page, renamed)) === first)
    await waitFor('the tree again', () =>
      page.evaluate(() => document.activeElement?.getAttribute('role') === 'tree')
    )
    await keyboard.press('Delete')
    await waitFor('it to be gone', async () => (await stored(page, renamed)) === null)
    await keyboard.press('ControlOrMeta+Alt+z')
    await waitFor('it to be back', async () => (await stored(page, renamed)) === first)
    const labels = (await versions(page, renamed)).map(({ label }) => label)
    expect(labels).toContain('First draft')
  })
})
