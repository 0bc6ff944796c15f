import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunningApp } from './support/app'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { openPage, page as surface, prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const PAGE = '/harbour/web/ferries.html'
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Ferries</h1>
      <table class=times >
        <thead>
          <tr><th>Ship</th><th>Leaves</th><th>Pier</th></tr>
        </thead>
        <tbody>
          <tr><td>Uthlande</td><td>six</td><td>1</td></tr>
          <tr><td>Norderaue</td><td>eight</td><td>2</td></tr>
          <tr><td>Rungholt</td><td>ten</td><td>3</td></tr>
        </tbody>
      </table>
      <p>The end.</p>
    </div>
  </main>
  <footer></footer>
</body>
`

/** What LibreOffice Calc gives of four cells. */
const libreOffice = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>
<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
<style type="text/css">body,div,table,td { font-family:"Liberation Sans"; font-size:x-small }</style></head>
<body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup>
<tr><td height="17" align="left" valign=bottom>Hilligenlei</td><td align="right" valign=bottom sdval="7.5" sdnum="1033;">7.5</td></tr>
<tr><td height="17" align="left" valign=bottom><b>Adler</b></td><td align="right" valign=bottom sdval="9" sdnum="1033;">9</td></tr>
</table></body></html>`

/** What Google Sheets gives of two rows of three cells. */
const cell = (words: string) =>
  `<td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;${words}&quot;}">${words}</td>`
const googleSheets = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;">${cell('noon')}${cell('4')}${cell('full')}</tr><tr style="height:21px;">${cell('two')}${cell('5')}${cell('free')}</tr></tbody></table>`

async function open() {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, { [PAGE]: html })
  await openPage(running.page, 'ferries.html')
  return running
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

const holds = (page: Page, text: string) =>
  waitFor(`the file with ${text}`, async () =>
    (await stored(page, PAGE))?.replace(/>\s+</g, '><').includes(text)
  )

const putIntoClipboard = ({ app }: RunningApp, what: { html?: string; text?: string }) =>
  app.evaluate(({ clipboard }, data) => void Reflect.apply(clipboard.write, clipboard, [data]), what)

/** What the clipboard has for other programs. */
const clipboardOf = ({ app }: RunningApp): Promise<{ html: string; text: string }> =>
  app.evaluate(({ clipboard }) => ({
    html: String(Reflect.apply(Reflect.get(clipboard, 'readHTML'), clipboard, [])),
    text: String(Reflect.apply(Reflect.get(clipboard, 'readText'), clipboard, []))
  }))

const cellOf = (page: Page, words: string) => surface(page).locator('td, th').filter({ hasText: words })
const chosen = (page: Page) => surface(page).locator('.pe-chosen').allInnerTexts()

async function dragBetween(page: Page, from: string, to: string): Promise<void> {
  const [a, b] = [await cellOf(page, from).boundingBox(), await cellOf(page, to).boundingBox()]
  if (!a || !b) throw new Error('the cells are not shown')
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 })
  await page.mouse.up()
}

describe.skipIf(without.electron)('ranges of cells in a table of the text', () => {
  it('VE5 are chosen with the mouse, copied for a spreadsheet, emptied and brought back', async () => {
    const running = await open()
    const { page } = running
    await dragBetween(page, 'six', '2')
    await expect.poll(() => chosen(page)).toEqual(['six', '1', 'eight', '2'])
    await look(running, [1280, 800], 'page-cells')
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(async () => (await clipboardOf(running)).text).toBe('six\t1\r\neight\t2')
    expect((await clipboardOf(running)).html.replace(/\s+/g, ' ')).toMatch(
      /<table.*<tr> ?<td>(<p>)?six(<\/p>)?<\/td> ?<td>(<p>)?1(<\/p>)?<\/td> ?<\/tr>.*eight/
    )
    await page.keyboard.press('Delete')
    await isStored(
      page,
      html
        .replace('<td>six</td><td>1</td>', '<td></td><td></td>')
        .replace('<td>eight</td><td>2</td>', '<td></td><td></td>')
    )
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
    // a click puts the caret back, and one with Shift chooses up to there
    await cellOf(page, 'Uthlande').click()
    await expect.poll(() => chosen(page)).toEqual([])
    await cellOf(page, 'eight').click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen(page)).toEqual(['Uthlande', 'six', 'Norderaue', 'eight'])
  })

  it('VE5 are chosen by keyboard alone, cut, and pasted elsewhere cell by cell', async () => {
    const { page } = await open()
    await cellOf(page, 'eight').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => chosen(page)).toEqual(['eight', '2', 'ten', '3'])
    await page.keyboard.press('ControlOrMeta+x')
    await holds(page, '<td>Rungholt</td><td></td><td></td>')
    await cellOf(page, 'Uthlande').click()
    await page.keyboard.press('ControlOrMeta+v')
    await holds(
      page,
      '<tr><td>eight</td><td>2</td><td>1</td></tr><tr><td>ten</td><td>3</td><td></td></tr><tr><td>Rungholt</td><td></td><td></td></tr>'
    )
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
  })

  it('VE5 VE6 are filled from LibreOffice and Google Sheets, and the table grows where it is too small', async () => {
    const running = await open()
    const { page } = running
    await putIntoClipboard(running, { html: libreOffice, text: 'Hilligenlei\t7.5\nAdler\t9\n' })
    await cellOf(page, 'Norderaue').click()
    await page.keyboard.press('ControlOrMeta+v')
    await holds(
      page,
      '<tr><td>Hilligenlei</td><td>7.5</td><td>2</td></tr><tr><td><strong>Adler</strong></td><td>9</td><td>3</td></tr>'
    )
    expect(await stored(page, PAGE)).toContain('<table class=times >')
    await putIntoClipboard(running, { html: googleSheets, text: 'noon\t4\tfull\ntwo\t5\tfree' })
    await cellOf(page, '9').click()
    await page.keyboard.press('ControlOrMeta+v')
    await holds(
      page,
      '<tr><th>Ship</th><th>Leaves</th><th>Pier</th><th></th></tr></thead><tbody><tr><td>Uthlande</td><td>six</td><td>1</td><td></td></tr>'
    )
    await holds(
      page,
      '<td><strong>Adler</strong></td><td>noon</td><td>4</td><td>full</td></tr><tr><td></td><td>two</td><td>5</td><td>free</td></tr></tbody>'
    )
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
    // cells of a program that gives plain text only
    await putIntoClipboard(running, { text: 'noon\t4\ntwo\t5' })
    await cellOf(page, 'eight').click()
    await page.keyboard.press('ControlOrMeta+v')
    await holds(
      page,
      '<td>Norderaue</td><td>noon</td><td>4</td></tr><tr><td>Rungholt</td><td>two</td><td>5</td>'
    )
  })
})
