import type { Browser, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { stopSaves, windowAfter } from './support/app'
import { expectAccessible } from './support/axe'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { composeAndTakeOver } from './support/composing'
import { put, request, stored } from './support/content'
import { openDesk } from './support/desk'
import { expectKept, isInDraft } from './support/drafts'
import { look } from './support/looks'
import { pageViewCommands } from '../../src/renderer/src/features/page/command-names'
import { chooseFromPalette, typeInOpenPalette, typeInPalette, saveAsWhole } from './support/palette'
import {
  editorOf,
  expectSaved,
  openPage,
  page as surface,
  prepareSite,
  saveState,
  treeItem
} from './support/screen'
import { serveWorkspace, type RunningServer } from './support/server'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const PAGE = `${site}/home.html`
const html = `<body>
  <header></header>
  <main>
    <div>
      <h1>Harbour</h1>
      <p>The first ferry leaves at six.</p>
      <p class=late >The last one   at ten. <img src="./missing.png" alt="The quay"></p>
    </div>
    <div>
      <h2>Islands</h2>
      <div class="cards wide">
        <div><div>Norderoog</div><div><p>Birds and <a href="/birds">more birds</a>.</p></div></div>
        <div><div>Langeness</div></div>
        <div><div>Hooge</div><div>Houses</div><div>Wide</div></div>
      </div>
      <!-- kept -->
      <ul><li>one</li><li>two</li></ul>
      <p>The end.</p>
      <div class="section-metadata"><div><div>style</div><div>quiet</div></div></div>
    </div>
  </main>
  <footer></footer>
</body>
`

async function open(pages: Readonly<Record<string, string>> = { [PAGE]: html }, isApart = false) {
  const running = await desk.launchBlank({ pages: 'page' })
  await prepareSite(running.page, pages)
  if (isApart) await saveAsWhole(running.page)
  await openPage(running.page, 'home.html')
  return running
}

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)

/** Puts the caret behind these words, which end a line. */
async function standBehind(page: Page, words: string): Promise<void> {
  await surface(page).getByText(words).first().click()
  await page.keyboard.press('End')
}

describe.skipIf(without.electron)('a page that is written in as it is read', () => {
  it('VE3 the caret that was moved just before the palette opens is where it is found again', async () => {
    const { page } = await open()
    await surface(page).getByText('The first ferry').click()
    await page.keyboard.press('Home')
    await page.evaluate(() => {
      // as End does it in a window that is held up: what tells of the caret comes behind the next key
      const line = [...document.querySelectorAll('[data-page-surface] p')].find(({ textContent }) =>
        textContent.startsWith('The first ferry')
      )
      const text = line?.firstChild
      if (!text) throw new Error('there is no such line')
      document.getSelection()?.collapse(text, 9)
      document.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true })
      )
    })
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.type('!')
    await surface(page).getByText('The first! ferry leaves at six.').waitFor({ timeout: 5_000 })
  })

  it('VE3 what is typed is the only change of the file, and undo gives its first bytes again', async () => {
    const running = await open()
    const { page } = running
    await look(running, [1280, 800], 'page')
    await standBehind(page, 'The first ferry')
    await page.keyboard.type(' Early.')
    const typed = html.replace('leaves at six.', 'leaves at six. Early.')
    await isStored(page, typed)
    await expectSaved(page)
    await page.keyboard.press('Shift+Control+ArrowLeft')
    await page.keyboard.press('Shift+Control+ArrowLeft')
    await page.keyboard.press('ControlOrMeta+b')
    await waitFor('a bold word', async () =>
      /<strong>.*Early\.?<\/strong>/.test((await stored(page, PAGE)) ?? '')
    )
    expect(await page.getByRole('tree').isVisible()).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('A line of its own')
    await waitFor('the new line', async () =>
      (await stored(page, PAGE))?.includes('<p>A line of its own</p>')
    )
    for (let step = 0; step < 8; step++) await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
    // the picture that the page shows is missing
    expect(running.complaints.filter((one) => !one.includes('404'))).toEqual([])
  })

  it('VE3 turning to the source and back keeps the place, the words of both, and the choice', async () => {
    const { page } = await open()
    await standBehind(page, 'The first ferry')
    await page.keyboard.press('ControlOrMeta+Shift+s')
    await editorOf(page, 'home.html').waitFor()
    await page.locator('.monaco-editor.focused').waitFor()
    await page.keyboard.type(' In the source.')
    const once = html.replace('at six.', 'at six. In the source.')
    await isStored(page, once)
    await page.keyboard.press('ControlOrMeta+Shift+s')
    await surface(page).waitFor()
    await waitFor('the keyboard in the page', () =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
    )
    await page.keyboard.type(' In the page.')
    await isStored(page, once.replace('source.', 'source. In the page.'))
    await page.getByRole('radiogroup', { name: 'View of the page' }).getByText('Source').click()
    await editorOf(page, 'home.html').waitFor()
    await page.reload()
    await treeItem(page, 'home.html').dblclick()
    await editorOf(page, 'home.html').waitFor()
  })

  it('VE3 after kill -9 every word of the page is there that was kept as a draft', async () => {
    const first = await open()
    await stopSaves(first)
    await standBehind(first.page, 'The end.')
    await first.page.keyboard.type(' Typed before the crash.')
    await expectKept(first.page, 'Typed before the crash.')
    await desk.kill(first)
    const second = await desk.launch({ ...first, pages: 'page' })
    await surface(second.page).getByText('Typed before the crash.').waitFor()
    await isStored(second.page, html.replace('The end.', 'The end. Typed before the crash.'))
  })

  it('VE3 killed in the middle of typing, a page has what was kept, each letter once, and no other byte changed', async () => {
    const first = await open()
    await standBehind(first.page, 'The end.')
    let typed = ''
    const typing = (async () => {
      for (let word = 1; ; word += 1) {
        typed += ` w${word}`
        await first.page.keyboard.type(` w${word}`)
      }
    })().catch(() => null)
    // saves go on meanwhile
    const isSafe = async () =>
      (await isInDraft(first.page, ' w30')) || (await stored(first.page, PAGE))?.includes(' w30')
    await waitFor('thirty words to be kept or saved', isSafe)
    await desk.kill(first)
    await typing

    const second = await desk.launch({ ...first, pages: 'page' })
    await surface(second.page).getByText('w30').waitFor()
    await expectSaved(second.page)
    const text = (await stored(second.page, PAGE)) ?? ''
    const there = /The end\.([^<]*)/.exec(text)?.[1] ?? ''
    expect(text).toBe(html.replace('The end.', `The end.${there}`))
    expect(typed.startsWith(there)).toBe(true)
    expect(there).toContain(' w30')
  })

  it('VE3 the same words changed by another writer are a question, and the answer is in the page', async () => {
    const first = await open({ [PAGE]: html }, true)
    const { page } = first
    await stopSaves(first)
    await standBehind(page, 'The first ferry')
    await page.keyboard.type(' Mine.')
    await page.locator('[data-save-status="failed"]').waitFor()
    await first.app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeSendHeaders(null))
    await put(page, PAGE, html.replace('at six.', 'at six. Theirs.'))
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await surface(page).getByText('at six. Theirs.').waitFor()
    await surface(page).click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('ControlOrMeta+z')
    await surface(page).getByText('at six. Mine.').waitFor()
  })

  it('VE7 words of an input method stand in the page, and the Enter that takes them over breaks no line', async () => {
    const { page } = await open()
    await standBehind(page, 'The end.')
    await composeAndTakeOver(page, '港')
    await isStored(page, html.replace('The end.', 'The end.港'))
  })

  it('VE3 in a new page one can write at once', async () => {
    const blank =
      '<body>\n  <header></header>\n  <main>\n    <div></div>\n  </main>\n  <footer></footer>\n</body>\n'
    const { page } = await open({ [PAGE]: blank })
    await waitFor('the keyboard in the page', () =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
    )
    // with the menu of what can be added, too: there is no line yet that it could be opened in
    await page.keyboard.type('/heading 2')
    await page.getByRole('option', { name: /^Heading 2/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('First words')
    await waitFor('the words', async () => (await stored(page, PAGE))?.includes('First words</h2>'))
  })

  it('VE3 two windows write in one page, and the words of both are in both', async () => {
    const running = await open()
    const { page } = running
    const other = await windowAfter(running, () => page.evaluate(() => window.galley?.call('newWindow')))
    await other.waitForLoadState('load')
    await openPage(other, 'home.html')
    await standBehind(page, 'The first ferry leaves at six.')
    await page.keyboard.type(' Early.')
    await surface(other).getByText('Early.').waitFor()
    await standBehind(other, 'The end.')
    await standBehind(page, 'Norderoog')
    await Promise.all([
      other.keyboard.type(' Or a beginning.', { delay: 20 }),
      page.keyboard.type(' and Süderoog', { delay: 20 })
    ])
    const both = html
      .replace('six.', 'six. Early.')
      .replace('Norderoog', 'Norderoog and Süderoog')
      .replace('The end.', 'The end. Or a beginning.')
    await isStored(page, both)
    for (const words of ['Norderoog and Süderoog', 'The end. Or a beginning.']) {
      await surface(page).getByText(words).waitFor()
      await surface(other).getByText(words).waitFor()
    }
  })

  it('VE3 VE1 words from right to left, and lines that Windows ends, are changed where they stand', async () => {
    const arabic = html
      .replace(
        '<p>The first ferry leaves at six.</p>',
        '<p dir="rtl">تغادر العبارة <a href="/birds">الأولى</a> في السادسة.</p>'
      )
      .replaceAll('\n', '\r\n')
    const { page } = await open({ [PAGE]: arabic })
    const first = surface(page).locator('p').first()
    expect(await first.evaluate((line) => getComputedStyle(line).direction)).toBe('rtl')
    await surface(page).getByText('في السادسة').click()
    await page.keyboard.press('End')
    // the arrow to the left goes on in what is read to the left
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(' مبكرا')
    await isStored(page, arabic.replace('السادسة.', 'السادسة. مبكرا'))
    await page.keyboard.press('Home')
    await page.keyboard.type('x')
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, arabic.replace('السادسة.', 'السادسة. مبكرا'))
  })

  it('VE3 a page from right to left is shown so, with forced colours each part is still seen, and Source keeps the place', async () => {
    const hebrew = html
      .replace('<body>', '<html lang="he" dir="rtl"><body>')
      .replace('</body>', '</body></html>')
      .replace('The first ferry leaves at six.', 'המעבורת הראשונה יוצאת בשש.')
    const running = await open({ [PAGE]: hebrew })
    const { page } = running
    expect(await surface(page).getAttribute('lang')).toBe('he')
    expect(await surface(page).evaluate((shown) => getComputedStyle(shown).direction)).toBe('rtl')
    await surface(page).getByText('המעבורת').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('x')
    await isStored(page, hebrew.replace('המעבורת', 'הxמעבורת'))
    await page.keyboard.press('ControlOrMeta+z')
    await look(running, [1280, 800], 'page-rtl')
    await look(running, [800, 600], 'page-rtl')
    await page.emulateMedia({ forcedColors: 'active' })
    await surface(page).getByText('Norderoog').click()
    const frames = await surface(page)
      .locator('.pe-block, .pe-cell, .pe-section')
      .evaluateAll((parts) =>
        parts.map((part) => {
          const { borderTopStyle, borderInlineStartStyle, outlineStyle, backgroundImage } =
            getComputedStyle(part)
          return [part.className, borderTopStyle, borderInlineStartStyle, outlineStyle, backgroundImage].join(
            ' '
          )
        })
      )
    expect(frames.filter((frame) => !/solid|dashed|dotted|double/.test(frame))).toEqual([])
    await look(running, [1280, 800], 'page-forced')
    await expectAccessible(page, 'a page with forced colours')
    await page.emulateMedia({ forcedColors: null })
  })

  it('VE9 a page without a main part is shown as its source, and says why', async () => {
    const { page } = await desk.launchBlank({ pages: 'page' })
    await prepareSite(page, { [PAGE]: '<p>one</p>\n' })
    await treeItem(page, 'home.html').dblclick()
    await editorOf(page, 'home.html').waitFor()
    await page.getByText('This page has no <main> with an end tag').waitFor()
    expect(await saveState(page).getAttribute('data-save-status')).toBe('saved')
  })

  it('VE5 VE7 blocks and rows are moved, duplicated, renamed and left with the keyboard alone', async () => {
    const running = await open()
    const { page } = running
    await standBehind(page, 'Langeness')
    await page.keyboard.press('Alt+ArrowDown')
    const moved = html.replace(
      /( {8}<div><div>Langeness.*\n)( {8}<div><div>Hooge.*\n)/,
      (_, one: string, other: string) => other + one
    )
    await isStored(page, moved)
    await page.keyboard.press('Alt+ArrowUp')
    await isStored(page, html)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Low')
    await isStored(page, html.replace('Hooge', 'Low'))
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
    // with words chosen the same keys make a link
    await page.keyboard.press('End')
    await chooseFromPalette(page, 'Change name and variants of the block')
    await page
      .getByRole('combobox', { name: 'Name and variants, such as cards (wide)' })
      .fill('cards (wide, dark)')
    await page.keyboard.press('Enter')
    await isStored(page, html.replace('class="cards wide"', 'class="cards wide dark"'))
    await look(running, [1280, 800], 'page-block')
    await page.keyboard.press('Alt+F10')
    await page.getByRole('combobox', { name: 'Kind of text' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await waitFor('the keyboard in the page', () =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-page-surface') === true)
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-page-surface]') === null)).toBe(
      true
    )
    await expectAccessible(page, 'a page')
  })

  it('VE5 a block is dragged by its handle, and no other byte changes', async () => {
    const { page } = await open()
    const block = page.getByRole('group', { name: 'Block cards (wide), 3 rows' })
    const handle = block.getByRole('button', { name: 'Choose or move block cards' })
    const end = surface(page).getByText('The end.')
    const [from, to] = [await handle.boundingBox(), await end.boundingBox()]
    if (!from || !to) throw new Error('The block is not in sight.')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y, { steps: 5 })
    await page.mouse.move(to.x + 20, to.y + to.height + 2, { steps: 5 })
    await page.locator('.pe-drop').waitFor()
    await page.mouse.up()
    const [source = ''] = /\n {6}<div class="cards[^]*?\n {6}<\/div>/.exec(html) ?? []
    await isStored(page, html.replace(source, '').replace('<p>The end.</p>', `<p>The end.</p>${source}`))
    await page.keyboard.press('ControlOrMeta+z')
    await isStored(page, html)
  })

  it('VE5 a click between two blocks, above the first and below the last one is a place to write', async () => {
    const cards = (name: string) => `<div class="${name}"><div><div>${name}</div></div></div>`
    const blocks = `<body><main><div>${cards('one')}${cards('two')}</div></main></body>`
    const { page } = await open({ [PAGE]: blocks })
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => page.locator('.pe-block', { hasText: name }).boundingBox())
    )
    if (!one || !two) throw new Error('The blocks are not in sight.')
    const x = one.x + one.width - 40
    for (const [y, words] of [
      [(one.y + one.height + two.y) / 2, 'between'],
      [one.y - 6, 'above']
    ] as const) {
      await page.mouse.click(x, y)
      await page.keyboard.type(words)
    }
    const last = await page.locator('.pe-block', { hasText: 'two' }).boundingBox()
    await page.mouse.click(x, (last?.y ?? 0) + (last?.height ?? 0) + 90)
    await page.keyboard.type('below')
    await isStored(
      page,
      blocks
        .replace(cards('one'), `<p>above</p>${cards('one')}<p>between</p>`)
        .replace(cards('two'), `${cards('two')}<p>below</p>`)
    )
  })

  it('VE5 a range of cells is copied as a table and as text, and pasted cell by cell', async () => {
    const { page } = await open()
    await standBehind(page, 'Hooge')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+c')
    await surface(page).getByText('Langeness').click()
    await page.keyboard.press('ControlOrMeta+v')
    await waitFor('the cells', async () =>
      (await stored(page, PAGE))
        ?.replace(/>\s+</g, '><')
        .includes('<div><div>Hooge</div><div>Houses</div></div>')
    )
  })
})

/** Commands of a page that change nothing of it. */
const onlyLooking = [
  'Block library…',
  'Manage snippets…',
  'Metadata of the page',
  'Metadata of the section',
  'Turn between page and source'
]

describe.skipIf(without.chromium)('a person who may only read', () => {
  let browser: Browser | undefined
  let server: RunningServer | undefined
  afterEach(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('VE3 P7 sees the page as it is, cannot change it, and is told whom to ask', async () => {
    server = await serveWorkspace(await desk.make('ws'))
    browser = await launchBrowser()
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(server.link)
    await page.getByLabel('Your name').waitFor()
    await request(page, 'PUT', '/app/workspace', {
      body: JSON.stringify({ owner: { name: 'Mira Holm', email: 'mira@example.com' } }),
      headers: { 'Content-Type': 'application/json' }
    })
    await put(page, PAGE, html)
    const rows = [
      { path: '/+**', actions: 'read', groups: 'readers' },
      { path: '/+**', actions: 'write', groups: 'mira@example.com' },
      { path: 'CONFIG', actions: 'read', groups: 'readers' },
      { path: 'CONFIG', actions: 'write', groups: 'mira@example.com' }
    ]
    const config = {
      ':names': ['permissions'],
      ':type': 'multi-sheet',
      permissions: { total: rows.length, data: rows }
    }
    const boundary = 'part'
    const written = await request(page, 'POST', '/config/harbour', {
      body: `--${boundary}\r\nContent-Disposition: form-data; name="config"\r\n\r\n${JSON.stringify(config)}\r\n--${boundary}--\r\n`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    })
    expect(written.status).toBe(201)
    const made = await request(page, 'POST', '/app/tokens', {
      body: JSON.stringify({ kind: 'access', email: 'lena@example.com', groups: ['readers'] }),
      headers: { 'Content-Type': 'application/json' }
    })
    const { token }: { token: string } = JSON.parse(made.text)

    await context.setExtraHTTPHeaders({ Authorization: `Bearer ${token}` })
    await page.goto(`${server.origin}/#/edit${PAGE}`)
    await page.reload()
    await page.getByText('You may read this page, not change it. Ask mira@example.com.').first().waitFor()
    await waitFor(
      'a page that cannot be written in',
      async () => (await surface(page).getAttribute('aria-readonly')) === 'true'
    )
    await surface(page).getByText('The end.').click()
    await page.keyboard.type('never')
    await page.keyboard.press('Alt+ArrowUp')
    await surface(page).getByText('The end.', { exact: true }).waitFor()

    // what is refused says why
    const reasons = () =>
      page
        .getByRole('menuitem', { disabled: true })
        .evaluateAll((all) => [...new Set(all.map((entry) => entry.getAttribute('title')))])
    await page.getByRole('button', { name: 'New…' }).click()
    await page.getByRole('menuitem').first().waitFor()
    await waitFor('nothing to be offered', async () => {
      return (await page.getByRole('menuitem', { disabled: false }).count()) === 0
    })
    expect(await reasons()).toEqual(['You may read this folder, not change it. Ask mira@example.com.'])
    await page.keyboard.press('Escape')
    // no key changes anything
    for (const key of ['b', 'Shift+d', 'Alt+1', 'Shift+7', 'Shift+x', 'x', 'v', 'z'])
      await page.keyboard.press(`ControlOrMeta+${key}`)
    for (const key of ['Enter', 'Delete', 'Backspace', 'Tab', '/']) await page.keyboard.press(key)
    await surface(page).getByText('The end.').click()
    await page.keyboard.press('Alt+F10')
    // what is offered is what only looks
    const offered: string[] = []
    await typeInPalette(page, 'x')
    for (const { title } of pageViewCommands) {
      await typeInOpenPalette(page, title)
      if ((await page.getByRole('dialog').getByText(title, { exact: true }).count()) > 0) offered.push(title)
    }
    await page.keyboard.press('Escape')
    expect(offered.sort()).toEqual(onlyLooking)
    // the block in its frame, its menu, and the menu of a place
    await surface(page).getByText('Norderoog').click()
    expect(await surface(page).locator('.pe-names:not(:disabled)').count()).toBe(0)
    expect(await surface(page).locator('.pe-handle').filter({ visible: true }).count()).toBe(0)
    await surface(page)
      .getByRole('button', { name: /^More about block cards/ })
      .click()
    const entries = page.getByRole('menuitem')
    await entries.first().waitFor()
    expect(await entries.and(page.locator(':not([data-disabled], :disabled)')).allInnerTexts()).toEqual([
      'Look at the block as readers see it'
    ])
    expect(await reasons()).toEqual(['You may read this page, not change it. Ask mira@example.com.'])
    await page.keyboard.press('Escape')
    await surface(page).getByText('more birds').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open what the link leads to' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /Cut/ }).getAttribute('title')).toContain('Ask mira')
    await page.keyboard.press('Escape')
    expect(await surface(page).getByRole('button', { name: 'Edit in a form' }).count()).toBe(0)
    await surface(page).getByRole('button', { name: 'As a form' }).click()
    const fields = page.getByRole('region', { name: 'Metadata of the section' }).getByRole('textbox')
    await fields.first().waitFor()
    expect(await fields.evaluateAll((all) => all.every((one) => one.matches(':read-only')))).toBe(true)
    await surface(page).getByText('Norderoog').click({ button: 'right' })
    await entries.first().waitFor()
    const open = await entries.and(page.locator(':not([data-disabled], :disabled)')).allInnerTexts()
    expect(
      open.filter((entry) => /cut|paste|turn|remove|delete|add|bold|duplicate|name/i.test(entry))
    ).toEqual([])
    await page.keyboard.press('Escape')
    await surface(page).getByText('Norderoog').click()
    await page.keyboard.press('Tab')
    await expectAccessible(page, 'a page that may be read only')
    expect(await stored(page, PAGE)).toBe(html)
  })
})
