import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
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
  const running = await desk.launchFresh({ pages: 'page' })
  await prepareSite(running.page, { [PAGE]: html })
  await openPage(running.page, 'home.html')
  return running
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

interface Drawn {
  readonly colour: string
  readonly width: number
  readonly height: number
}

/** Drops pictures, drawn here, with real bytes on the words that are shown. */
async function drop(page: Page, words: string, ...files: readonly (Drawn & { name: string })[]) {
  await surface(page)
    .getByText(words)
    .first()
    .evaluate(async (element, files) => {
      const data = new DataTransfer()
      for (const { name, colour, width, height } of files) {
        const canvas = new OffscreenCanvas(width, height)
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        context.fillStyle = colour
        context.fillRect(0, 0, width, height)
        const type = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png'
        data.items.add(new File([await canvas.convertToBlob({ type })], name, { type }))
      }
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, top, height } = range.getBoundingClientRect()
      const at = { clientX: left + 1, clientY: top + height / 2, bubbles: true, cancelable: true }
      for (const kind of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { ...at, dataTransfer: data }))
    }, files)
}

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
})
