import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunningApp } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const PAGE = '/harbour/web/home.html'
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Harbour</h1>
      <p class=late >The last one   at ten.</p>
      <div class="Cards_v2  wide">
        <div><div>Hooge</div><div>Houses</div></div>
      </div>
      <p>The end.</p>
    </div>
  </main>
  <footer></footer>
</body>
`
const copied = (name: string) => readFileSync(`test/unit/page/paste/fixtures/${name}.clipboard`, 'utf8')

async function open() {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, { [PAGE]: html })
  await openPage(running.page, 'home.html')
  return running
}

const putIntoClipboard = ({ app }: RunningApp, what: { html?: string; text?: string }) =>
  app.evaluate(({ clipboard }, data) => void Reflect.apply(clipboard.write, clipboard, [data]), what)

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

const holds = (page: Page, text: string) =>
  waitFor(`the file with ${text}`, async () =>
    (await stored(page, PAGE))?.replace(/>\s+</g, '><').includes(text)
  )

async function standBehind(page: Page, words: string): Promise<void> {
  await surface(page).getByText(words).first().click()
  await page.keyboard.press('End')
}

describe.skipIf(without.electron)('what is pasted into a page', () => {
  it('VE6 a document of Word is pasted as a page, can be had as text instead, and one step takes it back', async () => {
    const running = await open()
    const { page } = running
    await standBehind(page, 'The end.')
    await putIntoClipboard(running, {
      html: copied('word'),
      text: 'The winter timetable\n\nBefore you travel'
    })
    await page.keyboard.press('ControlOrMeta+v')
    await holds(
      page,
      '<ul><li>Luggage<ul><li>two bags</li><li>one <strong>bicycle</strong></li></ul></li><li>Tickets</li></ul>'
    )
    await holds(page, '<div class="cards wide dark-blue">')
    expect(await stored(page, PAGE)).toContain('<p class=late >The last one   at ten.</p>')
    const strip = page.getByRole('group', { name: 'What was pasted' })
    await strip.getByText('Pasted from Word.').waitFor()
    await look(running, [1280, 800], 'page-paste')
    await look(running, [800, 600], 'page-paste-small')
    await expectAccessible(page, 'what was pasted')
    await strip.getByRole('button', { name: 'As text instead' }).click()
    await holds(
      page,
      '<p>The end.</p><p>The winter timetable</p><p>Before you travel</p>'.replace(
        '</p><p>The winter',
        'The winter'
      )
    )
    expect(await stored(page, PAGE)).not.toContain('Luggage')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
  })

  it('VE6 as text nothing but the words is pasted', async () => {
    const running = await open()
    const { page } = running
    await standBehind(page, 'The end.')
    await putIntoClipboard(running, { html: '<h2>Bold <b>words</b></h2>', text: 'Bold words' })
    await page.keyboard.press('ControlOrMeta+Shift+v')
    await isStored(page, html.replace('The end.', 'The end.Bold words'))
    await page.keyboard.press('ControlOrMeta+v')
    await holds(page, 'Bold wordsBold <strong>words</strong>')
  })

  it('VE6 VE5 a block is copied as the table that others read, and pasted here as it was written', async () => {
    const running = await open()
    const { page } = running
    await surface(page).getByText('Hooge').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    const clipboard = await running.app.evaluate(({ clipboard }) =>
      String(Reflect.apply(Reflect.get(clipboard, 'readHTML'), clipboard, []))
    )
    expect(clipboard.replace(/\s+/g, ' ')).toMatch(
      /<td colspan="2">Cards_v2 \(wide\)<\/td>.*<td><p>Hooge<\/p><\/td><td><p>Houses<\/p><\/td>/
    )
    await standBehind(page, 'The end.')
    await page.keyboard.press('ControlOrMeta+v')
    const [block = ''] = /<div class="Cards[^]*?\n {6}<\/div>/.exec(html) ?? []
    await isStored(page, html.replace('<p>The end.</p>', `<p>The end.</p>\n      ${block}`))
  })

  it('VE6 words that are dragged here from elsewhere go where they fall, by the same rules', async () => {
    const { page } = await open()
    await surface(page)
      .getByText('The end.')
      .evaluate((element) => {
        const data = new DataTransfer()
        data.setData('text/html', '<p onclick="x()">dropped <b>words</b><script>x()</script></p>')
        data.setData('text/plain', 'dropped words')
        const range = document.createRange()
        range.selectNodeContents(element)
        const { right, top, height } = range.getBoundingClientRect()
        const at = { clientX: right - 1, clientY: top + height / 2 }
        element.dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, ...at })
        )
      })
    await isStored(page, html.replace('The end.', 'The end.dropped <strong>words</strong>'))
  })
})
