import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { makeToken, openHttp, type HttpWorkspace } from '../contract/over-http'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { goTo, schemaPage } from './support/forms'
import { openLine, type Line } from './support/line'
import { prepareSite, treeItem } from './support/screen'
import { takeScreenshot } from './support/screens'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const site = '/northwind/pier'
const by = { email: 'team@example.com', name: 'Team' }

const page_ = (text: string, more = 'Every day.') =>
  `<body><header></header><main><div><h1>The pier</h1><p>${text}</p><p>${more}</p></div></main><footer></footer></body>`
const hours = (from: string, to: string) => `${JSON.stringify({ from, to, days: ['mon', 'tue'] }, null, 2)}\n`
const fares = (adult: string, child: string) =>
  JSON.stringify({
    ':type': 'sheet',
    ':sheetname': 'data',
    total: 2,
    data: [
      { key: 'adult', price: adult },
      { key: 'child', price: child }
    ]
  })
const place = (name: string, seats: number) =>
  writeDocument(newDocument({ title: 'pier', schemaName: 'place', data: { name, seats } }))
const schema = schemaPage({
  title: 'Place',
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 40 },
    seats: { type: 'integer', title: 'Seats', maximum: 90 }
  }
})

/** Of each file: what it is at first, what it becomes here and there while the line is cut, and what is decided. */
const files = {
  '/hours.json': {
    first: hours('8', '18'),
    here: hours('9', '18'),
    there: hours('10', '19'),
    end: hours('9', '19')
  },
  '/fares.json': {
    first: fares('5', '2'),
    here: fares('6', '2'),
    there: fares('7', '3'),
    end: fares('7', '3')
  },
  '/place.html': {
    first: place('The pier', 20),
    here: place('The long pier', 20),
    there: place('The old pier', 30),
    end: place('The long pier', 30)
  },
  '/index.html': {
    first: page_('We open at eight.'),
    here: page_('We open at nine.'),
    there: page_('We open at ten.', 'But on Mondays.'),
    end: page_('We open at ten.', 'But on Mondays.')
  },
  '/pier.png': { first: 'red', here: 'blue', there: 'green', end: 'there' }
} as const

/** A picture of one colour, as a file's bytes. */
function picture(page: Page, colour: string): Promise<number[]> {
  return page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(120, 60)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = fill
    context.fillRect(0, 0, 120, 60)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  }, colour)
}

async function write(page: Page, path: string, bytes: Uint8Array): Promise<void> {
  const status = await page.evaluate(
    async ({ path, bytes }) => {
      const headers = { 'Content-Type': 'application/octet-stream' }
      return (await fetch(`/source${path}`, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status
    },
    { path, bytes: [...bytes] }
  )
  expect([200, 201]).toContain(status)
}

async function bytesHere(page: Page, path: string): Promise<number[]> {
  return page.evaluate(
    async (at) => [...new Uint8Array(await (await fetch(`/source${at}`)).arrayBuffer())],
    site + path
  )
}

const conflictIn = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })
const choose = (page: Page, title: string, side: string) =>
  conflictIn(page, title).getByRole('radio', { name: side }).check()
const use = (page: Page) => page.getByRole('button', { name: 'Use this', exact: true })
/** The button of the message that says so: another message may still be on its way out. */
const undo = (page: Page, words: string) =>
  page.getByRole('alert').filter({ hasText: words }).getByRole('button', { name: 'Undo', exact: true })
const syncState = (page: Page) => page.locator('[data-sync-state]')

describe.skipIf(without.electron)('two who have changed the same', () => {
  const desk = openDesk()
  let server: HttpWorkspace
  let line: Line
  beforeAll(async () => {
    server = await openHttp()
    line = await openLine(server.server.origin)
  })
  afterAll(async () => {
    await line.close()
    await server.close()
  })

  it('Y15 Y30 Y31 Y32 Y34 Y36 both edit offline; one conflict of each kind is decided in the window, taken back, and both sides are equal', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    const text = (value: string) => new TextEncoder().encode(value)
    const pictures = {
      first: await picture(page, 'red'),
      here: await picture(page, 'blue'),
      there: await picture(page, 'green')
    }
    const contentOf = (path: keyof typeof files, when: 'first' | 'here' | 'there') =>
      path === '/pier.png' ? Uint8Array.from(pictures[when]) : text(files[path][when])
    const paths = Object.keys(files) as (keyof typeof files)[]
    const json = { 'Content-Type': 'application/json' }
    const post = async (address: string, body: unknown, method = 'POST') => {
      const answer = await request(page, method, address, { body: JSON.stringify(body), headers: json })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.text === '' ? null : (JSON.parse(answer.text) as { id: string })
    }
    const there = async (path: string) => [
      ...((await server.store.read(contentPath(site + path)))?.bytes ?? [])
    ]

    await prepareSite(page, { [`${site}/.galley/forms/schemas/place.html`]: schema })
    for (const path of paths) await write(page, site + path, contentOf(path, 'first'))
    const token = await makeToken(server.location)
    const remote = await post('/sync/remotes', { name: 'Team server', base: line.origin, token })
    const pair = await post('/sync/pairs', { remoteId: remote?.id, local: site, remote: site })
    await waitFor('the first sync', async () => (await there('/pier.png')).length > 0)
    await syncState(page)
      .filter({ hasText: /^Synced/ })
      .waitFor()

    // both on a train
    line.cut()
    for (const path of paths) await write(page, site + path, contentOf(path, 'here'))
    for (const path of paths)
      await server.store.write(contentPath(site + path), contentOf(path, 'there'), { by })
    await post(`/sync/pairs/${pair?.id}/run`, {})
    await syncState(page).filter({ hasText: 'Offline: the server does not answer' }).waitFor()
    const waiting = treeItem(page, 'index.html')
    await waiting.getByText('Waiting to be sent', { exact: false }).waitFor({ state: 'attached' })
    await syncState(page).click()
    await page.getByRole('list', { name: 'Files that wait' }).getByText('/hours.json').waitFor()
    await expectAccessible(page, 'a site whose server does not answer')
    await takeScreenshot(page, 'sync-offline-light')

    // and back
    line.mend()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('5 files changed on both sides').waitFor()
    await treeItem(page, 'index.html').getByText('to decide', { exact: false }).waitFor({ state: 'attached' })
    await showTheme(page, 'dark')
    await takeScreenshot(page, 'sync-panel-dark')
    await showTheme(page, 'light')
    await takeScreenshot(page, 'sync-panel-light')
    await page.getByRole('button', { name: 'Decide…' }).click()
    const heading = (path: string) => page.getByRole('heading', { name: path, exact: true })
    const file = (path: string) =>
      page.getByRole('navigation', { name: 'Files to decide' }).getByRole('button', { name: path })

    await heading('/fares.json').waitFor()
    await page.getByText(/^Written on the server by Team (just now|\d+ \w+ ago)$/).waitFor()
    expect(await use(page).isDisabled()).toBe(true)
    await choose(page, 'Cell data › adult › price', 'The server’s')
    await page.getByText('Valid: a sheet with 2 rows.').waitFor()
    await takeScreenshot(page, 'sync-sheet-light')
    await use(page).click()

    await file('/hours.json').click()
    await heading('/hours.json').waitFor()
    await page.keyboard.press('F7')
    await page.keyboard.press('m')
    await page.getByText('Everything is chosen.').waitFor()
    await page.getByText('Valid JSON.').waitFor()
    await waitFor(
      'what the file becomes',
      async () => (await page.getByLabel('What hours.json becomes').inputValue()) === files['/hours.json'].end
    )
    await takeScreenshot(page, 'sync-field-light')
    await use(page).click()

    await file('/index.html').click()
    await heading('/index.html').waitFor()
    const block = page.locator('[data-conflict]').first()
    await block.getByRole('radio', { name: 'The server’s' }).check()
    await page.getByText('The markup is sound.').waitFor()
    await expectAccessible(page, 'a conflict of a page')
    await takeScreenshot(page, 'sync-page-light')
    await use(page).click()

    await file('/pier.png').click()
    await heading('/pier.png').waitFor()
    for (const side of ['as it was before', 'mine', 'the server’s'])
      await page.getByRole('img', { name: `pier.png, ${side}`, exact: true }).waitFor()
    await takeScreenshot(page, 'sync-picture-light')
    await choose(page, 'The whole file', 'The server’s')
    await use(page).click()

    await heading('/place.html').waitFor()
    await choose(page, 'Field name', 'Mine')
    await page.getByText('Keeps every rule of its schema.').waitFor()
    await showTheme(page, 'dark')
    await expectAccessible(page, 'a conflict of a structured document, dark')
    await takeScreenshot(page, 'sync-structured-dark')
    await showTheme(page, 'light')
    await use(page).click()
    await page.getByText('Everything is decided').waitFor()

    // taken back where it was said, and decided anew
    await undo(page, '/place.html is decided').click()
    await heading('/place.html').waitFor()
    expect(await stored(page, `${site}/place.html`)).toBe(files['/place.html'].here)
    await choose(page, 'Field name', 'Mine')
    await page.getByText('Everything is chosen.').waitFor()
    await use(page).click()
    await page.getByText('Everything is decided').waitFor()
    await page.getByRole('button', { name: 'Back to the sync' }).first().click()
    const decisions = page.getByRole('list', { name: 'Decisions' })
    await decisions.getByText('/place.html').waitFor()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await waitFor(
      'both sides to be equal',
      async () => {
        for (const path of paths) {
          const [mine, theirs] = [await bytesHere(page, path), await there(path)]
          if (mine.length === 0 || JSON.stringify(mine) !== JSON.stringify(theirs)) return false
        }
        return true
      },
      60_000
    )
    for (const path of ['/hours.json', '/fares.json', '/place.html', '/index.html'] as const)
      expect(await stored(page, site + path), path).toBe(files[path].end)
    expect(await bytesHere(page, '/pier.png')).toEqual(pictures.there)
    await syncState(page)
      .filter({ hasText: /^Synced/ })
      .waitFor()
    await page
      .getByRole('list', { name: 'Activity' })
      .getByText(/to decide · by Team/)
      .first()
      .waitFor()
    await takeScreenshot(page, 'sync-done-light')

    // the server's history beside the own one
    await goTo(page, `${site}/index.html`)
    const history = page.getByRole('region', { name: 'History' })
    await page.getByRole('tab', { name: 'History' }).click()
    await page.locator('[data-document-sync="synced"]').waitFor()
    await history.getByRole('button', { name: 'Show the versions on Team server' }).click()
    const versions = history.getByRole('list', { name: 'Versions' })
    await versions
      .getByRole('button', { name: /on Team server/, expanded: false })
      .first()
      .click()
    await expectAccessible(page, 'the history with the server’s versions')
    await takeScreenshot(page, 'sync-history-light')
    await versions.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('group', { name: 'What is compared' }).waitFor()
    await waitFor('the version of the server on the left', async () =>
      (await page.getByRole('combobox', { name: 'Before' }).inputValue()).includes('on Team server')
    )
    await takeScreenshot(page, 'sync-compare-light')
    const before = await stored(page, `${site}/index.html`)
    await versions.getByRole('button', { name: 'Restore', exact: true }).click()
    await waitFor('the restored content', async () => (await stored(page, `${site}/index.html`)) !== before)
    await undo(page, 'Restored').click()
    await waitFor('the content of before', async () => (await stored(page, `${site}/index.html`)) === before)
    line.cut()
    await history.getByRole('button', { name: 'Hide the versions on Team server' }).click()
    await history.getByRole('button', { name: 'Show the versions on Team server' }).click()
    await history.getByText('Offline: Team server does not answer.', { exact: false }).waitFor()
  })
})
