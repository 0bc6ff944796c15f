import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SyncFiles, SyncOverview } from '../../src/common/sync'
import { noDatabase } from '../support/team-database'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { openLine, type Line } from './support/line'
import { look, sizes } from './support/looks'
import { pairedFolder, pairedTeam, type PairedServer } from './support/paired-server'
import { expectSaved, page as surface, treeItem, wordsOf } from './support/screen'
import { setRightsOfLena } from './support/served-together'
import { waitFor } from './support/wait'

const SITE = '/harbour/web'
const PAGE = `${SITE}/home.html`
const html =
  '<body>\n<main>\n<div>\n<h1>Ferries</h1>\n<p>The first ferry leaves at six.</p>\n<p>The end.</p>\n</div>\n</main>\n</body>\n'

describe.skipIf(without.chromium || without.electron)('an app and the team’s server in one page', () => {
  const desk = openDesk()
  let browser: Browser
  let server: PairedServer | undefined
  let way: Line | undefined

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await way?.close()
    await server?.stop()
  })
  afterAll(() => browser.close())

  async function atEndOf(page: Page, paragraph: string): Promise<void> {
    await surface(page).getByText(paragraph).click()
    await page.keyboard.press('End')
  }

  const json = (value: unknown) => ({
    body: JSON.stringify(value),
    headers: { 'Content-Type': 'application/json' }
  })

  /** A page in an app and in a browser at the server that it is paired with. */
  async function story(serving: PairedServer): Promise<void> {
    const window = await browser.newContext()
    const there = await window.newPage()
    await there.goto(serving.link)
    await there.getByLabel('Your name').fill('Mira Holm')
    await there.getByLabel('E-mail').fill('mira@example.com')
    await there.getByRole('button', { name: 'Start' }).click()
    await treeItem(there, 'about.html').waitFor()
    await put(there, PAGE, html)
    await setRightsOfLena(there, 'write')

    way = await openLine(serving.forApps)
    const app = await desk.launchBlank({ pages: 'page' })
    const here = app.page
    const owner = { owner: { name: 'Lena Voss', email: 'lena@example.com' } }
    await request(here, 'PUT', '/app/workspace', json(owner))
    const token = await serving.token('lena@example.com')
    const remote = await request(
      here,
      'POST',
      '/sync/remotes',
      json({ name: 'Team', base: way.origin, token })
    )
    const { id: remoteId } = JSON.parse(remote.text) as { id: string }
    const paired = await request(here, 'POST', '/sync/pairs', json({ remoteId, local: SITE, remote: SITE }))
    const { id: pairId } = JSON.parse(paired.text) as { id: string }
    await waitFor('the page here', async () => (await stored(here, PAGE)) === html)

    await here.reload()
    await here.goto(`${here.url().split('#')[0] ?? ''}#/edit${PAGE}`)
    await there.goto(`${serving.origin}/#/edit${PAGE}`)
    await surface(here).getByText('The end.').waitFor()
    await surface(there).getByText('The end.').waitFor()

    // names both ways
    await here.getByRole('button', { name: /Mira Holm is here too/ }).waitFor()
    await there.getByRole('button', { name: /lena.* is here too/i }).waitFor()

    // it is said in the window
    const isSaid = (how: string) => here.locator(`[data-document-sync="${how}"]`).waitFor()
    await isSaid('alike')
    expect(await here.locator('[data-document-sync]').getAttribute('title')).toContain('Kept alike with Team')

    // words both ways
    await atEndOf(here, 'The end.')
    await here.keyboard.type(' Lena.')
    await surface(there).getByText('The end. Lena.').waitFor()
    await atEndOf(there, 'leaves at six.')
    await there.keyboard.type(' Mira.')
    await surface(here).getByText('leaves at six. Mira.').waitFor()

    // the server is away for a while
    way.cut()
    await waitFor(
      'that Mira is not seen any more',
      async () => (await here.getByRole('button', { name: /Mira Holm is here too/ }).count()) === 0
    )
    await here.locator('[data-document-sync="alike"]').waitFor({ state: 'detached' })
    await here.keyboard.type(' Alone.')
    await there.keyboard.type(' Also alone.')
    await expectSaved(here)
    await expectSaved(there)
    expect(await wordsOf(here)).not.toContain('Also alone.')
    way.mend()
    await isSaid('alike')
    const all = [' Lena.', ' Mira.', ' Alone.', ' Also alone.']
    const hasEachOnce = (text: string) => all.every((word) => text.split(word).length === 2)
    await waitFor('each word once on both sides', async () => {
      const [one, other] = [await wordsOf(here), await wordsOf(there)]
      return one === other && hasEachOnce(one)
    })
    await waitFor('both files to be the same', async () => {
      const [one, other] = [
        await readFile(join(app.workspace, 'content', PAGE), 'utf8'),
        await stored(there, PAGE)
      ]
      return one === other && hasEachOnce(one)
    })

    // she may not write there any more: what she writes stays here, and is told
    const filesNotAlike = async () =>
      (
        JSON.parse((await request(here, 'GET', `/sync/pairs/${pairId}/files`)).text) as SyncFiles
      ).files.flatMap(({ path }) => (path === PAGE ? [path] : []))
    await waitFor('the sync to know of both', async () => (await filesNotAlike()).length === 0)
    await setRightsOfLena(there, 'read')
    await atEndOf(here, 'The end.')
    await here.keyboard.type(' Kept.')
    await expectSaved(here)
    await waitFor('that it is not sent', async () => (await filesNotAlike()).length === 1)
    await here.locator('[data-document-sync]:not([data-document-sync="alike"])').waitFor()
    // and why, by the keyboard
    const mark = here.getByRole('button', { name: /You may not write it at Team/ })
    await mark.press('Enter')
    const why = here.getByRole('dialog', { name: /You may not write it at Team/ })
    await why.getByRole('button', { name: 'Show the sync' }).waitFor()
    for (const size of sizes) await look(app, size, 'not-alike')
    await here.keyboard.press('Escape')
    await why.waitFor({ state: 'detached' })
    expect(await wordsOf(here)).toContain(' Kept.')
    expect(await wordsOf(there)).not.toContain(' Kept.')

    // and may again
    await setRightsOfLena(there, 'write')
    await surface(there)
      .getByText(/ Kept\./)
      .waitFor({ timeout: 30_000 })
    const overview = async () => JSON.parse((await request(here, 'GET', '/sync')).text) as SyncOverview
    expect((await overview()).pairs[0]?.status.conflicts).toBe(0)
    expect(hasEachOnce(await wordsOf(here))).toBe(true)
    await window.close()
  }

  it('RT1 RT8 RT9 RT10 RT13 one page in an app and in a browser at the server that it is paired with: words and names both ways, also after a time without network, and nothing lost when one may not write there any more', async () => {
    server = await pairedFolder(await desk.make('served'))
    await story(server)
  })

  it.skipIf(noDatabase)(
    'TM1 TM3 RT13 the same at a team’s server, the app at the node that leads, the browser at another one, which were told no origin',
    async () => {
      server = await pairedTeam()
      await story(server)
    }
  )
})
