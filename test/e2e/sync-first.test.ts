import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { makeToken, openHttp, type HttpWorkspace } from '../contract/over-http'
import { openKeyring, withoutKeyring, type Keyring } from '../support/keyring'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { openGate, type Gate } from './support/gate'
import { prepareSite, tree } from './support/screen'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const site = '/northwind/quay'
const by = { email: 'team@example.com', name: 'Team' }
const FILES = 300
const page_ = (text: string) =>
  `<body><header></header><main><div><h1>${text}</h1><p>${'Ships come and go. '.repeat(60)}</p></div></main><footer></footer></body>`
const pathOf = (at: number) => `${site}/news/${2020 + (at % 6)}/report-${at}.html`

const syncState = (page: Page) => page.locator('[data-sync-state]')

interface Overview {
  readonly pairs: readonly {
    readonly status: { readonly state: string; readonly progress: { readonly done: number } | null }
  }[]
}
const statusOf = async (page: Page) => {
  const { text } = await request(page, 'GET', '/sync')
  return (JSON.parse(text) as Overview).pairs[0]?.status
}

describe.skipIf(without.electron || withoutKeyring)('the first sync of a large site', () => {
  const desk = openDesk()
  let keyring: Keyring
  let server: HttpWorkspace
  let gate: Gate
  beforeAll(async () => {
    keyring = await openKeyring()
    server = await openHttp()
    for (let at = 0; at < FILES; at += 1)
      await server.store.write(contentPath(pathOf(at)), new TextEncoder().encode(page_(`Report ${at}`)), {
        by
      })
    gate = await openGate(server.server.origin)
  })
  afterAll(async () => {
    await gate.close()
    await server.close()
    await keyring.close()
  })

  /** All that was given has arrived and is remembered: what comes now is held. */
  const arrived = (page: Page, before: number) =>
    waitFor('everything that was given to have arrived', async () => {
      const given = gate.given.size - before
      return gate.waiting() > 0 && (await statusOf(page))?.progress?.done === given && given
    })

  it('Y5 Y32 goes on by itself where it was after a kill and after a quit, and nothing is fetched twice', async () => {
    // the token lies in a keychain, so that nobody has to give it again
    const place = { workspace: await desk.make('ws'), userData: await desk.make('user'), env: keyring.env }
    const first = await desk.launch(place)
    await waitFor(
      'an open workspace',
      async () => (await request(first.page, 'GET', '/app/workspace')).status === 200
    )
    await prepareSite(first.page, { [`${site}/index.html`]: page_('The quay') })
    const post = async (address: string, body: unknown) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await request(first.page, 'POST', address, { body: JSON.stringify(body), headers })
      expect(answer.status, answer.text).toBeLessThan(300)
      return JSON.parse(answer.text) as { id: string }
    }
    const token = await makeToken(server.location)
    const { id: remoteId } = await post('/sync/remotes', { name: 'Team server', base: gate.origin, token })
    await post('/sync/pairs', { remoteId, local: site, remote: site })

    // numbers, bytes and the time that it still takes
    gate.allow(40)
    await syncState(first.page)
      .filter({ hasText: /^Syncing: \d+ of 301$/ })
      .click()
    const howFar = first.page.getByText(/^\d+ of 301 files · [\d.]+ kB of \d+ kB/)
    await howFar.waitFor()
    await waitFor('how long it still takes', async () => {
      if (gate.given.size < FILES / 2) gate.allow(1)
      return howFar.filter({ hasText: / left$/ }).isVisible()
    })
    await expectAccessible(first.page, 'a first sync that runs')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(first.page, theme)
      await takeScreenshot(first.page, `sync-first-${theme}`)
    }
    const before = await arrived(first.page, 0)
    await desk.kill(first)

    // by itself, and only what is missing
    const second = await desk.launch(place)
    await tree(second.page).waitFor()
    const left = FILES + 1 - before
    const running = (page: Page, total: number) =>
      syncState(page).filter({ hasText: new RegExp(`^Syncing: \\d+ of ${total}$`) })
    gate.allow(10)
    await running(second.page, left).click()
    await second.page.getByText(new RegExp(`^\\d+ of ${left} files · `)).waitFor()
    await second.page.getByText(/files are in sync already\.$/).waitFor()
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(second.page, theme)
      await takeScreenshot(second.page, `sync-first-again-${theme}`)
    }
    const more = await arrived(second.page, before)
    expect(more).toBeGreaterThan(0)
    await desk.quit(second)

    const third = await desk.launch(place)
    await tree(third.page).waitFor()
    await running(third.page, left - more)
      .or(syncState(third.page).filter({ hasText: /^Syncing/ }))
      .waitFor()
    gate.open()
    await syncState(third.page)
      .filter({ hasText: /^Synced/ })
      .waitFor({ timeout: 60_000 })
    expect(gate.given.size).toBe(FILES)
    expect([...gate.given].filter(([, times]) => times !== 1)).toEqual([])
    const { text } = await request(third.page, 'GET', `/list${site}/news/2025`)
    expect(JSON.parse(text)).toHaveLength(FILES / 6)
    expect(await server.store.read(contentPath(`${site}/index.html`))).not.toBeNull()
  })
})
