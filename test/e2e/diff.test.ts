import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { focusEditor, openFile, prepareSite, treeItem } from './support/screen'
import { awaitedLater, waitFor } from './support/wait'

const site = '/acme/web'
const json = (value: unknown) => JSON.stringify(value, null, 2)
const crew = {
  price: 12,
  tags: ['red'],
  crew: [
    { id: 'a', name: 'Ada', role: 'mate' },
    { id: 'b', name: 'Bo', role: 'cook' }
  ]
}
const crewLater = {
  price: 15,
  tags: ['red', 'blue', 'green'],
  crew: [
    { id: 'b', name: 'Bo', role: 'cook' },
    { id: 'a', name: 'Ada', role: 'captain' }
  ]
}
const sheet = (data: readonly Record<string, string>[]) =>
  json({ total: data.length, data, ':type': 'sheet', ':sheetname': 'fares' })
const fares = [
  { id: 'r1', from: 'Holm', price: '10' },
  { id: 'r2', from: 'Lund', price: '11' },
  { id: 'r3', from: 'Skerra', price: '12' }
]
const pageAt = (time: string, more: string) =>
  `<body><header></header><main><div><h1>Ferries</h1><p>The ferry leaves at ${time}.</p>${more}</div></main><footer></footer></body>`
const dogs = '<p>Dogs travel free on a lead.</p>'
const noon = (more: string) => pageAt('noon', more)
const schema = {
  type: 'object',
  title: 'Boat',
  properties: {
    seats: { type: 'integer', title: 'Number of seats' },
    hull: { type: 'string', title: 'Hull' }
  }
}
const boat = (seats: number) =>
  writeDocument(newDocument({ title: 'Tern', schemaName: 'boat', data: { seats, hull: 'Oak' } }))

const before: Readonly<Record<string, string>> = {
  [`${site}/.galley/forms/schemas/boat.html`]: writeSchemaDocument(JSON.stringify(schema)),
  [`${site}/boat.html`]: boat(12),
  [`${site}/crew.json`]: json(crew),
  [`${site}/fares.json`]: sheet(fares),
  [`${site}/ferry.html`]: pageAt('dawn', dogs)
}
const after: Readonly<Record<string, string>> = {
  [`${site}/boat.html`]: boat(15),
  [`${site}/crew.json`]: json(crewLater),
  [`${site}/fares.json`]: sheet([
    { id: 'r1', from: 'Holm', price: '99' },
    { id: 'r3', from: 'Skerra', price: '12' }
  ]),
  [`${site}/ferry.html`]: pageAt('noon', '')
}

async function prepare(page: Page): Promise<void> {
  const open = async () => (await request(page, 'GET', '/app/workspace')).status === 200
  await waitFor('an open workspace', open)
  await prepareSite(page, before)
  for (const [path, text] of Object.entries(after)) await put(page, path, text)
}

/** Opens the comparison of what is there now with the newest version. */
async function compare(page: Page, name: string): Promise<void> {
  await treeItem(page, name).dblclick()
  await page.getByRole('tab', { name: name.replace('.html', ''), exact: true }).waitFor()
  const tab = page.getByRole('tab', { name: `Compare ${name.replace('.html', '')}`, exact: true })
  // the document has its commands when it is there
  await waitFor('the comparison', async () => {
    await page.keyboard.press('ControlOrMeta+Alt+d')
    return (await tab.count()) > 0
  })
  await counter(page).waitFor()
}

const counter = (page: Page): Locator => page.getByText(/^Change \d+ of \d+$/)
const chosen = (page: Page): Locator => page.getByRole('region', { name: 'The chosen change' })
const restore = (page: Page, what: string) =>
  chosen(page)
    .getByRole('button', { name: `Restore this ${what}` })
    .click()

async function look(page: Page, name: string): Promise<void> {
  await expectAccessibleInBothThemes(page, name, name)
}

describe.skipIf(without.electron)('comparing in depth', () => {
  const desk = openDesk({ keepsApp: true })

  it('D12 D13 a field, a row and a block are restored from an old state, each an edit that Undo takes back', async () => {
    const { page, complaints } = await desk.launchFresh()
    await prepare(page)

    await compare(page, 'crew.json')
    const fields = page.getByRole('list', { name: 'Changed fields' })
    await fields.getByRole('button', { name: /price/ }).click()
    await look(page, 'compare-fields')
    await restore(page, 'field')
    const crewFile = async () => (await stored(page, `${site}/crew.json`)) ?? ''
    await waitFor('the old price', async () => (await crewFile()).includes('"price": 12'))
    expect(JSON.parse(await crewFile())).toEqual({ ...crewLater, price: 12 })
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await waitFor('the new price', async () => (await crewFile()) === json(crewLater))

    await compare(page, 'fares.json')
    await page
      .getByRole('table')
      .getByRole('button', { name: /Removed/ })
      .click()
    await look(page, 'compare-sheets')
    await restore(page, 'row')
    const rowsNow = async () =>
      JSON.parse((await stored(page, `${site}/fares.json`)) ?? '{}') as { total: number }
    await waitFor('the old row', async () => (await rowsNow()).total === 3)
    expect(await rowsNow()).toMatchObject({
      data: [{ price: '99' }, { id: 'r2', from: 'Lund' }, { id: 'r3' }]
    })

    await compare(page, 'ferry.html')
    const frame = page.frameLocator('iframe[title="Comparison of ferry.html"]')
    await frame.locator('ins', { hasText: 'noon' }).waitFor()
    await page.keyboard.press('F7')
    await chosen(page).getByText('Dogs travel free').waitFor()
    await frame.locator('.g-change:target', { hasText: 'Dogs' }).waitFor()
    await look(page, 'compare-page')
    await restore(page, 'block')
    await waitFor('the old block', async () => (await stored(page, `${site}/ferry.html`)) === noon(dogs))

    await page.getByRole('tab', { name: 'ferry', exact: true }).click()
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the block gone again', async () => (await stored(page, `${site}/ferry.html`)) === noon(''))

    await compare(page, 'boat.html')
    await page.getByRole('button', { name: /Number of seats/ }).waitFor()
    await look(page, 'compare-structured')
    await restore(page, 'field')
    await waitFor('the old seats', async () => (await stored(page, `${site}/boat.html`)) === boat(12))
    await page.getByText('Both are identical').waitFor()
    await page.getByRole('tab', { name: 'boat', exact: true }).click()
    const seats = page.getByLabel('Number of seats')
    await waitFor('the old seats in the form', async () => (await seats.inputValue()) === '12')
    await seats.press('ControlOrMeta+z')
    await waitFor('the new seats', async () => (await stored(page, `${site}/boat.html`)) === boat(15))
    // axe asks every frame; one of no origin does not answer
    expect(complaints.filter((line) => !line.includes('postMessage'))).toEqual([])
  })

  it('D12 a change far down a long page is gone to, and stands in view, although nothing on the way was laid out', async () => {
    const { page } = await desk.launchFresh()
    await prepare(page)
    const section = (at: number, words: string) =>
      `<div>${`<p>The boat of part ${at} is up at ten.</p>`.repeat(8 + (at % 5) * 6)}<p>${words} ${at}</p></div>`
    const long = (words: string) =>
      `<body><header></header><main>${Array.from({ length: 60 }, (_, at) => section(at, at % 20 === 7 ? words : 'Rope')).join('')}</main><footer></footer></body>`
    await put(page, `${site}/long.html`, long('Lantern'))
    await put(page, `${site}/long.html`, long('Candle'))
    await compare(page, 'long.html')
    const target = page
      .frameLocator('iframe[title="Comparison of long.html"]')
      .locator('.g-change:target', { hasText: 'Lantern' })
    const isInView = async (at: number) => {
      await target.filter({ hasText: `${at}` }).waitFor()
      const place = await page.locator('iframe[title="Comparison of long.html"]').boundingBox()
      await waitFor(`change ${at} in view`, async () => {
        const box = await target.boundingBox()
        return (
          box !== null && place !== null && box.y >= place.y && box.y + box.height <= place.y + place.height
        )
      })
    }
    await isInView(7)
    await page.keyboard.press('F7')
    await isInView(27)
    await page.keyboard.press('F7')
    await isInView(47)
    await look(page, 'compare-page-far')
    await page.keyboard.press('Shift+F7')
    await isInView(27)
  })

  it('D5 D12 the lines of one change are restored in the comparison of texts, whichever the cursor is at', async () => {
    const { page } = await desk.launchFresh()
    await prepare(page)
    await compare(page, 'crew.json')
    await page.getByRole('radiogroup', { name: 'Depth' }).getByText('Text', { exact: true }).click()
    await chosen(page).getByText('Line 2', { exact: true }).waitFor()
    await page.getByText(/^Change 1 of 4$/).waitFor()
    await page.keyboard.press('F7')
    await page.getByText(/^Change 2 of \d+$/).waitFor()
    await chosen(page).getByText('Lines 4 to 6', { exact: true }).waitFor()
    await look(page, 'compare-text')
    await page.keyboard.press('Shift+F7')
    await chosen(page).getByText('Line 2', { exact: true }).waitFor()
    await chosen(page).getByRole('button', { name: 'Restore these lines' }).click()
    const crewFile = async () => (await stored(page, `${site}/crew.json`)) ?? ''
    await waitFor('the old price', async () => (await crewFile()) === json({ ...crewLater, price: 12 }))
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await waitFor('the new price', async () => (await crewFile()) === json(crewLater))
  })

  it('D11 D14 D15 the timeline says what changed, a field says who changed it, and a page is compared with what is live and a file from disk', async () => {
    const { page } = await desk.launchFresh()
    await prepare(page)
    await openFile(page, 'crew.json')
    await page
      .getByRole('region', { name: 'History' })
      .getByText('Since the last version: price 12 → 15, 2 tags added')
      .waitFor()
    await page.keyboard.press('ControlOrMeta+Alt+d')
    await counter(page).waitFor()
    await chosen(page).getByRole('button', { name: 'Who changed this last?' }).click()
    await chosen(page)
      .getByText(/^Changed by you, /)
      .waitFor()

    await request(page, 'POST', `/publish/live${site}/main/ferry`)
    await put(page, `${site}/ferry.html`, noon(''))
    await put(page, `${site}/ferry.html`, noon('<p>Tickets on board.</p>'))
    await compare(page, 'ferry.html')
    await page.getByRole('combobox', { name: 'Before' }).click()
    await page.getByRole('option', { name: 'Live (published)' }).click()
    await page
      .frameLocator('iframe[title="Comparison of ferry.html"]')
      .getByText('Tickets on board.')
      .waitFor()
    await counter(page).waitFor()

    const file = join(await desk.make('disk'), 'draft.html')
    await writeFile(file, noon('<p>From this disk.</p>'))
    const choosing = awaitedLater(page.waitForEvent('filechooser'))
    await page.getByRole('combobox', { name: 'Before' }).click()
    await page.getByRole('option', { name: 'A file from this computer…' }).click()
    await (await choosing).setFiles(file)
    await page
      .frameLocator('iframe[title="Comparison of ferry.html"]')
      .locator('.g-change', { hasText: 'disk' })
      .waitFor()
    await page.getByRole('radiogroup', { name: 'Depth' }).getByText('Text').click()
    await page.locator('.monaco-diff-editor').waitFor()
  })
})
