import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { burst, key, letters } from './support/keys'
import { look } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Offer</h1>
      <p class=late >Write   here.</p>
      <div class="metadata"><div><div>template</div><div>offer</div></div></div>
    </div>
  </main>
  <footer></footer>
</body>
`

describe.skipIf(without.electron)('templates of pages', () => {
  it('VE17 E15 a page becomes a template, with what was typed last, and another page begins as it', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, { [`${site}/offer.html`]: html, [`${site}/summer.html`]: html })
    await chooseFromPalette(page, 'New page from a template…')
    await page.getByText('This site has no templates yet.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()

    await openPage(page, 'offer.html')
    await surface(page).getByText('Write').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Soon.')
    await chooseFromPalette(page, 'Duplicate as template')
    await page.getByText('“offer.html” is a template now').first().waitFor()
    const made = html.replace('here.', 'here. Soon.')
    await waitFor('the template', async () => (await stored(page, `${site}/templates/offer.html`)) === made)

    await chooseFromPalette(page, 'New page from a template…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Template').waitFor()
    await look(running, [1280, 800], 'new-from-template')
    await expectAccessible(page, 'a page from a template')
    await dialog.getByRole('button', { name: 'Create page' }).click()
    await dialog.getByText('Type a name.').waitFor()
    await dialog.getByLabel('Name').fill('summer')
    await page.keyboard.press('Enter')
    await dialog.getByText('“summer.html” is already here.').waitFor()
    await dialog.getByLabel('Name').fill('autumn')
    // what is typed on at once is in the new page
    await burst(page, [key('Enter'), ...letters('Now: ')])
    await surface(page).getByText('Write').waitFor()
    const written = made.replace('<h1>Offer', '<h1>Now: Offer')
    await waitFor('the new page', async () => (await stored(page, `${site}/autumn.html`)) === written)
    expect(await stored(page, `${site}/summer.html`)).toBe(html)
  })
})
