import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { whileSavesFail, windowAfter } from './support/app'
import { without } from './support/capabilities'
import { put, request, stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { saveAsWhole } from './support/palette'
import {
  editorText,
  expectEditorToContain,
  expectSaved,
  openFile,
  prepareSite,
  treeItem,
  typeAtEnd
} from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PATH = '/harbour/web/home.html'
const text = '<body>\n<main>\n<p>one</p>\n<p>two</p>\n<p>three</p>\n</main>\n</body>\n'

describe.skipIf(without.electron)('changes made elsewhere', () => {
  const prepared = async ({ isApart = false } = {}) => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, { [PATH]: text })
    if (isApart) await saveAsWhole(app.page)
    await openFile(app.page, 'home.html')
    await expectEditorToContain(app.page, 'three')
    return app
  }

  it('V3 shows a change by the API at once in a document that is not being typed in', async () => {
    const { page } = await prepared()
    await put(page, PATH, text.replace('two', 'two, changed by a script'))
    await expectEditorToContain(page, 'changed by a script')
    // a script with a token of the same person
    await page.getByText('You changed this file elsewhere.').waitFor()
  })

  it('V3 shows a change that another program made in the folder, and keeps what was there', async () => {
    const { page, workspace } = await prepared()
    await writeFile(join(workspace, 'content', PATH), text.replace('three', 'three, from a text editor'))
    await expectEditorToContain(page, 'from a text editor')
    const kept = await waitFor('the former content', async () => (await versions(page, PATH))[0])
    expect(await stored(page, kept.url, '')).toBe(text)
  })

  it('V3 never overwrites what is being typed: other lines are merged', async () => {
    const app = await prepared()
    const { page } = app
    await whileSavesFail(app, () => typeAtEnd(page, '<!-- typed here -->'))
    await put(page, PATH, text.replace('one', 'one, from elsewhere'))
    await waitFor('both in the file', async () => {
      const now = await stored(page, PATH)
      return now?.includes('typed here') && now.includes('from elsewhere')
    })
    await expectSaved(page)
  })

  it('V3 asks when both changed the same line, and keeps the other text as a version', async () => {
    const app = await prepared({ isApart: true })
    const { page } = app
    const theirs = text.replace('</body>\n', '</body>\n<!-- theirs -->')
    await whileSavesFail(app, async () => {
      await typeAtEnd(page, '<!-- mine -->')
      await page.locator('[data-save-status="failed"]').waitFor()
      await writeFile(join(app.workspace, 'content', PATH), theirs)
      await waitFor('the other text in the service', async () => (await stored(page, PATH)) === theirs)
    })
    await page.getByText('changed this file while you were typing in the same place').waitFor()
    expect(await stored(page, PATH)).toBe(theirs)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await waitFor('mine in the file', async () => (await stored(page, PATH)) === `${text}<!-- mine -->`)
    const [kept] = await versions(page, PATH)
    expect(await stored(page, kept?.url ?? '', '')).toBe(theirs)
  })

  it('S4 typing goes on, word for word, while the folder of the document is moved', async () => {
    const { page } = await desk.launchBlank()
    const folders = ['news', 'stories', 'journal']
    await prepareSite(page, { '/harbour/web/news/story.html': '<p>one</p>\n' })
    await treeItem(page, 'news').click()
    await page.keyboard.press('ArrowRight')
    await openFile(page, 'story.html')
    await typeAtEnd(page, ' ')
    const words: string[] = []
    for (const [index, from] of folders.entries()) {
      const to = folders[index + 1]
      const form = new URLSearchParams({ destination: `/harbour/web/${to}` }).toString()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const move = to
        ? request(page, 'POST', `/move/harbour/web/${from}`, { body: form, headers })
        : Promise.resolve(null)
      // Longer than a document without a tab would stay open.
      const until = Date.now() + (to ? 400 : 2500)
      while (Date.now() < until) {
        const word = `w${words.length} `
        await page.keyboard.type(word)
        words.push(word)
      }
      expect((await move)?.status ?? 200).toBeLessThan(300)
    }
    const last = '/harbour/web/journal/story.html'
    await waitFor('every word in the file', async () => (await stored(page, last))?.includes(words.join('')))
    await expectSaved(page)
    await expectEditorToContain(page, `w${words.length - 1}`)
  })

  it('A1 shows in one window what is typed in another', async () => {
    const app = await prepared()
    const other = await windowAfter(app, () => app.page.evaluate(() => window.galley?.call('newWindow')))
    await treeItem(other, 'home.html').waitFor()
    await openFile(other, 'home.html')
    await expectEditorToContain(other, 'three')
    await typeAtEnd(app.page, '<!-- from the first window -->')
    await expectEditorToContain(other, 'from the first window')
    await put(app.page, '/harbour/web/new-page.html', '<p>new</p>')
    await treeItem(other, 'new-page.html').waitFor()
  })

  it('W2 what the status bar calls saved is in the folder', async () => {
    const { page, workspace } = await prepared()
    await typeAtEnd(page, '<!-- durable -->')
    await waitFor('words that count as saved', async () => {
      const status = await page.locator('[data-save-status]').getAttribute('data-save-status')
      if (status !== 'saved' || !(await editorText(page)).includes('durable')) return false
      return (await readFile(join(workspace, 'content', PATH), 'utf8')).includes('durable')
    })
  })
})
