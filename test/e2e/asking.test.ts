import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { chooseFromPalette } from './support/palette'
import { expectSaved, page as surface } from './support/screen'
import { ferries, serveTogether } from './support/served-together'
import { waitFor } from './support/wait'

describe.skipIf(without.chromium)('asking for access at galley serve', () => {
  const served = serveTogether()

  const asks = (page: Page) => page.getByRole('button', { name: 'Ask for access…' })
  const dialog = (page: Page) => page.getByRole('dialog')
  const notice = (page: Page) => page.getByRole('status', { name: 'Requests for access' })

  /** She may read and write in another organization alone. */
  async function lenaWithoutRights(mira: Page) {
    await put(mira, '/meadow/open/home.html', ferries)
    await served.setRights(mira, null)
    return served.lena()
  }

  async function ask(page: Page, words: string) {
    await asks(page).click()
    const field = dialog(page).getByRole('textbox', { name: 'Message, if you like' })
    await field.fill(words)
    await dialog(page).getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('You have asked to').waitFor()
  }

  it('A13 who may not read a page asks, and is let read, and then write, while both look on', async () => {
    const mira = await served.mira()
    const path = '/harbour/asked/plan.html'
    await put(mira, path, ferries)
    await put(mira, '/harbour/asked/other.html', ferries)
    const lena = await lenaWithoutRights(mira)
    await served.goTo(lena, path)
    await asks(lena).waitFor()
    await expectAccessible(lena, 'asking-refused')
    await asks(lena).click()
    await expectAccessible(lena, 'asking-form')
    await dialog(lena).getByRole('button', { name: 'Cancel' }).click()
    await dialog(lena).waitFor({ state: 'detached' })
    await ask(lena, 'I write the <b>summer</b> plan.')
    await expectAccessible(lena, 'asking-asked')

    await notice(mira).getByText('Lena Voss asks to read plan.html.').waitFor()
    await notice(mira).getByRole('button', { name: 'Answer…' }).click()
    await dialog(mira).getByText('I write the <b>summer</b> plan.').waitFor()
    await dialog(mira).getByText('lena@example.com', { exact: true }).waitFor()
    await expectAccessible(mira, 'asking-list')
    await dialog(mira)
      .getByRole('button', { name: /^Let them read/ })
      .click()
    await dialog(mira).getByText('Nobody waits for an answer.').waitFor()
    await dialog(mira).getByRole('button', { name: 'Close', exact: true }).last().click()
    await notice(mira).waitFor({ state: 'detached' })

    // it opens by itself
    await lena.getByText('You may read plan.html now.').waitFor()
    await surface(lena).getByText('The end.').waitFor()
    await lena.getByText('No versions yet').waitFor()
    expect(await lena.getByRole('button', { name: 'Open', exact: true }).count()).toBe(0)
    const other = await request(lena, 'GET', '/source/harbour/asked/other.html')
    expect(other.status).toBe(403)

    await expectAccessible(lena, 'asking-to-write')
    await ask(lena, '')
    await notice(mira).getByText('Lena Voss asks to write plan.html.').waitFor()
    await chooseFromPalette(mira, 'Show who asks for access…')
    await dialog(mira)
      .getByRole('button', { name: /^Let them write/ })
      .click()
    await lena.getByText('You may write plan.html now.').waitFor()
    await asks(lena).waitFor({ state: 'detached' })
    await lena.getByText('You have asked to').waitFor({ state: 'detached' })
    await surface(lena).getByText('The end.').click()
    await lena.keyboard.press('End')
    await lena.keyboard.type(' Lena was here.')
    await expectSaved(lena)
    await waitFor('the words in the file', async () => (await stored(mira, path))?.includes('Lena was here.'))
  })

  it('A13 a request is there after the next start, and who is refused is told, also when they come back', async () => {
    const mira = await served.mira()
    const path = '/harbour/refused/secret.html'
    await put(mira, path, ferries)
    const lena = await lenaWithoutRights(mira)
    // what is not there looks alike, and is asked for alike
    await served.goTo(lena, '/harbour/refused/none.html')
    await ask(lena, 'Please')
    await lena.getByRole('button', { name: 'Take back' }).click()
    await asks(lena).waitFor()
    // a picture too
    await served.goTo(lena, '/harbour/refused/quay.png')
    await lena.getByText('quay.png could not be opened').waitFor()
    await asks(lena).waitFor()
    await served.goTo(lena, path)
    await ask(lena, 'Please')
    await mira.reload()
    await notice(mira).getByText('Lena Voss asks to read secret.html.').waitFor()
    await lena.goto('about:blank')
    await notice(mira).getByRole('button', { name: 'Answer…' }).click()
    await dialog(mira)
      .getByRole('button', { name: /^Refuse/ })
      .click()
    await dialog(mira).getByText('Nobody waits for an answer.').waitFor()
    await served.goTo(lena, path)
    await lena.getByText('Your request for secret.html was refused.').waitFor()
    await lena.getByText('You asked for access, and it was refused.').waitFor()
    expect(await asks(lena).count()).toBe(0)
    await expectAccessible(lena, 'asking-told')
  })
})
