import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { windowAfter } from './support/app'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { form, goTo, putSchema, ticketSchema } from './support/forms'
import { lookEverywhere } from './support/looks'
import { chooseFromPalette } from './support/palette'
import {
  editorText,
  expectEditorToContain,
  expectSaved,
  focusEditor,
  openFile,
  openPage,
  page as surface,
  prepareSite,
  typeAtEnd,
  wordsOf
} from './support/screen'
import { takeScreenshot } from './support/screens'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const PAGE = '/harbour/web/home.html'
const NOTES = '/harbour/web/notes.md'
const FARES = '/harbour/web/fares.json'
const TICKET = '/harbour/web/summer.html'
const fares = `{
  ":type": "sheet", ":sheetname": "fares",
  "total": 2, "limit": 2,  "offset": 0,
  "data": [
    { "who": "Adult", "price": "9.80", "seats": 1.50 },
    {"who": "Child",   "price": "4.90", "seats": 1 }
  ]
}
`
const html =
  '<body>\n<main>\n<div>\n<h1>Ferries</h1>\n<p>The first ferry leaves at six.</p>\n<p>The end.</p>\n</div>\n</main>\n</body>\n'

describe.skipIf(without.electron)('two windows in one document', () => {
  const prepared = async (pages: 'page' | 'source', files: Readonly<Record<string, string>>) => {
    const app = await desk.launchBlank({ pages })
    await prepareSite(app.page, files)
    const other = await windowAfter(app, () => app.page.evaluate(() => window.galley?.call('newWindow')))
    await other.waitForLoadState('load')
    return { app, page: app.page, other }
  }

  it('RT1 RT2 RT5 RT10 a page: letters of both at one place, each sees the other, and undo is one’s own', async () => {
    const { app, page, other } = await prepared('page', { [PAGE]: html })
    await openPage(page, 'home.html')
    await openPage(other, 'home.html')
    for (const window of [page, other]) {
      await surface(window).getByText('The end.').click()
      await window.keyboard.press('End')
    }
    await page.getByRole('button', { name: /is here too/ }).waitFor()
    await Promise.all([
      page.keyboard.type(' abcdefghij', { delay: 30 }),
      other.keyboard.type(' 0123456789', { delay: 30 })
    ])
    const words = await waitFor('the letters of both in both', async () => {
      const [one, two] = await Promise.all([wordsOf(page), wordsOf(other)])
      const line = /The end\.(.*)/.exec(one ?? '')?.[1] ?? ''
      return one === two && line.length >= 22 ? line : null
    })
    expect([...words].filter((letter) => letter >= 'a').join('')).toBe('abcdefghij')
    expect([...words].filter((letter) => letter >= '0' && letter <= '9').join('')).toBe('0123456789')
    await waitFor('the same in the file', async () =>
      (await stored(page, PAGE))?.includes('abcdefghij'.slice(0, 1))
    )
    await surface(page).locator('.pe-other-caret').waitFor({ state: 'attached' })
    await lookEverywhere(app, 'together')
    await expectAccessible(page, 'a page that two write in')

    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('one’s own words gone, and the other’s there', async () => {
      const [one, two] = await Promise.all([wordsOf(page), wordsOf(other)])
      return (
        one === two && one?.includes('0123456789') && !/[a-j]{2}/.test(/The end\.(.*)/.exec(one)?.[1] ?? '')
      )
    })
    await waitFor('that in the file', async () => (await stored(page, PAGE))?.includes('0123456789'))
    await expectSaved(page)
  })

  it('RT1 RT5 a text: letters of both at one place, and undo is one’s own', async () => {
    const { page, other } = await prepared('source', { [NOTES]: '# Notes\n' })
    await openFile(page, 'notes.md')
    await openFile(other, 'notes.md')
    await expectEditorToContain(other, 'Notes')
    await page.getByRole('button', { name: /is here too/ }).waitFor()
    await typeAtEnd(page, 'a')
    await typeAtEnd(other, '0')
    await Promise.all([
      page.keyboard.type('bcdefghij', { delay: 30 }),
      other.keyboard.type('123456789', { delay: 30 })
    ])
    await waitFor('the letters of both in both', async () => {
      const [one, two] = await Promise.all([editorText(page), editorText(other)])
      const letters = [...one].filter((letter) => /[a-j]/.test(letter))
      return one === two && letters.join('').includes('abcdefghij') && one.replace(/\D/g, '') === '0123456789'
    })
    await page.keyboard.press('ControlOrMeta+z')
    await waitFor('one’s own words gone from the file', async () => {
      const now = await stored(other, NOTES)
      return now !== null && now.replace(/\D/g, '') === '0123456789' && !now.includes('abc')
    })
    await expectSaved(page)
    await expectSaved(other)
  })

  it('RT1 RT4 RT5 RT7 a sheet: cells of both, as they are typed; one that is being typed in is left alone; undo is one’s own', async () => {
    const { app, page, other } = await prepared('source', { [FARES]: fares })
    const cell = (window: Page, name: string) => window.getByRole('gridcell', { name, exact: true })
    for (const window of [page, other]) {
      await window.evaluate((address) => (location.hash = address), `#/edit${FARES}`)
      await cell(window, 'Adult').waitFor()
    }
    await cell(page, '9.80').click()
    await page.keyboard.type('11')
    await cell(other, '11').waitFor()
    await cell(other, '4.90').click()
    await other.keyboard.type('5')
    await cell(page, '5').waitFor()
    await other.keyboard.press('Enter')
    await page.keyboard.type('.5')
    await page.keyboard.press('Enter')
    await cell(other, '11.5').waitFor()
    const both = fares.replace('9.80', '11.5').replace('4.90', '5')
    await waitFor('the cells of both in the file', async () => (await stored(page, FARES)) === both)
    await lookEverywhere(app, 'together-sheet')
    await expectAccessible(page, 'a sheet that two write in')
    await page.keyboard.press('ControlOrMeta+z')
    await cell(other, '9.80').waitFor()
    await waitFor(
      'one’s own cell taken back',
      async () => (await stored(page, FARES)) === fares.replace('4.90', '5')
    )
    await expectSaved(page)
    await expectSaved(other)
  })

  it('RT1 RT4 RT5 RT7 RT10 a form: fields of both, as they are typed; one that is being typed in is left alone; who is written over is told; undo is one’s own', async () => {
    const data = {
      headline: 'Two islands, one ticket',
      prices: [
        { name: 'Adult', amount: 49 },
        { name: 'Child', amount: 24 }
      ]
    }
    const written = (now: typeof data) =>
      writeDocument(newDocument({ title: 'summer', schemaName: 'ticket', data: now }))
    const { app, page, other } = await prepared('source', { [TICKET]: written(data) })
    await putSchema(page, 'ticket', ticketSchema)
    for (const window of [page, other]) {
      await goTo(window, TICKET)
      await form(window).waitFor()
    }
    await page.getByRole('button', { name: /is here too/ }).waitFor()
    const field = (window: Page, pointer: string) =>
      window.locator(`[data-pointer="${pointer}"] input, [data-pointer="${pointer}"] textarea`)
    const value = (window: Page, pointer: string, text: string) =>
      waitFor(`“${text}”`, async () => (await field(window, pointer).inputValue()) === text)

    await field(page, '/headline').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await value(other, '/headline', 'Two islands, one ticket now')
    await field(other, '/prices/1/name').click()
    await other.keyboard.press('ControlOrMeta+a')
    await other.keyboard.type('Children')
    await value(page, '/prices/1/name', 'Children')
    await page.locator('[data-pointer="/prices/1/name"][data-person]').waitFor()
    await lookEverywhere(app, 'together-form')
    await field(other, '/headline').focus()
    await other.keyboard.press('ControlOrMeta+a')
    await other.keyboard.type('Theirs')
    await waitFor('what another wrote, in the file', async () =>
      (await stored(page, TICKET))?.includes('Theirs')
    )
    expect(await field(page, '/headline').inputValue()).toBe('Two islands, one ticket now')
    await field(page, '/summary').focus()
    await value(other, '/headline', 'Theirs')
    await other.keyboard.press('Tab')
    await value(other, '/headline', 'Two islands, one ticket now')
    // a long text is written in by both, letter by letter
    await page.keyboard.type('One ship')
    await value(other, '/summary', 'One ship')
    await field(other, '/summary').focus()
    await other.keyboard.press('ControlOrMeta+Home')
    await other.keyboard.type('At nine: ')
    await value(page, '/summary', 'At nine: One ship')
    await page.keyboard.type(', or two')
    await other.keyboard.type('or ten: ')
    await value(page, '/summary', 'At nine: or ten: One ship, or two')
    await value(other, '/summary', 'At nine: or ten: One ship, or two')
    await page.keyboard.press('Shift+ControlOrMeta+ArrowLeft')
    await other.locator('[data-pointer="/summary"] [data-person] mark', { hasText: 'two' }).waitFor()
    await lookEverywhere(app, 'together-form-letters')
    expect(await page.getByText('Somebody else has just written over').count()).toBe(0)
    // of a short one the later counts
    await field(page, '/prices/0/name').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Mine')
    await value(other, '/prices/0/name', 'Mine')
    await page.keyboard.press('Tab')
    await field(other, '/prices/0/name').focus()
    await other.keyboard.press('ControlOrMeta+a')
    await other.keyboard.type('Other')
    await page.getByText('Somebody else has just written over “Mine”').waitFor()
    await takeScreenshot(page, 'together-form-replaced')
    await page.getByRole('button', { name: 'Put mine back' }).click()
    await other.keyboard.press('Tab')
    await value(page, '/prices/0/name', 'Mine')
    await field(page, '/headline').focus()
    for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('ControlOrMeta+z')
    await value(page, '/summary', 'At nine: or ten: ')
    await waitFor('one’s own taken back, and nothing of others', async () => {
      const now = await stored(page, TICKET)
      return now?.includes('Children') === true && !now.includes('now')
    })
    await expectSaved(page)
    await expectSaved(other)
  })

  it('RT2 RT7 a sheet in its grid and in its source: the words of both are there, also where they are laid out anew', async () => {
    const { page, other } = await prepared('source', { [FARES]: fares })
    for (const window of [page, other]) {
      await window.evaluate((address) => (location.hash = address), `#/edit${FARES}`)
      await window.getByRole('gridcell', { name: 'Adult', exact: true }).waitFor()
    }
    await other.getByRole('radiogroup', { name: 'View of the document' }).getByText('Source').click()
    await expectEditorToContain(other, 'Adult')
    await typeAtEnd(other, '   ')
    await page.getByRole('gridcell', { name: 'Child', exact: true }).click()
    await page.keyboard.type('Children')
    await page.keyboard.press('Enter')
    await expectEditorToContain(other, 'Children')
    await waitFor('what both wrote in the file', async () => {
      const text = await stored(page, FARES)
      return text?.includes('"Children"') === true && text.endsWith('   ')
    })
    await expectSaved(page)
    await expectSaved(other)
  })

  it('RT2 one writes in the page, the other in its source: the words of both are there', async () => {
    const { page, other } = await prepared('page', { [PAGE]: html })
    await openPage(page, 'home.html')
    await openPage(other, 'home.html')
    await other.getByRole('radiogroup', { name: 'View of the page' }).getByText('Source').click()
    await expectEditorToContain(other, 'The end.')
    await typeAtEnd(other, '<!-- from the source -->')
    await surface(page).getByText('The end.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Or not.')
    await expectEditorToContain(other, 'Or not.')
    await waitFor('both in the file', async () => {
      const now = await stored(page, PAGE)
      return now?.includes('The end. Or not.') === true && now.includes('<!-- from the source -->')
    })
  })

  it('RT6 RT7 in the source of a page letters stay together while another program writes in the same paragraph', async () => {
    const lines = '<body>\n<main>\n<div>\n<p>\none\n</p>\n<p>\ntwo\n</p>\n</div>\n</main>\n</body>\n'
    const { page, other } = await prepared('source', { [PAGE]: lines })
    await openFile(page, 'home.html')
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+Home')
    for (let line = 1; line < lines.split('\n').lastIndexOf('</p>') + 1; line += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    let written = 0
    for (const letter of 'slowly') {
      await page.keyboard.type(letter)
      written += 1
      await waitFor('a write into what is there', async () => {
        const { text, headers } = await request(other, 'GET', `/source${PAGE}`)
        const { status } = await request(other, 'PUT', `/source${PAGE}`, {
          body: text.replace(/(\d-)?two/, `${written}-two`),
          headers: { 'Content-Type': 'text/html', 'If-Match': headers['etag'] ?? '' }
        })
        return status === 200
      })
      await expectEditorToContain(page, `${written}-two`)
    }
    await expectSaved(page)
    expect(await stored(page, PAGE)).toMatch(/6-two\sslowly/)
  })

  it('RT7 a page that is made no page in its source is saved as it is, and comes back as one', async () => {
    const { page, other } = await prepared('page', { [PAGE]: html })
    await openPage(page, 'home.html')
    await openPage(other, 'home.html')
    const broken = 'nothing of a page\n'
    await put(other, PAGE, broken)
    await expectEditorToContain(page, 'nothing of a page')
    await typeAtEnd(page, 'more')
    await waitFor('the words in the file', async () => (await stored(page, PAGE)) === `${broken}more`)
  })

  it('RT10 follows another by keyboard alone', async () => {
    const long = html.replace('</div>', `${'<p>A line.</p>\n'.repeat(200)}<p>Far away.</p>\n</div>`)
    const { page, other } = await prepared('page', { [PAGE]: long })
    await openPage(page, 'home.html')
    await openPage(other, 'home.html')
    await page.getByRole('button', { name: /is here too/ }).waitFor()
    await chooseFromPalette(page, 'Follow who else writes here')
    await surface(other).getByText('Far away.').click()
    await other.keyboard.press('End')
    await other.keyboard.type(' Here.')
    await waitFor('the other place in sight', () =>
      surface(page)
        .getByText('Far away.')
        .evaluate((line) => {
          const { top, bottom } = line.getBoundingClientRect()
          return top >= 0 && bottom <= window.innerHeight
        })
    )
    expect(await surface(page).getByText('Far away. Here.').count()).toBe(1)
  })
})
