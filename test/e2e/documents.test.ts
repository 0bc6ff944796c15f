import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { chooseFromPalette, saveAsWhole } from './support/palette'
import { without } from './support/capabilities'
import { put, request, stored, versions } from './support/content'
import { openDesk } from './support/desk'
import { expectEditorToContain, expectSaved, openFile, prepareSite, typeAtEnd } from './support/screen'
import { whileSavesFail } from './support/app'
import { waitFor } from './support/wait'

const desk = openDesk({ keepsApp: true })
const site = '/harbour/web'
const PAGE = `${site}/home.html`
const DATA = `${site}/times.json`

describe.skipIf(without.electron)('documents on bad days', () => {
  it('S1 broken JSON is marked where it breaks, and saved as the text that it is', async () => {
    const { page, workspace } = await desk.launchBlank()
    const valid = '{\n  "first": "06:10"\n}\n'
    await prepareSite(page, { [DATA]: valid })
    await openFile(page, 'times.json')
    await typeAtEnd(page, '{ "second": 07:15 ]')
    await page.locator('.monaco-editor .squiggly-error:visible').first().waitFor()
    await expectSaved(page)
    const onDisk = () => readFile(join(workspace, 'content', DATA), 'utf8')
    const whole = await waitFor('the broken text on the disk', async () => {
      const text = await onDisk()
      return text.includes('{ "second": 07:15 ]') ? text : null
    })
    expect(whole.startsWith(valid)).toBe(true)
    expect(() => JSON.parse(whole)).toThrow(SyntaxError)
    expect(await stored(page, DATA)).toBe(whole)
    await page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name: 'Problems' }).click()
    await page
      .getByRole('region', { name: 'Problems' })
      .getByText(/expected/i)
      .first()
      .waitFor()
    await page.reload()
    await openFile(page, 'times.json')
    await expectEditorToContain(page, '07:15 ]')
  })

  it('S5 a document that is deleted while it is open says so, and comes back with its history', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, { [PAGE]: '<p>one</p>\n' })
    await put(page, PAGE, '<p>two</p>\n')
    const before = await versions(page, PAGE)
    await openFile(page, 'home.html')
    await expectEditorToContain(page, 'two')
    // the window is the last that wrote it: what happens to the file then is news to it all the same
    await typeAtEnd(page, '<!-- own -->')
    await expectSaved(page)
    await waitFor('the own words', async () => (await stored(page, PAGE))?.includes('own'))
    await request(page, 'DELETE', `/source${PAGE}`)
    await page.getByText('You deleted this file').waitFor()
    await page.getByRole('status').getByText('In the trash').waitFor()
    await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
    await waitFor('the page back', async () => (await stored(page, PAGE))?.includes('own'))
    const urls = (await versions(page, PAGE)).map(({ url }) => url)
    for (const { url } of before) expect(urls).toContain(url)
    const told = page.getByText(/deleted this file|in the trash/i)
    await waitFor('nothing said of the deletion any more', async () => (await told.count()) === 0)
    await typeAtEnd(page, '<!-- goes on -->')
    await expectSaved(page)
    await waitFor('the words in the service', async () => (await stored(page, PAGE))?.includes('goes on'))
  })

  it('V8 “Take theirs” leaves the file as it was stored, and keeps what was typed as one version of mine', async () => {
    const app = await desk.launchBlank()
    const { page, workspace } = app
    await prepareSite(page, { [PAGE]: '<p>one</p>\n' })
    await saveAsWhole(page)
    await openFile(page, 'home.html')
    const theirs = '<p>one</p>\n<!-- theirs -->'
    await whileSavesFail(app, async () => {
      await typeAtEnd(page, '<!-- mine -->')
      await page.locator('[data-save-status="failed"]').waitFor()
      await writeFile(join(workspace, 'content', PAGE), theirs)
      await waitFor('the other text in the service', async () => (await stored(page, PAGE)) === theirs)
    })
    const etag = async () => (await request(page, 'HEAD', `/source${PAGE}`)).headers['etag']
    const [tagBefore, before] = [await etag(), await versions(page, PAGE)]
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expectEditorToContain(page, 'theirs')
    await expectSaved(page)
    const made = await waitFor('the version of what was typed', async () => {
      const after = await versions(page, PAGE)
      return after.length > before.length ? after.slice(0, after.length - before.length) : null
    })
    expect(await Promise.all(made.map(({ url }) => stored(page, url, '')))).toEqual([
      '<p>one</p>\n<!-- mine -->'
    ])
    expect(made[0]?.label).toBeUndefined()
    expect(await stored(page, PAGE)).toBe(theirs)
    expect(await etag()).toBe(tagBefore)
    await page.reload()
    await openFile(page, 'home.html')
    await expectEditorToContain(page, 'theirs')
    await page.getByRole('button', { name: 'Take theirs' }).waitFor({ state: 'detached' })
    expect(await stored(page, PAGE)).toBe(theirs)
  })

  it('E3 letters typed right after a file was chosen in the palette go into it, also before its editor is there', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, { [PAGE]: '<p>one</p>\n' })
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('home')
    await page.getByRole('dialog').getByText('home').first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('typed at once')
    await waitFor(
      'the letters in the file',
      async () => (await stored(page, PAGE)) === 'typed at once<p>one</p>\n'
    )
  })

  it('V6 the picker of versions can be used with a screen reader', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, { [PAGE]: '<p>one</p>\n' })
    await put(page, PAGE, '<p>two</p>\n')
    await openFile(page, 'home.html')
    await chooseFromPalette(page, 'Compare with the newest version')
    await page.getByRole('radiogroup', { name: 'Depth' }).getByText('Text').click()
    await page.locator('.monaco-diff-editor').waitFor()
    await page.getByRole('combobox', { name: 'Before' }).or(page.getByLabel('Before')).first().click()
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page, 'the picker of versions')
  })
})
