import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { editorOf, expectSaved, focusEditor, prepareSite, treeItem } from './support/screen'
import { lookEverywhere } from './support/looks'
import { waitFor } from './support/wait'

const site = '/acme/web'
const schema = {
  type: 'object',
  title: 'Boat',
  properties: { name: { type: 'string', title: 'Name', maxLength: 3 } }
}
const files = {
  [`${site}/about.html`]: '<body><main><div><h1>About us</h1></div></main></body>',
  [`${site}/tern.html`]: writeDocument(
    newDocument({ title: 'The Tern', schemaName: 'boat', data: { name: 'Tern' } })
  ),
  [`${site}/.galley/forms/schemas/boat.html`]: writeSchemaDocument(JSON.stringify(schema))
}

const publish = (page: Page) =>
  page.getByRole('group', { name: 'Publishing' }).getByRole('button', { name: 'Publish', exact: true })
const live = async (page: Page, path: string) =>
  (await request(page, 'GET', `/sites/live${site}${path}`)).text

describe.skipIf(without.electron)('what is told before something goes live', () => {
  const desk = openDesk()

  it('E14 U6 U7 a new page is written where readers read; what they would not see is told beside it and before it is published; invalid data is asked about', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    await prepareSite(page, files)
    await treeItem(page, 'about.html').click()
    await page.keyboard.press('ControlOrMeta+n')
    await page.keyboard.type('tides')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'tides', selected: true }).waitFor()
    await editorOf(page, 'tides.html').waitFor()
    await page.keyboard.type('High water at noon.')
    await waitFor(
      'the words in main',
      async () =>
        (await stored(page, `${site}/tides.html`))?.includes('<div>High water at noon.</div>') === true
    )
    await publish(page).click()
    await waitFor('the words live', async () => (await live(page, '/tides')).includes('High water at noon.'))

    await page.keyboard.press('ControlOrMeta+Home')
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('Lost at the top. ')
    await expectSaved(page)
    await publish(page).click()
    const ask = page.getByRole('dialog', { name: 'Publish “tides.html”?' })
    await ask.getByText(/Readers will not see “Lost at the top\.”/).waitFor()
    await lookEverywhere(app, 'publish-check')
    await ask.getByRole('button', { name: 'Cancel' }).click()
    expect(await live(page, '/tides')).not.toContain('Lost')

    await treeItem(page, 'tern.html').dblclick()
    await publish(page).click()
    const invalid = page.getByRole('dialog', { name: 'Publish “tern.html”?' })
    await invalid.getByText(/^Name: /).waitFor()
    await invalid.getByRole('button', { name: 'Cancel' }).click()
  })
})
