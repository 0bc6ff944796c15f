import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'

const tab = (page: Page, name: string) => page.getByRole('dialog').getByRole('tab', { name }).click()

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Comma')
  await page.getByRole('dialog').getByRole('tab', { name: 'Access tokens' }).waitFor()
}

/** The status of a request from outside of the app. */
async function statusOf(origin: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  return (await fetch(`${origin}/source${site}/home.html`, { headers })).status
}

describe.skipIf(without.electron)('the settings in the app', () => {
  it('A2 N2 a token that is made here opens the Local API from outside until it is revoked', async () => {
    const { page, complaints } = await desk.launchBlank()
    await prepareSite(page, { [`${site}/home.html`]: '<p>home</p>\n' })
    await openSettings(page)

    await tab(page, 'Local API')
    await page.getByText('While it is off, this app opens no port.').waitFor()
    await page.getByRole('switch', { name: 'Local API' }).press('Space')
    const origin = await page.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).innerText()
    expect(await statusOf(origin), 'without a token').toBe(401)
    await expectAccessibleInBothThemes(page, 'Local API')

    await tab(page, 'Access tokens')
    await page.getByText('There is no token yet.').waitFor()
    await page.getByRole('button', { name: 'Create token' }).click()
    const made = page.getByRole('status').filter({ hasText: 'It is not shown again' })
    const token = await made.locator('code').innerText()
    expect(await statusOf(origin, token), 'with the token').toBe(200)
    await expectAccessibleInBothThemes(page, 'a new token')
    await page.getByRole('button', { name: 'Done' }).click()
    await made.waitFor({ state: 'hidden' })
    expect(await page.content(), 'it is shown once').not.toContain(token)

    await page.getByRole('button', { name: /^Revoke the access token of mira@example.com/ }).click()
    await expectAccessibleInBothThemes(page, 'revoking a token')
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect(await statusOf(origin, token), 'after it was revoked').toBe(401)

    await tab(page, 'People')
    await page.getByRole('button', { name: 'Revoke everything…' }).click()
    const question = page.getByRole('dialog', { name: 'Sign everybody out and revoke every token?' })
    await question.waitFor()
    await expectAccessibleInBothThemes(page, 'the question before everything is revoked')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })

    await tab(page, 'Local API')
    await page.getByRole('switch', { name: 'Local API' }).press('Space')
    await page.getByText(origin, { exact: true }).waitFor({ state: 'hidden' })
    await waitFor('the port to be closed', () =>
      statusOf(origin).then(
        () => false,
        () => true
      )
    )
    expect(complaints).toEqual([])
  })
})
