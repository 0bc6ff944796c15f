import { createSocket } from 'node:dgram'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseFromMenu } from './support/app'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { lookEverywhere } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { expectSaved, focusEditor, openFile, prepareSite, typeAtEnd } from './support/screen'
import { awaitedLater, waitFor } from './support/wait'

const site = '/acme/web'
const page = (words: string) =>
  `<body><header></header><main><div>${words}</div></main><footer></footer></body>`
const contents = {
  [`${site}/about.html`]: page(
    `<h1>About us</h1><div class="crew"><div><div>Tern</div></div></div>${'<p>A line of many.</p>'.repeat(80)}`
  ),
  [`${site}/index.html`]: page(
    '<h1>Home</h1><p><a href="/about">About</a> <a href="https://other.example/x">Elsewhere</a></p>'
  ),
  [`${site}/boats.json`]: '{":type":"sheet",":sheetname":"data","total":1,"data":[{"Boat":"Tern"}]}',
  [`${site}/nav.html`]: page('<p>The bar of the site</p>')
}
/** As sites of the field are made: a head, a script that goes over the blocks of the page, a style for each. */
const code = {
  'head.html':
    '<link rel="stylesheet" href="/styles/styles.css"><script src="/scripts/scripts.js" type="module"></script>',
  'styles/styles.css':
    'h1 { color: rgb(1, 2, 3) } @font-face { font-family: X; src: url(/fonts/none.woff2) }',
  'scripts/scripts.js': `import { decorate } from '/blocks/crew/crew.js'
    for (const block of document.querySelectorAll('main .crew')) await decorate(block)
    const nav = await (await fetch('/nav.plain.html')).text()
    document.querySelector('header').innerHTML = nav
    const { data } = await (await fetch('/boats.json')).json()
    document.body.dataset.boats = data.map(({ Boat }) => Boat).join()`,
  'blocks/crew/crew.js':
    "export async function decorate(block) { block.dataset.blockStatus = 'loaded'; block.append('decorated') }",
  '.env': 'SECRET=1',
  'node_modules/x/x.js': 'export {}'
}

describe.skipIf(without.electron)('a site with its own code', () => {
  const desk = openDesk()
  let folder = ''
  let outside = ''
  let stranger: Server
  const heard: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-code-'))
    outside = await mkdtemp(join(tmpdir(), 'galley-outside-'))
    for (const [name, text] of Object.entries(code)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await writeFile(join(outside, 'secret.js'), 'secret')
    await symlink(join(outside, 'secret.js'), join(folder, 'scripts/linked.js'))
    stranger = createServer((asked, answer) => {
      heard.push(`${asked.method} ${asked.url}`)
      answer.end('heard')
    })
    stranger.on('connection', () => heard.push('connection'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => stranger.close(resolve))
    await rm(folder, { recursive: true, force: true })
    await rm(outside, { recursive: true, force: true })
  })

  /** The app with the site, asked where its code lies, and answered. */
  async function asked() {
    const app = await desk.launchFresh()
    const { page: window } = app
    await waitFor(
      'an open workspace',
      async () => (await request(window, 'GET', '/app/workspace')).status === 200
    )
    await prepareSite(window, contents)
    await openFile(window, 'about.html')
    await chooseFromPalette(window, 'Show this site with its own code…')
    await window.getByRole('textbox', { name: 'Folder' }).fill(folder)
    return app
  }

  it('E23 the preview and the live tab show pages with the styles, scripts and blocks of the site, while they are written', async () => {
    const app = await asked()
    const { page: window } = app
    await lookEverywhere(app, 'site-code')
    await window.getByRole('button', { name: 'Show with it' }).click()
    await chooseFromMenu(app, 'view.preview')

    // a frame that shows the words may still be another, which is drawn anew
    const draft = await waitFor('the code to have run', async () => {
      const frame = await frameWith(window, 'About us')
      return (await boats(frame)) === 'Tern' && frame
    })
    expect(await draft.locator('h1').evaluate((heading) => getComputedStyle(heading).color)).toBe(
      'rgb(1, 2, 3)'
    )
    expect(await draft.locator('.crew').innerText()).toContain('decorated')
    expect(await draft.locator('header').innerText()).toBe('The bar of the site')
    const told = awaitedLater(window.evaluate(toldOfScrolling))
    await draft.evaluate(() => scrollTo(0, 900))
    await told
    await focusEditor(window)
    await window.keyboard.press('ControlOrMeta+Home')
    await window.keyboard.insertText('<!-- written -->')
    await waitFor('the page drawn anew', () => Promise.resolve(draft.isDetached()))
    await waitFor('the same place', async () => {
      const redrawn = await frameWith(window, 'About us')
      return (await redrawn.evaluate(() => scrollY)) === 900
    })
    await lookEverywhere(app, 'site-look-draft')

    for (const path of ['about', 'index', 'nav', 'boats.json'])
      await request(window, 'POST', `/publish/live${site}/main/${path}`)
    await chooseFromPalette(window, 'Open the live site in a tab')
    const home = await frameWith(window, 'Home')
    await home.getByRole('link', { name: 'About' }).click()
    await frameWith(window, 'decorated')
    const address = window.getByLabel('Address in the site')
    await waitFor('the address to follow', async () => (await address.inputValue()) === '/about')
    await window.getByRole('button', { name: 'Back', exact: true }).click()
    const again = await frameWith(window, 'Home')
    for (let times = 0; times < 2; times += 1) {
      await again.getByRole('link', { name: 'Elsewhere' }).click()
      await window.getByRole('dialog').getByText('https://other.example/x').waitFor()
      await window.getByRole('button', { name: 'Cancel' }).click()
      await window.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await lookEverywhere(app, 'site-look-live')
  })

  it('E23 N2 what runs in it reaches neither the app nor its service, no other file, and nothing of the network', async () => {
    const app = await asked()
    const { page: window } = app
    await window.getByRole('button', { name: 'Show with it' }).click()
    await chooseFromMenu(app, 'view.preview')
    const draft = await frameWith(window, 'About us')
    const address = stranger.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const udp = createSocket('udp4')
    udp.on('message', () => heard.push('datagram'))
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))

    const found = await draft.evaluate(
      async ({ port, stun }) => {
        const asked = async (url: string) => {
          try {
            const answer = await fetch(url)
            return `${answer.status} ${(await answer.text()).slice(0, 40)}`
          } catch {
            return 'refused'
          }
        }
        const tried = (work: () => unknown) => {
          try {
            return typeof work()
          } catch {
            return 'refused'
          }
        }
        for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'stylesheet']) {
          const link = document.createElement('link')
          link.rel = rel
          link.href = `http://127.0.0.1:${port}/${rel}`
          document.head.append(link)
        }
        const image = new Image()
        image.src = `http://127.0.0.1:${port}/image`
        const frame = document.createElement('iframe')
        frame.src = `http://127.0.0.1:${port}/frame`
        document.body.append(frame)
        navigator.sendBeacon(`http://127.0.0.1:${port}/beacon`, 'x')
        const line = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${stun}` }] })
        line.createDataChannel('x')
        await line.setLocalDescription(await line.createOffer())
        const gathered = new Promise((resolve) => {
          line.addEventListener(
            'icegatheringstatechange',
            () => line.iceGatheringState === 'complete' && resolve(0)
          )
          setTimeout(resolve, 3000)
        })
        const all = {
          service: await asked('galley://app/list/acme/web'),
          ui: await asked('galley://app/'),
          stranger: await asked(`http://127.0.0.1:${port}/fetch`),
          hidden: await asked('/.env'),
          packages: await asked('/node_modules/x/x.js'),
          linked: await asked('/scripts/linked.js'),
          above: await asked('/..%2f..%2f..%2f..%2fetc/passwd.txt'),
          parent: tried(() => globalThis.parent.document),
          bridge: tried(() => ('galley' in globalThis ? {} : undefined)),
          opened: globalThis.open('https://other.example/') === null,
          top: tried(() =>
            globalThis.top ? (globalThis.top.location.href = 'https://other.example/') : undefined
          )
        }
        await gathered
        line.close()
        return all
      },
      { port, stun: udp.address().port }
    )
    await new Promise((resolve) => udp.close(() => resolve(null)))
    expect(found).toMatchObject({
      service: 'refused',
      ui: 'refused',
      stranger: 'refused',
      parent: 'refused',
      bridge: 'undefined',
      opened: true
    })
    for (const one of [found.hidden, found.packages, found.linked, found.above]) expect(one).toMatch(/^40\d /)
    expect(JSON.stringify(found)).not.toMatch(/SECRET|root:|secret/)
    expect(heard).toEqual([])
    expect(window.url()).toMatch(/^galley:\/\/app\//)
    expect(await window.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(0)
    expect(await draft.evaluate(() => Object.keys(localStorage))).toEqual([])

    // what it says is not believed, and not asked about again and again
    await draft.evaluate(() => {
      for (let times = 0; times < 2000; times += 1) {
        globalThis.parent.postMessage(
          { galleySite: { kind: 'leave', address: 'https://other.example/' } },
          '*'
        )
        globalThis.parent.postMessage({ galleySite: { kind: 'at', path: `/../../x${times}` } }, '*')
      }
    })
    const question = window.getByRole('dialog')
    // it may come late, or not at all
    await question
      .first()
      .waitFor({ timeout: 3_000 })
      .catch(() => undefined)
    expect(await question.count()).toBeLessThan(2)
    if ((await question.count()) > 0) await window.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })

    // nor does its code hold the window up
    const stuck = draft
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined)
    await typeAtEnd(window, '<!-- still here -->')
    await expectSaved(window)
    await window.getByText('Plain', { exact: true }).click()
    await window.frameLocator('iframe').getByText('About us').waitFor()
    await stuck
  })
})

const boats = (frame: Frame) => frame.evaluate(() => document.body.dataset['boats'] ?? '')

/** Runs in the window: until a page in it has said how far it is scrolled. It says so a moment after. */
const toldOfScrolling = () =>
  new Promise<void>((resolve) =>
    addEventListener('message', ({ data }) => {
      if (JSON.stringify(data).includes('"kind":"scroll"')) resolve()
    })
  )

async function frameWith(page: Page, words: string): Promise<Frame> {
  let found: Frame | undefined
  await waitFor(`a frame of the site with “${words}”`, async () => {
    for (const frame of page.frames().reverse()) {
      if (!frame.url().startsWith('galley-site://')) continue
      const text = await frame.evaluate(() => document.body.innerText).catch(() => '')
      if (text.includes(words)) found = frame
    }
    return found !== undefined
  })
  if (!found) throw new Error('There is no such frame.')
  return found
}
