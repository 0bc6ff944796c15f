import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { prepareSite } from './support/screen'

const desk = openDesk()
const PATH = '/harbour/web/home.html'

/** In light and in dark. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessibleInBothThemes(page, name, `health-${name}`)
}

/** One bit of each blob. */
async function damageVersions(workspace: string): Promise<void> {
  const blobs = join(workspace, '.galley/blobs')
  for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const data = await readFile(file)
    data[0] = (data[0] ?? 0) ^ 1
    await writeFile(file, data)
  }
}

describe.skipIf(without.electron)('the health of a workspace', () => {
  it('W11 “Check the whole workspace now” finds a flipped bit, names it, and says what to do', async () => {
    const { page, workspace } = await desk.launchBlank()
    await prepareSite(page, { [PATH]: '<p>one</p>\n' })
    await prepareSite(page, { [PATH]: '<p>two</p>\n' })
    await chooseFromPalette(page, 'Check the whole workspace now')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('All is well.').waitFor()
    await look(page, 'well')
    await damageVersions(workspace)
    await dialog.getByRole('button', { name: 'Check now' }).click()
    const damaged = dialog.getByRole('region', { name: 'What is damaged' })
    await damaged
      .getByText(/The content of the version of \/harbour\/web\/home\.html .* is damaged/)
      .waitFor()
    await look(page, 'damaged')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '1 thing is damaged' }).click()
    await damaged.waitFor()
  })

  it('W13 a workspace in a mirrored folder opens, says so, and is silent once it is told to be', async () => {
    const [userData, base] = [await desk.make('user'), await desk.make('ws')]
    const workspace = join(base, 'Dropbox', 'work')
    await mkdir(workspace, { recursive: true })
    const first = await desk.launch({ userData, workspace })
    await prepareSite(first.page, { [PATH]: '<p>one</p>\n' })
    const banner = (page: Page) => page.getByRole('status', { name: 'Place of the workspace' })
    await banner(first.page)
      .getByText(/^Dropbox mirrors this folder/)
      .waitFor()
    await look(first.page, 'mirrored')
    await banner(first.page).getByRole('button', { name: 'Do not say this again' }).click()
    await banner(first.page).waitFor({ state: 'hidden' })
    await desk.quit(first)
    const { page } = await desk.launch({ userData, workspace })
    await chooseFromPalette(page, 'Workspace health')
    await page
      .getByRole('dialog')
      .getByText(/^Dropbox mirrors this folder/)
      .waitFor()
    expect(await banner(page).count()).toBe(0)
  })
})

describe.skipIf(without.electron || without.disks)('a disk that becomes full', () => {
  it('W12 says how much is left before it is full, and nothing more once there is room', async () => {
    const { page, disk } = await desk.launchOnDisk('roomy')
    await prepareSite(page, { [PATH]: '<p>one</p>\n' })
    const banner = page.getByRole('status', { name: 'Room on the disk' })
    expect(await banner.count()).toBe(0)
    await disk.fill(600_000)
    // a save makes it look
    await prepareSite(page, { [PATH]: '<p>two</p>\n' })
    await banner.getByText(/kB are left on the disk of this workspace/).waitFor()
    await look(page, 'full')
    await disk.free()
    await prepareSite(page, { [PATH]: '<p>three</p>\n' })
    await banner.waitFor({ state: 'hidden' })
  })
})
