import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Config' })
const verdicts = (page: Page) => page.locator('dl dd b').allInnerTexts()

describe.skipIf(without.electron)('the configs in the app', () => {
  it('C3 C4 C5 P5 who may what is tried before it is saved, nobody locks everybody out, and an earlier state comes back', async () => {
    const { page, complaints } = await desk.launchBlank()
    await prepareSite(page, { '/harbour/web/home.html': '<p>home</p>\n' })

    await chooseFromPalette(page, 'Config of the organization')
    await page.getByText('No config for “harbour” yet').waitFor()
    await page.getByRole('button', { name: 'Begin with permissions' }).click()
    await page.getByRole('tab', { name: 'permissions' }).click()
    const grid = page.getByRole('grid')
    await grid.getByText('CONFIG').waitFor()

    // a third row by keyboard alone: path, groups, actions
    await page.getByRole('button', { name: 'Add row' }).click()
    await page.keyboard.type('/web/home')
    await page.keyboard.press('Tab')
    await page.keyboard.type('jon@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type('r')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Person' }).fill('jon@example.com')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Place' }).fill('/web/home.html')
    await page.keyboard.press('Escape')
    await waitFor(
      'what jon may do by rows that are not saved',
      async () => (await verdicts(page)).join() === 'Read,Read'
    )
    await page.getByText('Row 3: /web/home gives read to jon@example.com').first().waitFor()

    // locked out, and stopped
    await grid.getByText('Read and write').first().dblclick()
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await page.getByText(/keeps at least one row with the path CONFIG/).waitFor()
    expect(await bar(page).getByRole('button', { name: 'Save…' }).isDisabled()).toBe(true)
    await expectAccessibleInBothThemes(page, 'a config that cannot be saved', 'config')
    await page.keyboard.press('ControlOrMeta+Z')
    await page.getByText(/keeps at least one row with the path CONFIG/).waitFor({ state: 'detached' })

    await bar(page).getByRole('button', { name: 'Save…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('the sheet with 3 rows').waitFor()
    await dialog.getByText(/From now on only those whom the permissions sheet names/).waitFor()
    await expectAccessible(page, 'what saving a config changes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('[data-save-status="saved"]').waitFor()
    const stored = await request(page, 'GET', '/config/harbour')
    expect(JSON.parse(stored.text).permissions.data).toHaveLength(3)

    // changed, saved, and taken back from the history
    await page.getByRole('combobox', { name: 'Person' }).fill('')
    await grid.getByText('jon@example.com').click()
    await page.keyboard.type('ana@example.com')
    await page.keyboard.press('Enter')
    await bar(page).getByRole('button', { name: 'Save…' }).click()
    await dialog.getByText(/^[+−]?ana@example\.com, \/web\/home: nothing → read$/).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('[data-save-status="saved"]').waitFor()
    await page.getByRole('tab', { name: 'History' }).first().click()
    await page.getByRole('list', { name: 'Earlier states' }).getByRole('button').first().click()
    await page.getByText(/jon@example\.com → ana@example\.com/).waitFor()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('tab', { name: /^Compare/ }).waitFor()
    await page.getByText('ana@example.com').first().waitFor()
    await chooseFromPalette(page, 'Config of the organization')
    await page.getByRole('tab', { name: 'History' }).first().click()
    await page.getByRole('list', { name: 'Earlier states' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Take this state back…' }).click()
    await grid.getByText('jon@example.com').waitFor()
    await bar(page).getByRole('button', { name: 'Save…' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('[data-save-status="saved"]').waitFor()
    expect(await request(page, 'GET', '/config/harbour')).toMatchObject({ text: stored.text })
    expect(complaints).toEqual([])
  })
})
