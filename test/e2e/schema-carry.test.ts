import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { goTo } from './support/forms'
import { look, lookEverywhere, sizes } from './support/looks'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const schemaPath = `${site}/.galley/forms/schemas/boat.html`

describe.skipIf(without.electron)('values that go with a key of a schema', () => {
  it('F9 a document that cannot be written is told with its reason when the schema is saved, and tried again', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    const text = (title: string) => ({ type: 'string', title })
    const schema = {
      type: 'object',
      title: 'Boat',
      properties: { name: text('Name'), price: text('Price') }
    }
    const boat = (name: string) =>
      writeDocument(newDocument({ title: name, schemaName: 'boat', data: { name, price: 'twelve' } }))
    await prepareSite(page, {
      [schemaPath]: writeSchemaDocument(JSON.stringify(schema)),
      ...Object.fromEntries(['tern', 'auk', 'gull'].map((name) => [`${site}/boats/${name}.html`, boat(name)]))
    })
    await goTo(page, schemaPath)
    await page
      .getByRole('button', { name: /^Price/ })
      .first()
      .click()
    const settings = page.getByRole('form', { name: /^Settings of/ })
    await settings.getByLabel('Key').fill('cost')
    await settings.getByLabel('Key').press('Tab')
    await page.locator('[data-save-status="held"]').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    const ask = page.getByRole('dialog', { name: 'Save the schema' })
    const save = ask.getByRole('button', { name: 'Save and carry over' })
    await save.waitFor()
    await lookEverywhere(app, 'schema-carry')
    await app.app.evaluate(({ session }) => {
      session.defaultSession.webRequest.onBeforeSendHeaders(({ method, url }, decide) =>
        decide({ cancel: method === 'PUT' && /(tern|gull)\.html$/.test(url) })
      )
    })
    await save.click()
    const told = page.getByRole('dialog', { name: '2 documents keep their values where they were' })
    await told.waitFor()
    await lookEverywhere(app, 'schema-carry-refused')
    for (const size of sizes) await look(app, size, 'schema-carry-refused')
    expect(await stored(page, `${site}/boats/tern.html`)).toContain('<h3>price</h3>')
    expect(await stored(page, `${site}/boats/auk.html`)).toContain('<h3>cost</h3>')
    await app.app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeSendHeaders(null))
    await told.getByRole('button', { name: 'Try again' }).click()
    await told.waitFor({ state: 'detached' })
    await waitFor('the value at its new key', async () =>
      (await stored(page, `${site}/boats/tern.html`))?.includes('<h3>cost</h3>')
    )
  })
})
