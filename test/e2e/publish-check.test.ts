import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { editorOf, expectSaved, focusEditor, prepareSite, treeItem } from './support/screen'
import { look, lookEverywhere, sizes } from './support/looks'
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

  it('U13 what a page links to and readers do not find is offered when it is published, and goes live with it, also by the palette', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    const links = ['boats/tern', 'boats/gull', 'prices', 'about', 'plan.pdf']
    const words = links.map((link) => `<p><a href="/${link}">${link}</a></p>`).join('')
    await prepareSite(page, {
      [`${site}/harbour.html`]: `<body><main><div><h1>Harbour</h1>${words}<p><img src="pier.png" alt="Pier"></p></div></main></body>`,
      [`${site}/about.html`]: '<body><main><div><h1>About us</h1></div></main></body>',
      [`${site}/boats/tern.html`]: '<body><main><div><h1>Tern</h1></div></main></body>',
      [`${site}/boats/gull.html`]: 'Lost<body><main><div><h1>Gull</h1></div></main></body>',
      [`${site}/prices.html`]: '<body><main><div><h1>Prices</h1></div></main></body>',
      [`${site}/plan.pdf`]: 'plan',
      [`${site}/pier.png`]: 'pier'
    })
    for (const name of ['about', 'prices']) await request(page, 'POST', `/publish/live${site}/main/${name}`)
    await put(page, `${site}/prices.html`, '<body><main><div><h1>New prices</h1></div></main></body>')
    await treeItem(page, 'harbour.html').click()
    await editorOf(page, 'harbour.html').waitFor()
    await publish(page).click()
    const ask = page.getByRole('dialog', { name: 'Publish “harbour.html”?' })
    await ask
      .getByText('Of what it links to, 3 are not live yet, and 1 was changed since. One picture')
      .waitFor()
    await ask.getByText(/2 warnings: Readers will not see “Lost/).waitFor()
    await lookEverywhere(app, 'publish-together')
    for (const size of sizes) await look(app, size, 'publish-together')
    await ask.getByRole('checkbox', { name: '/boats/gull.html' }).uncheck()
    await ask.getByRole('button', { name: 'Publish 3 items', exact: true }).click()
    await waitFor('the page live', async () => (await live(page, '/harbour')).includes('Harbour'))
    await waitFor('the boat live', async () => (await live(page, '/boats/tern')).includes('Tern'))
    const status = async (path: string) => (await request(page, 'GET', `/sites/live${site}/${path}`)).status
    await waitFor('the plan live', async () => (await status('plan.pdf')) === 200)
    expect(await status('pier.png')).toBe(200)
    expect(await status('boats/gull')).toBe(404)
    expect(await live(page, '/prices')).not.toContain('New')

    await chooseFromPalette(page, 'Publish with what it links to…')
    await ask.getByText('Of what it links to, 1 is not live yet, and 1 was changed since.').waitFor()
    await ask.getByRole('checkbox', { name: '/prices.html' }).check()
    await ask.getByRole('checkbox', { name: '/boats/gull.html' }).uncheck()
    await ask.getByRole('button', { name: 'Publish 2 items' }).click()
    await waitFor('the new prices live', async () => (await live(page, '/prices')).includes('New'))
  })
})
