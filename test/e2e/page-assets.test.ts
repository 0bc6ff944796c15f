import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { expectSaved, openPage, page as surface, prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const source = (name: string, words = 'The first ferry leaves at six.') => `<body>
  <header></header>
  <main>
    <div>
      <h1>Harbour</h1>
      <p>${words}</p>
      <p><img src="./.${name}/a.svg" alt="A"></p>
      <p><img src="/.${name}/a.svg" alt="A"></p>
    </div>
  </main>
  <footer></footer>
</body>
`
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'

async function open() {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, { [`${site}/home.html`]: source('home') })
  await put(running.page, `${site}/.home/a.svg`, picture)
  await openPage(running.page, 'home.html')
  return running
}

describe.skipIf(without.electron)('a page with pictures of its own', () => {
  it('VE10 is renamed while it is open: it goes on where it is, and its pictures show, and “Undo” brings all back', async () => {
    const { page } = await open()
    await surface(page).getByText('The first ferry').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Daily.')
    await expectSaved(page)
    await treeItem(page, 'home.html').click()
    await page.keyboard.press('F2')
    const field = page.getByRole('textbox', { name: 'New name of home.html' })
    await field.fill('pier.html')
    await field.press('Enter')
    await page.getByRole('textbox', { name: 'Page pier.html', exact: true }).waitFor()
    const words = 'The first ferry leaves at six. Daily.'
    await waitFor(
      'the page under its new name',
      async () => (await stored(page, `${site}/pier.html`)) === source('pier', words)
    )
    expect(await stored(page, `${site}/.pier/a.svg`)).toBe(picture)
    expect(await stored(page, `${site}/.home/a.svg`)).toBeNull()
    await surface(page).getByText('Daily').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Also on Sunday.')
    await waitFor(
      'what was typed since',
      async () => (await stored(page, `${site}/pier.html`)) === source('pier', `${words} Also on Sunday.`)
    )
    expect(await stored(page, `${site}/home.html`)).toBeNull()
    await waitFor('both pictures to be drawn', () =>
      surface(page)
        .locator('.pe-image img')
        .evaluateAll(
          (all) => all.length === 2 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0)
        )
    )
    await page.getByRole('alert').filter({ hasText: 'Renamed' }).getByRole('button', { name: 'Undo' }).click()
    await waitFor(
      'the page under its name of before',
      async () => (await stored(page, `${site}/home.html`)) === source('home', `${words} Also on Sunday.`)
    )
    expect(await stored(page, `${site}/.home/a.svg`)).toBe(picture)
  })

  it('VE10 E1 is moved by another program while somebody types: no word is lost, and the addresses are those of now', async () => {
    const { page } = await open()
    await surface(page).getByText('The first ferry').click()
    await page.keyboard.press('End')
    const typing = page.keyboard.type(' One two three four five six seven eight nine ten.', { delay: 25 })
    const body = 'destination=%2Fharbour%2Fweb%2Fnews%2Fferry.html'
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await request(page, 'POST', `/move${site}/home.html`, { body, headers })
    expect(answer.status).toBe(204)
    await typing
    const expected = source(
      'ferry',
      'The first ferry leaves at six. One two three four five six seven eight nine ten.'
    ).replace('"/.ferry', '"/news/.ferry')
    await waitFor(
      'all words at the new place',
      async () => (await stored(page, `${site}/news/ferry.html`)) === expected
    ).catch(async () => expect(await stored(page, `${site}/news/ferry.html`)).toBe(expected))
    expect(await stored(page, `${site}/home.html`)).toBeNull()
    expect(await stored(page, `${site}/news/.ferry/a.svg`)).toBe(picture)
  })
})
