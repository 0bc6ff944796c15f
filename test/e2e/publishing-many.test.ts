import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { chooseFromMenu } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request, versions } from './support/content'
import { openDesk } from './support/desk'
import { prepareSite, tree, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const site = '/acme/web'
const page_ = (title: string) =>
  `<body><header></header><main><div><h1>${title}</h1><p><a href="/docs/b">To B</a></p></div></main><footer></footer></body>`
const files = {
  [`${site}/docs/a.html`]: page_('Page A'),
  [`${site}/docs/b.html`]: page_('Page B'),
  [`${site}/docs/broken.json`]: '{'
}

const live = async (app: Page, path: string) =>
  (await request(app, 'GET', `/sites/live${site}${path}`)).status

describe.skipIf(without.electron)('publishing many in the app', () => {
  const desk = openDesk()

  it('U1 U5 a folder is published, each result is kept and what failed is tried again; the live site is looked at in a tab; what is deleted stays in the tree while it is published', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    await prepareSite(page, files)
    await treeItem(page, 'docs').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Publish…', exact: true }).click()
    const ask = page.getByRole('dialog', { name: 'Publish “docs”' })
    await ask.getByRole('list', { name: 'What needs a look' }).getByText('/docs/broken.json').waitFor()
    await ask.getByRole('button', { name: 'Publish anyway' }).click()
    const failed = page.getByRole('dialog', { name: 'One item was not published' })
    await failed.getByRole('button', { name: 'Show all results' }).click()

    const jobs = page.getByRole('navigation', { name: 'Jobs' })
    const results = page.getByRole('region', { name: 'Items' })
    await results.getByRole('button', { name: '/docs/broken.json', exact: true }).waitFor()
    await results.getByRole('button', { name: '/docs/a', exact: true }).waitFor()
    expect(await results.getByRole('listitem').count()).toBe(3)
    await expectAccessible(page, 'the results of a job')
    expect([await live(page, '/docs/a'), await live(page, '/docs/broken.json')]).toEqual([200, 404])

    const mended = await request(page, 'PUT', `/source${site}/docs/broken.json`, {
      body: '{"mended": true}',
      headers: { 'Content-Type': 'application/json' }
    })
    expect(mended.status).toBe(200)
    await page.getByRole('button', { name: 'Try the failed item again' }).click()
    await waitFor('the second job in the list', async () => (await jobs.getByRole('listitem').count()) === 2)
    await waitFor('the mended file', async () => (await live(page, '/docs/broken.json')) === 200)

    await chooseFromMenu(app, 'publish.site')
    const address = page.getByRole('textbox', { name: 'Address in the site' })
    await page.getByText(/^Nothing is published at \/;/).waitFor()
    await address.fill('/docs/a')
    await address.press('Enter')
    await page.frameLocator('iframe[title="Page A"]').getByRole('heading', { name: 'Page A' }).waitFor()
    await expectAccessible(page, 'the live site in a tab')
    await page.getByRole('button', { name: '1 link', exact: true }).click()
    await page.getByRole('menuitem', { name: /^To B/ }).click()
    await page.frameLocator('iframe[title="Page B"]').getByRole('heading', { name: 'Page B' }).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.frameLocator('iframe[title="Page A"]').getByRole('heading', { name: 'Page A' }).waitFor()
    const linkToB = page.frameLocator('iframe[title="Page A"]').getByRole('link', { name: 'To B' })
    const pageB = page.frameLocator('iframe[title="Page B"]').getByRole('heading', { name: 'Page B' })
    // a browser passes over clicks in the first moments of a page
    await waitFor('page B by the link in page A', async () => {
      if (await pageB.isVisible()) return true
      await linkToB.click({ timeout: 2000 })
      await pageB.waitFor({ timeout: 5000 })
      return true
    })

    // a moved page: readers are sent on, and so is the tab
    const moved = await request(page, 'POST', `/move${site}/docs/b.html`, {
      body: new URLSearchParams({ destination: `${site}/docs/c.html` }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' }
    })
    expect(moved.status).toBeLessThan(300)
    await address.fill('/docs/b')
    await address.press('Enter')
    await waitFor('the new address', async () => (await address.inputValue()) === '/docs/c')
    await pageB.waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()

    // what is deleted and still live stays in sight
    const gone = (words: string) => page.getByRole('treeitem', { name: words, exact: true })
    const goneA = gone('a.html. Live, not here any more')
    const fileId = async () => (await versions(page, `${site}/docs/a.html`))[0]?.url.split('/')[3]
    const id = await fileId()
    await treeItem(page, 'docs').click()
    await treeItem(page, 'c.html').waitFor()
    await treeItem(page, 'a.html').click()
    await page.getByRole('region', { name: 'a.html', exact: true }).waitFor()
    await tree(page).focus()
    await page.keyboard.press('Delete')
    await goneA.waitFor()
    await expectAccessible(page, 'the tree with something that is gone')
    await goneA.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Bring it back…', exact: true }).click()
    await treeItem(page, 'a.html').waitFor()
    expect([await fileId(), await goneA.count()]).toEqual([id, 0])

    await tree(page).focus()
    await page.keyboard.press('Delete')
    await goneA.click()
    await page.keyboard.press('Enter')
    await page.frameLocator('iframe[title="Page A"]').getByRole('heading', { name: 'Page A' }).waitFor()
    await goneA.click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Unpublish…', exact: true }).click()
    const take = page.getByRole('dialog', { name: 'Unpublish “a.html”?' })
    await take.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await goneA.waitFor({ state: 'detached' })
    expect(await live(page, '/docs/a')).toBe(404)

    expect((await request(page, 'DELETE', `/source${site}/docs`)).status).toBe(204)
    await gone('docs. Not here any more; something in it is still live').waitFor()
    await gone('broken.json. Live, not here any more').waitFor()
    await put(page, `${site}/docs/c.html`, page_('New C'))
    await treeItem(page, 'c.html').waitFor()
    await gone('broken.json. Live, not here any more').waitFor()
    expect(await gone('c.html. Live, not here any more').count()).toBe(0)
    // axe looks into the frame, which answers nobody
    expect(app.complaints.filter((line) => !/404|postMessage/.test(line))).toEqual([])
  })
})
