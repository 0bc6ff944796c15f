import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { temporaryFolders } from './support/folders'
import { chooseFromPalette } from './support/palette'
import { preferSource } from './support/prefer-source'
import { expectSaved, openFile, treeItem, typeAtEnd } from './support/screen'
import { serveWorkspace, type RunningServer } from './support/server'
import { waitFor } from './support/wait'

const folders = temporaryFolders()

describe.skipIf(without.chromium)('a service on another machine, without TLS', () => {
  let browser: Browser
  let server: RunningServer | undefined

  beforeAll(async () => {
    // a name that is not this machine's own: what comes from there is no secure context
    browser = await launchBrowser(['--host-resolver-rules=MAP galley.test 127.0.0.1'])
  })
  afterEach(async () => {
    await server?.stop()
    await folders.removeAll()
  })
  afterAll(() => browser.close())

  it('A5 E1 is written in as anywhere: what such a browser does not give the page, Galley does without', async () => {
    const port = await freePort()
    server = await serveWorkspace(await folders.make('ws'), port, [
      '--trust',
      '--origin',
      `http://galley.test:${port}`
    ])
    const context = await browser.newContext()
    await context.addInitScript(preferSource)
    // and what Safari has never given
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'requestIdleCallback')
      Reflect.deleteProperty(window, 'cancelIdleCallback')
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(server.link)
    expect(await page.evaluate(() => isSecureContext || 'locks' in navigator)).toBe(false)
    await page.getByLabel('Your name').fill('Mira Holm')
    await page.getByLabel('E-mail').fill('mira@example.com')
    await page.getByRole('button', { name: 'Start' }).click()
    await treeItem(page, 'about.html').waitFor()
    await openFile(page, 'about.html')
    await typeAtEnd(page, '<!-- without TLS -->')
    await expectSaved(page)
    await waitFor('the words in the service', async () =>
      (await stored(page, '/northwind/harbour/about.html'))?.includes('without TLS')
    )
    await chooseFromPalette(page, 'Copy link')
    await page.getByText('Link copied.').waitFor()

    // the words of a window that is alive are not taken by another one
    await server.kill()
    await typeAtEnd(page, '<!-- while it was away -->')
    await waitFor('the mark of a living window', () =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('galley-alive-')))
    )
    expect(errors).toEqual([])
    await context.close()
  })
})

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}
