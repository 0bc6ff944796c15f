import { describe, expect, it } from 'vitest'
import { chooseFromMenu } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request } from './support/content'
import { openDesk } from './support/desk'
import { expectSaved, prepareSite, treeItem, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

const site = '/acme/web'
const definitionPath = `${site}/helix-query.yaml`
const page_ = (title: string) =>
  `<body><header></header><main><div><h1>${title}</h1><p>Words.</p></div></main><footer></footer></body>`
const definition = `version: 1
indices:
  posts:
    target: /query-index.json
    include: ['/blog/**']
    properties:
      title: {select: main h1, value: textContent(el)}
`

describe.skipIf(without.electron)('what is published, and its index', () => {
  const desk = openDesk()

  it('U3 U1 the rows of a definition are shown beside it, follow what is published, and errors are told in place; many are unpublished from the list', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    const status = async (address: string) => (await request(page, 'GET', address)).status
    await waitFor('an open workspace', async () => (await status('/app/workspace')) === 200)
    await prepareSite(page, {
      [`${site}/blog/one.html`]: page_('First post'),
      [`${site}/blog/two.html`]: page_('Second post'),
      [`${site}/about.html`]: page_('About us')
    })
    const publish = async (path: string) =>
      expect((await request(page, 'POST', `/publish/live${site}/main${path}`)).status).toBe(200)
    await publish('/blog/one')
    await publish('/about')
    // to look writes nothing
    await chooseFromMenu(app, 'publish.index')
    const question = page.getByRole('dialog', { name: 'Make a query index?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await status(`/source${definitionPath}`)).toBe(404)
    await put(page, definitionPath, definition)
    await treeItem(page, 'helix-query.yaml').waitFor()
    await chooseFromMenu(app, 'publish.index')

    const pane = page.getByRole('region', { name: 'Query index' })
    const rows = pane.getByRole('region', { name: 'Rows' })
    await rows.getByRole('cell', { name: 'First post' }).waitFor()
    await pane.getByText('Readers get the index of this definition.').waitFor()
    await publish('/blog/two')
    await rows.getByRole('cell', { name: 'Second post' }).waitFor()
    await pane.getByText('2 rows of 3 live pages').waitFor()
    await expectAccessible(page, 'the query index')

    await typeAtEnd(page, '      words')
    const problem = pane.getByRole('list', { name: 'Problems of the definition' }).getByRole('button')
    await problem.filter({ hasText: '8:7' }).waitFor()
    expect(await pane.getByRole('button', { name: 'Update the index' }).isDisabled()).toBe(true)
    await expectSaved(page)
    // the editor closes brackets that are typed; what a program writes is shown as it is
    await put(page, definitionPath, `${definition}      words: {select: main p, value: textContent(el}\n`)
    await problem.filter({ hasText: 'This is no expression' }).filter({ hasText: '8:' }).waitFor()
    await put(page, definitionPath, `${definition}      words: {select: main p, value: textContent(el)}\n`)
    await rows.getByRole('columnheader', { name: 'words' }).waitFor()
    await expectSaved(page)
    await pane.getByText('Readers get the index of an earlier definition.').waitFor()
    const index = async () =>
      JSON.parse((await request(page, 'GET', `/sites/live${site}/query-index.json`)).text) as {
        data: unknown[]
      }
    expect((await index()).data[0]).toEqual({ path: '/blog/one', title: 'First post' })
    await pane.getByRole('button', { name: 'Update the index' }).click()
    await pane.getByText('Readers get the index of this definition.').waitFor()
    expect((await index()).data[0]).toEqual({ path: '/blog/one', title: 'First post', words: 'Words.' })

    expect((await request(page, 'DELETE', `/source${site}/about.html`)).status).toBe(204)
    await put(page, `${site}/blog/one.html`, page_('Changed'))
    await chooseFromMenu(app, 'publish.list')
    const list = page.getByRole('region', { name: 'Published' })
    await list
      .getByRole('listitem')
      .filter({ hasText: '/about' })
      .getByText('Live, not here any more')
      .waitFor()
    await list
      .getByRole('listitem')
      .filter({ hasText: '/blog/one' })
      .getByText('Live, changed since')
      .waitFor()
    await expectAccessible(page, 'the list of what is published')
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
    await page.getByRole('button', { name: 'Unpublish…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
    await page.getByText('Nothing of this site is published').waitFor()
    for (const path of ['/about', '/blog/one', '/blog/two'])
      expect(await status(`/sites/live${site}${path}`)).toBe(404)
    await expect.poll(async () => (await index()).data).toEqual([])
    expect(app.complaints.filter((line) => !line.includes('404'))).toEqual([])
  })
})
