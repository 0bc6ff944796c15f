import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startProxy, type HttpsProxy } from '../support/https-proxy'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { temporaryFolders } from './support/folders'
import { chooseFromPalette } from './support/palette'
import { preferSource } from './support/prefer-source'
import {
  editor,
  expectEditorToContain,
  expectSaved,
  focusEditor,
  openFile,
  tree,
  treeItem,
  typeAtEnd
} from './support/screen'
import { takeScreenshot } from './support/screens'
import { serveWorkspace, type RunningServer } from './support/server'
import { awaitedLater, waitFor } from './support/wait'

const folders = temporaryFolders()
const basePath = '/team/galley'
/** Each step has a limit of its own; a window that comes through another process needs more time. */
const patient = { timeout: 600_000 }

describe.skipIf(without.chromium)('the interface below a base path', () => {
  let browser: Browser
  let proxy: HttpsProxy
  let server: RunningServer | undefined
  let inside = 0
  let base = ''

  beforeAll(async () => {
    browser = await launchBrowser()
    proxy = await startProxy({ to: () => inside, basePath, strips: true })
    base = `https://localhost:${proxy.port}${basePath}`
  })
  afterEach(async () => {
    await server?.stop()
    await folders.removeAll()
  })
  afterAll(async () => {
    await proxy.close()
    await browser.close()
  })

  async function serve(): Promise<RunningServer> {
    server = await serveWorkspace(await folders.make('ws'), 0, [
      '--origin',
      base,
      '--trusted-proxies',
      '127.0.0.1'
    ])
    inside = Number(new URL(server.origin).port)
    return server
  }

  /** Whatever a window of this context asks that is not below the base path, or is not answered. */
  function watch(context: BrowserContext): { readonly outside: string[]; readonly failed: string[] } {
    // through another process each way takes longer
    context.setDefaultTimeout(90_000)
    const outside: string[] = []
    const failed: string[] = []
    context.on('request', (asked) => {
      const url = asked.url()
      if (!url.startsWith(`${base}/`) && !/^(data|blob|about):/.test(url)) outside.push(url)
    })
    context.on('response', (answer) => {
      if (answer.status() >= 400)
        failed.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
    })
    context.on('weberror', (error) => failed.push(String(error.error())))
    context.on('console', (message) => {
      if (message.type() === 'error') failed.push(message.text())
    })
    return { outside, failed }
  }

  it(
    'OP5 signs in, edits, saves, hears of changes, shows pictures and comes back after a reload',
    patient,
    async () => {
      const { link } = await serve()
      const context = await browser.newContext({ ignoreHTTPSErrors: true })
      await context.addInitScript(preferSource)
      const seen = watch(context)
      const page = await context.newPage()
      await start(page, link)
      expect(page.url().startsWith(`${base}/`)).toBe(true)

      await openFile(page, 'about.html')
      await typeAtEnd(page, '<!-- through the proxy -->')
      await expectSaved(page)
      await waitFor('the words in the service', async () =>
        (await stored(page, '/northwind/harbour/about.html'))?.includes('through the proxy')
      )
      await takeScreenshot(page, 'behind-proxy-edited')

      // two tabs hear of each other
      const second = await context.newPage()
      await second.goto(`${base}/`)
      await openFile(second, 'about.html')
      await typeAtEnd(second, '<!-- from the second tab -->')
      await page.getByRole('button', { name: /is here too/ }).waitFor()
      await focusEditor(page)
      await page.keyboard.press('ControlOrMeta+End')
      await expectEditorToContain(page, 'from the second tab')
      await second.close()

      await page.reload()
      await tree(page).waitFor()
      await editor(page).waitFor()
      await takeScreenshot(page, 'behind-proxy-reloaded')
      await waitFor('the workers of the editor', () => Promise.resolve(page.workers().length > 0))
      expect(
        page
          .workers()
          .map((worker) => worker.url())
          .filter((url) => !url.startsWith(`${base}/`))
      ).toEqual([])
      expect(seen).toEqual({ outside: [], failed: [] })
      await context.close()
    }
  )

  it(
    'OP5 shows pictures, a PDF, pages and the published site with their pictures, and signs out',
    patient,
    async () => {
      const { link } = await serve()
      const context = await browser.newContext({ ignoreHTTPSErrors: true })
      const seen = watch(context)
      const page = await context.newPage()
      await start(page, link)
      await treeItem(page, 'index.html').dblclick()
      await page.getByRole('textbox', { name: 'Page index.html', exact: true }).waitFor()
      await expectPictures(page, page.locator('#editor-area img:visible'))
      await takeScreenshot(page, 'behind-proxy-page')

      await treeItem(page, 'media').click()
      await treeItem(page, 'harbour-dawn.jpg').dblclick()
      await expectPictures(page, page.getByRole('img', { name: 'harbour-dawn.jpg' }))
      await treeItem(page, 'timetable-summer.pdf').dblclick()
      await page
        .getByRole('region', { name: 'Pages of timetable-summer.pdf' })
        .locator('canvas')
        .first()
        .waitFor()

      for (const name of ['media/harbour-dawn.jpg', 'media/lund-beach.jpg', 'media/holm-winter.jpg', ''])
        expect((await request(page, 'POST', `/publish/live/northwind/harbour/main/${name}`)).status).toBe(200)
      await chooseFromPalette(page, 'Open the live site in a tab')
      const site = page.frameLocator('iframe[title^="Northwind"], #editor-area iframe')
      await site.getByRole('heading').first().waitFor()
      await takeScreenshot(page, 'behind-proxy-site')
      await expectPictures(page, site.locator('img[src*="media"], img').first())

      const popup = awaitedLater(page.waitForEvent('popup'))
      await page.getByRole('button', { name: 'Open in a new tab' }).click()
      const opened = await popup
      await opened.getByRole('heading').first().waitFor()
      expect(opened.url()).toBe(`${base}/sites/live/northwind/harbour/`)
      await expectPictures(opened, opened.locator('img').first())
      await opened.close()

      await chooseFromPalette(page, 'API description')
      await page
        .frameLocator('iframe[title="API description"], [role=dialog] iframe')
        .getByRole('heading')
        .first()
        .waitFor()
      await takeScreenshot(page, 'behind-proxy-api')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: /^Mira Holm/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor()
      expect(page.url()).toBe(`${base}/`)
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('page-key')))
      ).toEqual([])
      await takeScreenshot(page, 'behind-proxy-signed-out')
      expect(seen.outside).toEqual([])
      await context.close()
    }
  )

  async function start(page: Page, link: string): Promise<void> {
    await page.goto(link)
    await page.getByLabel('Your name').fill('Mira Holm')
    await page.getByLabel('E-mail').fill('mira@example.com')
    await page.getByRole('button', { name: 'Start' }).click()
    await treeItem(page, 'about.html').waitFor()
  }
})

/** Waits until each of them is there with its own width. */
async function expectPictures(page: Page, pictures: Locator): Promise<void> {
  await pictures.first().waitFor()
  await waitFor('the pictures', () =>
    pictures.evaluateAll((all) =>
      all.every((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0)
    )
  )
}
