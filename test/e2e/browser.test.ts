import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { launchBrowser } from './support/browser'
import { preferSource } from './support/prefer-source'
import { without } from './support/capabilities'
import { root } from './support/app'
import { request, stored, versions } from './support/content'
import { expectKept } from './support/drafts'
import { temporaryFolders } from './support/folders'
import {
  expectEditorToContain,
  expectSaved,
  focusEditor,
  openFile,
  treeItem,
  typeAtEnd
} from './support/screen'
import { sizes } from './support/looks'
import { takeScreenshot } from './support/screens'
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
    await context.addInitScript(preferSource)
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
    await page.getByRole('button', { name: /is here too/ }).waitFor()
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+End')
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
    await again.getByRole('heading', { name: 'This link was used already' }).waitFor()
    await expectAccessible(again, 'the page of a link that was used')
    expect((await second.request.get(`${server.origin}/list`)).status()).toBe(401)
    const plain = await second.newPage()
    await plain.goto(server.origin)
    await plain.getByRole('heading', { name: 'Sign in with a link' }).waitFor()
    await first.close()
    await second.close()
  })

  it('A5 E1 when a session ends nothing typed is lost, and a new link goes on where the person was', async () => {
    const data = await folders.make('ws')
    server = await serveWorkspace(data)
    const context = await browser.newContext()
    await context.addInitScript(preferSource)
    const page = await context.newPage()
    await startIn(page, server.link)
    await openFile(page, 'about.html')
    await typeAtEnd(page, '<!-- before the end -->')
    await expectSaved(page)
    const notice = page.getByRole('alert', { name: 'Session' })
    // typed on through the moment in which it is told by itself
    const words = typedUntil(page, notice)
    await galley('session', 'end', '--data', data, '--all')
    const typed = await words
    await screenshot(page, 'session-over')
    await expectAccessible(page, 'the end of a session')
    await typeAtEnd(page, '<!-- and more -->')
    await notice.getByRole('button', { name: 'Sign in again…' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Link').waitFor()
    await screenshot(page, 'sign-in-again')
    await expectAccessible(page, 'the question for a new link')
    await page.keyboard.press('Escape')

    const path = '/northwind/harbour/about.html'
    const other = await context.newPage()
    await other.goto(await galley('link', '--data', data))
    await treeItem(other, 'about.html').waitFor()
    await expectSaved(page)
    await waitFor('all that was typed in the service', async () => {
      const text = (await stored(other, path)) ?? ''
      return ['before the end', typed, 'and more'].every((words) => text.includes(words))
    })
    await notice.waitFor({ state: 'detached' })

    // what is typed after it lies in a draft, which a tab of later takes up
    await galley('session', 'end', '--data', data, '--all')
    await notice.waitFor()
    await typeAtEnd(page, '<!-- kept in a draft -->')
    await expectKept(page, 'kept in a draft')
    await context.close()
  })

  it('A5 the owner lets somebody in, sees and ends the session; that person signs out, with rights of their own', async () => {
    const data = await folders.make('ws')
    server = await serveWorkspace(data)
    const context = await browser.newContext()
    const page = await context.newPage()
    await startIn(page, server.link)
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByText('This browser').waitFor()
    await page.getByLabel('E-mail').fill('maria@example.com')
    await page.getByLabel('Name (optional)').fill('Maria Lund')
    await page.getByLabel('Groups').fill('crew')
    await page.getByRole('button', { name: 'Make link' }).click()
    const link = (await page.getByText(/^http:.*\/session\//).textContent()) ?? ''
    await screenshot(page, 'people')
    await expectAccessible(page, 'the people in the settings')

    const theirs = await browser.newContext()
    const maria = await theirs.newPage()
    await maria.goto(link)
    await treeItem(maria, 'about.html').waitFor()
    await maria.getByRole('button', { name: /^Maria Lund/ }).click()
    await screenshot(maria, 'signed-in')
    await page.getByRole('cell', { name: /Maria Lund/ }).waitFor()
    const others = await browser.newContext()
    for (const [email, name] of manyPeople) {
      const whose = ['--email', email, ...(name === '' ? [] : ['--name', name]), '--groups', 'crew,office']
      const other = await others.newPage()
      await other.goto(await galley('link', '--data', data, ...whose))
      await treeItem(other, 'about.html').waitFor()
      await page.getByRole('button', { name: `End the session of ${email}` }).waitFor()
      // who opens the next link in the same browser is somebody else there
      await other.context().clearCookies()
    }
    expect(await page.getByRole('button', { name: /^End the session of / }).count()).toBe(
      2 + manyPeople.length
    )
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await screenshot(page, `people-several-${width}x${height}`)
    }
    await expectAccessible(page, 'several people in the settings')
    await others.close()
    expect((await request(maria, 'GET', '/app/tokens')).status).toBe(403)
    // the sample lets the crew read the site and write its journal
    const about = '/source/northwind/harbour/about.html'
    expect((await request(maria, 'PUT', about, { body: '<main>hers</main>' })).status).toBe(403)
    await maria.getByRole('menuitem', { name: 'Sign out' }).click()
    await maria.getByRole('heading', { name: 'Sign in with a link' }).waitFor()
    await screenshot(maria, 'signed-out')
    expect((await request(maria, 'GET', '/list')).status).toBe(401)
    await page.getByRole('cell', { name: /Maria Lund/ }).waitFor({ state: 'detached' })
    await context.close()
    await theirs.close()
  })
})

/** By e-mail; some say no name. */
const manyPeople = [
  ['jon@example.com', 'Jon'],
  ['a.very.long.address.of.somebody@department.of.harbours.example.com', ''],
  ['astrid@example.com', 'Astrid Margareta Lindqvist-Bergström of the northern office']
] as const

async function startIn(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill('Mira Holm')
  await page.getByLabel('E-mail').fill('mira@example.com')
  await page.getByRole('button', { name: 'Start' }).click()
  await treeItem(page, 'about.html').waitFor()
}

/** Types on in the editor, sign by sign, until something is seen, and a little longer. @returns what was typed */
async function typedUntil(page: Page, seen: Locator): Promise<string> {
  await typeAtEnd(page, '')
  let typed = ''
  for (let left = 20; left > 0; left -= (await seen.isVisible()) ? 1 : 0) {
    const sign = 'abcdefghijklmnopqrstuvwxyz'[typed.length % 26] ?? ''
    await page.keyboard.type(sign)
    typed += sign
  }
  return typed
}

/** In both themes, as the system asks for them. */
async function screenshot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await takeScreenshot(page, `browser-${name}-${colorScheme}`)
  }
}

/** What the command prints on its standard output. */
async function galley(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'out/main/cli.js'), ...args])
  return stdout.trim()
}
