import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunningApp } from './support/app'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { editorText, openFile, startWithSample } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/northwind/harbour'
const page = (words: string) => `<body><main><div><p>${words}</p></div></main></body>`

async function idOf(app: RunningApp, path: string): Promise<string | undefined> {
  const { headers } = await request(app.page, 'HEAD', `/source${path}`)
  return headers['x-galley-id']
}

async function move(app: RunningApp, from: string, to: string): Promise<void> {
  const { status } = await request(app.page, 'POST', `/move${from}`, {
    body: new URLSearchParams({ destination: to }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' }
  })
  expect(status).toBe(204)
}

describe.skipIf(without.electron)('points in time', () => {
  it('E4 M1 M2 M3 a site is brought back to yesterday, with its ids, and that is undone as one', async () => {
    const app = await desk.launch({ userData: await desk.make('user') })
    await app.page.emulateMedia({ colorScheme: null })
    await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
    await startWithSample(app.page, join(await desk.make('parent'), 'My Content'))
    const winter = `${site}/offers/winter-pass.html`
    const summer = `${site}/offers/summer-ferry.html`
    const before = {
      index: await stored(app.page, `${site}/index.html`),
      summer: await stored(app.page, summer),
      id: await idOf(app, winter)
    }
    expect(before.index && before.summer && before.id).toBeTruthy()

    await openFile(app.page, 'index.html')
    await put(app.page, `${site}/index.html`, page('A front page that nobody wanted'))
    await put(app.page, summer, page('Half price, for ever'))
    await put(app.page, `${site}/made-today.html`, page('Made today'))
    expect((await request(app.page, 'DELETE', `/source${site}/offers`)).status).toBe(204)
    await move(app, `${site}/places`, `${site}/sights`)

    await chooseFromPalette(app.page, 'Go back to a moment…')
    const changed = app.page.getByRole('region', { name: 'Changed files' })
    await changed.getByText('made-today.html').waitFor()
    await changed.getByText('offers/winter-pass.html').waitFor()
    await app.page.getByLabel('Put the file made since into the trash').check()
    await expectAccessibleInBothThemes(app.page, 'a moment', 'moment')
    await app.page.getByRole('button', { name: /^Bring back \d+ files$/ }).click()
    const undo = app.page.getByRole('main').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await app.page.getByText('Everything is as it was then').waitFor()
    await expectAccessible(app.page, 'back at a moment')

    expect(await stored(app.page, `${site}/index.html`)).toBe(before.index)
    expect(await stored(app.page, summer)).toBe(before.summer)
    expect(await idOf(app, winter)).toBe(before.id)
    expect(await stored(app.page, `${site}/made-today.html`)).toBeNull()
    expect((await request(app.page, 'GET', `/list${site}/sights?missing=refuse`)).status).toBe(404)
    expect((await request(app.page, 'GET', `/list${site}/places`)).status).toBe(200)
    await app.page.getByRole('tab', { name: 'index', exact: true }).click()
    await waitFor('the open page', async () => (await editorText(app.page)).includes('Four islands'))

    await app.page.getByRole('tab', { name: /then and now/ }).click()
    await undo.click()
    await app.page.getByText('made-today.html').first().waitFor()
    expect(await stored(app.page, `${site}/index.html`)).toContain('nobody wanted')
    expect((await request(app.page, 'GET', `/list${site}/offers?missing=refuse`)).status).toBe(404)
    expect((await request(app.page, 'GET', `/list${site}/sights`)).status).toBe(200)
    // the requests above that ask for what is gone are told in the console
    expect(app.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  })
})
