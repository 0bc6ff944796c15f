import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { prepareSite, tree } from './support/screen'

describe.skipIf(without.electron)('crash reports', () => {
  const desk = openDesk()

  it('CR1 CR2 a crash of the process leaves a dump here, which the app lists, tells of and deletes', async () => {
    const first = await desk.launchBlank()
    const { userData, workspace } = first
    await prepareSite(first.page, { '/acme/site/a.html': '<p>a</p>' })
    await first.page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('words of a page')
      })
    })
    await expect
      .poll(() =>
        stat(join(userData, 'errors.log')).then(
          ({ size }) => size > 0,
          () => false
        )
      )
      .toBe(true)
    const dumps = async () =>
      (await readdir(join(userData, 'Crashpad'), { recursive: true }).catch(() => [])).filter((name) =>
        String(name).endsWith('.dmp')
      )
    await first.app.evaluate(() => process.crash()).catch(() => undefined)
    await expect.poll(async () => (await dumps()).length, { timeout: 20_000 }).toBe(1)
    await desk.kill(first)

    const app = await desk.launch({ userData, workspace })
    const { page } = app
    await tree(page).waitFor()
    await chooseFromPalette(page, 'Crash reports…')
    const dialog = page.getByRole('dialog', { name: 'Crash reports' })
    await dialog.getByRole('region', { name: 'Crashes' }).getByText('KB').waitFor()
    await dialog.getByRole('region', { name: 'Errors' }).getByText('window RangeError').waitFor()
    await expectAccessibleInBothThemes(page, 'crash reports', 'crash-reports')
    await dialog.getByRole('button', { name: 'Copy summary' }).click()
    const summary = await app.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(summary).toContain('crashes: 1')
    expect(summary).not.toContain('words of a page')
    expect(summary).not.toContain(userData)
    await dialog.getByRole('button', { name: 'Delete all crash reports' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText('There is none').waitFor()
    expect(await dumps()).toEqual([])
  })
})
