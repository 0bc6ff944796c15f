import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hostileHtml } from '../support/hostile-html'
import { without } from './support/capabilities'
import { put, request } from './support/content'
import { openDesk, type FreshApp } from './support/desk'
import { listeningPost, type ListeningPost } from './support/listening-post'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
/** A name with a sign that turns the direction of what follows. */
const bidi = 'exe.\u202egpj.html'

let post: ListeningPost
beforeAll(async () => {
  post = await listeningPost()
})
afterAll(() => post.close())
afterEach(() => {
  expect(post.asked).toEqual([])
})

/** Nothing of a stranger ran, nothing was opened, the window is where it was. */
async function expectUntouched({ app, page }: FreshApp): Promise<void> {
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
  expect(app.windows()).toHaveLength(1)
  expect(page.url()).toMatch(/^galley:\/\/app\/(#.*)?$/)
  expect(post.asked).toEqual([])
}

async function show(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `#/edit${to}`
  }, encodeURI(path))
}

describe.skipIf(without.electron)('hostile content in a window', () => {
  it('E5 E6 E10 E12 runs nothing, asks nobody, and goes nowhere', async () => {
    const running = await desk.launchFresh()
    const { app, page } = running
    // what is nested without end is refused as a whole
    const pieces = hostileHtml(post.origin).filter(([name]) => !name.startsWith('a deep nest'))
    await prepareSite(page, { [`${site}/home.html`]: '<main><div><p>home</p></div></main>' })
    // documents, as their preview shows them
    await page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name: 'Preview' }).click()
    for (let at = 0; at < pieces.length; at += 8) {
      const some = pieces.slice(at, at + 8)
      const path = `${site}/hostile-${at}.html`
      await put(page, path, `<body>${some.map(([, html]) => html).join('')}<p>the end</p></body>`)
      await show(page, path)
      const frame = page.locator(`iframe[title="Preview of hostile-${at}.html"]`)
      await waitFor('the preview', async () => (await frame.count()) === 1)
      await frame.contentFrame().locator('body').waitFor()
      expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin')
    }
    await put(page, `${site}/deep.html`, `<main>${'<div>'.repeat(600)}</main>`)
    await show(page, `${site}/deep.html`)
    await page.getByText('This page cannot be shown as its readers see it').waitFor()
    await expectUntouched(running)
    // a base is refused where documents are taken apart, and pictures that are named in them do not exist
    const said = running.complaints.filter((one) => !/base URI|status of 404/.test(one))
    expect(said).toEqual([])

    // names of files that are saved
    const saved = await app.evaluate(
      ({ session, BrowserWindow }, name) =>
        new Promise<string>((resolve) => {
          session.defaultSession.once('will-download', (event, item) => {
            event.preventDefault()
            resolve(item.getFilename())
          })
          void BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            `{ const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = ${JSON.stringify(name)}; a.click() }`
          )
        }),
      bidi
    )
    expect(saved).not.toMatch(/\u202e/)

    await expectUntouched(running)
    expect((await request(page, 'GET', '/list')).status).toBe(200)
  })
})
