import { describe, expect, it } from 'vitest'
import { hostileHtml } from '../support/hostile-html'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { listeningPost } from './support/listening-post'
import { look } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PAGE = '/harbour/web/home.html'
const lines = Array.from(
  { length: 60 },
  (_, at) => `      <p class=late >Line  number ${at + 1} of the harbour.</p>`
)
const html = `<body>\n  <main>\n    <div>\n${lines.join('\n')}\n      <div class="cards"><div><div>Ferries</div><div>Birds</div></div></div>\n    </div>\n  </main>\n</body>\n`

describe.skipIf(without.electron)('the preview beside a page', () => {
  it('VE20 E5 follows the cursor, takes it where somebody clicks, and runs nothing all the same', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, { [PAGE]: html })
    await openPage(page, 'home.html')
    await chooseFromPalette(page, 'Preview beside the text')
    const element = page.locator('iframe[title="Preview of home.html"]')
    const frame = element.contentFrame()
    await surface(page).getByText('Line number 2 of').click()
    await frame.locator('p[data-galley-caret]', { hasText: 'number 2 of' }).waitFor()

    // the cursor goes where the preview does not show anything of
    await surface(page).getByText('Ferries').click()
    const cell = frame.locator('div[data-galley-caret]', { hasText: /^Ferries$/ })
    await cell.waitFor()
    const height = (await element.boundingBox())?.height ?? 0
    const seen = await cell.evaluate((one) => one.getBoundingClientRect().bottom)
    expect(seen).toBeGreaterThan(0)
    expect(seen).toBeLessThanOrEqual(height)
    await look(running, [1280, 800], 'page-coupling')

    // a click there, and what is typed stands there
    await frame.getByText('Line number 40 of').click({ position: { x: 2, y: 6 } })
    await waitFor('the cursor in the line', async () => {
      await page.keyboard.press('Home')
      return await surface(page).evaluate(
        (one) =>
          getSelection()?.anchorNode?.textContent?.includes('number 40 of') === true &&
          document.activeElement === one
      )
    })
    await page.keyboard.type('Here: ')
    let typed = html.replace('Line  number 40 ', 'Here: Line  number 40 ')
    await waitFor('the words there', async () => (await stored(page, PAGE)) === typed)
    await frame.locator('p[data-galley-caret]', { hasText: 'Here: Line number 40' }).waitFor()
    await expectAccessible(page, 'a page and its preview')

    // Source + preview
    await page.keyboard.press('ControlOrMeta+Shift+s')
    await frame.getByText('Line number 3 of').click({ position: { x: 2, y: 6 } })
    await frame.locator('p[data-galley-caret]', { hasText: 'number 3 of' }).waitFor()
    await page.keyboard.type('There: ')
    typed = typed.replace('Line  number 3 ', 'There: Line  number 3 ')
    await waitFor('the words in the source', async () => (await stored(page, PAGE)) === typed)

    // the second lock: what nobody cleaned, in such a frame
    expect(await element.getAttribute('sandbox')).toBe('allow-same-origin')
    const post = await listeningPost()
    try {
      const raw = hostileHtml(post.origin)
        .filter(([name]) => !name.startsWith('a deep nest'))
        .map(([, piece]) => piece)
      const gone = [
        '<script>top.hostile = 1</script><a href="javascript:top.hostile=2">x</a>',
        '<base target="_top"><a target="_top" href="/">y</a><a target="_blank" href="/">y</a>',
        '<form target="_top" action="/source/harbour/web/home.html" method="post"><button>z</button></form>',
        '<img src="/source/harbour/web/home.html" onload="top.hostile=3" onerror="top.hostile=4">',
        '<meta http-equiv="refresh" content="0;url=/">'
      ]
      const went = await page.evaluate(
        async (pieces) => {
          const drawn = document.querySelector<HTMLIFrameElement>('iframe[title="Preview of home.html"]')
          const head = /^[^]*?<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(drawn?.srcdoc ?? '')?.[0]
          if (head === undefined) return ['no policy']
          const frames = pieces.map((piece) => {
            const frame = document.createElement('iframe')
            frame.setAttribute('sandbox', 'allow-same-origin')
            frame.srcdoc = head + piece
            return frame
          })
          await Promise.all(
            frames.map(
              (frame) =>
                new Promise((resolve) => {
                  frame.addEventListener('load', resolve, { once: true })
                  document.body.append(frame)
                })
            )
          )
          // some give their elements the names of what is asked here
          const all = (page: Document) =>
            Document.prototype.querySelectorAll.call(page, 'a, button, area, input, summary')
          for (const { contentDocument } of frames)
            for (const one of contentDocument ? all(contentDocument) : [])
              one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
          for (let at = 0; at < 30; at++) await new Promise((resolve) => requestAnimationFrame(resolve))
          // a link in a frame may lead it to nothing: what is refused is an error page, which is of no origin
          const left = frames.filter(({ contentWindow }) => {
            try {
              return contentWindow?.location.href.startsWith('about:srcdoc') === false
            } catch {
              return false
            }
          })
          for (const frame of frames) frame.remove()
          return left.map(({ srcdoc }) => srcdoc.slice(head.length))
        },
        [...raw, ...gone]
      )
      expect(went).toEqual([])
      expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
      expect(running.app.windows()).toHaveLength(1)
      expect(page.url()).toMatch(/^galley:\/\/app\/(#.*)?$/)
      expect(post.asked).toEqual([])
      expect(await stored(page, PAGE)).toBe(typed)
    } finally {
      await post.close()
    }
  })
})
