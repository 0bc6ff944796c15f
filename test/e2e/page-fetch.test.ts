import { afterEach, describe, expect, it } from 'vitest'
import { foreignSite, leads, sends, type Answering, type ForeignSite } from '../support/foreign-site'
import type { RunningApp } from './support/app'
import { expectAccessible, expectNoViolations } from './support/axe'
import { without } from './support/capabilities'
import { request, stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const PAGE = '/harbour/web/home.html'
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Harbour</h1>
      <p>The end.</p>
    </div>
  </main>
  <footer></footer>
</body>
`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>'

const sites: ForeignSite[] = []
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})
async function elsewhere(paths: Readonly<Record<string, Answering>>): Promise<ForeignSite> {
  const site = await foreignSite(paths)
  sites.push(site)
  return site
}

/** A page with what was copied from a page on that server pasted at its end. */
async function openWithPasted(pasted: string): Promise<RunningApp> {
  const running = await desk.launchBlank({ pages: 'page' })
  const { app, page } = running
  await prepareSite(page, { [PAGE]: html })
  await openPage(page, 'home.html')
  await app.evaluate(({ clipboard }, data) => void Reflect.apply(clipboard.write, clipboard, [data]), {
    html: pasted,
    text: 'Pictures'
  })
  await surface(page).getByText('The end.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+v')
  return running
}

const holds = ({ page }: RunningApp, text: string) =>
  waitFor(`the file with ${text}`, async () => (await stored(page, PAGE))?.includes(text))

describe.skipIf(without.electron)('pictures of other servers in a page', () => {
  it('VE29 are fetched when asked for once the servers were named, those that come as one step to undo, those that do not with why', async () => {
    const { origin, log } = await elsewhere({
      '/quay.png': sends('text/plain', png),
      '/drawings/pier.svg': sends('image/svg+xml', svg),
      '/page.png': sends('image/png', '<!doctype html><p>No picture</p>')
    })
    const { host } = new URL(origin)
    const running = await openWithPasted(
      `<p>Seen <img src="${origin}/quay.png" alt="The quay"> and <img src="${origin}/drawings/pier.svg" alt=""></p><p>and <img src="${origin}/page.png"></p>`
    )
    const { page } = running
    const strip = page.getByRole('group', { name: 'What was pasted' })
    const fetchThem = strip.getByRole('button', { name: 'Fetch them…' })
    await fetchThem.waitFor()
    await holds(running, `${origin}/page.png`)
    const pasted = await stored(page, PAGE)
    await fetchThem.click()
    const ask = page.getByRole('dialog', { name: 'Fetch pictures from other servers?' })
    await ask.getByText(`${host}: 3 pictures`).waitFor()
    await look(running, [1280, 800], 'page-fetch-ask')
    await look(running, [800, 600], 'page-fetch-ask')
    await expectAccessible(page, 'which servers are asked for pictures')
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await ask.waitFor({ state: 'detached' })
    expect(await page.locator('.pe-waiting').count()).toBe(0)

    await chooseFromPalette(page, 'Fetch pasted pictures from other servers…')
    await ask.getByRole('button', { name: 'Fetch', exact: true }).click()
    // this server is in this computer, of which nobody has said that it is meant
    const again = page.locator('.pe-waiting').getByRole('button', { name: 'Try again' })
    await waitFor('three that wait for a yes', async () => (await again.count()) === 3)
    await page.getByText(`${host} is in this computer or in your own network.`).first().waitFor()
    expect(log).toEqual([])
    expect(await stored(page, PAGE)).toBe(pasted)
    await look(running, [1280, 800], 'page-fetch-own')
    await again.first().click()
    await holds(running, '<img src="./.home/quay.png" alt="The quay">')
    await holds(running, '<img src="./.home/pier.svg" alt="">')
    await holds(running, `${origin}/page.png`)
    await page.getByText('is no picture that pages can show').waitFor()
    await waitFor('one that failed', async () => (await again.count()) === 1)
    await look(running, [1280, 800], 'page-fetch-failed')
    await look(running, [800, 600], 'page-fetch-failed')
    await expectNoViolations(page, 'a picture that could not be fetched')
    expect([...log].sort()).toEqual(['GET /drawings/pier.svg', 'GET /page.png', 'GET /quay.png'])
    for (const name of ['quay.png', 'pier.svg'])
      expect((await request(page, 'HEAD', `/source/harbour/web/.home/${name}`)).status).toBe(200)
    await page.locator('.pe-waiting').getByRole('button', { name: 'Leave it there' }).click()
    await page.locator('.pe-waiting').waitFor({ state: 'detached' })
    await surface(page).press('ControlOrMeta+z')
    await waitFor('the page as it was pasted', async () => (await stored(page, PAGE)) === pasted)
  })

  it('VE29 are asked of another server than was named only after a yes to it, and what was taken away meanwhile stays so', async () => {
    const other = await elsewhere({ '/b.png': sends('image/png', png) })
    let letGo: () => void = () => undefined
    const first = await elsewhere({
      '/a.png': leads(`${other.origin}/b.png`, 302),
      '/slow.png': (_request, answer) => void (letGo = () => answer.end(png))
    })
    const running = await openWithPasted(
      `<p>One <img src="${first.origin}/a.png" alt="One"></p><p>Two <img src="${first.origin}/slow.png" alt="Two"></p>`
    )
    const { page } = running
    await holds(running, `${first.origin}/slow.png`)
    await chooseFromPalette(page, 'Fetch pictures from other servers…')
    await page
      .getByRole('dialog', { name: 'Fetch pictures from other servers?' })
      .getByRole('button', { name: 'Fetch', exact: true })
      .click()
    const waiting = page.locator('.pe-waiting')
    const again = waiting.getByRole('button', { name: 'Try again' })
    await waitFor('two that wait for a yes', async () => (await again.count()) === 2)
    await again.first().click()
    await waiting.getByText(`It lies on ${new URL(other.origin).host}`).waitFor()
    expect(other.log).toEqual([])
    await waitFor('the slow one to be asked for', () => Promise.resolve(first.log.includes('GET /slow.png')))
    // the second picture is taken away while it comes
    await surface(page).getByRole('img', { name: 'Two' }).click()
    await page.keyboard.press('Delete')
    await waitFor('the page without it', async () => !(await stored(page, PAGE))?.includes('slow.png'))
    await again.click()
    await waitFor('the other server to be asked', () => Promise.resolve(other.log.includes('GET /b.png')))
    letGo()
    await holds(running, '<img src="./.home/a.png" alt="One">')
    await waiting.waitFor({ state: 'detached' })
    expect(await stored(page, PAGE)).not.toContain('Two"')
  })
})
