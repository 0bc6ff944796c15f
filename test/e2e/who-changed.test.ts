import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { editorOf, prepareSite } from './support/screen'
import { showTheme } from './support/settled'
import { waitFor } from './support/wait'

const desk = openDesk()
const SITE = '/acme/web'
const ASK = 'Who changed this last?'
const json = (value: unknown) => JSON.stringify(value, null, 2)

const schema = {
  type: 'object',
  title: 'Boat',
  properties: {
    seats: { type: 'integer', title: 'Number of seats' },
    hull: { type: 'string', title: 'Hull' },
    crew: {
      type: 'array',
      title: 'Crew',
      items: {
        type: 'object',
        properties: { name: { type: 'string', title: 'Name' }, role: { type: 'string', title: 'Role' } }
      }
    }
  }
}
const boat = (seats: number, role: string) =>
  writeDocument(
    newDocument({
      title: 'Tern',
      schemaName: 'boat',
      data: { seats, hull: 'Oak', crew: [{ name: 'Ada', role }] }
    })
  )
const fares = (price: string) =>
  json({
    ':type': 'sheet',
    ':sheetname': 'fares',
    total: 2,
    data: [
      { id: 'r1', price },
      { id: 'r2', price: '11' }
    ]
  })
const page_ = (time: string) =>
  `<body><header></header><main><div><h1>Ferries</h1>\n<p>The ferry leaves at ${time}.</p></div></main><footer></footer></body>`

const answer = (page: Page) => page.getByRole('dialog', { name: ASK })

/** Reads the answer, leaves the dialog, and waits until it is gone. */
async function told(page: Page, subject: string, words: RegExp): Promise<void> {
  await answer(page).getByText(subject, { exact: true }).waitFor()
  await answer(page).getByText(words).waitFor()
  await page.keyboard.press('Escape')
  await answer(page).waitFor({ state: 'detached' })
}

async function look(page: Page, name: string): Promise<void> {
  await expectAccessibleInBothThemes(page, name, name)
  await showTheme(page, 'light')
}

async function start(states: readonly Readonly<Record<string, string>>[]) {
  const running = await desk.launchFresh()
  const { page } = running
  const open = async () => (await request(page, 'GET', '/app/workspace')).status === 200
  await waitFor('an open workspace', open)
  const [first = {}, ...later] = states
  await prepareSite(page, first)
  for (const state of later) for (const [path, text] of Object.entries(state)) await put(page, path, text)
  return running
}

const goTo = (page: Page, address: string) => page.evaluate((hash) => (location.hash = hash), `#/${address}`)

async function saveConfig(page: Page, path: string, config: unknown): Promise<void> {
  const body = `--x\r\nContent-Disposition: form-data; name="config"\r\n\r\n${json(config)}\r\n--x--\r\n`
  const { status, text } = await request(page, 'POST', `/config${path}`, {
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' }
  })
  expect(status, text).toBe(201)
}

describe.skipIf(without.electron)('who changed something last', () => {
  it('D16 is told for a field, an item, a cell, a row, a block and a member where they are edited', async () => {
    const { page, complaints } = await start([
      {
        [`${SITE}/.galley/forms/schemas/boat.html`]: writeSchemaDocument(JSON.stringify(schema)),
        [`${SITE}/boat.html`]: boat(12, 'mate'),
        [`${SITE}/fares.json`]: fares('9'),
        [`${SITE}/ferry.html`]: page_('dawn'),
        [`${SITE}/plain.json`]: json({ a: 1, crew: [{ id: 'x', name: 'Ada' }] })
      },
      {
        [`${SITE}/boat.html`]: boat(15, 'mate'),
        [`${SITE}/fares.json`]: fares('10'),
        [`${SITE}/ferry.html`]: page_('noon'),
        [`${SITE}/plain.json`]: json({ a: 2, crew: [{ id: 'x', name: 'Ada' }] })
      }
    ])

    await goTo(page, `edit${SITE}/boat.html`)
    const seats = page.getByLabel('Number of seats')
    await seats.click()
    await chooseFromPalette(page, ASK)
    await answer(page).getByText('Number of seats', { exact: true }).waitFor()
    await answer(page)
      .getByText(/^Changed by you, /)
      .waitFor()
    await look(page, 'who-changed')
    await told(page, 'Number of seats', /^Changed by you, /)
    await page.getByLabel('Hull').click({ modifiers: ['Alt'] })
    await told(page, 'Hull', /^As it is since the oldest version/)
    await page.getByRole('button', { name: 'Actions for Ada' }).click()
    await page.getByRole('menuitem', { name: ASK }).click()
    await told(page, 'Crew › Ada', /^As it is since the oldest version/)

    await goTo(page, `edit${SITE}/fares.json`)
    await page.getByRole('gridcell', { name: '10', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: ASK }).click()
    await told(page, 'fares › Row 1 · price', /^Changed by you, /)
    await page.getByRole('gridcell', { name: 'r2', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+Alt+w')
    await told(page, 'fares › Row 2 · id', /^As it is since the oldest version/)

    await goTo(page, `edit${SITE}/ferry.html`)
    await editorOf(page, 'ferry.html').getByText('The ferry leaves').click()
    await page.keyboard.press('ControlOrMeta+Alt+w')
    await answer(page)
      .getByText(/^Changed by you, /)
      .waitFor()
    await answer(page).getByRole('button', { name: 'See that change' }).click()
    await answer(page).waitFor({ state: 'detached' })
    await page
      .frameLocator('iframe[title="Comparison of ferry.html"]')
      .locator('ins', { hasText: 'noon' })
      .waitFor()

    await goTo(page, `edit${SITE}/plain.json`)
    await editorOf(page, 'plain.json').getByText('"Ada"').click()
    await page.keyboard.press('ControlOrMeta+Alt+w')
    await told(page, 'crew › Ada › name', /^As it is since the oldest version/)
    expect(complaints.filter((line) => !line.includes('postMessage'))).toEqual([])
  })

  it('D13 C3 C5 one change of a config is restored from its comparison, and kept only when it is saved', async () => {
    const { page, complaints } = await start([{ [`${SITE}/home.html`]: '<p>home</p>\n' }])
    const config = (rows: readonly object[]) => ({
      ':type': 'sheet',
      ':sheetname': 'data',
      total: rows.length,
      data: rows
    })
    const older = [
      { key: 'host', value: 'a.example' },
      { key: 'lang', value: 'en' }
    ]
    const newer = [
      { key: 'host', value: 'b.example' },
      { key: 'lang', value: 'de' }
    ]
    await saveConfig(page, SITE, config(older))
    await saveConfig(page, SITE, config(newer))
    const data = async () => JSON.parse((await stored(page, SITE, '/config')) ?? '{}').data

    await goTo(page, `config${SITE}`)
    await page.getByRole('gridcell', { name: 'de', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+Alt+w')
    await told(page, 'data › Row 2 · value', /^Changed by you, /)

    await page.getByRole('tab', { name: 'History' }).first().click()
    await page.getByRole('list', { name: 'Earlier states' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const change = page.getByRole('region', { name: 'The chosen change' })
    await page
      .getByRole('table')
      .getByRole('button', { name: /en.*de/ })
      .click()
    await change.getByRole('button', { name: 'Restore this cell' }).click()
    const strip = page.getByText('The config has changes that are not saved.')
    await strip.waitFor()
    await page.getByText('Change 1 of 1').waitFor()
    expect(await data()).toEqual(newer)

    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^Change \d of 2$/).waitFor()
    await page
      .getByRole('table')
      .getByRole('button', { name: /en.*de/ })
      .click()
    await change.getByRole('button', { name: 'Restore this cell' }).click()
    await page.getByText('Change 1 of 1').waitFor()
    await look(page, 'config-restore')
    await page.getByRole('button', { name: 'Save config…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await waitFor(
      'the old language alone',
      async () => JSON.stringify(await data()) === JSON.stringify([newer[0], older[1]])
    )
    await strip.waitFor({ state: 'detached' })

    // with the last change restored the keyboard stays in the comparison
    await change.getByRole('button', { name: 'Restore this cell' }).click()
    await page.getByText(/Both are identical|Every value is the same/).waitFor()
    await waitFor('the focus in the comparison', () =>
      page.evaluate(() => document.activeElement !== document.body)
    )
    await page.getByRole('button', { name: 'Open the config' }).click()
    await page.getByRole('gridcell', { name: 'a.example', exact: true }).waitFor()
    await page.getByRole('gridcell', { name: 'a.example', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByRole('gridcell', { name: 'b.example', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})
