import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/main/store'
import { drivenArguments, root } from './support/app'
import { expectAccessibleInBothThemes } from './support/axe'
import { electronProgram, sandboxArguments, without } from './support/capabilities'
import { put, request } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { prepareSite, tree } from './support/screen'

/** A second start of the same app, which ends when the first one has what it asks for. */
function secondStart(userData: string, ...args: readonly string[]): Promise<number | null> {
  const { GALLEY_WORKSPACE: _workspace, ...env } = process.env
  const options = drivenArguments.length === 0 ? [] : [...sandboxArguments]
  const child = spawn(electronProgram(), [...options, `--user-data-dir=${userData}`, root, ...args], {
    cwd: root,
    env,
    stdio: 'ignore'
  })
  return new Promise((done) => child.once('exit', done))
}

describe.skipIf(without.electron)('links, files and folders from outside', () => {
  const desk = openDesk()

  async function open() {
    const app = await desk.launchBlank()
    await prepareSite(app.page, { '/acme/site/a.html': '<p>a</p>' })
    await put(app.page, '/acme/site/docs/story.html', '<p>The story</p>')
    await app.page.reload()
    await tree(app.page).waitFor()
    return app
  }

  it('LI3 LI4 LI5 a second start opens a document of the workspace, and asks about everything else', async () => {
    const app = await open()
    const { page, userData } = app
    const link = 'galley-link://open/acme/site/docs/story.html'
    expect(await secondStart(userData, '--', link)).toBe(0)
    await page.getByRole('tab', { name: 'story', exact: true }).waitFor()
    await chooseFromPalette(page, 'Copy link')
    await expect.poll(() => app.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(link)

    await secondStart(userData, `${link}?server=https%3A%2F%2Fgalley.example.com`)
    const unknown = page.getByRole('dialog', { name: 'This server is not known here' })
    await unknown.getByText('/acme/site/docs/story.html on https://galley.example.com').waitFor()
    await expectAccessibleInBothThemes(page, 'a link to a server that is not known', 'link-unknown')
    await page.keyboard.press('Escape')
    await unknown.waitFor({ state: 'hidden' })

    const file = join(await desk.make('files'), 'other.galley')
    await writeFile(file, JSON.stringify({ organization: 'acme', site: 'site', path: 'docs/none.html' }))
    await secondStart(userData, file)
    const none = page.getByRole('dialog', { name: 'There is no such document here' })
    await none.getByRole('button', { name: 'Close', exact: true }).last().click()
    await none.waitFor({ state: 'hidden' })
  })

  it('LI1 LI4 what is hostile is refused in a dialog, and changes nothing', async () => {
    const app = await open()
    const { page, userData } = app
    const before = await request(page, 'GET', '/list/acme/site/docs')
    for (const one of [
      'galley-link://open/acme/site/..%2f..%2fx.html',
      'galley-link://open/acme/site/.galley/forms/schemas/x.html',
      'galley-link://open/acme/site/a.html?server=javascript%3Aalert(1)',
      '/etc/passwd'
    ]) {
      expect(await secondStart(userData, '--', one)).toBe(0)
      const refused = page.getByRole('dialog', { name: 'This is not opened' })
      await refused.waitFor()
      await page.keyboard.press('Escape')
      await refused.waitFor({ state: 'hidden' })
    }
    expect(await request(page, 'GET', '/list/acme/site/docs')).toEqual(before)
    expect(app.complaints).toEqual([])
  })

  it('LI3 LI4 a folder opens when that was answered; --new-window opens one more', async () => {
    const app = await open()
    const { page, userData, workspace } = app
    const other = await desk.make('other')
    await (await openStore({ folder: other })).close()
    await secondStart(userData, other)
    const asked = page.getByRole('dialog', { name: 'Open this workspace?' })
    await asked.getByText(other).waitFor()
    await expectAccessibleInBothThemes(page, 'a workspace that is asked for', 'link-workspace')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    const location = () =>
      page.evaluate(
        async () => ((await (await fetch('/app/workspace')).json()) as { location: string }).location
      )
    expect(await location()).toBe(workspace)
    await secondStart(userData, other)
    await asked.getByRole('button', { name: 'Open the workspace' }).click()
    await expect.poll(location).toBe(other)
    await secondStart(userData, '--new-window')
    await expect.poll(() => app.app.windows().length).toBe(2)
  })
})
