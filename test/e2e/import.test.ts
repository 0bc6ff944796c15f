import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { chooseFromMenu } from './support/app'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { tree } from './support/screen'
import { takeScreenshot } from './support/screens'
import { waitFor } from './support/wait'

const site = '/northwind/harbour'

describe.skipIf(without.electron)('bringing a site back in the app', () => {
  const desk = openDesk()

  it('U4 E7 IM1 IM4 IM8 the sample site is published, deleted, and restored from live through the wizard, the same to the last byte', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    const owner = JSON.stringify({ owner: { name: 'Mira Holm', email: 'mira@example.com' } })
    await request(page, 'PUT', '/app/workspace', {
      body: owner,
      headers: { 'Content-Type': 'application/json' }
    })
    expect((await request(page, 'POST', '/app/sample')).status).toBe(201)
    await publishAll(page)
    const before = await filesBelow(page, site)
    expect(Object.keys(before).length).toBeGreaterThan(95)
    // of each kind that has to come back there is something
    for (const kind of [
      /\/redirects\.json$/,
      /\/forms\/schemas\/.+\.html$/,
      /\.(svg|png|jpe?g)$/,
      /index\.html$/
    ])
      expect(
        Object.keys(before).filter((path) => kind.test(path)),
        String(kind)
      ).not.toEqual([])
    expect((await request(page, 'DELETE', `/source${site}`)).status).toBe(204)
    await page.reload()
    await page.getByRole('button', { name: /change site/ }).waitFor()

    await chooseFromMenu(app, 'site.restore')
    const dialog = page.getByRole('dialog', { name: 'Bring a site back' })
    await dialog.getByLabel('Site').fill(site.slice(1))
    await expectAccessible(page, 'the question which site comes back')
    await dialog.getByRole('button', { name: 'Next' }).click()
    const view = page.getByRole('heading', { name: 'Import into harbour' })
    await view.waitFor()
    await expectAccessible(page, 'step 1, where from')
    await page.getByRole('button', { name: 'List what there is' }).click()
    await page
      .getByRole('group', { name: 'Kinds' })
      .getByRole('button', { name: /^Documents/ })
      .click()
    await expectAccessible(page, 'step 2, what')
    await page.getByRole('button', { name: /^Check / }).click()
    const run = page.getByRole('button', { name: /^Import \d+ items/ })
    await run.waitFor()
    await expectAccessibleInBothThemes(page, 'step 3, the check', 'import-check')
    await run.click()
    await page.getByText('Everything that was imported equals its source').waitFor()
    await expectAccessible(page, 'step 5, the report')
    await takeScreenshot(page, 'import-report-dark')
    expect(await filesBelow(page, site)).toEqual(before)
    await tree(page).waitFor()
    expect(app.complaints.filter((line) => !line.includes('404'))).toEqual([])
  })
})

async function publishAll(page: Page): Promise<void> {
  const begun = await request(page, 'POST', `/publish/live${site}/main/*`, {
    body: JSON.stringify({ paths: ['/*'] }),
    headers: { 'Content-Type': 'application/json' }
  })
  const { links } = JSON.parse(begun.text) as { links: { self: string } }
  const address = links.self.slice(links.self.indexOf('/publish/'))
  await waitFor('the end of publishing', async () => {
    const { text } = await request(page, 'GET', address)
    const job = JSON.parse(text) as { state: string; progress: { failed: number } }
    expect(job.progress.failed).toBe(0)
    return job.state === 'stopped'
  })
}

/** Every file of a site by its path, schemas too: the ETag is the hash of the content. */
async function filesBelow(page: Page, folder: string): Promise<Record<string, string>> {
  return page.evaluate(async (root) => {
    const found: Record<string, string> = {}
    const waiting = [root, `${root}/.galley/forms/schemas`]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const items = (await (await fetch(`/list${next}?missing=empty`)).json()) as {
        path: string
        ext?: string
        etag?: string
      }[]
      for (const { path, ext, etag } of items) {
        if (ext === undefined) waiting.push(path)
        else found[path] = etag ?? ''
      }
    }
    return Object.fromEntries(Object.entries(found).sort())
  }, folder)
}
