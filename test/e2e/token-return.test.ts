import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { put, stored } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { openFile, prepareSite, tree } from './support/screen'

describe.skipIf(without.electron)('what a token did', () => {
  const desk = openDesk()

  it('MC6 MC8 the history names the program, and all that its token did is brought back and undone', async () => {
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, { '/acme/site/a.html': '<p>a</p>' })
    await put(page, '/acme/site/story.html', '<p>Mine</p>')
    await put(page, '/acme/site/shared.html', '<p>Mine</p>')
    const { token, origin } = await page.evaluate(async () => {
      const made = await fetch('/app/tokens', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ kind: 'access', email: 'ada@example.com' })
      })
      const state = await window.galley?.call('setLocalApi', true)
      return { token: ((await made.json()) as { token: string }).token, origin: state?.origin ?? '' }
    })
    const asAgent = (path: string, body: string) =>
      fetch(`${origin}/source${path}`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'text/html',
          'X-Galley-Program': 'Quill 2'
        },
        body
      })
    expect((await asAgent('/acme/site/story.html', '<p>The agent’s</p>')).status).toBe(200)
    expect((await asAgent('/acme/site/shared.html', '<p>The agent’s</p>')).status).toBe(200)
    expect((await asAgent('/acme/site/made.html', '<p>Made</p>')).status).toBe(201)
    await put(page, '/acme/site/shared.html', '<p>Mine again</p>')
    await page.reload()
    await tree(page).waitFor()
    await openFile(page, 'story.html')
    await page
      .getByRole('region', { name: 'History' })
      .getByText(/with “Quill 2”/)
      .first()
      .waitFor()

    await chooseFromPalette(page, 'Bring back what a token did…')
    const dialog = page.getByRole('dialog', { name: 'Bring back what a token did' })
    await dialog.getByText('others changed it since').waitFor()
    await expectAccessibleInBothThemes(page, 'what a token did', 'token-return')
    await dialog.getByRole('button', { name: 'Bring back 2 files' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await stored(page, '/acme/site/story.html')).toBe('<p>Mine</p>')
    expect(await stored(page, '/acme/site/shared.html')).toBe('<p>Mine again</p>')
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect.poll(() => stored(page, '/acme/site/story.html')).toBe('<p>The agent’s</p>')
  })
})
