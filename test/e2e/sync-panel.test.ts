import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { makeToken, openHttp, type HttpWorkspace } from '../contract/over-http'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { openGate, type Gate } from './support/gate'
import { prepareSite } from './support/screen'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const site = '/northwind/mole'
const by = { email: 'team@example.com', name: 'Team' }
const json = { 'Content-Type': 'application/json' }
const text = (value: string) => new TextEncoder().encode(value)

const syncState = (page: Page) => page.locator('[data-sync-state]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(without.electron)('what a person does in the panel of a pair', () => {
  const desk = openDesk()
  let server: HttpWorkspace
  let gate: Gate
  beforeAll(async () => {
    server = await openHttp()
    gate = await openGate(server.server.origin, { isOpen: true })
  })
  afterAll(async () => {
    await gate.close()
    await server.close()
  })
  const there = async (path: string) => {
    const found = await server.store.read(contentPath(site + path))
    return found && new TextDecoder().decode(found.bytes)
  }
  const writeThere = (path: string, content: string) =>
    server.store.write(contentPath(site + path), text(content), { by })

  it('Y2 Y15 Y32 single files are tried again, both are kept and taken back, deletions are refused and approved', async () => {
    const { page } = await desk.launchFresh()
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    const names = Array.from({ length: 12 }, (_, at) => `/pier/${at}.json`)
    await prepareSite(page, { [`${site}/hours.json`]: '{"from":8}' })
    for (const name of names) await writeThere(name, `{"name":"${name}"}`)
    const post = async (address: string, body: unknown, method = 'POST') => {
      const answer = await request(page, method, address, { body: JSON.stringify(body), headers: json })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.text === '' ? null : (JSON.parse(answer.text) as { id: string })
    }

    /** What is done next is in no run that began before it. */
    const rested = () =>
      waitFor('the run to end', async () => {
        const { text: told } = await request(page, 'GET', '/sync')
        const { pairs } = JSON.parse(told) as { pairs: { status: { state: string } }[] }
        return pairs[0]?.status.state !== 'running'
      })

    // three files that the server refuses: one by one, then two together
    const refused = ['/pier/1.json', '/pier/2.json', '/pier/3.json']
    gate.refuse(refused.map((path) => site + path))
    const remote = await post('/sync/remotes', {
      name: 'Team server',
      base: gate.origin,
      token: await makeToken(server.location)
    })
    const pair = await post('/sync/pairs', { remoteId: remote?.id, local: site, remote: site })
    await syncState(page).filter({ hasText: 'Sync needs a look' }).click()
    const errors = page.getByRole('list', { name: 'Errors' })
    const rows = errors.getByRole('listitem')
    await waitFor('three errors', async () => (await rows.count()) === 3)
    await post(`/sync/pairs/${pair?.id}`, { paused: true }, 'PUT')
    await button(page, 'Sync by itself').waitFor()
    await expectAccessible(page, 'a pair with errors')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `sync-errors-${theme}`)
    }
    gate.refuse([])
    await button(page, 'Try again: /pier/2.json').click()
    await waitFor('two errors', async () => (await rows.count()) === 2)
    expect(await stored(page, `${site}/pier/2.json`)).toBe('{"name":"/pier/2.json"}')
    expect(await stored(page, `${site}/pier/1.json`)).toBeNull()
    await errors.getByRole('checkbox', { name: 'Choose /pier/1.json', exact: true }).check()
    await errors.getByRole('checkbox', { name: 'Choose /pier/3.json', exact: true }).check()
    await button(page, 'Try 2 files again').click()
    await errors.waitFor({ state: 'hidden' })
    for (const name of names) expect(await stored(page, site + name)).toBe(`{"name":"${name}"}`)

    await rested()

    // both are kept, taken back where it is said and where decisions are listed, and kept after all
    await writeThere('/hours.json', '{"from":9}')
    await request(page, 'PUT', `/source${site}/hours.json`, { body: '{"from":10}', headers: json })
    await button(page, 'Sync now').click()
    await page.getByText('1 file changed on both sides').waitFor()
    const keepBoth = async () => {
      await button(page, 'Decide…').click()
      await page.getByRole('heading', { name: '/hours.json', exact: true }).waitFor()
      await button(page, 'Keep both as two files').click()
      await page.getByText('Everything is decided').waitFor()
      expect(await stored(page, `${site}/hours-theirs.json`)).toBe('{"from":9}')
      expect(await stored(page, `${site}/hours.json`)).toBe('{"from":10}')
    }
    const beside = (wanted: boolean) =>
      waitFor(
        `the file beside to be ${wanted ? 'there' : 'gone'}`,
        async () => ((await stored(page, `${site}/hours-theirs.json`)) !== null) === wanted
      )
    await keepBoth()
    await takeScreenshot(page, 'sync-kept-both-light')
    await page
      .getByRole('alert')
      .filter({ hasText: 'the server’s is /hours-theirs.json' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await beside(false)
    await page.getByRole('heading', { name: '/hours.json', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back to the sync' }).first().click()
    await keepBoth()
    await page.getByRole('button', { name: 'Back to the sync' }).first().click()
    await button(page, 'Undo the decision about /hours.json').click()
    await beside(false)
    await page.getByText('1 file changed on both sides').waitFor()
    await keepBoth()
    await page.getByRole('button', { name: 'Back to the sync' }).first().click()
    await button(page, 'Sync now').click()
    await waitFor('both on the server', async () => (await there('/hours-theirs.json')) === '{"from":9}')
    await waitFor('mine on the server', async () => (await there('/hours.json')) === '{"from":10}')

    await rested()

    // many deletions there, refused: they come back; many here, approved: they go there
    for (const name of names) await server.store.remove(contentPath(site + name), { by })
    await button(page, 'Sync now').click()
    const question = page.getByRole('region', { name: '12 files deleted on the server.', exact: false })
    await question.getByText('Show the list').click()
    await question.getByText('/pier/11.json').waitFor()
    await expectAccessible(page, 'many deletions that wait')
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await takeScreenshot(page, `sync-held-${theme}`)
    }
    await question.getByRole('button', { name: 'Keep them, and send them again' }).click()
    await waitFor('all of them on the server again', async () => {
      for (const name of names) if ((await there(name)) === null) return false
      return true
    })
    await question.waitFor({ state: 'hidden' })
    await rested()
    for (const name of names) await request(page, 'DELETE', `/source${site}${name}`)
    await button(page, 'Sync now').click()
    await page
      .getByRole('region', { name: '12 files deleted here.', exact: false })
      .getByRole('button', { name: 'Delete on the server' })
      .click()
    await waitFor('none of them on the server', async () => {
      for (const name of names) if ((await there(name)) !== null) return false
      return true
    })
    await syncState(page)
      .filter({ hasText: /^Sync paused$/ })
      .waitFor()
  })
})
