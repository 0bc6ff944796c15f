import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chooseFromMenu, root } from './support/app'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { prepareSite } from './support/screen'

const notices = z.object({ parts: z.array(z.object({ name: z.string() })) })

describe.skipIf(without.electron)('Help, Licences', () => {
  const desk = openDesk()

  it('PK5 the licences of the build are shown, found and read by keyboard alone, and asked of nobody', async () => {
    const { parts } = notices.parse(
      JSON.parse(await readFile(join(root, 'out/renderer/licences.json'), 'utf8'))
    )
    const app = await desk.launchBlank()
    const { page } = app
    await prepareSite(page, { '/acme/site/a.html': '<p>a</p>' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await chooseFromMenu(app, 'help.licences')
    const dialog = page.getByRole('dialog', { name: 'Licences' })
    await dialog.getByText(`${parts.length} packages`, { exact: true }).waitFor()
    expect(await dialog.getByRole('list', { name: 'Packages' }).getByRole('button').count()).toBe(
      parts.length
    )
    expect(asked.filter((url) => url.endsWith('/licences.json'))).toHaveLength(1)
    expect(asked.filter((url) => !url.startsWith('galley://app/'))).toEqual([])
    await expectAccessibleInBothThemes(page, 'licences', 'licences')

    const field = dialog.getByRole('textbox', { name: 'Find a package, a licence or a word' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('react-dom')
    await dialog.getByText(new RegExp(`^\\d+ of ${parts.length} packages$`)).waitFor()
    const focused = (selector: string) =>
      page.evaluate((what) => document.activeElement?.matches(what) === true, selector)
    const tabTo = async (selector: string) => {
      for (let step = 0; step < 20 && !(await focused(selector)); step += 1) await page.keyboard.press('Tab')
      expect(await focused(selector), `the keyboard at ${selector}`).toBe(true)
    }
    const entry = dialog.getByRole('button', { name: /^react-dom/ })
    await tabTo('li > button')
    while (!(await entry.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const text = dialog.getByRole('region', { name: 'Licence of react-dom' })
    await text.getByText('Meta Platforms').waitFor()
    await tabTo('pre')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await chooseFromPalette(page, 'Licences')
    await dialog.waitFor()
    await field.fill('no package has these words')
    await dialog.getByText('Nothing has these words').waitFor()
    await expectAccessibleInBothThemes(page, 'licences, none found', 'licences-none')
  })
})
