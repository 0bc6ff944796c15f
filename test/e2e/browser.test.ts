import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { stored, versions } from './support/content'
import { temporaryFolders } from './support/folders'
import { expectEditorToContain, expectSaved, openFile, treeItem, typeAtEnd } from './support/screen'
import { serveWorkspace, type RunningServer } from './support/server'
import { waitFor } from './support/wait'

const folders = temporaryFolders()

describe.skipIf(without.chromium)('the headless service in a browser', () => {
  let browser: Browser
  let server: RunningServer | undefined

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await server?.stop()
    await folders.removeAll()
  })
  afterAll(() => browser.close())

  it('A5 L2 opens with the one-time link, and shows the same interface over HTTP', async () => {
    server = await serveWorkspace(await folders.make('ws'))
    const { origin, link } = server
    const context = await browser.newContext()
    const page = await context.newPage()
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
        outside.push(request.url())
    })
    await page.goto(link)
    expect(page.url()).not.toContain(new URL(link).search || 'nothing')
    await page.getByLabel('Your name').fill('Mira Holm')
    await page.getByLabel('E-mail').fill('mira@example.com')
    await page.getByRole('button', { name: 'Start' }).click()
    await treeItem(page, 'about.html').waitFor()

    await openFile(page, 'about.html')
    await typeAtEnd(page, '<!-- from the browser -->')
    await expectSaved(page)
    const path = '/northwind/harbour/about.html'
    await waitFor('the words in the service', async () =>
      (await stored(page, path))?.includes('from the browser')
    )
    expect((await versions(page, path)).length).toBeGreaterThan(0)
    await expectAccessible(page, 'the workbench in a browser')

    const second = await context.newPage()
    await second.goto(origin)
    await openFile(second, 'about.html')
    await typeAtEnd(second, '<!-- from the second tab -->')
    await expectEditorToContain(page, 'from the second tab')
    expect(outside).toEqual([])
    await context.close()
  })

  it('A5 the link works once, and without it a browser sees nothing of the content', async () => {
    server = await serveWorkspace(await folders.make('ws'))
    const first = await browser.newContext()
    const opened = await first.newPage()
    await opened.goto(server.link)
    await opened.getByLabel('Your name').waitFor()
    const second = await browser.newContext()
    const again = await second.newPage()
    await again.goto(server.link)
    expect((await second.request.get(`${server.origin}/list`)).status()).toBe(401)
    const plain = await second.newPage()
    await plain.goto(server.origin)
    await plain.getByText('open the one-time link').waitFor()
    await first.close()
    await second.close()
  })
})
