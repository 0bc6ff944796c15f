import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { makeToken, openHttp, type HttpWorkspace } from '../contract/over-http'
import { chooseFromMenu } from './support/app'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const site = '/northwind/harbour'
const by = { email: 'team@example.com', name: 'Team' }
const page_ = (text: string) =>
  `<body><header></header><main><div><h1>Sync</h1><p>${text}</p></div></main><footer></footer></body>`

describe.skipIf(without.electron)('syncing in the app', () => {
  const desk = openDesk()
  let server: HttpWorkspace
  beforeAll(async () => {
    server = await openHttp()
  })
  afterAll(() => server.close())

  it('Y1 Y9 Y11 Y33 a site is connected, both sides change, and a conflict is decided place by place', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    const owner = JSON.stringify({ owner: { name: 'Mira Holm', email: 'mira@example.com' } })
    const json = { 'Content-Type': 'application/json' }
    await request(page, 'PUT', '/app/workspace', { body: owner, headers: json })
    expect((await request(page, 'POST', '/app/sample')).status).toBe(201)
    await page.reload()
    await page.getByRole('button', { name: /change site/ }).waitFor()
    const there = async (path: string) => {
      const found = await server.store.read(contentPath(site + path))
      return found && new TextDecoder().decode(found.bytes)
    }

    await waitFor('the menu to know the site', async () =>
      chooseFromMenu(app, 'site.sync').then(
        () => true,
        () => false
      )
    )
    await page.getByLabel('Address of the authoring service').fill(server.server.origin)
    await page.getByLabel('Access token').fill('wrong')
    await page.getByRole('button', { name: 'Connect and sync' }).click()
    await page.getByText('does not accept the token').waitFor()
    await page.getByLabel('Access token').fill(await makeToken(server.location))
    await expectAccessible(page, 'connecting a site')
    await takeScreenshot(page, 'sync-connect')
    const archived = contentPath(`${site}/old/archive.html`)
    await server.store.write(archived, new TextEncoder().encode(page_('Long ago')), { by })
    await page.getByRole('button', { name: 'Connect and sync' }).click()
    const what = page.getByRole('dialog', { name: 'What to sync' })
    await what.getByRole('checkbox', { name: 'old', exact: true }).uncheck()
    await expectAccessible(page, 'choosing what to sync')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `sync-what-${theme}`)
    }
    await what.getByRole('button', { name: 'Start the sync' }).click()
    await page
      .getByText(/^Synced/)
      .first()
      .waitFor({ timeout: 60_000 })
    expect(await there('/index.html')).not.toBeNull()
    await page.getByText('without old').waitFor()
    expect((await request(page, 'GET', `/source${archived}`)).status).toBe(404)

    // later: one folder again, and of another only a part
    const report = (year: number) => contentPath(`${site}/reports/${year}/report.html`)
    for (const year of [2024, 2025])
      await server.store.write(report(year), new TextEncoder().encode(page_(String(year))), { by })
    const has = async (path: string) => (await request(page, 'GET', `/source${path}`)).status === 200
    const changeWhat = async () => {
      await page.getByRole('button', { name: `More for ${site}` }).click()
      await page.getByRole('menuitem', { name: 'What is synced…' }).click()
      return page.getByRole('dialog', { name: 'What is synced' })
    }
    const later = await changeWhat()
    await later.getByRole('checkbox', { name: 'old', exact: true }).check()
    await later.getByRole('button', { name: 'Folders in reports' }).click()
    await later.getByRole('checkbox', { name: 'reports/2024', exact: true }).uncheck()
    await later.getByText('Left out from now on: reports/2024.', { exact: false }).waitFor()
    await expectAccessible(page, 'changing what is synced')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `sync-what-later-${theme}`)
    }
    await later.getByRole('button', { name: 'Save' }).click()
    await page.getByText('without reports/2024').waitFor()
    await waitFor('what was left out', () => has(archived))
    await waitFor('what was not', () => has(report(2025)))
    expect(await has(report(2024))).toBe(false)
    // what is left out later stays here, and what goes from here meanwhile comes again with it
    const again = await changeWhat()
    await again.getByRole('checkbox', { name: 'old', exact: true }).uncheck()
    await again.getByText('What is here stays here', { exact: false }).waitFor()
    await again.getByRole('button', { name: 'Save' }).click()
    await page.getByText('without old, reports/2024').waitFor()
    expect(await has(archived)).toBe(true)
    expect((await request(page, 'DELETE', `/source${archived}`)).status).toBe(204)
    await page
      .getByRole('alert')
      .filter({ hasText: 'Left out from now on: old.' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await waitFor('what was deleted while it was left out', () => has(archived))
    expect(await there('/old/archive.html')).not.toBeNull()

    await server.store.write(
      contentPath(`${site}/sync.html`),
      new TextEncoder().encode(page_('Made by the team')),
      { by }
    )
    await server.store.write(
      contentPath(`${site}/both.json`),
      new TextEncoder().encode('{"name":"theirs","open":true}'),
      { by }
    )
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Sync by itself' }).waitFor()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await waitFor(
      'what the team made',
      async () => (await request(page, 'GET', `/source${site}/both.json`)).status === 200
    )
    await request(page, 'PUT', `/source${site}/both.json`, {
      body: '{"name":"mine","open":true}',
      headers: json
    })
    await request(page, 'PUT', `/source${site}/sync.html`, {
      body: page_('Made by the whole team'),
      headers: { 'Content-Type': 'text/html' }
    })
    await server.store.write(
      contentPath(`${site}/both.json`),
      new TextEncoder().encode('{"name":"team","open":false}'),
      { by }
    )
    await server.store.write(
      contentPath(`${site}/sync.html`),
      new TextEncoder().encode(page_('Made by the tired team')),
      { by }
    )
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('2 files changed on both sides').waitFor()
    await expectAccessible(page, 'a pair with conflicts')
    await takeScreenshot(page, 'sync-pair')
    await page.getByRole('button', { name: 'Decide…' }).click()
    await page.getByRole('group', { name: 'Field name' }).waitFor()
    await expectAccessibleInBothThemes(page, 'a conflict', 'sync-conflict')
    const use = page.getByRole('button', { name: 'Use this' })
    expect(await use.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: 'The server’s' }).click()
    await page.getByText('Everything is chosen.').waitFor()
    await use.click()
    await page.getByRole('heading', { name: '/sync.html' }).waitFor()
    await page.getByRole('button', { name: 'Mine everywhere' }).click()
    await page.getByText('Everything is chosen.').waitFor()
    await use.click()
    await page.getByText('Everything is decided').waitFor()
    await page.getByRole('button', { name: 'Back to the sync' }).first().click()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await waitFor(
      'the decisions on the server',
      async () => (await there('/sync.html')) === page_('Made by the whole team')
    )
    expect(await there('/both.json')).toBe('{"name":"team","open":false}')
    const versions = await server.store.versions(contentPath(`${site}/sync.html`))
    expect(versions.map(({ label }) => label)).toContain('Before merge')
  })
})
