import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import { chooseFromMenu } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { request, versions } from './support/content'
import { openDesk } from './support/desk'
import { expectSaved, openFile, prepareSite, typeAtEnd } from './support/screen'
import { serveWorkspace } from './support/server'
import { waitFor } from './support/wait'

const site = '/acme/web'
const schema = {
  type: 'object',
  title: 'Boat',
  properties: { name: { type: 'string' }, hull: { type: 'string' }, seats: { type: 'integer' } }
}
const boat = { name: 'Tern', hull: '42', seats: 12 }
const files = {
  [`${site}/about.html`]:
    '<body><header></header><main><div><h1>About us</h1></div></main><footer></footer></body>',
  [`${site}/tern.html`]: writeDocument(newDocument({ title: 'The Tern', schemaName: 'boat', data: boat })),
  [`${site}/.galley/forms/schemas/boat.html`]: writeSchemaDocument(JSON.stringify(schema))
}

const group = (page: Page) => page.getByRole('group', { name: 'Publishing' })
const button = (page: Page, name: string) => group(page).getByRole('button', { name, exact: true })
/** A site with these files, once the workspace is open. */
async function prepare(page: Page, content: Readonly<Record<string, string>>): Promise<void> {
  await waitFor('an open workspace', async () => (await status(page, '/app/workspace')) === 200)
  await prepareSite(page, content)
}

const status = async (page: Page, address: string) => (await request(page, 'GET', address)).status

describe.skipIf(without.electron)('publishing from the app', () => {
  const desk = openDesk()

  it('U1 F6 preview, publish, change, publish again and unpublish a page, with the state always true', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await prepare(page, files)
    await openFile(page, 'about.html')
    await group(page).getByText('Not published').waitFor()
    await button(page, 'Preview').click()
    await group(page).getByText('Preview only').waitFor()
    expect(await status(page, `/sites/live${site}/about`)).toBe(404)
    await button(page, 'Publish').click()
    await button(page, 'Live').waitFor()
    await group(page).locator('button:focus').filter({ hasText: 'Publish' }).waitFor()
    expect((await request(page, 'GET', `/sites/live${site}/about`)).text).toContain('About us')
    expect((await versions(page, `${site}/about.html`)).map(({ label }) => label)).toEqual([
      'Published',
      'Previewed'
    ])

    await typeAtEnd(page, '<!-- and more -->')
    await button(page, 'Live, changed since').waitFor()
    await expectSaved(page)
    expect((await request(page, 'GET', `/sites/live${site}/about.plain.html`)).text).not.toContain('and more')

    await button(page, 'Live, changed since').click()
    await page.getByText('readers see the older state').waitFor()
    await expectAccessible(page, 'the details of a publication')
    await page.getByRole('button', { name: 'Look at it' }).first().click()
    await page.frameLocator('iframe[title="about.html"]').getByRole('heading', { name: 'About us' }).waitFor()
    await page.keyboard.press('Escape')

    await chooseFromMenu(app, 'publish.live')
    await button(page, 'Live').waitFor()
    await chooseFromMenu(app, 'publish.unpublish')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
    await button(page, 'Not published').waitFor()
    expect(await status(page, `/sites/live${site}/about`)).toBe(404)
    expect(await status(page, `/sites/preview${site}/about`)).toBe(404)
    expect(app.complaints.filter((line) => !line.includes('404'))).toEqual([])
  })

  it('F5 F6 A3 a structured document is published from its form, survives kill -9, and a script reads its JSON with a site token', async () => {
    const app = await desk.launchFresh()
    const { page, workspace } = app
    await prepare(page, files)
    await page.getByRole('treeitem', { name: 'tern.html', exact: true }).dblclick()
    await button(page, 'Publish').click()
    const delivered = page.getByRole('dialog', { name: 'tern.html, as readers get it' })
    const overview = page.frameLocator('iframe[title="Overview of tern.html"]')
    await overview.getByRole('heading', { name: 'The Tern' }).waitFor()
    await overview.getByText('seats', { exact: true }).waitFor()
    await expectAccessible(page, 'what the delivery address answers')
    await delivered.getByText('JSON', { exact: true }).click()
    expect(JSON.parse(await delivered.getByLabel('Delivered JSON').innerText())).toEqual(boat)
    await page.keyboard.press('Escape')
    await delivered.waitFor({ state: 'detached' })
    await button(page, 'Live').waitFor()
    const entry = { key: 'delivery.protected', value: site }
    const form = [
      '--x',
      'Content-Disposition: form-data; name="config"',
      '',
      JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data: [entry] }),
      '--x--',
      ''
    ].join('\r\n')
    const configured = await request(page, 'POST', `/config${site}`, {
      body: form,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' }
    })
    expect(configured.status).toBe(201)
    const made = await request(page, 'POST', '/app/tokens', {
      body: JSON.stringify({ kind: 'site', email: 'reader@example.com', site: site.slice(1) }),
      headers: { 'Content-Type': 'application/json' }
    })
    const { token } = JSON.parse(made.text) as { token: string }
    const read = (origin: string, headers: Record<string, string>) =>
      fetch(`${origin}/delivery/live${site}/tern`, { headers })

    await button(page, 'Live').click()
    await page.getByRole('button', { name: 'Turn on the Local API' }).click()
    const words = await page.getByText(/^Local API on 127\.0\.0\.1:\d+$/).innerText()
    const local = `http://${words.slice('Local API on '.length)}`
    expect((await read(local, {})).status).toBe(401)
    expect(await (await read(local, { authorization: `token ${token}` })).json()).toEqual(boat)
    expect((await fetch(`${local}/source${site}/about.html`)).status).toBe(401)
    await page.getByText(`${local}/delivery/live${site}/tern`, { exact: true }).waitFor()
    await desk.kill(app)

    const server = await serveWorkspace(workspace)
    try {
      expect((await read(server.origin, {})).status).toBe(401)
      const answer = await read(server.origin, { authorization: `token ${token}` })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(await answer.json()).toEqual(boat)
    } finally {
      await server.stop()
    }
  })

  it('U1 E2 a document that may not be published says so, and what is typed at the last moment goes with it', async () => {
    const { page } = await desk.launchFresh()
    await prepare(page, { ...files, [`${site}/broken.json`]: '{"a":' })
    await openFile(page, 'broken.json')
    await button(page, 'Publish').click()
    await page.getByRole('alert').filter({ hasText: 'This is not valid JSON' }).waitFor()
    await group(page).getByText('Not published').waitFor()

    await openFile(page, 'about.html')
    await typeAtEnd(page, '<!-- the last word -->')
    await button(page, 'Publish').click()
    await waitFor('the typed words in what readers get', async () => {
      const { text } = await request(page, 'GET', `/publish/status${site}/main/about`)
      const { live, edit } = JSON.parse(text) as { live: { sourceEtag?: string }; edit: { etag?: string } }
      return live.sourceEtag !== undefined && live.sourceEtag === edit.etag
    })
    await button(page, 'Live').waitFor()
  })
})
