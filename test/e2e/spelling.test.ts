import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from '../support/bdic'
import type { RunningApp } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { launchIsolated } from './support/isolated-app'
import { look } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PAGE = '/harbour/web/home.html'
const html = `<html lang="en-GB"><body>
  <main>
    <div>
      <p>The harbuor of <strong>Norderoog</strong>.</p>
    </div>
  </main>
</body></html>
`
const words = ['The', 'of', 'harbour', 'ferry']

/** The next dialog of the system answers with this path. */
const answerDialog = ({ app }: RunningApp, path: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)

const misspelled = (page: Page, word: string) =>
  page.evaluate((one) => window.galley?.misspelled(one) ?? null, word)

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

describe.skipIf(without.electron)('the spelling of a page', () => {
  it('VE21 N2 is checked by a dictionary that the person chose, put right from the menu, and asks no network for anything', async () => {
    const place = await desk.make('dictionaries')
    const [user, workspace] = [await desk.make('user'), await desk.make('ws')]
    const log = join(place, 'net.json')
    const start = () =>
      desk.launch({ userData: user, workspace, pages: 'page', more: [`--log-net-log=${log}`] })
    let running = await start()
    let { page } = running
    await prepareSite(page, { [PAGE]: html })
    await openPage(page, 'home.html')
    expect(await surface(page).getAttribute('spellcheck')).toBe('false')
    expect(await surface(page).getAttribute('lang')).toBe('en-GB')

    // what is no dictionary is refused with a sentence
    await chooseFromPalette(page, 'Settings')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await writeFile(join(place, 'en-GB.bdic'), 'harbour\n')
    await answerDialog(running, join(place, 'en-GB.bdic'))
    await settings.getByRole('button', { name: 'Spelling dictionary…' }).click()
    await settings.getByText('“en-GB.bdic” is no spelling dictionary.').waitFor()
    await settings.getByText('No dictionary yet, so nothing is checked.').waitFor()
    await writeFile(join(place, 'en-GB.bdic'), dictionaryOf(words))
    await settings.getByRole('button', { name: 'Spelling dictionary…' }).click()
    await settings.getByText('British English (en-GB)').waitFor()
    await look(running, [800, 600], 'spelling-settings')
    await expectAccessible(page, 'spelling in the settings')
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })

    // a word that it does not know: by the mouse, and by the keyboard
    await waitFor(
      'the page to be checked',
      async () => (await surface(page).getAttribute('spellcheck')) === 'true'
    )
    await waitFor(
      'the checker',
      async () => (await misspelled(page, 'harbuor'))?.includes('harbour') === true
    )
    expect(await misspelled(page, 'harbour')).toBeNull()
    // a page in another language is not called wrong in each of its words
    const other = '/harbour/web/hafen.html'
    await prepareSite(page, {
      [other]: html
        .replace(' lang="en-GB"', '')
        .replace('<p>', '<div class="metadata"><div><div>Lang</div><div>de</div></div></div><p>Der ')
    })
    await openPage(page, 'hafen.html')
    expect(await surface(page).getAttribute('lang')).toBe('de')
    expect(await surface(page).getAttribute('spellcheck')).toBe('false')
    await waitFor('no dictionary', async () => (await misspelled(page, 'harbuor')) === null)
    await openPage(page, 'home.html')
    await waitFor(
      'the checker again',
      async () => (await misspelled(page, 'harbuor'))?.includes('harbour') === true
    )

    await surface(page).getByText('Norderoog').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Page' })
    await menu.getByRole('menuitem', { name: 'Add to dictionary' }).click()
    await menu.waitFor({ state: 'detached' })
    await surface(page).getByText('Norderoog').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Turn into' }).waitFor()
    expect(await menu.getByRole('menuitem', { name: 'Add to dictionary' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await surface(page).getByText('Norderoog').click()
    await page.keyboard.press('Home')
    for (let count = 0; count < 6; count++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+F10')
    await menu.getByRole('menuitem', { name: 'harbour' }).waitFor()
    await look(running, [800, 600], 'spelling-menu')
    await expectAccessible(page, 'a word that the checker does not know')
    await page.keyboard.press('Enter')
    await isStored(page, html.replace('harbuor', 'harbour'))
    await surface(page).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)

    // off, and on again
    await chooseFromPalette(page, 'Check spelling')
    await waitFor('no check', async () => (await surface(page).getAttribute('spellcheck')) === 'false')
    await chooseFromPalette(page, 'Check spelling')
    await waitFor('the check', async () => (await surface(page).getAttribute('spellcheck')) === 'true')
    await desk.quit(running)
    const asked = [...(await readFile(log, 'utf8')).matchAll(/"url":"(https?:[^"]*)"/g)].map(
      ([, url]) => new URL(url ?? '')
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const { hostname, href } of asked) expect(hostname, href).toMatch(/^[0-9a-f]{32}\.invalid$/)

    // it stays, also where Chromium has lost its copy, and without any network
    await rm(join(user, 'Dictionaries'), { recursive: true })
    running = await start()
    page = running.page
    await waitFor('the checker to have it again', async () => (await misspelled(page, 'harbuor')) !== null)
    await desk.quit(running)
    if (without.namespaces) return
    const alone = await launchIsolated(user, workspace)
    try {
      await waitFor('the checker in an empty network namespace', () =>
        alone.evaluate(`window.galley.misspelled('harbuor')?.includes('harbour') === true`)
      )
    } finally {
      await alone.quit()
    }
  })
})
