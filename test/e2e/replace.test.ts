import { describe, expect, it } from 'vitest'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { look, resize, sizes } from './support/looks'
import { prepareSite } from './support/screen'

const page = (body: string) => `<body>\n  <main>\n    <div>\n      ${body}\n    </div>\n  </main>\n</body>`

describe.skipIf(without.electron)('replacing in the app', () => {
  const desk = openDesk()

  it('RP6 a word is replaced in many pages by keyboard, in any size, and one Undo brings all back', async () => {
    const app = await desk.launchFresh()
    const window = app.page
    const before = page('<p>The summer ferry, and a ferry.</p>\n      <p>A <b>fer</b>ry.</p>')
    const many = Array.from(
      { length: 30 },
      (_, n) => [`/acme/site/p${n}.html`, page(`<p>Ferry ${n}</p>`)] as const
    )
    await prepareSite(window, { '/acme/site/a.html': before, ...Object.fromEntries(many) })
    const read = async (path: string) => (await request(window, 'GET', `/source${path}`)).text
    await window.keyboard.press('ControlOrMeta+Alt+Shift+R')
    const panel = window.getByRole('region', { name: 'Search' })
    // at once: the first letters are for the field
    await window.keyboard.type('two words')
    await panel.getByText('Say what is to be replaced as one word').waitFor()
    await window.keyboard.press('ControlOrMeta+A')
    await window.keyboard.type('ferry')
    await window.keyboard.press('Tab')
    await window.keyboard.type('boat & co')
    await panel.getByRole('button', { name: 'Replace 32 places in 31 files' }).waitFor()
    for (const size of sizes) await look(app, size, 'replace-panel')
    await expectAccessibleInBothThemes(window, 'replacing in the panel')
    // where the window has no room beside it, as at 200 %, it comes back when it is asked for, with all of it in reach
    await expectAccessible(window, 'the panel of replacing', async () => {
      await window.keyboard.press('ControlOrMeta+Alt+Shift+R')
      await panel.getByRole('button', { name: 'Replace 32 places in 31 files' }).waitFor()
      const list = await panel.getByRole('tree', { name: 'What would be replaced' }).boundingBox()
      expect(
        list && list.height > 40 && list.y + list.height <= (await window.evaluate(() => innerHeight))
      ).toBe(true)
    })
    await resize(app, { width: 800, height: 600, zoom: 1 })
    await panel.getByRole('textbox', { name: 'Replace with' }).focus()
    await window.keyboard.press('Enter')
    await window.keyboard.press('ArrowDown')
    await window.keyboard.press('Space')
    await panel.getByRole('button', { name: 'Replace 31 places in 31 files' }).waitFor()
    await window.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(() => read('/acme/site/p29.html')).toBe(page('<p>boat &amp; co 29</p>'))
    expect(await read('/acme/site/a.html')).toBe(
      page('<p>The summer ferry, and a boat &amp; co.</p>\n      <p>A <b>fer</b>ry.</p>')
    )
    await window.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => read('/acme/site/p29.html')).toBe(page('<p>Ferry 29</p>'))
    expect(await read('/acme/site/a.html')).toBe(before)
    await panel.getByRole('button', { name: 'Replace 32 places in 31 files' }).waitFor()
    await window.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  })
})
