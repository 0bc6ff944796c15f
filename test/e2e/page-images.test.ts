import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseFromMenu, type RunningApp } from './support/app'
import { expectAccessible, expectNoViolations } from './support/axe'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { bringPictures as bring, type Drawn } from './support/bring-pictures'
import { chooseFromPalette } from './support/palette'
import { editorOf, expectSaved, openPage, page as surface, prepareSite, treeItem } from './support/screen'
import { awaitedLater, waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const PAGE = `${site}/home.html`
const FOLDER = `${site}/.home`
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Harbour</h1>
      <p>The first ferry leaves at six.</p>
      <p class=late >The last one   at ten.</p>
    </div>
  </main>
  <footer></footer>
</body>
`

async function open() {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, { [PAGE]: html })
  await openPage(running.page, 'home.html')
  return running
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

const drop = (page: Page, words: string, ...files: readonly Drawn[]) => bring(page, 'drop', words, ...files)

/** What happens to files on their way into a folder of pictures: they wait, are refused, or pass. */
const uploads = ({ app }: RunningApp, now: 'wait' | 'refuse' | 'pass') =>
  app.evaluate(({ app: desktop, session }, now) => {
    // what waits is let go by an event of the app, so that nothing is kept where the next test would see it
    if (now === 'pass') desktop.emit('test-let-pass')
    session.defaultSession.webRequest.onBeforeSendHeaders(({ method, url }, decide) => {
      const isPicture = method === 'PUT' && /\/\.[^/]+\/[^/]+$/.test(url)
      if (!isPicture || now === 'pass') decide({})
      else if (now === 'refuse') decide({ cancel: true })
      else desktop.once('test-let-pass' as 'activate', () => decide({}))
    })
  }, now)

const pier = { name: 'The Pier (1).PNG', colour: 'teal', width: 60, height: 40 } as const

const filesThere = async (page: Page): Promise<string[]> => {
  const { text, status } = await request(page, 'GET', `/list${FOLDER}`)
  if (status === 404) return []
  return (JSON.parse(text) as { path: string }[]).map(({ path }) => path.slice(FOLDER.length + 1))
}

describe.skipIf(without.electron)('pictures in a page', () => {
  it('VE11 VE10 a dropped file goes into the folder of the page, the same bytes once, and is one step to undo', async () => {
    const running = await open()
    const { page } = running
    await drop(page, 'The first ferry', pier)
    const once = html.replace('<p>The first', '<p><img src="./.home/the-pier-1.png">The first')
    await isStored(page, once)
    await page.getByRole('textbox', { name: 'What it shows' }).waitFor()
    await look(running, [1280, 800], 'page-picture')
    await look(running, [800, 600], 'page-picture')
    await drop(page, 'Harbour', { ...pier, name: 'other name.png' })
    const twice = once.replace('<h1>', '<h1><img src="./.home/the-pier-1.png">')
    await isStored(page, twice)
    expect(await filesThere(page)).toEqual(['the-pier-1.png'])
    await drop(page, 'at ten', { ...pier, colour: 'red' })
    await waitFor('another name for other bytes', async () => (await filesThere(page)).length === 2)
    expect(await filesThere(page)).toEqual(['the-pier-1-2.png', 'the-pier-1.png'])
    await waitFor('the third picture', async () => (await stored(page, PAGE))?.includes('the-pier-1-2.png'))
    for (const text of [twice, once, html]) {
      await surface(page).press('ControlOrMeta+z')
      await isStored(page, text)
    }
  })

  it('VE11 an upload that fails leaves no trace in the page, and stays with a way to try again', async () => {
    const running = await open()
    const { page } = running
    await uploads(running, 'refuse')
    await drop(page, 'The first ferry', pier)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await look(running, [1280, 800], 'page-picture-failed')
    await surface(page).getByText('The last one').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Late.')
    const typed = html.replace('at ten.', 'at ten. Late.')
    await isStored(page, typed)
    await expectAccessible(page, 'a picture that could not be uploaded')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
    await chooseFromPalette(page, 'Remove pictures that could not be uploaded')
    await page.locator('.pe-waiting').waitFor({ state: 'detached' })
    expect(await stored(page, PAGE)).toBe(html)
    expect(await filesThere(page)).toEqual([])

    await drop(page, 'The first ferry', pier)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await uploads(running, 'pass')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isStored(page, html.replace('<p>The first', '<p><img src="./.home/the-pier-1.png">The first'))
    await page.locator('.pe-waiting').waitFor({ state: 'detached' })
  })

  it('VE11 while it is on its way its place goes along, through edits, a visit to the source and a new name of the page', async () => {
    const running = await open()
    const { page } = running
    await uploads(running, 'wait')
    await drop(page, 'The first ferry', pier)
    await page.locator('.pe-waiting').waitFor()
    await surface(page).getByRole('heading').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('New words')
    const typed = html.replace('</h1>', '</h1>\n      <p>New words</p>')
    await isStored(page, typed)
    await page.keyboard.press('ControlOrMeta+Shift+s')
    await editorOf(page, 'home.html').waitFor()
    await uploads(running, 'pass')
    await waitFor('the file', async () => (await filesThere(page)).length === 1)
    expect(await stored(page, PAGE)).toBe(typed)
    await page.keyboard.press('ControlOrMeta+Shift+s')
    await isStored(page, typed.replace('<p>The first', '<p><img src="./.home/the-pier-1.png">The first'))

    await uploads(running, 'wait')
    await drop(page, 'The last one', { ...pier, colour: 'red', name: 'quay.png' })
    await page.locator('.pe-waiting').waitFor()
    const form = new URLSearchParams({ destination: `${site}/pier.html` }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await request(page, 'POST', `/move${PAGE}`, { body: form, headers })).status).toBe(204)
    await page.getByRole('toolbar', { name: 'Document' }).getByText('pier.html').waitFor()
    await uploads(running, 'pass')
    await waitFor('the picture under the new name', async () =>
      (await stored(page, `${site}/pier.html`))?.includes(
        '<p class=late ><img src="./.pier/quay.png">The last'
      )
    )
    expect((await request(page, 'HEAD', `/source${site}/.pier/quay.png`)).status).toBe(200)
    expect((await request(page, 'HEAD', `/source${site}/.home/quay.png`)).status).toBe(404)
  })

  it('VE11 one that is cancelled, or whose page is closed meanwhile, leaves the page as it is', async () => {
    const running = await open()
    const { page } = running
    await uploads(running, 'wait')
    await drop(page, 'The first ferry', pier)
    await page.locator('.pe-waiting').getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.pe-waiting').waitFor({ state: 'detached' })
    await drop(page, 'The first ferry', pier)
    await page.locator('.pe-waiting').waitFor()
    await page.keyboard.press('ControlOrMeta+w')
    await surface(page).waitFor({ state: 'detached' })
    await uploads(running, 'pass')
    await waitFor('the file', async () => (await filesThere(page)).length === 1)
    expect(await stored(page, PAGE)).toBe(html)
    // who comes back before it is given up finds it
    await openPage(page, 'home.html')
    await isStored(page, html.replace('<p>The first', '<p><img src="./.home/the-pier-1.png">The first'))
  })

  it('VE11 VE7 a picture of the site is found, chosen, described, given a focal point, replaced and removed by keyboard', async () => {
    const running = await open()
    const { page } = running
    for (const name of ['media/boats/sloop.svg', 'media/quay.svg'])
      await request(page, 'PUT', `/source${site}/${name}`, {
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#357"/></svg>',
        headers: { 'Content-Type': 'image/svg+xml' }
      })
    await surface(page).getByText('The last one').click()
    await page.keyboard.press('End')
    await chooseFromPalette(page, 'Insert picture…')
    const search = page.getByRole('textbox', { name: 'Search the pictures of this site' })
    await search.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: /sloop\.svg/ }).waitFor()
    await look(running, [1280, 800], 'page-picture-dialog')
    await look(running, [800, 600], 'page-picture-dialog')
    await expectAccessible(page, 'the dialog of pictures')
    await page.keyboard.type('boats')
    await page.getByRole('button', { name: /quay\.svg/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('button', { name: /sloop\.svg/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Enter')
    const line = '<p class=late >The last one   at ten.'
    const withPicture = (picture: string) => html.replace(line, `${line}${picture}`)
    await isStored(page, withPicture('<img src="/media/boats/sloop.svg">'))

    await waitFor('the keyboard in the page', () =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
    )
    // the caret stands behind it
    await page.keyboard.press('ArrowLeft')
    await page.locator('.pe-image.ProseMirror-selectednode').waitFor()
    await page.keyboard.press('Enter')
    const alt = page.getByRole('textbox', { name: 'What it shows' })
    await alt.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('A sloop')
    await expectNoViolations(page, 'the bar of a picture')
    await page.keyboard.press('Enter')
    await isStored(page, withPicture('<img src="/media/boats/sloop.svg" alt="A sloop">'))
    await chooseFromMenu(running, 'page.image-focal')
    const point = page.getByRole('button', { name: /^Focal point: 50 %/ })
    await point.and(page.locator(':focus')).waitFor()
    await look(running, [1280, 800], 'page-picture-focal')
    await expectAccessible(page, 'the dialog of a focal point')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Set', exact: true }).press('Enter')
    const focal = ' data-focal-x="40" data-focal-y="49"'
    await isStored(page, withPicture(`<img src="/media/boats/sloop.svg" alt="A sloop"${focal}>`))
    await chooseFromMenu(running, 'page.replace-image')
    await page.getByRole('button', { name: /quay\.svg/ }).click()
    const last = withPicture(`<img src="/media/quay.svg" alt="A sloop"${focal}>`)
    await isStored(page, last)
    await chooseFromMenu(running, 'page.remove-image')
    await isStored(page, html)
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, last)
    for (let step = 0; step < 4; step++) await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
  })

  it('VE11 a large photo is offered smaller, several come in their order, and what is no picture is told of', async () => {
    const running = await open()
    const { page } = running
    await bring(
      page,
      'paste',
      'The first ferry',
      { name: 'big.jpg', colour: 'navy', width: 3200, height: 1600 },
      { name: 'small.png', colour: 'green', width: 40, height: 40 },
      { name: 'notes.txt', colour: 'red', width: 4, height: 4 }
    )
    await page.getByText('notes.txt is no picture that pages can show').waitFor()
    await page.getByText('big.jpg: 3,200 × 1,600 dots').waitFor()
    await look(running, [1280, 800], 'page-picture-large')
    await expectAccessible(page, 'the offer of a smaller picture')
    await page.keyboard.press('Enter')
    await waitFor('both pictures', async () =>
      /<img src="\.\/\.home\/big\.jpg"><img src="\.\/\.home\/small\.png">/.test(
        (await stored(page, PAGE)) ?? ''
      )
    )
    const width = await page.evaluate(async (address) => {
      const answer = await fetch(address)
      return (await createImageBitmap(await answer.blob())).width
    }, `/source${FOLDER}/big.jpg`)
    expect(width).toBe(2560)
    await expectSaved(page)
  })

  it('VE11 an entry of the tree is dropped as the file that it is, and a file dialog gives others', async () => {
    const { page } = await open()
    await request(page, 'PUT', `/source${site}/quay.svg`, {
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"/>',
      headers: { 'Content-Type': 'image/svg+xml' }
    })
    await treeItem(page, 'quay.svg').waitFor()
    await treeItem(page, 'quay.svg').dragTo(surface(page).getByText('The last one'), {
      targetPosition: { x: 2, y: 10 }
    })
    const dropped = html.replace('>The last', '><img src="/quay.svg">The last')
    await isStored(page, dropped)
    const choosing = awaitedLater(page.waitForEvent('filechooser'))
    await surface(page).getByRole('heading').click()
    await page.keyboard.press('End')
    await chooseFromPalette(page, 'Insert pictures from this computer…')
    await (
      await choosing
    ).setFiles({
      name: 'Plan B.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    })
    await isStored(page, dropped.replace('</h1>', '<img src="./.home/plan-b.svg"></h1>'))
  })
})
