import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { expectSaved, openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PAGE = '/harbour/web/home.html'
const inside = `<div>
      <h1>Harbour</h1>
      <p lang="de">Die erste <span dir="rtl" lang="he">מעבורת</span> um sechs, <a dir=rtl href="/birds">ציפורים</a>.</p>
      <div class="cards wide" dir="rtl">
        <div><div>איים</div><div dir='ltr'>Norderoog</div></div>
        <div dir="ltr"><div>Hooge</div><div>Houses</div></div>
      </div>
      <table dir="rtl"><tr><td>אחת</td><td dir="ltr">one</td></tr></table>
    </div>
    <div dir="RTL" title="a > b">
      <h2>שלום</h2>
      <ul dir="ltr"><li>one</li></ul>
      <p title="dir=ltr">סוף</p>
      <div class="columns"><div><div>ימין</div><div>שמאל</div></div></div>
    </div>`
const around = (attributes: string, sections: string) =>
  `<html${attributes}><body>\n  <header></header>\n  <main>\n    ${sections}\n  </main>\n  <footer></footer>\n</body></html>\n`
const html = around('', inside)
const turned = around(
  ' lang="he" dir="rtl"',
  '<div><p>שלום</p></div>\n    <div dir="ltr"><p>Words</p>\n      <div class="cards"><div><div>first</div><div>second</div></div></div></div>'
)

/** How the part that says these words runs, and in which language it is. */
const asShown = (page: Page, words: string) =>
  surface(page)
    .getByText(words, { exact: true })
    .first()
    .evaluate((part) => {
      const { direction } = getComputedStyle(part)
      return `${direction} ${part.closest('[lang]')?.getAttribute('lang') ?? ''}`
    })

/** Whether the words of the first stand to the left of those of the second. */
async function isLeftOf(page: Page, one: string, other: string): Promise<boolean> {
  const left = async (words: string) =>
    (await surface(page).getByText(words, { exact: true }).first().boundingBox())?.x ?? Number.NaN
  return (await left(one)) < (await left(other))
}

describe.skipIf(without.electron)('parts of a page that run from right to left', () => {
  it('VE3 VE1 sections, blocks, rows, cells, tables and words run as their tags say, and keep their bytes', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page } = running
    await prepareSite(page, { [PAGE]: html, '/harbour/web/turned.html': turned })
    await openPage(page, 'home.html')
    const runs = {
      Harbour: 'ltr en',
      מעבורת: 'rtl he',
      ציפורים: 'rtl de',
      איים: 'rtl en',
      Norderoog: 'ltr en',
      Hooge: 'ltr en',
      אחת: 'rtl en',
      one: 'ltr en',
      שלום: 'rtl en',
      סוף: 'rtl en',
      ימין: 'rtl en'
    }
    const shown = await Promise.all(
      Object.keys(runs).map(async (words) => [words, await asShown(page, words)] as const)
    )
    expect(Object.fromEntries(shown)).toEqual(runs)
    expect(await isLeftOf(page, 'Norderoog', 'איים')).toBe(true)
    expect(await isLeftOf(page, 'Hooge', 'Houses')).toBe(true)
    expect(await isLeftOf(page, 'שמאל', 'ימין')).toBe(true)
    await look(running, [1280, 800], 'page-directions')
    await look(running, [800, 600], 'page-directions')

    // Tab goes to the next cell, wherever it stands, and only the word that is typed changes
    await surface(page).getByText('איים').click()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Sylt')
    const typed = html.replace('Norderoog', 'Sylt')
    await waitFor('the word', async () => (await stored(page, PAGE)) === typed)
    await page.keyboard.press('ControlOrMeta+z')
    await surface(page).getByText('Norderoog').waitFor()

    // Shift and the arrow to the left choose the cell on the left
    await surface(page).getByText('ימין').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowLeft')
    await waitFor('two cells', async () => (await surface(page).locator('.pe-chosen').count()) === 2)
    await page.keyboard.press('Escape')

    // moved and brought back, a part takes its direction along
    await surface(page).getByText('סוף').click()
    await page.keyboard.press('Alt+ArrowUp')
    await surface(page).getByText('שלום').click()
    expect(await asShown(page, 'סוף')).toBe('rtl en')
    for (let step = 0; step < 8 && (await stored(page, PAGE)) !== html; step++)
      await page.keyboard.press('ControlOrMeta+z')
    await waitFor('the first bytes', async () => (await stored(page, PAGE)) === html)
    await expectSaved(page)

    await openPage(page, 'turned.html')
    expect(await asShown(page, 'שלום')).toBe('rtl he')
    expect(await asShown(page, 'Words')).toBe('ltr he')
    expect(await isLeftOf(page, 'first', 'second')).toBe(true)
    await look(running, [1280, 800], 'page-directions-turned')
    expect(running.complaints).toEqual([])
  })
})
