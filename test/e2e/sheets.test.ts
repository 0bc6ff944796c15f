import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { stopSaves } from './support/app'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { expectKept } from './support/drafts'
import { burst, key, letters } from './support/keys'
import { chooseFromPalette } from './support/palette'
import { expectSaved, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const SITE = '/harbour/web'
const PATH = `${SITE}/fares.json`
const FARES = `{
  ":type": "sheet",
  ":sheetname": "fares",
  "total": 2,
  "limit": 2,
  "offset": 0,
  "data": [
    { "who": "Adult", "price": "9.80", "seats": 1.50 },
    { "who": "Child", "price": "4.90", "seats": 1 }
  ]
}
`

const grid = (page: Page) => page.getByRole('grid')
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })

async function start(files: Readonly<Record<string, string>> = {}) {
  const running = await desk.launchFresh()
  const { page } = running
  await waitFor(
    'an open workspace',
    async () => (await request(page, 'GET', '/app/workspace')).status === 200
  )
  await prepareSite(page, { [`${SITE}/home.html`]: '<p>one</p>\n', [PATH]: FARES, ...files })
  await open(page, PATH)
  return running
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => (location.hash = address), `#/edit${path}`)
  await grid(page).waitFor()
}

const rowsOf = async (page: Page) => {
  const text = (await stored(page, PATH)) ?? '{}'
  return JSON.parse(text) as { total: number; limit: number; data: Record<string, unknown>[] }
}

/** The sign before a name in the tree. */
const signOf = (page: Page, path: string, sign: 'table' | 'braces') =>
  page.getByRole('tree').locator(`[data-path="${path}"] .tabler-icon-${sign}`)

describe.skipIf(without.electron)('sheets', () => {
  it('SH11 tree and tab show a sheet as one, also a long one with its kind at the end, and follow what it becomes', async () => {
    const long = `{"data":[${'{"who":"somebody","price":"1"},'.repeat(4000)}{"who":"last"}],"total":4001,":type":"sheet"}`
    const { page } = await start({ [`${SITE}/long.json`]: long, [`${SITE}/plain.json`]: '{"a":1}' })
    await signOf(page, PATH, 'table').waitFor()
    await page.getByRole('tab', { name: /fares/ }).locator('.tabler-icon-table').waitFor()
    await signOf(page, `${SITE}/long.json`, 'table').waitFor()
    await signOf(page, `${SITE}/plain.json`, 'braces').waitFor()
    await request(page, 'PUT', `/source${SITE}/plain.json`, { body: FARES })
    await signOf(page, `${SITE}/plain.json`, 'table').waitFor()
  })

  it('SH7 a thousand rows from Excel’s clipboard, a column renamed, and everything taken back to the sign', async () => {
    const { app, page, complaints } = await start()
    const lines = Array.from(
      { length: 1000 },
      (_, n) => `Group ${n}\t${n}.00\t${n === 0 ? '"two\nlines"' : 'x'}`
    )
    await app.evaluate(
      // The window of the tests is older than the types: there this takes text and markup at once.
      ({ clipboard }, text) =>
        void Reflect.apply(clipboard.write, clipboard, [
          { text, html: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table></table></html>' }
        ]),
      `${lines.join('\r\n')}\r\n`
    )
    await cell(page, 'Child').click()
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByText('1,001 rows').waitFor()
    await page.getByRole('columnheader', { name: 'price' }).dblclick()
    await page.getByLabel('Name of the column').fill('Single fare')
    await page.keyboard.press('Enter')
    const saved = await waitFor('the pasted rows in the service', async () => {
      const now = await rowsOf(page)
      return now.total === 1001 && now.data[0]?.['Single fare'] !== undefined ? now : null
    })
    expect(saved.limit).toBe(1001)
    expect(saved.data).toHaveLength(1001)
    expect(saved.data[1]).toEqual({ who: 'Group 0', 'Single fare': '0.00', seats: 'two\nlines' })
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the first text', async () => (await stored(page, PATH)) === FARES)
    expect(complaints).toEqual([])
  })

  it('SH8 E15 typing begins at once, in a new sheet too, moves on with the keyboard, and a number stays a number', async () => {
    const { page } = await start()
    await cell(page, 'Adult').click()
    await page.keyboard.type('Grown-up')
    await page.keyboard.press('Tab')
    await page.keyboard.type('10')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2.0')
    await page.keyboard.press('Enter')
    await expectSaved(page)
    const wanted = FARES.replace('"Adult"', '"Grown-up"').replace('"9.80"', '"10"').replace('1.50', '2.0')
    await waitFor('the typed cells', async () => (await stored(page, PATH)) === wanted)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ControlOrMeta+Shift+End')
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the same again', async () => (await stored(page, PATH)) === wanted)

    await chooseFromPalette(page, 'New sheet…')
    await page.getByRole('dialog').getByLabel('Name').fill('piers')
    await burst(page, [key('Enter'), ...letters('north'), key('Enter')])
    await waitFor('the first cell of the new sheet', async () =>
      (await stored(page, `${SITE}/piers.json`))?.includes('"key": "north"')
    )
  })

  it('E1 after kill -9 the cell is back that was being typed in', async () => {
    const first = await start()
    await cell(first.page, 'Child').click()
    await stopSaves(first)
    await first.page.keyboard.type('Typed before the crash')
    await expectKept(first.page, 'Typed before the crash')
    expect(await stored(first.page, PATH)).toBe(FARES)
    await desk.kill(first)

    const { page } = await desk.launch({ userData: first.userData, workspace: first.workspace })
    await open(page, PATH)
    await cell(page, 'Typed before the crash').waitFor()
    await waitFor(
      'the words in the service',
      async () => (await stored(page, PATH)) === FARES.replace('Child', 'Typed before the crash')
    )
  })

  it('E3 somebody else’s row arrives while a cell is edited, and neither is lost', async () => {
    const { page } = await start()
    await cell(page, 'Child').click()
    await page.keyboard.type('Young')
    const theirs = FARES.replace('"price": "9.80"', '"price": "11.00"')
    await put(page, PATH, theirs)
    await cell(page, '11.00').waitFor()
    await page.keyboard.type('ster')
    await page.keyboard.press('Enter')
    await waitFor(
      'both changes',
      async () => (await stored(page, PATH)) === theirs.replace('Child', 'Youngster')
    )
  })

  it('E7 the grid, its menus and its search pass axe in light and dark', async () => {
    const { page } = await start({
      [`${SITE}/odd.json`]:
        '{":type":"sheet","total":9,"data":[{"a":"1","a":2,"":"x","t":true},7,{"b":"only"}]}'
    })
    await cell(page, '4.90').click()
    await page.keyboard.press('Shift+ArrowUp')
    await expectAccessibleInBothThemes(page, 'the grid', 'sheet')
    await page.keyboard.press('F2')
    await expectAccessible(page, 'a cell that is edited')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+f')
    await page.getByRole('textbox', { name: 'Find in the sheet' }).fill('a')
    await expectAccessible(page, 'the search')
    await page.getByRole('button', { name: 'Close the search' }).click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Insert row above' }).waitFor()
    await expectAccessible(page, 'the menu of cells')
    await page.keyboard.press('Escape')
    await open(page, `${SITE}/odd.json`)
    await page.getByRole('note').waitFor()
    await expectAccessibleInBothThemes(page, 'an odd sheet')
  })
})
