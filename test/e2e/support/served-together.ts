import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { root } from './app'
import { launchBrowser } from './browser'
import { request } from './content'
import { temporaryFolders } from './folders'
import { openLine, type Line } from './line'
import { tellWindows } from './on-failure'
import { page as surface, prepareSite, tree } from './screen'
import { serveWorkspace, type RunningServer } from './server'

/** A workspace at `galley serve` in which two people write, each in a browser of their own. */
export interface ServedTogether {
  /** A window of the owner, as who has just signed in has it. */
  mira(): Promise<Page>
  /** A window of somebody else, who may do what `setRights` has said. */
  lena(): Promise<Page>
  /** Between Lena’s browser, all its windows and workers, and the server; whole again after each test. */
  line(): Promise<Pick<Line, 'cut' | 'mend'>>
  /** What Lena may do from now on; null: nothing. @param page of Mira */
  setRights(page: Page, action: 'read' | 'write' | null): Promise<void>
  /** Shows what lies at the path. */
  goTo(page: Page, path: string): Promise<void>
  /** Shows the page, with the cursor behind the line “The end.”. */
  showEnd(page: Page, path: string): Promise<void>
}

/** What a browser has of somebody who is signed in. */
type SignedIn = BrowserContextOptions['storageState']

/**
 * To be called in a describe block. Its tests share one server and one browser, which are there from the first one on;
 * each has windows of its own, closed after it, and needs a site of its own.
 */
export function serveTogether(): ServedTogether {
  const folders = temporaryFolders()
  const pages: Page[] = []
  const signedIn = new Map<string, SignedIn>()
  let begun: Promise<{ browser: Browser; server: RunningServer; data: string; line: Line }> | null = null

  const begin = async () => {
    const [browser, data] = await Promise.all([launchBrowser(), folders.make('together')])
    const server = await serveWorkspace(data)
    return { browser, data, server, line: await openLine(server.origin) }
  }
  const there = () => (begun ??= begin())

  /** @param signIn how somebody signs in who never has, in a window that is empty */
  const windowOf = async (who: 'mira' | 'lena', signIn: (page: Page) => Promise<void>) => {
    const { browser, server, line } = await there()
    const storageState = signedIn.get(who)
    const context = await browser.newContext({
      ...(storageState !== undefined && { storageState }),
      // what a page or a browser is told of the network is not told to the worker that all windows share
      ...(who === 'lena' && { proxy: { server: line.origin } })
    })
    const page = await context.newPage()
    pages.push(page)
    if (storageState === undefined) {
      await signIn(page)
      signedIn.set(who, await context.storageState())
    } else await page.goto(server.origin)
    await tree(page).waitFor()
    return page
  }

  afterEach(async (context) => {
    await tellWindows(context, pages)
    ;(await begun)?.line.mend()
    const contexts = new Set<BrowserContext>(pages.splice(0).map((page) => page.context()))
    await Promise.all([...contexts].map((one) => one.close()))
  })
  afterAll(async () => {
    const all = await begun
    await all?.browser.close()
    await all?.line.close()
    await all?.server.stop()
    await folders.removeAll()
  })

  const goTo = async (page: Page, path: string) => {
    await page.goto(`${(await there()).server.origin}/#/edit${path}`)
  }
  return {
    goTo,
    mira: () =>
      windowOf('mira', async (page) => {
        await page.goto((await there()).server.link)
        await prepareSite(page, { '/harbour/first/home.html': '<p>The first page</p>' })
      }),
    lena: () =>
      windowOf('lena', async (page) => {
        await page.goto(await linkFor((await there()).data, 'lena@example.com', 'Lena Voss'))
      }),
    line: async () => (await there()).line,
    setRights: setRightsOfLena,
    async showEnd(page, path) {
      await goTo(page, path)
      await surface(page).getByText('The end.').click()
      await page.keyboard.press('End')
    }
  }
}

/** A link with which somebody signs in. */
async function linkFor(data: string, email: string, name: string): Promise<string> {
  const cli = [join(root, 'out/main/cli.js'), 'link', '--data', data, '--email', email, '--name', name]
  return (await promisify(execFile)(process.execPath, cli)).stdout.trim()
}

/** A page of two lines below a title, the last of which is “The end.”. */
export const ferries =
  '<body>\n<main>\n<div>\n<h1>Ferries</h1>\n<p>The first ferry leaves at six.</p>\n<p>The end.</p>\n</div>\n</main>\n</body>\n'

/** Says what Lena may do at the server; Mira may do everything. Null: nothing is said of Lena. */
export async function setRightsOfLena(page: Page, action: 'read' | 'write' | null): Promise<void> {
  const rows = [
    { path: '/+**', actions: 'write', groups: 'mira@example.com' },
    { path: 'CONFIG', actions: 'write', groups: 'mira@example.com' },
    ...(action ? [{ path: '/+**', actions: action, groups: 'lena@example.com' }] : [])
  ]
  const config = {
    ':names': ['permissions'],
    ':type': 'multi-sheet',
    permissions: { total: rows.length, data: rows }
  }
  const { status } = await request(page, 'POST', '/config/harbour', {
    body: `--part\r\nContent-Disposition: form-data; name="config"\r\n\r\n${JSON.stringify(config)}\r\n--part--\r\n`,
    headers: { 'Content-Type': 'multipart/form-data; boundary=part' }
  })
  expect([200, 201]).toContain(status)
}
