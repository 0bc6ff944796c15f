import type { Browser, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './support/axe'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { emptyPage, form, goTo, putSchema, schemaPage, SITE, ticketSchema } from './support/forms'
import {
  editorOf,
  expectEditorToContain,
  expectSaved,
  focusEditor,
  prepareSite,
  tree
} from './support/screen'
import { takeScreenshot } from './support/screens'
import { serveWorkspace, type RunningServer } from './support/server'
import { typeInPalette } from './support/palette'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const PATH = `${SITE}/tickets/summer.html`
const ticketPage =
  '<body><header></header><main><div><div class="da-form"><div><div><h3>title</h3></div><div><p>summer</p></div></div>' +
  '<div><div><h3>x-schema-name</h3></div><div><p>ticket</p></div></div></div><div class="ticket">' +
  '<div><div><h3>headline</h3></div><div><p>Two islands</p></div></div>' +
  '<div><div><h3>old-member</h3></div><div><p>kept</p></div></div></div></div></main><footer></footer></body>'

const show = (page: Page, view: 'Form' | 'JSON' | 'Source') =>
  page.getByRole('radiogroup', { name: 'View of the document' }).getByText(view, { exact: true }).click()

/** Replaces everything that is in the code editor. */
async function typeAll(page: Page, text: string): Promise<void> {
  await focusEditor(page)
  await page.keyboard.press('ControlOrMeta+a')
  await typeHere(page, text)
}

/** Without the brackets and quotes that the editor closes by itself. */
async function typeHere(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text)
  await page.keyboard.press('ControlOrMeta+Shift+End')
  await page.keyboard.press('Delete')
}

describe.skipIf(without.electron)('three views of one document', () => {
  it('E22 each view can be written in when its tab is come back to, whichever was shown before', async () => {
    const { page } = await desk.launchFresh()
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    const other = `${SITE}/other.html`
    await prepareSite(page, { [PATH]: ticketPage, [other]: '<main><p>other</p></main>' })
    await putSchema(page, 'ticket', ticketSchema)
    await goTo(page, PATH)
    await form(page).waitFor()
    await show(page, 'Source')
    await focusEditor(page)
    await show(page, 'JSON')
    await focusEditor(page)
    await goTo(page, other)
    await editorOf(page, 'other.html').waitFor()
    await goTo(page, PATH)
    await typeAll(page, '{"headline": "Three islands"}')
    await waitFor('the words in the service', async () =>
      (await stored(page, PATH))?.includes('Three islands')
    )
    await show(page, 'Source')
    await goTo(page, other)
    await editorOf(page, 'other.html').waitFor()
    await goTo(page, PATH)
    await expectEditorToContain(page, 'Three islands')
    await show(page, 'Form')
    await goTo(page, other)
    await editorOf(page, 'other.html').waitFor()
    await goTo(page, PATH)
    await expect.poll(() => page.getByLabel('Headline').inputValue()).toBe('Three islands')
  })

  it('F7 typed JSON shows in the form; what is not right is called not saved, survives kill -9, and is mended', async () => {
    const first = await desk.launchFresh()
    const { page } = first
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    await prepareSite(page, { [PATH]: ticketPage })
    await putSchema(page, 'ticket', ticketSchema)
    await goTo(page, PATH)
    await form(page).waitFor()
    await show(page, 'JSON')
    await typeAll(page, '{"headline": "Three islands", "seats": 1000, "old-member": "kept"}')
    await page.getByRole('button', { name: '2 problems' }).waitFor()
    await expectSaved(page)
    await waitFor('the words in the service', async () =>
      (await stored(page, PATH))?.includes('Three islands')
    )
    expect(await stored(page, PATH)).toContain('kept')
    await show(page, 'Form')
    await form(page).waitFor()
    await expect.poll(() => page.getByLabel('Headline').inputValue()).toBe('Three islands')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await waitFor(
      'the headline from before',
      async () => (await page.getByLabel('Headline').inputValue()) === 'Two islands'
    )

    await show(page, 'JSON')
    await typeAll(page, '{"headline": "Four isl')
    await page.locator('[data-save-status="held"]').waitFor()
    await expectAccessibleInBothThemes(page, 'JSON that is not right', 'form-json')
    const before = await stored(page, PATH)
    await desk.kill(first)

    const second = await desk.launch({ userData: first.userData, workspace: first.workspace })
    const again = second.page
    await goTo(again, PATH)
    await again.getByText('JSON that was typed last time').waitFor()
    expect(await stored(again, PATH)).toBe(before)
    await again.getByRole('button', { name: 'Show it' }).first().click()
    await focusEditor(again)
    await again.keyboard.press('ControlOrMeta+End')
    await typeHere(again, 'ands"}')
    await expectSaved(again)
    await waitFor('the mended words', async () => (await stored(again, PATH))?.includes('Four islands'))
    expect(first.complaints).toEqual([])
  })
})

describe.skipIf(without.chromium)('a person without the right', () => {
  let browser: Browser | undefined
  let server: RunningServer | undefined
  afterEach(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('EB3 P7 with a token that may only read, the form and the schemas show, change nothing, and say whom to ask', async () => {
    server = await serveWorkspace(await desk.make('ws'))
    browser = await launchBrowser()
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(server.link)
    await page.getByLabel('Your name').waitFor()
    await request(page, 'PUT', '/app/workspace', {
      body: JSON.stringify({ owner: { name: 'Mira Holm', email: 'mira@example.com' } }),
      headers: { 'Content-Type': 'application/json' }
    })
    const schema = `${SITE}/.galley/forms/schemas/ticket.html`
    await put(page, PATH, ticketPage)
    await put(page, `${SITE}/tickets/empty.html`, emptyPage)
    await put(page, schema, schemaPage(ticketSchema))
    const rows = [
      { path: '/+**', actions: 'read', groups: 'readers' },
      { path: '/+**', actions: 'write', groups: 'mira@example.com' },
      { path: 'CONFIG', actions: 'read', groups: 'readers' },
      { path: 'CONFIG', actions: 'write', groups: 'mira@example.com' }
    ]
    const config = {
      ':names': ['data', 'permissions'],
      ':type': 'multi-sheet',
      data: { total: 1, data: [{ key: 'editor.path', value: `${SITE}/tickets=/#/form` }] },
      permissions: { total: rows.length, data: rows }
    }
    const boundary = 'part'
    const written = await request(page, 'POST', '/config/harbour', {
      body: `--${boundary}\r\nContent-Disposition: form-data; name="config"\r\n\r\n${JSON.stringify(config)}\r\n--${boundary}--\r\n`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    })
    expect(written.status).toBe(201)
    const made = await request(page, 'POST', '/app/tokens', {
      body: JSON.stringify({ kind: 'access', email: 'lena@example.com', groups: ['readers'] }),
      headers: { 'Content-Type': 'application/json' }
    })
    const { token }: { token: string } = JSON.parse(made.text)

    await context.setExtraHTTPHeaders({ Authorization: `Bearer ${token}` })
    await page.goto(`${server.origin}/#/edit${PATH}`)
    await page.reload()
    await tree(page).first().waitFor()
    await page.getByText('You may read this document, not change it. Ask mira@example.com.').first().waitFor()
    await form(page).waitFor()
    await waitFor(
      'a form that cannot be typed in',
      async () => (await page.getByLabel('Headline').getAttribute('readonly')) !== null
    )
    expect(await page.getByRole('button', { name: 'Add price' }).count()).toBe(0)
    await waitFor('no version to be made', () =>
      page.getByRole('button', { name: 'Create version' }).isDisabled()
    )
    await takeScreenshot(page, 'form-read-only')
    await goTo(page, `${SITE}/tickets/empty.html`)
    await page.getByText('not fill it in. Ask mira@example.com.').waitFor()
    await goTo(page, schema)
    await page.getByText('You may read this schema, not change it.').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await goTo(page, PATH)
    await page.getByRole('treeitem', { name: 'tickets' }).click({ button: 'right' })
    await page.getByText('You may read this folder, not change it. Ask mira@example.com.').waitFor()
    // the folder and what would be made in it are asked about apart
    await page.getByRole('menuitem', { name: 'Delete', exact: true, disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await typeInPalette(page, 'Rename…')
    const refused = page.getByRole('button', { name: /^Rename….*You may read this folder, not change it\./ })
    await refused.waitFor()
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    await refused.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('treeitem', { name: 'tickets' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open documents here in the form editor…' }).click()
    await page.getByText('Ask mira@example.com.').last().waitFor()
    expect(await page.getByRole('button', { name: 'Open as pages again' }).count()).toBe(0)
    expect(await stored(page, PATH)).toBe(ticketPage)
  })
})
