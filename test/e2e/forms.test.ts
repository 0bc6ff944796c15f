import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { stopSaves } from './support/app'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { expectKept } from './support/drafts'
import { emptyPage, form, goTo, putSchema, SITE, ticketSchema } from './support/forms'
import { burst, key, letters } from './support/keys'
import { chooseFromPalette } from './support/palette'
import { expectSaved, prepareSite, treeItem } from './support/screen'
import { takeScreenshot } from './support/screens'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const FOLDER = `${SITE}/tickets`
const PATH = `${FOLDER}/summer.html`

async function start(files: Readonly<Record<string, string>> = {}) {
  const app = await desk.launchFresh()
  await waitFor(
    'an open workspace',
    async () => (await request(app.page, 'GET', '/app/workspace')).status === 200
  )
  await prepareSite(app.page, { [`${SITE}/home.html`]: '<p>one</p>\n', [PATH]: emptyPage, ...files })
  return app
}

/** Binds the folder as an administrator does, from the tree. */
async function bindFolder(page: Page): Promise<void> {
  await treeItem(page, 'tickets').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open documents here in the form editor…' }).click()
  await page.getByRole('button', { name: 'Open in the form editor' }).click()
  await page.getByText('open in the form editor now').waitFor()
}

async function openTicket(page: Page): Promise<void> {
  await goTo(page, PATH)
  await page.getByLabel('Schema', { exact: true }).selectOption({ label: 'Ticket' })
  await page.getByRole('button', { name: 'Start with this schema' }).click()
  await form(page).waitFor()
}

describe.skipIf(without.electron)('structured content', () => {
  it('F2 E15 an author makes a schema and a document, fills it in by keyboard alone, and finds it again', async () => {
    const { page, complaints } = await start()
    await bindFolder(page)
    const config = await request(page, 'GET', '/config/harbour')
    expect(config.text).toContain(`${FOLDER}=`)

    await page.getByRole('button', { name: 'Schemas' }).click()
    await page.getByRole('button', { name: 'New schema…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ticket')
    await page.getByRole('button', { name: 'Create schema' }).click()
    await page.getByRole('button', { name: 'Add field', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Text', exact: true }).click()
    const settings = page.getByRole('form', { name: /^Settings of/ })
    await settings.getByLabel('Label').fill('Headline')
    await settings.getByLabel(/^Key/).fill('headline')
    await settings.getByRole('switch', { name: 'Required' }).check()
    await page.getByRole('button', { name: 'Add field', exact: true }).click()
    await page.getByRole('menuitem', { name: 'List of texts' }).click()
    await settings.getByLabel(/^Key/).fill('ports')
    await page.getByRole('form', { name: 'Sample form' }).getByLabel('Headline').waitFor()
    await takeScreenshot(page, 'schema-light')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await waitFor('the schema in the service', async () =>
      (await stored(page, `${SITE}/.galley/forms/schemas/ticket.html`))?.includes('"headline"')
    )

    await openTicket(page)
    expect(await stored(page, PATH)).toBe(emptyPage)
    await page.keyboard.type('Two islands, one ticket')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await waitFor('the first port', async () => page.getByRole('textbox', { name: 'item 1' }).isVisible())
    await page.keyboard.type('Lund')
    await expectSaved(page)
    const html = await waitFor('the document in the service', async () => {
      const text = await stored(page, PATH)
      return text?.includes('Lund') ? text : null
    })
    expect(html).toContain('<p>Two islands, one ticket</p>')

    await page.reload()
    await form(page).waitFor()
    await expect.poll(() => page.getByLabel('Headline').inputValue()).toBe('Two islands, one ticket')
    await expect.poll(() => page.getByRole('textbox', { name: 'item 1' }).inputValue()).toBe('Lund')
    await expect.poll(() => page.locator('#headline').getAttribute('data-pointer')).toBe('/headline')

    await treeItem(page, 'tickets').click()
    await chooseFromPalette(page, 'New structured document…')
    await page.getByRole('dialog').getByLabel('Name').fill('winter')
    await burst(page, [key('Enter'), ...letters('Ice and one ticket')])
    await waitFor('the new document', async () =>
      (await stored(page, `${FOLDER}/winter.html`))?.includes('<p>Ice and one ticket</p>')
    )
    expect(complaints).toEqual([])
  })

  it('E1 after kill -9 everything is there that was typed into a form', async () => {
    const first = await start()
    await putSchema(first.page, 'ticket', ticketSchema)
    await bindFolder(first.page)
    await openTicket(first.page)
    await stopSaves(first)
    await first.page.keyboard.type('Typed before the crash')
    await expectKept(first.page, 'Typed before the crash')
    expect(await stored(first.page, PATH)).toBe(emptyPage)
    await desk.kill(first)

    const second = await desk.launch({ userData: first.userData, workspace: first.workspace })
    await goTo(second.page, PATH)
    await form(second.page).waitFor()
    await expect.poll(() => second.page.getByLabel('Headline').inputValue()).toBe('Typed before the crash')
    await waitFor('the words in the service', async () =>
      (await stored(second.page, PATH))?.includes('Typed before the crash')
    )
  })

  it('E2 a changed schema is called not saved until it is saved, and its changes are there after kill -9', async () => {
    const first = await start()
    await putSchema(first.page, 'ticket', ticketSchema)
    const path = `${SITE}/.galley/forms/schemas/ticket.html`
    const before = await stored(first.page, path)
    await goTo(first.page, path)
    const title = first.page.getByLabel('Title', { exact: true })
    await title.fill('Crossing')
    await first.page.locator('[data-save-status="held"]').waitFor()
    await expectKept(first.page, 'Crossing')
    await desk.kill(first)

    const { page } = await desk.launch({ userData: first.userData, workspace: first.workspace })
    await page.getByText('Changes from last time that were not saved are back.').waitFor()
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Crossing')
    expect(await stored(page, path)).toBe(before)
    await page.locator('[data-save-status="held"]').getByRole('button', { name: 'Save…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[data-save-status="saved"]').waitFor()
    expect(await stored(page, path)).toContain('"Crossing"')
  })

  it('E4 items are added, moved by keyboard and by mouse, removed, and everything is taken back', async () => {
    const { page } = await start()
    await putSchema(page, 'ticket', ticketSchema)
    await bindFolder(page)
    await openTicket(page)
    const names = async () => page.locator('[data-pointer$="/name"] input').evaluateAll(valuesOf)
    const add = page.getByRole('button', { name: 'Add price' })
    for (const [index, name] of ['Adult', 'Child', 'Bicycle'].entries()) {
      if (index > 0) await add.click()
      await page.locator(`[data-pointer="/prices/${index}/name"] input`).fill(name)
    }
    await page.getByRole('button', { name: /^Move Bicycle: place 3/ }).press('ArrowUp')
    await expect.poll(names).toEqual(['Adult', 'Bicycle', 'Child'])
    await page
      .getByRole('button', { name: /^Move Child: place 3/ })
      .dragTo(page.locator('[data-pointer="/prices/0"]'), { targetPosition: { x: 60, y: 6 } })
    await waitFor('the dragged item', async () => (await names())[0] === 'Child')
    await page.getByRole('button', { name: 'Actions for Adult' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect.poll(names).toEqual(['Child', 'Bicycle'])
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(names).toEqual(['Adult', 'Child', 'Bicycle'])
    await expectSaved(page)
    await waitFor('the list in the service', async () =>
      /Adult[\s\S]*Child[\s\S]*Bicycle/.test((await stored(page, PATH)) ?? '')
    )
  })

  it('F4 a changed schema says which documents it makes invalid, and where, before it is saved', async () => {
    const { page } = await start()
    await putSchema(page, 'ticket', ticketSchema)
    await bindFolder(page)
    await openTicket(page)
    await page.getByLabel('Headline').fill('Short and good')
    await expectSaved(page)
    await waitFor('the document', async () => (await stored(page, PATH))?.includes('Short and good'))
    await goTo(page, `${SITE}/.galley/forms/schemas/ticket.html`)
    await page.getByRole('button', { name: /^Headline/ }).click()
    const settings = page.getByRole('form', { name: /^Settings of/ })
    await settings.getByLabel('Most characters').fill('8')
    await page.keyboard.press('ControlOrMeta+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 of 1 documents would become invalid').waitFor()
    await dialog.getByRole('list').first().filter({ hasText: 'tickets/summer.html' }).waitFor()
    await takeScreenshot(page, 'schema-impact')
    await dialog.getByRole('button', { name: 'Save anyway' }).click()
    await waitFor('a version of the old schema', async () => {
      const made = await versions(page, `${SITE}/.galley/forms/schemas/ticket.html`)
      return made.length > 0
    })
    await goTo(page, PATH)
    await page
      .getByText(/at most 8|8 characters/)
      .first()
      .waitFor()
  })

  it('E7 the form and the schema editor pass axe in light and dark', async () => {
    const { page } = await start()
    await putSchema(page, 'ticket', ticketSchema)
    await bindFolder(page)
    await openTicket(page)
    await page.getByLabel('Headline').fill('Two islands')
    await page.locator('[data-pointer="/prices/0/name"] input').fill('Adult')
    await page.locator('[data-pointer="/prices/0/amount"] input').fill('-4')
    await expectAccessibleInBothThemes(page, 'the form', 'form')
    await goTo(page, `${SITE}/.galley/forms/schemas/ticket.html`)
    await page.getByRole('button', { name: /^Headline/ }).click()
    await expectAccessibleInBothThemes(page, 'the schema editor', 'schema')
    const key = page.getByRole('form', { name: /^Settings of/ }).getByRole('textbox', { name: /^Key/ })
    await key.fill('title')
    await key.press('Tab')
    await page.keyboard.press('ControlOrMeta+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Values without a place in the changed schema' }).waitFor()
    await dialog.getByRole('list', { name: 'Values that are carried over' }).waitFor()
    await expectAccessibleInBothThemes(page, 'values that go along with a changed schema')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await put(page, `${FOLDER}/page.html`, '<body><main><div><p>Words</p></div></main></body>')
    await goTo(page, `${FOLDER}/page.html`)
    await page.getByText('This page is not structured content').waitFor()
    await expectAccessible(page, 'a page in a bound folder')
  })
})

const valuesOf = (inputs: (SVGElement | HTMLElement)[]) =>
  inputs.map((input) => (input instanceof HTMLInputElement ? input.value : ''))
